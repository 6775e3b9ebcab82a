-- bloom_agg, bloom_add_agg and bloom_union_agg with what SQL does around an aggregate.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE n (i INTEGER);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 1000) SELECT i FROM s;

.print defaults: fpp is 0.01, and without expected it is sized to the distinct keys
SELECT bloom_agg(i, 1000) = bloom_agg(i, 1000, 0.01), bloom_agg(i) = bloom_agg(i, NULL, 0.01), bloom_agg(i, 1000) = bloom_agg(i, 1000, 0.02) FROM n;
SELECT json_extract(bloom_info(bloom_agg(i)), '$.k', '$.blocks', '$.expected', '$.fpp', '$.overfull') FROM n;
SELECT json_extract(bloom_info(bloom_agg(i, 1000)), '$.k', '$.blocks', '$.expected', '$.fpp', '$.overfull') FROM n;
SELECT json_extract(bloom_info(bloom_agg(i, 50)), '$.blocks', '$.expected', '$.overfull') FROM n;

.print no false negatives, and few false positives
SELECT min(bloom_contains(f, i)) FROM (SELECT bloom_agg(i) AS f FROM n), n;
SELECT sum(bloom_contains(f, i + 1000)) < 40 FROM (SELECT bloom_agg(i) AS f FROM n), n;

.print the order of the rows does not matter, nor how often a key comes
SELECT (SELECT bloom_agg(i, 1000) FROM (SELECT i FROM n ORDER BY i)) = (SELECT bloom_agg(i, 1000) FROM (SELECT i FROM n ORDER BY i * 7919 % 1009));
SELECT bloom_agg(i % 10, 1000) = (SELECT bloom_agg(i - 1, 1000) FROM n WHERE i <= 10), bloom_agg(i % 10) = (SELECT bloom_agg(i - 1) FROM n WHERE i <= 10) FROM n;

.print DISTINCT and FILTER
SELECT bloom_agg(DISTINCT i % 10) = bloom_agg(i % 10) FROM n;
SELECT bloom_agg(i, 1000) FILTER (WHERE i <= 10) = (SELECT bloom_agg(i, 1000) FROM n WHERE i <= 10), bloom_agg(i, 1000) FILTER (WHERE i > 2000) = (SELECT bloom_agg(1) WHERE 0) FROM n;
SELECT bloom_union_agg(DISTINCT bloom_new(100)) = bloom_new(100) FROM n;
SELECT bloom_union_agg(bloom_add(bloom_new(100), i)) FILTER (WHERE i <= 10) = (SELECT bloom_agg(i, 100) FROM n WHERE i <= 10) FROM n;
SELECT bloom_add_agg(bloom_new(100), i) FILTER (WHERE i <= 10) = (SELECT bloom_agg(i, 100) FROM n WHERE i <= 10), bloom_add_agg(bloom_new(100), i) FILTER (WHERE i > 2000) FROM n;

.print GROUP BY: groups of 200 (blocks), 100 (list) and one key, each as if alone
CREATE TABLE g AS SELECT CASE WHEN i % 10 < 2 THEN 'a' WHEN i % 10 = 2 THEN 'b' WHEN i = 13 THEN 'c' ELSE 'd' || (i % 3) END AS name, i FROM n;
SELECT name, count(*), json_extract(bloom_info(bloom_agg(i, 1000)), '$.layout'), length(bloom_agg(i, 1000)), bloom_agg(i, 1000) = (SELECT bloom_agg(i, 1000) FROM g h WHERE h.name = g.name) FROM g GROUP BY name ORDER BY name;
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n) FROM (SELECT bloom_agg(i, 1000) AS f FROM g GROUP BY name);
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n) FROM (SELECT bloom_agg(i, 1000) AS f FROM g GROUP BY name ORDER BY name DESC);
.print HAVING, ORDER BY and several aggregates at once
SELECT name FROM g GROUP BY name HAVING bloom_contains(bloom_agg(i, 1000), 13) AND bloom_contains(bloom_agg(-i, 10), -13) ORDER BY length(bloom_agg(i));

.print parameters that are the same in each row of a group may differ between groups
SELECT i % 2, length(bloom_agg(i, 10 + 990 * (i % 2))) FROM n GROUP BY 1;

.print bloom_add_agg keeps geometry, expected and fpp of the first row's filter, and looks at no other
SELECT bloom_add_agg(f, i) = (SELECT bloom_agg(i, 500, 0.1) FROM n) FROM (SELECT bloom_new(500, 0.1) AS f), n;
SELECT json_extract(bloom_info(bloom_add_agg(f, i)), '$.expected', '$.fpp', '$.estimated') FROM (SELECT bloom_new(500, 0.1) AS f), (SELECT i FROM n LIMIT 3);
SELECT bloom_add_agg(CASE WHEN i = 1 THEN bloom_new(500) ELSE 'not a filter' END, i) = bloom_agg(i, 500) FROM n;
.print adding what is there gives the same bytes
SELECT bloom_add_agg(f, i) = f FROM (SELECT bloom_agg(i, 1000) AS f FROM n), n;
.print one by one is the same as all at once, through the border from list to block
WITH RECURSIVE s(i, f) AS (SELECT 0, bloom_new(1000) UNION ALL SELECT i + 1, bloom_add(f, i + 1) FROM s WHERE i < 300)
SELECT count(*) FROM s WHERE f = (SELECT coalesce(bloom_add_agg(bloom_new(1000), n.i), bloom_new(1000)) FROM n WHERE n.i <= s.i);

.print an error in one row ends the statement, and nothing else
SELECT bloom_agg(CASE WHEN i = 500 THEN bloom_new(10) ELSE i END) FROM n;
SELECT bloom_add_agg(bloom_new(10), CASE WHEN i = 500 THEN bloom_new(10) ELSE i END) FROM n;
SELECT bloom_union_agg(CASE WHEN i = 500 THEN bloom_new(10) ELSE bloom_new(1000) END) FROM n;
SELECT bloom_agg(i, 1000) IS NOT NULL FROM n;
