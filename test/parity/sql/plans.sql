-- Run by PostgreSQL in several plans: two parallel workers, hashed groups, sorted groups.  The order of groups asked for is not the one that
-- sorted grouping gives, so that neither plan has it for free.
CREATE TABLE big (k integer, g integer, h integer, t text, b blob, r double precision, n integer);
INSERT INTO big SELECT value, value % 50, value % 3000, 'text ' || (value % 30011), CAST('b' || (value % 17) AS blob), value / 4.0, CASE WHEN value % 3 = 0 THEN value % 1000 END FROM generate_series(1, 60000) AS value;
CREATE TABLE part (s integer, g integer, f bloomfilter);
INSERT INTO part SELECT k % 40, k % 10, bloom_agg(k, 100000) FROM big GROUP BY k % 40, k % 10;
INSERT INTO part SELECT 100 + k % 500, k % 10, bloom_agg(k, 100000) FROM big GROUP BY k % 500, k % 10;
ANALYZE;

SELECT 'self-sized', bloom_hash(hex(bloom_agg(k))), bloom_info(bloom_agg(k)) FROM big;
SELECT 'self-sized, few keys', hex(bloom_agg(g)), hex(bloom_agg(b)), hex(bloom_agg(n, NULL, 0.1)) FROM big;
SELECT 'sized', bloom_hash(hex(bloom_agg(k, 60000))), bloom_info(bloom_agg(k, 60000)) FROM big;
SELECT 'sized too small', hex(bloom_agg(k, 1000)), hex(bloom_agg(t, 500, 0.3)) FROM big;
SELECT 'sized, a list', hex(bloom_agg(g, 1000000)), hex(bloom_agg(n, 100000)) FROM big;
SELECT 'sized, at 8192', bloom_hash(hex(bloom_agg(k % 8191, 1000000))), bloom_hash(hex(bloom_agg(k % 8192, 1000000))), bloom_hash(hex(bloom_agg(k % 8193, 1000000))) FROM big;
SELECT 'text', bloom_hash(hex(bloom_agg(t))), bloom_hash(hex(bloom_agg(t, 30011, 0.001))), bloom_info(bloom_agg(t, 30011, 0.001)) FROM big;
SELECT 'reals', bloom_hash(hex(bloom_agg(r))), bloom_hash(hex(bloom_agg(r, 1000000))) FROM big;
SELECT 'blobs', hex(bloom_agg(b, 10)), hex(bloom_agg(b, 1000)) FROM big;
SELECT 'few rows', hex(bloom_agg(k, 1000)), hex(bloom_agg(k)) FROM big WHERE k % 20000 = 7;
SELECT 'no row', hex(bloom_agg(k, 1000)), hex(bloom_agg(k)), bloom_add_agg(bloom_new(10), k) FROM big WHERE k % 2 = 5;
SELECT 'only NULLs', hex(bloom_agg(n, 1000)), hex(bloom_agg(n)) FROM big WHERE k % 3 = 1;
SELECT 'some NULLs', hex(bloom_agg(n, 1000)), hex(bloom_agg(n)) FROM big;
SELECT 'bloom_add_agg', bloom_hash(hex(bloom_add_agg(bloom_new(60000), k))), hex(bloom_add_agg(bloom_new(100), t)) FROM big;
SELECT 'bloom_union_agg', bloom_hash(hex(bloom_union_agg(f))), bloom_info(bloom_union_agg(f)) FROM part;
SELECT 'bloom_union_agg, some', bloom_hash(hex(bloom_union_agg(f))), bloom_info(bloom_union_agg(f)) FROM part WHERE s BETWEEN 100 AND 120;
SELECT 'groups', g, hex(bloom_agg(k, 1000)), bloom_hash(hex(bloom_agg(k))) FROM big GROUP BY g ORDER BY -g;
SELECT 'groups, small', h, hex(bloom_agg(k, 100000)) FROM big GROUP BY h ORDER BY -h;
SELECT 'groups, text', g, bloom_hash(hex(bloom_agg(t, 2000))), hex(bloom_agg(b)) FROM big GROUP BY g ORDER BY -g;
SELECT 'groups, bloom_add_agg', g, hex(bloom_add_agg(bloom_new(100), k)) FROM big GROUP BY g ORDER BY -g;
SELECT 'groups, bloom_union_agg', g, bloom_hash(hex(bloom_union_agg(f))), bloom_info(bloom_union_agg(f)) FROM part GROUP BY g ORDER BY -g;
