-- Run by bench/postgres.sh, which sets the variables rows, rounds and module.
\set ON_ERROR_STOP on
\set QUIET on
\pset footer off
SET client_min_messages = error;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
CREATE SCHEMA bench;
SET search_path = bench, public;
CREATE FUNCTION bench_true(bloomfilter, bigint) RETURNS boolean
  AS :'module', 'bench_true' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bench_cpu_ms() RETURNS double precision AS :'module', 'bench_cpu_ms' LANGUAGE C VOLATILE;

-- Serial plans without JIT: then the differences are our calls alone.
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET work_mem = '1GB';

-- In no order: x has as many distinct values as rows, y a tenth.  h and g make groups of ten rows,
-- t has one row for each value of y.
CREATE UNLOGGED TABLE facts AS
  SELECT i * 7368787 % :rows AS x, i * 7368787 % (:rows / 10) AS y
  FROM generate_series(1::bigint, :rows) AS i;
CREATE UNLOGGED TABLE groups AS
  SELECT i AS x, (i * 7368787 % 200000)::integer AS h, (i * 7368787 % 100000)::integer AS g
  FROM generate_series(1::bigint, 2000000) AS i;
CREATE UNLOGGED TABLE stored AS SELECT bloom_agg(y, :rows / 10) AS f FROM facts;
VACUUM ANALYZE facts;
VACUUM ANALYZE groups;
VACUUM ANALYZE stored;

-- What is measured: ns of processor time a row, above the query base where there is one.
CREATE TEMP TABLE measure (id integer, base integer, nrows double precision, what text, query text);
INSERT INTO measure VALUES
  (1, NULL, :rows, 'count(*) WHERE true_function(InitPlan, y)', 'SELECT count(*) FROM facts WHERE bench_true((SELECT bloom_union_agg(f) FROM stored), y)'),
  (2, 1, :rows, '.. WHERE bloom_contains(InitPlan, y), all found', 'SELECT count(*) FROM facts WHERE bloom_contains((SELECT bloom_union_agg(f) FROM stored), y)'),
  (3, 1, :rows, '.. a tenth found', 'SELECT count(*) FROM facts WHERE bloom_contains((SELECT bloom_union_agg(f) FROM stored), x)'),
  (4, 1, :rows, '.. stored filter, all found', 'SELECT count(*) FROM facts WHERE bloom_contains((SELECT f FROM stored), y)'),
  (5, NULL, :rows, 'count(x)', 'SELECT count(x) FROM facts'),
  (6, 5, :rows, 'bloom_agg(y, rows / 10), that many distinct', format('SELECT length(bloom_agg(y, %s)::bytea) FROM facts', :rows / 10)),
  (7, 5, :rows, 'bloom_agg(x, rows / 10), all distinct', format('SELECT length(bloom_agg(x, %s)::bytea) FROM facts', :rows / 10)),
  (8, 5, :rows, 'bloom_agg(x, rows), all distinct', format('SELECT length(bloom_agg(x, %s)::bytea) FROM facts', :rows)),
  (9, 5, :rows, 'bloom_agg(y), rows / 10 distinct', 'SELECT length(bloom_agg(y)::bytea) FROM facts'),
  (10, 5, :rows, 'bloom_agg(x), all distinct', 'SELECT length(bloom_agg(x)::bytea) FROM facts'),
  (11, NULL, 1000000, 'array_agg, 100k groups', 'SELECT sum(cardinality(a)) FROM (SELECT array_agg(x) a FROM groups WHERE x <= 1000000 GROUP BY g) s'),
  (12, NULL, 1000000, 'bloom_agg, 100k groups', 'SELECT sum(length(f::bytea)) FROM (SELECT bloom_agg(x) f FROM groups WHERE x <= 1000000 GROUP BY g) s'),
  (13, NULL, 2000000, 'array_agg, 200k groups', 'SELECT sum(cardinality(a)) FROM (SELECT array_agg(x) a FROM groups GROUP BY h) s'),
  (14, NULL, 2000000, 'bloom_agg, 200k groups', 'SELECT sum(length(f::bytea)) FROM (SELECT bloom_agg(x) f FROM groups GROUP BY h) s');

CREATE TEMP TABLE timing (id integer, round integer, ms double precision);
SELECT set_config('bench.rounds', :'rounds', false) \g /dev/null
DO $$
DECLARE
  m measure;
  started double precision;
BEGIN
  -- Interleaved, so that what disturbs the machine disturbs all alike.  Round 0 warms up.
  FOR round IN 0 .. current_setting('bench.rounds')::integer LOOP
    FOR m IN SELECT * FROM measure ORDER BY id LOOP
      started := bench_cpu_ms();
      EXECUTE m.query;
      INSERT INTO timing VALUES (m.id, round, bench_cpu_ms() - started);
    END LOOP;
  END LOOP;
END $$;

SELECT m.what, round(median.ms::numeric) AS ms,
       round((1e6 * (median.ms - coalesce(above.ms, 0)) / m.nrows)::numeric, 1) AS "ns/row",
       coalesce('above ' || base.what, '') AS " "
FROM measure m
LEFT JOIN measure base ON base.id = m.base
JOIN LATERAL (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms FROM timing WHERE id = m.id AND round > 0) median ON true
LEFT JOIN LATERAL (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms FROM timing WHERE id = m.base AND round > 0) above ON true
ORDER BY m.id;
DROP SCHEMA bench CASCADE;
