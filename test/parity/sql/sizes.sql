-- Sizing: what (expected, fpp) becomes, and the classic formulas.
CREATE TABLE n (n double precision);
INSERT INTO n VALUES (0), (1), (2), (3), (7), (10), (49), (50), (51), (100), (809), (1000), (4096), (9999), (10000), (12345), (99999),
  (100000), (1000000), (1234567), (10000000), (33554432), (100000000);
CREATE TABLE p (p double precision);
INSERT INTO p VALUES (0.999999), (0.99), (0.9), (0.75), (0.5), (0.3), (0.25), (0.2), (0.125), (0.1), (0.05), (0.03), (0.02), (0.015), (0.01), (0.009),
  (0.005), (0.002), (0.001), (0.0005), (0.0001), (0.00005), (0.00001), (0.000001), (0.0000001), (0.00000001), (0.000000001), (0.0000000001);

SELECT 'bloom_size', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), bloom_size(n, p) FROM n, p WHERE n <= 1000000 ORDER BY n, p;
SELECT 'bloom_size, large', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), bloom_size(n, p) FROM n, p WHERE n > 1000000 AND n < 40000000 AND p > 1e-6 ORDER BY n, p;
SELECT 'bloom_size, larger', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), bloom_size(n, p) FROM n, p WHERE n = 100000000 AND p > 9e-7 ORDER BY n, p;
SELECT 'bloom_size, 1 %', CAST(n AS bigint), bloom_size(n), bloom_size(n, 0.01) FROM n ORDER BY n;
SELECT 'bloom_size of an integer', bloom_size(1000), bloom_size(1e3), bloom_size(1000, 0.001), bloom_size(CAST(400 AS smallint)), bloom_size(CAST(4000000000 AS bigint), 0.9999);
SELECT 'bloom_size of each', value, bloom_size(value), bloom_size(value, 0.1), bloom_size(value, 0.0001) FROM generate_series(0, 400) AS value ORDER BY value;
SELECT 'up to the largest', bloom_size(401000000), bloom_size(180000000, 0.001);
SELECT 'bloom_new', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), hex(bloom_new(n, p)) FROM n, p WHERE n <= 1000000 ORDER BY n, p;
SELECT 'bloom_new, 1 %', CAST(n AS bigint), hex(bloom_new(n)), length(hex(bloom_new(n))) FROM n ORDER BY n;
SELECT 'bloom_new, info', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), bloom_info(bloom_new(n, p)) FROM n, p WHERE n IN (0, 1, 1000, 1000000) ORDER BY n, p;

SELECT 'bloom_classic_bits', CAST(n AS bigint), CAST(round(p * 1e12) AS bigint), bloom_classic_bits(n, p) FROM n, p ORDER BY n, p;
SELECT 'bloom_classic_bits, any fpp', bloom_classic_bits(1000, 1e-300), bloom_classic_bits(1000, 1e-20), bloom_classic_bits(0, 0.01), bloom_classic_bits(1, 0.01), bloom_classic_bits(9007199254740992, 0.5);
SELECT 'bloom_classic_hashes', CAST(n AS bigint), bits, bloom_classic_hashes(n, bits) FROM n, (SELECT 1 AS bits UNION ALL SELECT 7 UNION ALL SELECT 9585 UNION ALL SELECT 9585058 UNION ALL SELECT 4294967296 UNION ALL SELECT 9223372036854775807) AS b ORDER BY n, bits;
SELECT 'bloom_classic_hashes, small', value, bloom_classic_hashes(10, value) FROM generate_series(1, 200) AS value ORDER BY value;

-- Sized by itself.
SELECT 'self-sized', c.column1, hex(bloom_agg(value)), hex(bloom_agg(value, NULL, 0.5)), hex(bloom_agg(value, NULL, 0.001)), hex(bloom_agg(value, NULL, 0.0000000001))
  FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (31), (32), (33), (100), (101)) AS c, generate_series(1, c.column1) AS value
  GROUP BY 2 ORDER BY 2;
SELECT 'self-sized, info', c.column1, bloom_info(bloom_agg(value)), bloom_hash(hex(bloom_agg(value))), bloom_info(bloom_agg(value, NULL, 0.0000000001)), bloom_hash(hex(bloom_agg(value, NULL, 0.0000000001)))
  FROM (VALUES (1), (7), (8), (50), (51), (1000), (4095), (4096), (8191), (8192), (8193), (20000), (50000)) AS c, generate_series(1, c.column1) AS value
  GROUP BY 2 ORDER BY 2;
SELECT 'self-sized, duplicates', hex(bloom_agg(value % 20)), hex(bloom_agg(value % 20, NULL, 0.0001)) FROM generate_series(1, 5000) AS value;
SELECT 'self-sized, large', bloom_info(bloom_agg(value)), bloom_hash(hex(bloom_agg(value))) FROM generate_series(1, 300000) AS value;
SELECT 'overfull', c.column1, bloom_info(bloom_agg(value, 100)), bloom_hash(hex(bloom_agg(value, 100))), bloom_info(bloom_agg(value, 1, 0.9)), hex(bloom_agg(value, 1, 0.9)) FROM (VALUES (99), (100), (105), (110), (120), (130), (150), (1000), (10000)) AS c, generate_series(1, c.column1) AS value GROUP BY 2 ORDER BY 2;
