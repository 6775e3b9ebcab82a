-- Answers: hits, misses and false positives are the same in both engines.
CREATE TABLE x (k bigint, v bigint);
INSERT INTO x SELECT value, CAST(value AS bigint) * 1000003 FROM generate_series(1, 3000) AS value;
CREATE TABLE f (name text, f bloomfilter);
INSERT INTO f SELECT 'neutral', bloom_agg(v) FROM x WHERE k < 0;
INSERT INTO f SELECT 'empty', bloom_new(1000);
INSERT INTO f SELECT 'list', bloom_agg(v, 100000) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'block 0.5', bloom_agg(v, 1500, 0.5) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'block 0.1', bloom_agg(v, 1500, 0.1) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'block 0.01', bloom_agg(v, 1500, 0.01) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'block 0.0001', bloom_agg(v, 1500, 0.0001) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'one block', bloom_agg(v, 1) FROM x WHERE k <= 100;
INSERT INTO f SELECT 'overfull', bloom_agg(v, 100) FROM x WHERE k <= 1500;
INSERT INTO f SELECT 'as bytea', f FROM f WHERE name = 'block 0.1';

SELECT 'answers', name, k, CAST(bloom_contains(f, v) AS integer) FROM f, x WHERE k % 3 = 0 ORDER BY name, k;
SELECT 'by hash', name, sum(CAST(bloom_contains_hash(f, bloom_hash(v)) AS integer)), sum(CASE WHEN bloom_contains_hash(f, bloom_hash(v)) = bloom_contains(f, v) THEN 1 ELSE 0 END) FROM f, x GROUP BY name ORDER BY name;
SELECT 'no false negative', name, CASE WHEN sum(CAST(bloom_contains(f, v) AS integer)) = 100 THEN 'same' ELSE 'different' END FROM f, x WHERE k <= 100 AND name NOT IN ('neutral', 'empty') GROUP BY name ORDER BY name;
SELECT 'nothing in it', name, sum(CAST(bloom_contains(f, v) AS integer)) FROM f, x WHERE name IN ('neutral', 'empty') GROUP BY name ORDER BY name;
SELECT 'reals find integers', name, sum(CAST(bloom_contains(f, CAST(v AS double precision)) AS integer)) FROM f, x GROUP BY name ORDER BY name;
SELECT 'looking inside', name, CASE WHEN bloom_cardinality(f) < 1e18 THEN CAST(bloom_cardinality(f) AS bigint) END, bloom_hash(bloom_cardinality(f)), CAST(round(bloom_current_fpp(f) * 1e12) AS bigint), bloom_hash(bloom_current_fpp(f)), bloom_info(f), CAST(bloom_valid(CAST(f AS blob)) AS integer) FROM f ORDER BY name;
SELECT 'where', k FROM x WHERE bloom_contains((SELECT f FROM f WHERE name = 'block 0.1'), v) AND k > 1500 ORDER BY k;
SELECT 'join', name, count(*) FROM f JOIN x ON bloom_contains(f, v) GROUP BY name ORDER BY name;
SELECT 'maybe', count(*) FROM x LEFT JOIN f ON f.name = 'absent' WHERE bloom_contains(f, v) IS NOT FALSE;
SELECT 'surely new', count(*) FROM x, f WHERE name = 'neutral' AND bloom_contains(f, v) IS FALSE;
SELECT 'text', sum(CAST(bloom_contains(f, 't' || k) AS integer)) FROM (SELECT bloom_agg('t' || value, 100, 0.2) AS f FROM generate_series(1, 100) AS value) AS s, x;

SELECT 'any', name, k, CAST(bloom_contains_any(f, k, v) AS integer), CAST(bloom_contains_any(f, k, k + 1, k + 2, k + 3) AS integer), CAST(bloom_contains_any(f, NULL, k) AS integer) FROM f, x WHERE k % 101 = 0 ORDER BY name, k;
SELECT 'all', name, k, CAST(bloom_contains_all(f, v, v + 1000003) AS integer), CAST(bloom_contains_all(f, k, v) AS integer), CAST(bloom_contains_all(f, NULL, v, NULL) AS integer) FROM f, x WHERE k % 101 = 0 ORDER BY name, k;
SELECT 'any and all of NULL', bloom_contains_any(NULL, k), bloom_contains_all(NULL, k), CAST(bloom_contains_any(f, CAST(NULL AS bigint)) AS integer), CAST(bloom_contains_all(f, CAST(NULL AS bigint)) AS integer) FROM f, x WHERE k = 1 AND name = 'list';
SELECT 'any and all of text', CAST(bloom_contains_any(f, CAST('x' AS text), 't1') AS integer), CAST(bloom_contains_any(f, CAST('x' AS text), 'y') AS integer), CAST(bloom_contains_all(f, CAST('t1' AS text), 't2') AS integer), CAST(bloom_contains_all(f, CAST('t1' AS text), 'y') AS integer) FROM (SELECT bloom_agg('t' || value, 1000) AS f FROM generate_series(1, 100) AS value) AS s;

-- As window functions.
SELECT 'window, bloom_agg', k, hex(bloom_agg(v, 2) OVER (ORDER BY k)), hex(bloom_agg(v) OVER (ORDER BY k)), hex(bloom_agg(v, 1000) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)) FROM x WHERE k <= 25 ORDER BY k;
SELECT 'window, seen before', k, CAST(bloom_contains(bloom_agg(k % 7, 100) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), k % 7) AS integer) FROM x WHERE k <= 25 ORDER BY k;
SELECT 'window, bloom_add_agg', k, hex(bloom_add_agg(bloom_new(10), v) OVER (ORDER BY k)) FROM x WHERE k <= 25 ORDER BY k;
SELECT 'window, bloom_union_agg', k, hex(bloom_union_agg(bloom_add(bloom_new(10), v)) OVER (ORDER BY k)) FROM x WHERE k <= 25 ORDER BY k;
SELECT 'window, partitions', k, hex(bloom_agg(v, 10) OVER (PARTITION BY k % 3 ORDER BY k)) FROM x WHERE k <= 25 ORDER BY k;
SELECT 'distinct, filter, order', hex(bloom_agg(DISTINCT v % 10)), hex(bloom_agg(v) FILTER (WHERE k % 100 = 0)) FROM x;
