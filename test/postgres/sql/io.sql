-- Filters come in and go out: text, binary, casts; and nothing else comes in.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
CREATE FUNCTION pg_temp.try(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
BEGIN
  EXECUTE 'SELECT (' || query || ')::text' INTO answer;
  RETURN coalesce(answer, 'NULL');
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

-- Text is hex, whatever bytea_output says; input is what bytea takes.
SELECT bloom_add(bloom_new(10), 1);
SET bytea_output = escape;
SELECT bloom_add(bloom_new(10), 1)::text LIKE '\\xb16f6f6d01%' AS hex;
SELECT (bloom_add(bloom_new(10), 1)::bytea::text)::bloomfilter::text = bloom_add(bloom_new(10), 1)::text AS from_escape_form;
RESET bytea_output;
SELECT bloom_contains('\xb16f6f6d010000080100000000000000000000000000000000000000000000007b14ae47e17a843f00000000000000000000000000000000c294d33861337ca3', 'x') AS literal;

-- The same bytes through text, COPY and COPY BINARY: list, blocks, neutral, 1.2 MB.
CREATE TABLE io_filters (id integer, f bloomfilter);
INSERT INTO io_filters SELECT 1, bloom_agg(x) FROM generate_series(1, 5) AS x
  UNION ALL SELECT 2, bloom_agg(x) FROM generate_series(1, 5000) AS x
  UNION ALL SELECT 3, bloom_agg(x) FROM generate_series(1, 0) AS x
  UNION ALL SELECT 4, bloom_agg(x, 1e6) FROM generate_series(1, 20000) AS x
  UNION ALL SELECT 5, NULL;
CREATE TABLE io_copies (id integer, f bloomfilter, how text DEFAULT 'text');
SELECT current_setting('data_directory') || '/bloomfilter_io_test' AS file \gset
COPY io_filters TO :'file';
COPY io_copies (id, f) FROM :'file';
COPY io_filters TO :'file' (FORMAT binary);
ALTER TABLE io_copies ALTER how SET DEFAULT 'binary';
COPY io_copies (id, f) FROM :'file' (FORMAT binary);
INSERT INTO io_copies SELECT id, f::bytea, 'bytea' FROM io_filters;
SELECT how, count(*), bool_and(c.f::text IS NOT DISTINCT FROM i.f::text) AS same, bool_and(c.f IS NULL OR bloom_valid(c.f::bytea)) AS valid
  FROM io_copies AS c JOIN io_filters AS i USING (id) GROUP BY how ORDER BY how;

-- Casts: from bytea implicit, to bytea on assignment only.
SELECT castcontext FROM pg_cast WHERE castsource = 'bytea'::regtype AND casttarget = 'bloomfilter'::regtype;
SELECT castcontext FROM pg_cast WHERE castsource = 'bloomfilter'::regtype AND casttarget = 'bytea'::regtype;
CREATE TABLE io_bytea AS SELECT id, f::bytea AS b FROM io_filters;
SELECT id, bloom_contains(b, 3) AS contains, bloom_contains_any(b, ARRAY[3]) AS "any", bloom_contains_hash(b, bloom_hash(3)) AS hash, bloom_cardinality(b) AS keys,
       bloom_info(b) ->> 'layout' AS layout, bloom_add(b, 3)::text = b::text AS add, bloom_union(b, b)::text = b::text AS "union", bloom_fold(b, 0.01) IS NOT NULL AS fold
  FROM io_bytea WHERE id <> 3 ORDER BY id;
SELECT count(*) AS in_a_where FROM io_bytea WHERE bloom_contains(b, 3);
SELECT bloom_cardinality(bloom_union_agg(b)) FROM io_bytea WHERE id IN (1, 3, 5);
SELECT bloom_add_agg(b, 7)::text = (SELECT bloom_add(f, 7)::text FROM io_filters WHERE id = 1) AS add_agg FROM io_bytea WHERE id = 1;
UPDATE io_bytea SET b = bloom_add(b, 6) WHERE id = 1;
SELECT bloom_cardinality(b) FROM io_bytea WHERE id = 1;
SELECT e, split_part(pg_temp.try(e), ': ', 1) FROM unnest(ARRAY['(SELECT bloom_agg(f) FROM io_filters)', 'bloom_contains(bloom_new(1), bloom_new(1))', 'length(bloom_new(1))']) AS e;
SELECT e, split_part(pg_temp.try(e), ' ', 1) FROM unnest(ARRAY['bloom_new(1) || bloom_new(1)', 'bloom_new(1) = bloom_new(1)']) AS e;

-- What is not a filter does not come in, by whatever door.
CREATE TEMP TABLE bad (what text, b bytea);
INSERT INTO bad
  SELECT what, b FROM (SELECT bloom_agg(x)::bytea AS f FROM generate_series(1, 100) AS x) AS g, LATERAL (VALUES
  ('nothing', '\x'::bytea), ('one byte', '\xb1'), ('magic only', substr(f, 1, 4)), ('63 bytes', substr(f, 1, 63)), ('header only', substr(f, 1, 64)),
  ('truncated', substr(f, 1, length(f) - 1)), ('extended', f || '\x00'), ('zeroes', decode(repeat('00', 128), 'hex')), ('magic', set_byte(f, 0, 0)),
  ('newer version', set_byte(f, 4, 2)), ('layout 2', set_byte(f, 5, 2)), ('k 0', set_byte(f, 7, 0)), ('size', set_byte(f, 8, 99)), ('fpp', set_byte(f, 39, 255)),
  ('flags', set_byte(f, 44, 1)), ('header checksum', set_byte(f, 60, get_byte(f, 60) # 1)), ('a bit of the body', set_byte(f, 100, get_byte(f, 100) # 4)),
  ('text', 'bloomfilter')) AS v(what, b);
SELECT what, pg_temp.try(format('%L::bloomfilter', b::text)) FROM bad;
-- By the cast, which does not read the body ..
SELECT what, pg_temp.try(format('%L::bytea::bloomfilter IS NULL', b::text)) FROM bad;
-- .. bloom_valid does, and fails on nothing.
SELECT what FROM bad WHERE bloom_valid(b) IS DISTINCT FROM false;
SELECT bloom_valid(bloom_new(5)::bytea), bloom_valid('\xdeadbeef');
-- A damaged body is not made good by a new checksum: what would write it again says so.
SELECT call, pg_temp.try(format(call, (SELECT b FROM bad WHERE what = 'a bit of the body'))) FROM unnest(ARRAY['bloom_add(%L::bytea, -7)',
  'bloom_add_agg(%L::bytea, -7)', 'bloom_union(%1$L::bytea, %1$L::bytea)', 'bloom_union_agg(%L::bytea::bloomfilter)', 'bloom_fold(%L::bytea, 0.5)']) AS call;
CREATE TABLE io_checked (b bytea CHECK (bloom_valid(b)));
INSERT INTO io_checked SELECT bloom_agg(x) FROM generate_series(1, 9) AS x;
INSERT INTO io_checked VALUES ('\x00');
-- COPY BINARY, all at once and one by one.
COPY bad (b) TO :'file' (FORMAT binary);
CREATE TABLE io_in (f bloomfilter);
COPY io_in FROM :'file' (FORMAT binary);
DO $$
DECLARE
  file text := current_setting('data_directory') || '/bloomfilter_io_test';
  row record;
  wrong integer := 0;
BEGIN
  FOR row IN SELECT * FROM bad LOOP
    EXECUTE format('COPY (SELECT %L::bytea) TO %L (FORMAT binary)', row.b, file);
    BEGIN
      EXECUTE format('COPY io_in FROM %L (FORMAT binary)', file);
      RAISE NOTICE '% came in', row.what;
    EXCEPTION WHEN data_corrupted OR invalid_binary_representation OR feature_not_supported THEN
      wrong := wrong + 1;
    END;
  END LOOP;
  RAISE NOTICE '% refused of %', wrong, (SELECT count(*) FROM bad);
  EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', format('cat >/dev/null; rm -f %L', file));
END $$;
SELECT count(*) FROM io_in;
DROP TABLE io_filters, io_copies, io_bytea, io_checked, io_in;
