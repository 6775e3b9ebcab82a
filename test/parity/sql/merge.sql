-- Union in every combination, in shuffled orders, and fold.
CREATE TABLE x (k integer);
INSERT INTO x SELECT value FROM generate_series(1, 12000) AS value;

-- Parts of one geometry: 20 blocks, a list below 160 keys.
CREATE TABLE part (name text, f bloomfilter);
INSERT INTO part SELECT 'neutral', bloom_agg(k) FROM x WHERE k < 0;
INSERT INTO part VALUES ('NULL', NULL), ('empty', bloom_new(1000));
INSERT INTO part SELECT 'one', bloom_agg(k, 1000) FROM x WHERE k = 1;
INSERT INTO part SELECT '80 keys', bloom_agg(k, 1000) FROM x WHERE k <= 80;
INSERT INTO part SELECT 'other 79 keys', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 81 AND 159;
INSERT INTO part SELECT 'other 80 keys', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 81 AND 160;
INSERT INTO part SELECT 'other 81 keys', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 81 AND 161;
INSERT INTO part SELECT 'overlap', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 60 AND 170;
INSERT INTO part SELECT '159 keys', bloom_agg(k, 1000) FROM x WHERE k <= 159;
INSERT INTO part SELECT '160 keys', bloom_agg(k, 1000) FROM x WHERE k <= 160;
INSERT INTO part SELECT 'blocks', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 500 AND 900;
INSERT INTO part SELECT 'full', bloom_agg(k, 1000) FROM x;
INSERT INTO part SELECT 'text', bloom_agg('t' || k, 1000) FROM x WHERE k <= 10;
INSERT INTO part SELECT 'text blocks', bloom_agg('t' || k, 1000) FROM x WHERE k <= 500;
INSERT INTO part SELECT 'expected 990', bloom_agg(k, 990) FROM x WHERE k <= 10;
INSERT INTO part SELECT 'fpp 0.0101', bloom_agg(k, 1000, 0.010001) FROM x WHERE k <= 200;
SELECT 'the parts', name, bloom_info(f) FROM part ORDER BY name;

SELECT 'bloom_union', a.name, b.name, hex(bloom_union(a.f, b.f)) FROM part AS a, part AS b ORDER BY a.name, b.name;
SELECT 'bloom_union, info', a.name, b.name, bloom_info(bloom_union(a.f, b.f)) FROM part AS a, part AS b ORDER BY a.name, b.name;
SELECT 'bloom_union commutes', a.name, b.name, CASE WHEN hex(bloom_union(a.f, b.f)) = hex(bloom_union(b.f, a.f)) THEN 'same' ELSE 'different' END FROM part AS a, part AS b WHERE a.f IS NOT NULL AND b.f IS NOT NULL ORDER BY a.name, b.name;
SELECT 'bloom_union with itself', name, CASE WHEN hex(bloom_union(f, f)) = hex(f) THEN 'same' ELSE 'different' END FROM part WHERE f IS NOT NULL ORDER BY name;
SELECT 'union is building at once', CASE WHEN count(DISTINCT h) = 1 THEN 'same' ELSE 'different' END, min(h) FROM (SELECT hex(bloom_union(a.f, b.f)) AS h FROM part AS a, part AS b WHERE a.name = '80 keys' AND b.name = 'other 80 keys' UNION ALL SELECT hex(f) FROM part WHERE name = '160 keys') AS s;
SELECT 'union is building at once, list', CASE WHEN count(DISTINCT h) = 1 THEN 'same' ELSE 'different' END, min(h) FROM (SELECT hex(bloom_union(a.f, b.f)) AS h FROM part AS a, part AS b WHERE a.name = '80 keys' AND b.name = 'other 79 keys' UNION ALL SELECT hex(f) FROM part WHERE name = '159 keys') AS s;

SELECT 'bloom_union_agg', hex(bloom_union_agg(f)), bloom_info(bloom_union_agg(f)) FROM part;
SELECT 'bloom_union_agg, without blocks', hex(bloom_union_agg(f)) FROM part WHERE name IN ('neutral', 'NULL', 'empty', 'one', '80 keys', 'other 79 keys', 'text');
SELECT 'bloom_union_agg, without filters', hex(bloom_union_agg(f)) FROM part WHERE name IN ('neutral', 'NULL');
SELECT 'bloom_union_agg, shuffled', CASE WHEN count(DISTINCT h) = 1 THEN 'same' ELSE 'different' END, min(h) FROM (SELECT value, hex(bloom_union_agg(f)) AS h FROM (SELECT value, f FROM part, generate_series(1, 20) AS value ORDER BY value, bloom_hash(name || value)) AS s GROUP BY value) AS t;

-- Many parts: of 12000 keys, with lists of 64 KB on the way.
CREATE TABLE piece (s integer, p integer, f bloomfilter);
INSERT INTO piece SELECT 1, k % 2, bloom_agg(k, 12000) FROM x GROUP BY k % 2;
INSERT INTO piece SELECT 2, k % 7, bloom_agg(k, 12000) FROM x GROUP BY k % 7;
INSERT INTO piece SELECT 3, k % 100, bloom_agg(k, 12000) FROM x GROUP BY k % 100;
INSERT INTO piece SELECT 4, k / 8192, bloom_agg(k, 100000) FROM x GROUP BY k / 8192;
INSERT INTO piece SELECT 5, k % 9, bloom_agg(k, 100000) FROM x GROUP BY k % 9;
INSERT INTO piece SELECT 6, k % 100, bloom_agg(k, 1000000) FROM x GROUP BY k % 100;
SELECT 'pieces', s, p, bloom_hash(hex(f)), bloom_info(f) FROM piece ORDER BY s, p;
SELECT 'pieces united', s, value, bloom_hash(hex(bloom_union_agg(f))), bloom_info(bloom_union_agg(f)) FROM (SELECT value, s, p, f FROM piece, generate_series(1, 4) AS value ORDER BY s, value, bloom_hash(p + value * 1000)) AS t GROUP BY s, value ORDER BY s, value;
SELECT 'pieces united are the whole', s.column1, CASE WHEN (SELECT hex(bloom_union_agg(f)) FROM piece AS p WHERE p.s = s.column1) = (SELECT hex(bloom_agg(k, s.column2)) FROM x) THEN 'same' ELSE 'different' END FROM (VALUES (1, 12000), (2, 12000), (3, 12000), (4, 100000), (5, 100000), (6, 1000000)) AS s ORDER BY 2;
SELECT 'unions of unions', CASE WHEN hex(bloom_union(bloom_union(a.f, b.f), c.f)) = hex(bloom_union(a.f, bloom_union(b.f, c.f))) THEN 'same' ELSE 'different' END, count(*) FROM part AS a, part AS b, part AS c WHERE a.f IS NOT NULL AND b.f IS NOT NULL AND c.f IS NOT NULL GROUP BY 2;

-- Fold.
CREATE TABLE whole (name text, f bloomfilter);
INSERT INTO whole SELECT 'list, ' || n.column1, bloom_agg(k, n.column1) FROM (VALUES (1000), (30000), (1000000)) AS n, x WHERE k <= 100 GROUP BY n.column1;
INSERT INTO whole SELECT 'blocks, ' || n.column1, bloom_agg(k, n.column1) FROM (VALUES (1000), (30000), (100000), (800000)) AS n, x GROUP BY n.column1;
INSERT INTO whole SELECT 'blocks, k 12', bloom_agg(k, 50000, 0.0001) FROM x;
INSERT INTO whole SELECT 'blocks, k 3', bloom_agg(k, 500000, 0.1) FROM x;
INSERT INTO whole SELECT 'odd', bloom_agg(k, 1000, 0.001) FROM x WHERE k <= 300;
INSERT INTO whole SELECT 'empty', bloom_new(1000000);
INSERT INTO whole SELECT 'self-sized', bloom_agg(k) FROM x;
INSERT INTO whole SELECT 'neutral', bloom_agg(k) FROM x WHERE k < 0;
SELECT 'bloom_fold', name, CAST(round(p.column1 * 1e10) AS bigint), bloom_hash(hex(bloom_fold(f, p.column1))), bloom_info(bloom_fold(f, p.column1)) FROM whole, (VALUES (0.9), (0.5), (0.1), (0.03), (0.01), (0.001), (0.0000000001)) AS p ORDER BY name, 3;
SELECT 'bloom_fold, bytes', name, hex(bloom_fold(f, 0.01)) FROM whole WHERE name LIKE 'list%' OR name IN ('odd', 'empty', 'neutral') ORDER BY name;
SELECT 'bloom_fold twice', name, CASE WHEN hex(bloom_fold(bloom_fold(f, 0.05), 0.05)) = hex(bloom_fold(f, 0.05)) THEN 'same' ELSE 'different' END FROM whole ORDER BY name;
SELECT 'bloom_fold keeps the keys', name, CASE WHEN min(CAST(bloom_contains(bloom_fold(f, 0.2), k) AS integer)) = 1 THEN 'same' ELSE 'different' END FROM whole, x WHERE k <= 100 AND name NOT IN ('empty', 'neutral') GROUP BY name ORDER BY name;
