-- List and block, and the border between them: a list while 8 * count < 64 * nblocks and count <= 8192.

-- Filters of 1, 2, 10, 20, 44, 640 blocks: counts of 8 * nblocks - 1, the same, + 1.
CREATE TABLE k (k integer);
INSERT INTO k SELECT value FROM generate_series(1, 20000) AS value;
CREATE TABLE d (d integer);
INSERT INTO d VALUES (-1), (0), (1);

SELECT 'border', e.column1, d, count(*), hex(bloom_agg(k, e.column1)), bloom_info(bloom_agg(k, e.column1))
  FROM (VALUES (1), (80), (500), (1000), (2200)) AS e, d, k WHERE k <= bloom_size(e.column1) / 8 - 8 + d
  GROUP BY 2, 3 ORDER BY 2, 3;
SELECT 'border, other rates', CAST(round(e.column1 * 1e10) AS bigint), d, count(*), hex(bloom_agg(k, 700, e.column1)), bloom_info(bloom_agg(k, 700, e.column1))
  FROM (VALUES (0.3), (0.1), (0.03), (0.02), (0.005), (0.001), (0.0001), (0.00001), (0.000001), (0.0000001)) AS e, d, k WHERE k <= bloom_size(700, e.column1) / 8 - 8 + d
  GROUP BY e.column1, d ORDER BY 2, 3;
SELECT 'border, list of 64 KB', e.column1, count(*), bloom_hash(hex(bloom_agg(k, e.column1))), bloom_info(bloom_agg(k, e.column1)), length(hex(bloom_agg(k, e.column1)))
  FROM (VALUES (49000), (51000), (52000), (54000), (100000), (1000000)) AS e, d, k WHERE k <= 8192 + d
  GROUP BY e.column1, d ORDER BY 2, 3;
SELECT 'border, whole bytes', count(*), hex(bloom_agg(k, 54000)) FROM d, k WHERE k <= 8192 + d GROUP BY d ORDER BY 2;
SELECT 'far beyond', hex(bloom_agg(k, 1)), hex(bloom_agg(k, 10, 0.1)), hex(bloom_agg(k, 10, 0.0000000001)), hex(bloom_agg(k, 100, 0.5)) FROM k WHERE k <= 9000;
SELECT 'each k', CAST(round(p.column1 * 1e10) AS bigint), hex(bloom_agg(k, 60, p.column1)), bloom_info(bloom_agg(k, 60, p.column1))
  FROM (VALUES (0.75), (0.5), (0.3), (0.2), (0.1), (0.05), (0.03), (0.02), (0.01), (0.001), (0.0003), (0.0001), (0.00005), (0.00001), (0.000003), (0.000001), (0.0000001), (0.0000000001)) AS p, k WHERE k <= 800
  GROUP BY p.column1 ORDER BY 2;
SELECT 'each k, large', CAST(round(p.column1 * 1e10) AS bigint), bloom_hash(hex(bloom_agg(k, 20000, p.column1))), bloom_info(bloom_agg(k, 20000, p.column1))
  FROM (VALUES (0.75), (0.3), (0.1), (0.05), (0.02), (0.01), (0.001), (0.0001), (0.00001), (0.000001)) AS p, k
  GROUP BY p.column1 ORDER BY 2;

-- One key at a time over the border gives what the aggregate gives.
CREATE TABLE grown (n bigint, f bloomfilter);
INSERT INTO grown SELECT 150, bloom_agg(value, 1000) FROM generate_series(1, 150) AS value;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 150;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 151;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 152;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 153;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 154;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 155;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 156;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 157;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 158;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 159;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 160;
INSERT INTO grown SELECT n + 1, bloom_add(f, n + 1) FROM grown WHERE n = 161;
SELECT 'bloom_add over the border', n, hex(f), bloom_info(f) FROM grown ORDER BY n;
SELECT 'bloom_add is bloom_agg', n, CASE WHEN hex(f) = (SELECT hex(bloom_agg(value, 1000)) FROM generate_series(1, n) AS value) THEN 'same' ELSE 'different' END FROM grown ORDER BY n;
CREATE TABLE long (n bigint, f bloomfilter);
INSERT INTO long SELECT 8191, bloom_agg(value, 60000) FROM generate_series(1, 8191) AS value;
INSERT INTO long SELECT n + 1, bloom_add(f, n + 1) FROM long WHERE n = 8191;
INSERT INTO long SELECT n + 1, bloom_add(f, n + 1) FROM long WHERE n = 8192;
INSERT INTO long SELECT n + 1, bloom_add(f, n + 1) FROM long WHERE n = 8193;
SELECT 'bloom_add over 8192', n, bloom_hash(hex(f)), bloom_info(f) FROM long ORDER BY n;
SELECT 'bloom_add over 8192 is bloom_agg', n, CASE WHEN hex(f) = (SELECT hex(bloom_agg(value, 60000)) FROM generate_series(1, n) AS value) THEN 'same' ELSE 'different' END FROM long ORDER BY n;

-- Text and blobs in both layouts.
SELECT 'text', c.column1, hex(bloom_agg('key ' || k, 1000)), hex(bloom_agg('key ' || k)) FROM (VALUES (1), (10), (159), (160), (400)) AS c, k WHERE k <= c.column1 GROUP BY 2 ORDER BY 2;
SELECT 'duplicates', hex(bloom_agg(k % 100, 1000)), hex(bloom_agg(k % 160, 1000)), hex(bloom_agg(k % 30)) FROM k WHERE k <= 2000;
