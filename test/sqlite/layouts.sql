-- From list to blocks at one well-defined point, and back by bloom_fold.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE n (i INTEGER PRIMARY KEY);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 10000) SELECT i FROM s;
CREATE TABLE made AS SELECT e.expected, c.count, (SELECT bloom_agg(i, e.expected) FROM n WHERE i <= c.count) AS f
  FROM (SELECT 50 AS expected UNION SELECT 100 UNION SELECT 1000 UNION SELECT 51000 UNION SELECT 1000000) e,
       (SELECT 1 AS count UNION SELECT 7 UNION SELECT 8 UNION SELECT 9 UNION SELECT 15 UNION SELECT 16 UNION SELECT 17 UNION SELECT 159 UNION SELECT 160 UNION SELECT 161 UNION SELECT 8191 UNION SELECT 8192 UNION SELECT 8193) c;

.print a list while 8 * count < 64 * blocks and count <= 8192; then blocks
SELECT expected, json_extract(bloom_info(f), '$.blocks'), max(CASE WHEN json_extract(bloom_info(f), '$.layout') = 'list' THEN count END), min(CASE WHEN json_extract(bloom_info(f), '$.layout') = 'block' THEN count END)
  FROM made GROUP BY expected ORDER BY expected;
SELECT expected, count, json_extract(bloom_info(f), '$.layout'), length(f), json_extract(bloom_info(f), '$.bytes') = length(f) FROM made
  WHERE (expected, count) IN (VALUES (50, 7), (50, 8), (100, 15), (100, 16), (1000, 159), (1000, 160), (51000, 8191), (51000, 8192), (1000000, 8191), (1000000, 8192), (1000000, 8193)) ORDER BY 1, 2;
.print on both sides of the border: no false negative, and both count; a list answers exactly
-- Within four standard errors, of 0.3 sqrt(count) each.
-- A filter of 1.3 MB is bound: SQLite before 3.43 copies what comes from a table for every row.
SELECT expected, count, sum(bloom_contains(f, i) AND i <= count) = count, json_extract(bloom_info(f), '$.layout') = 'block' OR sum(bloom_contains(f, i)) = count, (bloom_cardinality(f) - count) * (bloom_cardinality(f) - count) <= 1.44 * count
  FROM made, n WHERE length(f) <= 65600 AND count IN (159, 160, 8191, 8192) AND count <= expected GROUP BY 1, 2 ORDER BY 1, 2;
.parameter set @f "(SELECT f FROM made WHERE expected = 1000000 AND count = 8193)"
SELECT sum(bloom_contains(@f, i) AND i <= 8193), sum(bloom_contains(@f, i)), (bloom_cardinality(@f) - 8193) * (bloom_cardinality(@f) - 8193) <= 1.44 * 8193 FROM n;
.print the border is the same when crossed by bloom_add, bloom_add_agg, bloom_union and bloom_union_agg
CREATE TABLE at AS SELECT (SELECT bloom_agg(i, 1000000) FROM n WHERE i <= 8192) AS f, (SELECT bloom_agg(i, 1000000) FROM n WHERE i <= 8193) AS g, bloom_agg(8193, 1000000) AS one;
SELECT bloom_add(f, 8193) = g, bloom_add_agg(f, 8193) = g, bloom_union(f, one) = g, bloom_union(one, f) = g, bloom_union(f, bloom_agg(8192, 1000000)) = f FROM at;
SELECT bloom_union_agg(x) = g FROM at, (SELECT f AS x FROM at UNION ALL SELECT one FROM at);
.print sized by itself: a list up to 7 keys of one block, blocks above
SELECT count, json_extract(bloom_info(bloom_agg(i)), '$.layout', '$.blocks') FROM n, (SELECT DISTINCT count FROM made WHERE count < 20 OR count > 8000) WHERE i <= count GROUP BY count;

.print fold: a list is sized for its count, and is then what bloom_agg makes of the same keys
SELECT bloom_fold(f, 0.01) = (SELECT bloom_agg(i) FROM n WHERE i <= 1000), length(f), length(bloom_fold(f, 0.01)) FROM (SELECT bloom_agg(i, 1000000) AS f FROM n WHERE i <= 1000);
SELECT bloom_fold(f, 0.001) = (SELECT bloom_agg(i, NULL, 0.001) FROM n WHERE i <= 1000) FROM (SELECT bloom_agg(i, 1000000) AS f FROM n WHERE i <= 1000);
SELECT json_extract(bloom_info(bloom_fold(f, 0.01)), '$.layout', '$.blocks', '$.expected', '$.fpp') FROM (SELECT bloom_agg(i, 1000000, 0.001) AS f FROM n WHERE i <= 3);
.print blocks are halved: 10000 keys in 20480 blocks become 320, as if built so
SELECT json_extract(bloom_info(f), '$.blocks'), json_extract(bloom_info(bloom_fold(f, 0.01)), '$.blocks', '$.expected', '$.fpp', '$.overfull') FROM (SELECT bloom_agg(i, 1000000) AS f FROM n);
SELECT substr(bloom_fold(f, 0.01), 65) = (SELECT substr(bloom_agg(i, 16000), 65) FROM n), bloom_valid(bloom_fold(f, 0.01)), bloom_current_fpp(bloom_fold(f, 0.01)) <= 0.01 FROM (SELECT bloom_agg(i, 1000000) AS f FROM n);
.parameter set @f "(SELECT bloom_fold(bloom_agg(i, 1000000), 0.2) FROM n)"
SELECT length(@f), sum(bloom_contains(@f, i)) FROM n;
.print a higher rate folds further, a lower one less
SELECT length(bloom_fold(f, 0.5)) < length(bloom_fold(f, 0.01)), length(bloom_fold(f, 1e-9)) > length(bloom_fold(f, 0.01)) FROM (SELECT bloom_agg(i, 1000000) AS f FROM n);
.print nothing to fold: the filter itself, its expected included
SELECT bloom_fold(f, 0.01) = f, bloom_fold(f, 1e-10) = f FROM (SELECT bloom_agg(i, 10000) AS f FROM n);
SELECT bloom_fold(f, 0.5) = f FROM (SELECT bloom_agg(i, 50) AS f FROM n);
.print folds of equal geometry merge
SELECT bloom_union(bloom_fold(a, 0.01), bloom_fold(b, 0.01)) = bloom_fold(bloom_union(a, b), 0.01) OR length(bloom_fold(a, 0.01)) <> length(bloom_fold(bloom_union(a, b), 0.01))
  FROM (SELECT bloom_agg(i, 1000000) AS a FROM n), (SELECT bloom_agg(i, 1000000) AS b FROM n WHERE i <= 9000);
