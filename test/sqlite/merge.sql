-- Unions: in every combination of list and blocks the same bytes as building at once.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE n (i INTEGER);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 2000) SELECT i FROM s;
-- 1000 expected keys are 20 blocks: a list up to 159 keys.
CREATE TABLE part (name TEXT, low, high, f BLOB);
INSERT INTO part (name, low, high) VALUES ('new', 0, 0), ('few', 1, 5), ('list a', 1, 80), ('list b', 81, 160), ('most', 1, 159), ('least', 1, 160), ('block a', 100, 600), ('block b', 601, 1500);
UPDATE part SET f = coalesce((SELECT bloom_add_agg(bloom_new(1000), i) FROM n WHERE i BETWEEN low AND high), bloom_new(1000));
SELECT name, json_extract(bloom_info(f), '$.layout'), length(f) FROM part;

.print all 64 pairs
CREATE TABLE pair AS
  SELECT a.name AS a, b.name AS b, bloom_union(a.f, b.f) AS f, bloom_union(b.f, a.f) AS g,
         (SELECT bloom_add_agg(bloom_new(1000), i) FROM (SELECT NULL AS i UNION ALL SELECT i FROM n WHERE i BETWEEN a.low AND a.high OR i BETWEEN b.low AND b.high)) AS built,
         (SELECT count(*) FROM n WHERE i BETWEEN a.low AND a.high OR i BETWEEN b.low AND b.high) AS keys
  FROM part a, part b;
SELECT count(*), sum(f = built), sum(f = g), sum(bloom_valid(f)), sum((json_extract(bloom_info(f), '$.layout') = 'list') = (keys < 160)) FROM pair;
SELECT a, b, json_extract(bloom_info(f), '$.layout') FROM pair WHERE (a, b) IN (VALUES ('list a', 'list b'), ('few', 'most'), ('few', 'block a'), ('block a', 'few'), ('block a', 'block b')) ORDER BY a, b;
.print a union with itself, and with a part of itself, changes nothing
SELECT sum(f = (SELECT f FROM part WHERE name = a)) FROM pair WHERE a = b OR (a, b) IN (VALUES ('list a', 'few'), ('least', 'most'), ('block b', 'new'));

.print the neutral filter gives way, on either side
SELECT sum(bloom_union(f, z) = f), sum(bloom_union(z, f) = f) FROM part, (SELECT bloom_agg(1) AS z WHERE 0);
SELECT bloom_union(z, z) = z, bloom_union_agg(z) = z, bloom_fold(z, 0.01) = z, bloom_cardinality(z), bloom_current_fpp(z), bloom_valid(z) FROM (SELECT bloom_agg(1) AS z WHERE 0);

.print bloom_union_agg: in any order, in any grouping
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n WHERE i <= 1500) FROM part;
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n WHERE i <= 1500) FROM (SELECT f FROM part ORDER BY name);
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n WHERE i <= 1500) FROM (SELECT f FROM part ORDER BY length(f) DESC);
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n) FROM (SELECT bloom_agg(i, 1000) AS f FROM n GROUP BY i % 17);
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i, 1000) FROM n) FROM (SELECT bloom_union_agg(f) AS f FROM (SELECT i % 17 AS g, bloom_agg(i, 1000) AS f FROM n GROUP BY i % 17) GROUP BY g % 3);
SELECT bloom_union_agg(f) = (SELECT bloom_agg(1) WHERE 0), bloom_union_agg(f) = (SELECT bloom_new(100)) FROM (SELECT bloom_agg(1) AS f WHERE 0);
.print kinds are united, also of equal hashes
SELECT json_extract(bloom_info(bloom_union(bloom_agg(1, 10), bloom_agg('a', 10))), '$.kinds'), json_extract(bloom_info(bloom_union(bloom_agg(x'61', 10), bloom_agg('a', 10))), '$.kinds', '$.estimated');
.print the larger expected and fpp stay
SELECT json_extract(bloom_info(bloom_union(a, b)), '$.expected', '$.fpp', '$.blocks', '$.k'), bloom_union(a, b) = bloom_union(b, a) FROM (SELECT bloom_new(990, 0.01) AS a, bloom_new(980, 0.0101) AS b);
SELECT json_extract(bloom_info(bloom_union_agg(f)), '$.expected') FROM (SELECT bloom_new(985) AS f UNION ALL SELECT bloom_new(1000) UNION ALL SELECT bloom_new(990));
