-- Stored filters: the same answers as in memory, and a lookup reads a few pages only.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
-- Pages that a query reads, once everything else is cached.
CREATE FUNCTION pg_temp.pages(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  FOR i IN 1 .. 2 LOOP
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ' || query INTO plan;
  END LOOP;
  RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::integer + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::integer;
END $$;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- 1.25 MB in blocks, a list of 64 KB, 12 MB in blocks, a list in the row, a list of 8 KB; beside them the same in bytea.
CREATE TABLE toast_filters (id integer, f bloomfilter, b bytea);
ALTER TABLE toast_filters ALTER b SET STORAGE EXTERNAL;
INSERT INTO toast_filters (id, f) SELECT 1, bloom_agg(x, 1e6) FROM generate_series(1, 1000000) AS x;
INSERT INTO toast_filters (id, f) SELECT 2, bloom_agg(x, 1e6) FROM generate_series(1, 8192) AS x;
INSERT INTO toast_filters (id, f) SELECT 3, bloom_agg(x, 1e7) FROM generate_series(1, 8193) AS x;
INSERT INTO toast_filters (id, f) SELECT 4, bloom_agg(x, 1e6) FROM generate_series(1, 10) AS x;
INSERT INTO toast_filters (id, f) SELECT 5, bloom_agg(x, 1e6) FROM generate_series(1, 1000) AS x;
UPDATE toast_filters SET b = f;
VACUUM ANALYZE toast_filters;
SELECT id, length(f::bytea) AS bytes, bloom_info(f) ->> 'layout' AS layout, pg_column_size(f) < 2100 AS inline FROM toast_filters ORDER BY id;

-- One lookup.
SELECT id, pg_temp.pages(format('SELECT bloom_contains(f, 5) FROM toast_filters WHERE id = %s', id)) <= CASE WHEN id = 2 THEN 20 ELSE 12 END AS few,
       pg_temp.pages(format('SELECT bloom_contains(b, 5) FROM toast_filters WHERE id = %s', id)) <= CASE WHEN id = 2 THEN 24 ELSE 16 END AS few_from_bytea,
       pg_temp.pages(format('SELECT bloom_contains_any(f, ARRAY[5, 6, 7]) FROM toast_filters WHERE id = %s', id)) <= CASE WHEN id = 2 THEN 20 ELSE 12 END AS few_any,
       pg_temp.pages(format('SELECT bloom_contains_hash(f, 12345) FROM toast_filters WHERE id = %s', id)) <= CASE WHEN id = 2 THEN 20 ELSE 12 END AS few_hash,
       pg_temp.pages(format('SELECT bloom_add(f, 5) FROM toast_filters WHERE id = %s', id)) <= CASE WHEN id = 2 THEN 20 ELSE 12 END AS few_add
  FROM toast_filters ORDER BY id;
-- For comparison: the whole of the first, and what ten thousand lookups would read if each fetched it.
SELECT pg_temp.pages('SELECT bloom_cardinality(f) FROM toast_filters WHERE id = 1') > 150 AS whole,
       pg_temp.pages('SELECT count(*) FROM toast_filters, generate_series(1, 10000) AS x WHERE id = 1 AND bloom_contains(f, x)') < 2000 AS ten_thousand,
       pg_temp.pages('SELECT count(*) FROM toast_filters, generate_series(1, 10000) AS x WHERE id = 1 AND bloom_contains(b, x)') < 2000 AS from_bytea,
       pg_temp.pages('SELECT count(*) FROM generate_series(1, 10000) AS x WHERE bloom_contains((SELECT f FROM toast_filters WHERE id = 1), x)') < 2000 AS subquery;

-- The same answers stored, in memory, by slices, whole, from bytea.
SELECT id, count(*) FILTER (WHERE bloom_contains(f, i)) AS stored, count(*) FILTER (WHERE bloom_contains(b, i)) AS from_bytea,
       count(*) FILTER (WHERE bloom_contains(bloom_union(f, bloom_new(CASE id WHEN 3 THEN 1e7 ELSE 1e6 END)), i)) AS in_memory
  FROM toast_filters, generate_series(8100, 8250, 5) AS i GROUP BY id ORDER BY id;
SELECT id, count(*) AS all_found FROM toast_filters, generate_series(1, 10) AS i WHERE bloom_contains(f, i) GROUP BY id ORDER BY id;
-- Filters that take turns at one call site: one cache entry, right answers.
SELECT count(*) FROM generate_series(1, 300) AS x, toast_filters WHERE id IN (1, 2, 4, 5) AND bloom_contains(f, x);
SELECT bool_and(bloom_contains(f, x)) FROM generate_series(1, 10) AS x, toast_filters;
-- Past the break-even.
SELECT count(*) FROM toast_filters, generate_series(1, 3000) AS x WHERE id = 1 AND bloom_contains(f, x);
SELECT count(*) BETWEEN 50 AND 200 AS one_percent FROM toast_filters, generate_series(2000001, 2010000) AS x WHERE id = 1 AND bloom_contains(f, x);
-- In a PL/pgSQL variable.
DO $$
DECLARE
  v bloomfilter;
  n integer := 0;
BEGIN
  SELECT f INTO v FROM toast_filters WHERE id = 1;
  FOR i IN 1 .. 500 LOOP
    n := n + bloom_contains(v, i)::integer;
  END LOOP;
  RAISE NOTICE '% found', n;
END $$;

-- What bloom_add does not change keeps its place; what it changes moves.
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE relname = 'toast_filters' \gset
CREATE TEMP TABLE before AS SELECT DISTINCT chunk_id FROM :toast;
UPDATE toast_filters SET f = bloom_add(f, 5);
UPDATE toast_filters SET f = bloom_union(f, NULL);
UPDATE toast_filters SET f = bloom_add(f, NULL::integer);
UPDATE toast_filters SET f = bloom_fold(f, NULL);
UPDATE toast_filters SET f = bloom_fold(f, 0.01) WHERE id = 1;
UPDATE toast_filters SET b = b::bloomfilter;
UPDATE toast_filters SET f = bloom_union(f, (SELECT bloom_agg(1) WHERE false));
SELECT count(*) AS moved FROM (SELECT DISTINCT chunk_id FROM :toast) AS now FULL JOIN before USING (chunk_id) WHERE before.chunk_id IS NULL;
UPDATE toast_filters SET f = bloom_add(f, -1) WHERE id = 1;
SELECT count(*) AS moved FROM (SELECT DISTINCT chunk_id FROM :toast) AS now FULL JOIN before USING (chunk_id) WHERE before.chunk_id IS NULL;
SELECT bloom_contains(f, -1) FROM toast_filters WHERE id = 1;

-- Compressed values: a full filter in the row, a list that does not compress, 4 MB.
CREATE TABLE toast_compressed (id integer, f bloomfilter, b bytea);
ALTER TABLE toast_compressed ALTER f SET STORAGE EXTENDED, ALTER b SET STORAGE MAIN;
SET client_min_messages = error;
INSERT INTO toast_compressed SELECT 1, bloom_agg(x, 10000), NULL FROM generate_series(1, 300000) AS x;
RESET client_min_messages;
INSERT INTO toast_compressed SELECT 2, bloom_add_agg(f, x), NULL FROM (SELECT bloom_union_agg(f) AS f FROM toast_filters WHERE id = 5) AS s, generate_series(2000, 11000, 30) AS x GROUP BY f::text;
INSERT INTO toast_compressed SELECT 3, bloom_agg(x, 3e6), NULL FROM generate_series(1, 8193) AS x;
UPDATE toast_compressed SET b = f WHERE b IS NULL;
SELECT id, length(f::bytea) > pg_column_size(f) AS compressed, pg_column_size(f) > 2100 AS stored, bloom_contains(f, 1) AS f_1, bloom_contains(b, 1) AS b_1, bloom_contains(f, -1) AS f_0, bloom_contains(b, -1) AS b_0,
       bloom_add(f, 1)::text = f::text AS same FROM toast_compressed ORDER BY id;
SELECT id, count(*) FROM toast_compressed, generate_series(1, 1000) AS x WHERE bloom_contains(f, x) GROUP BY id ORDER BY id;

-- Short headers: the smallest filters in a row.
CREATE TABLE toast_short AS SELECT i AS id, bloom_new(i) AS f, bloom_new(i)::bytea AS b FROM generate_series(1, 3) AS i;
SELECT id, pg_column_size(f) AS size, bloom_contains(f, id) AS contains, bloom_contains(b, id) AS from_bytea, bloom_cardinality(bloom_add(f, id)) AS added, bloom_info(f) ->> 'expected' AS expected FROM toast_short ORDER BY id;

-- Damage is seen by its header, each time.
CREATE TABLE toast_damaged AS SELECT set_byte(b, 24, 7) AS b FROM toast_filters WHERE id = 1;
ALTER TABLE toast_damaged ALTER b SET STORAGE EXTERNAL;
UPDATE toast_damaged SET b = b || '';
SELECT bloom_contains(b, 1) FROM toast_damaged;
UPDATE toast_damaged SET b = substr((SELECT f::bytea FROM toast_filters WHERE id = 1), 1, 1000000);
SELECT bloom_contains(b, 1) FROM toast_damaged;
SELECT bloom_contains(b, 1) FROM toast_damaged;
DROP TABLE toast_filters, toast_compressed, toast_short, toast_damaged;
