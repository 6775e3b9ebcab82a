-- The same keys give the same bytes, whatever plan the aggregate runs in.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
-- Whether a plan has such a node.
CREATE FUNCTION pg_temp.plan_has(node text, query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    IF line LIKE '%' || node || '%' THEN
      RETURN true;
    END IF;
  END LOOP;
  RETURN false;
END $$;
CREATE FUNCTION pg_temp.digest(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
BEGIN
  EXECUTE 'SELECT md5(string_agg(f::text, '','' ORDER BY g)) FROM (' || query || ') AS q(g, f)' INTO answer;
  RETURN answer;
END $$;

-- 60000 rows; groups of 1 to 20000 keys.
CREATE TABLE agg_rows (g integer, x bigint, t text, f bloomfilter);
INSERT INTO agg_rows
  SELECT CASE WHEN i % 3 = 0 THEN 0 ELSE i % 40 + (i % 41) * (i % 2) END, i * 7919 % 50021, 'key ' || i * 7919 % 50021
  FROM generate_series(1, 60000) AS i;
INSERT INTO agg_rows SELECT 100 + i % 9, i, i FROM generate_series(1, 20) AS i;
INSERT INTO agg_rows SELECT 5, NULL, NULL FROM generate_series(1, 10);
INSERT INTO agg_rows VALUES (200, NULL, NULL);
UPDATE agg_rows SET f = bloom_add(bloom_new(100000), x);
ANALYZE agg_rows;
CREATE TEMP TABLE queries (id integer, query text, digest text);
INSERT INTO queries VALUES
  (1, 'SELECT 1, bloom_agg(x) FROM agg_rows'),
  (2, 'SELECT 1, bloom_agg(t) FROM agg_rows'),
  (3, 'SELECT 1, bloom_agg(x, 100000) FROM agg_rows'),
  (4, 'SELECT 1, bloom_agg(x, 100000, 0.0001) FROM agg_rows'),
  (5, 'SELECT 1, bloom_add_agg(bloom_new(60000), x) FROM agg_rows'),
  (6, 'SELECT 1, bloom_union_agg(f) FROM agg_rows'),
  (7, 'SELECT g, bloom_agg(x) FROM agg_rows GROUP BY g'),
  (8, 'SELECT g, bloom_agg(t, 5000) FROM agg_rows WHERE g > 0 GROUP BY g'),
  (9, 'SELECT g, bloom_union_agg(f) FROM agg_rows GROUP BY g'),
  (10, 'SELECT g, bloom_add_agg(f, x) FROM (SELECT g, bloom_new(90000) AS f, x FROM agg_rows) AS s GROUP BY g');

-- Serial.
SET max_parallel_workers_per_gather = 0;
UPDATE queries SET digest = pg_temp.digest(query);
SELECT bloom_info(a) ->> 'layout' AS itself, bloom_info(b) ->> 'layout' AS sized, count(*)
  FROM (SELECT bloom_agg(x) AS a, bloom_agg(x, 100000) AS b FROM agg_rows GROUP BY g) AS s GROUP BY 1, 2 ORDER BY 1, 2;

-- Two workers.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET parallel_leader_participation = off;
SELECT id, pg_temp.plan_has('Partial', query) AS partial, pg_temp.plan_has('Workers Planned: 2', query) AS workers, pg_temp.digest(query) = digest AS same FROM queries ORDER BY id;
RESET parallel_leader_participation;
SELECT id, pg_temp.digest(query) = digest AS same_with_leader FROM queries ORDER BY id;
-- A worker without rows, and one with only NULLs.
SELECT pg_temp.digest('SELECT 1, bloom_agg(x) FROM agg_rows WHERE g = 77') = pg_temp.digest('SELECT 1, bloom_agg(x) FROM (SELECT * FROM agg_rows WHERE g = 77 OFFSET 0) AS s') AS few_rows,
       (SELECT bloom_agg(x) FROM agg_rows WHERE g < 0)::text = (SELECT bloom_agg(1) WHERE false)::text AS no_rows;
-- Different parameters in different workers: which two it meets first is chance.
DO $$
BEGIN
  PERFORM bloom_agg(x, 100 + g) FROM agg_rows;
EXCEPTION WHEN invalid_parameter_value THEN
  RAISE NOTICE '%', regexp_replace(SQLERRM, '\d+', 'N', 'g');
END $$;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
SET max_parallel_workers_per_gather = 0;

-- Sorted groups; hashed groups that spill.
SET enable_hashagg = off;
SELECT id, pg_temp.plan_has('GroupAggregate', query) AS sorted, pg_temp.digest(query) = digest AS same FROM queries WHERE id >= 7 ORDER BY id;
RESET enable_hashagg;
SET enable_sort = off;
SET work_mem = '64kB';
SELECT id, pg_temp.plan_has('HashAggregate', query) AS hashed, pg_temp.digest(query) = digest AS same FROM queries WHERE id >= 7 ORDER BY id;
RESET work_mem;
RESET enable_sort;

-- Any order, any number of times.
SELECT pg_temp.digest('SELECT 1, bloom_agg(x ORDER BY x DESC) FROM agg_rows') = digest AS ordered,
       pg_temp.digest('SELECT 1, bloom_agg(DISTINCT x) FROM agg_rows') = digest AS distinct_values,
       pg_temp.digest('SELECT 1, bloom_agg(x) FROM (SELECT x FROM agg_rows UNION ALL SELECT x FROM agg_rows) AS s') = digest AS twice,
       pg_temp.digest('SELECT 1, bloom_agg(x) FROM (SELECT x FROM agg_rows ORDER BY md5(x::text)) AS s') = digest AS shuffled
  FROM queries WHERE id = 1;
-- In parts.
SELECT pg_temp.digest('SELECT 1, bloom_union_agg(f) FROM (SELECT bloom_agg(x, 100000) AS f FROM agg_rows GROUP BY g) AS s') = digest AS united,
       pg_temp.digest('SELECT 1, bloom_union(a, b) FROM (SELECT bloom_agg(x, 100000) FILTER (WHERE x % 3 = 0) AS a, bloom_agg(x, 100000) FILTER (WHERE x % 3 > 0) AS b FROM agg_rows) AS s') = digest AS two
  FROM queries WHERE id = 3;
-- GROUPING SETS.
SELECT pg_temp.digest('SELECT g, f FROM (SELECT g, bloom_agg(x) AS f FROM agg_rows GROUP BY ROLLUP (g)) AS s WHERE g IS NOT NULL') = g.digest AS rollup_groups,
       pg_temp.digest('SELECT 1, f FROM (SELECT g, bloom_agg(x) AS f FROM agg_rows GROUP BY ROLLUP (g)) AS s WHERE g IS NULL') = a.digest AS rollup_all,
       pg_temp.digest('SELECT g, f FROM (SELECT g, bloom_agg(x) AS f FROM agg_rows GROUP BY GROUPING SETS (g, ())) AS s WHERE g IS NOT NULL') = g.digest AS sets
  FROM queries AS g, queries AS a WHERE g.id = 7 AND a.id = 1;
-- FILTER.
SELECT pg_temp.digest('SELECT 1, bloom_agg(x) FILTER (WHERE g = 0) FROM agg_rows') = pg_temp.digest('SELECT 1, bloom_agg(x) FROM agg_rows WHERE g = 0') AS filtered;
-- Two aggregates that could share a state, and one with another fpp.
SELECT bloom_agg(x, 1000)::text = bloom_agg(x, 1000)::text AS shared, bloom_agg(x, 1000)::text = bloom_agg(x, 1000, 0.01)::text AS default_fpp FROM agg_rows WHERE g = 3;

-- Windows.
SELECT count(*), count(DISTINCT f::text), min(md5(f::text)) = (SELECT md5(bloom_agg(x, 1000)::text) FROM agg_rows WHERE g = 3) AS same
  FROM (SELECT bloom_agg(x, 1000) OVER () AS f FROM agg_rows WHERE g = 3) AS s;
SELECT bool_and(f::text = (SELECT bloom_agg(x)::text FROM generate_series(1, i) AS x)) AS running
  FROM (SELECT i, bloom_agg(i) OVER (ORDER BY i) AS f FROM generate_series(1, 200) AS i) AS s;
SELECT bool_and(bloom_contains_all(f, ARRAY(SELECT generate_series(1, i)))) AS all_before, bool_or(bloom_contains(f, i + 1)) AS any_after
  FROM (SELECT i, bloom_agg(i, 1000, 1e-9) OVER (ORDER BY i) AS f FROM generate_series(1, 50) AS i) AS s;
-- A moving frame: PostgreSQL computes it anew for each row.
SELECT bool_and(f::text = (SELECT bloom_agg(x, 100)::text FROM generate_series(greatest(1, i - 5), i) AS x)) AS moving
  FROM (SELECT i, bloom_agg(i, 100) OVER (ORDER BY i ROWS 5 PRECEDING) AS f FROM generate_series(1, 100) AS i) AS s;
SELECT bool_and(bloom_cardinality(f) = least(i, 3)) AS union_running
  FROM (SELECT i, bloom_union_agg(bloom_add(bloom_new(100), i % 3)) OVER (ORDER BY i) AS f FROM generate_series(1, 20) AS i) AS s;
SELECT array_agg(bloom_cardinality(f) ORDER BY i) AS add_running FROM (SELECT i, bloom_add_agg(bloom_new(100), i) OVER (ORDER BY i) AS f FROM generate_series(1, 5) AS i) AS s;
SELECT count(DISTINCT f::text) FROM (SELECT bloom_agg(x, 2000) OVER (PARTITION BY g) AS f FROM agg_rows WHERE g IN (1, 2, 3)) AS s;

-- Partitionwise: a partial state reaches its merge without a tuple queue.
CREATE TABLE agg_parts (k integer, x integer) PARTITION BY RANGE (k);
CREATE TABLE agg_parts_1 PARTITION OF agg_parts FOR VALUES FROM (0) TO (100);
CREATE TABLE agg_parts_2 PARTITION OF agg_parts FOR VALUES FROM (100) TO (200);
CREATE TABLE agg_parts_3 PARTITION OF agg_parts FOR VALUES FROM (200) TO (300);
INSERT INTO agg_parts SELECT i % 250, i FROM generate_series(1, 10000) AS i;
ANALYZE agg_parts;
SET enable_partitionwise_aggregate = on;
SELECT q, pg_temp.plan_has('Partial', q) AS partial, pg_temp.digest(q) = pg_temp.digest(replace(q, 'agg_parts', '(SELECT * FROM agg_parts OFFSET 0) AS s')) AS same
  FROM unnest(ARRAY['SELECT 1, bloom_agg(x) FROM agg_parts', 'SELECT 1, bloom_agg(x, 100000) FROM agg_parts']) AS q;
RESET enable_partitionwise_aggregate;

-- More keys than asked for: one warning a query, none from a window or in time.
SELECT length(bloom_agg(x, 1000)::bytea) FROM generate_series(1, 2000) AS x;
SELECT length(bloom_agg(x, 100)::bytea) FROM generate_series(1, 1000) AS x;
SELECT count(DISTINCT f::text) FROM (SELECT bloom_agg(x, 100) AS f FROM generate_series(1, 2000) AS x GROUP BY x % 2) AS s;
SELECT length(bloom_agg(x, 1)::bytea) FROM generate_series(1, 1000) AS x;
SELECT length(bloom_union_agg(f)::bytea) FROM (SELECT bloom_agg(x, 100) AS f FROM generate_series(1, 1000) AS x GROUP BY x % 20) AS s;
SELECT length(bloom_add_agg(bloom_new(100), x)::bytea) FROM generate_series(1, 1000) AS x;
SELECT count(DISTINCT f::text) FROM (SELECT bloom_agg(x, 100) OVER () AS f FROM generate_series(1, 1000) AS x) AS s;
SELECT length(bloom_agg(x, 1000)::bytea) FROM generate_series(1, 1000) AS x;

DROP TABLE agg_rows, agg_parts;
