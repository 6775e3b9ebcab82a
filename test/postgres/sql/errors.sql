-- Bad input gets an error that names function, argument, value and legal range.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
\pset format unaligned
\pset footer off
CREATE FUNCTION pg_temp.try(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
  hint text;
BEGIN
  EXECUTE 'SELECT (' || query || ')::text' INTO answer;
  RETURN coalesce(answer, 'NULL');
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
  RETURN SQLSTATE || ' ' || SQLERRM || coalesce(' / ' || nullif(hint, ''), '');
END $$;

-- expected
SELECT e, pg_temp.try(format('bloom_new(%s)', e)) FROM unnest(ARRAY['-1', '1.5', '''NaN''', '''Infinity''', '9007199254740993', '1e300', '''x''']) AS e;
SELECT pg_temp.try('length(bloom_new(0)::bytea)') AS zero_is_one, pg_temp.try('bloom_new(0)::text = bloom_new(1)::text') AS same;
SELECT f, pg_temp.try(f) FROM unnest(ARRAY['bloom_size(-1)', 'bloom_size(10, 2)', '(SELECT bloom_agg(1, -1))', '(SELECT bloom_agg(''x'', 2.5, 0.01))', '(SELECT bloom_agg(NULL::integer, -1))',
  'bloom_classic_bits(-1, 0.01)', 'bloom_classic_bits(10, 0)', 'bloom_classic_bits(10, 1)', 'bloom_classic_hashes(10, 0)', 'bloom_classic_hashes(-5, 10)']) AS f;
-- fpp
SELECT p, pg_temp.try(format('bloom_new(1000, %s)', p)) FROM unnest(ARRAY['0', '-0.1', '1', '1.5', '''NaN''', '1e-11', '1e-10', '0.999']) AS p WHERE p NOT IN ('1e-10', '0.999') OR pg_temp.try(format('bloom_new(1000, %s)', p)) NOT LIKE '\\xb16f6f6d01%';
SELECT p, pg_temp.try(format('bloom_fold(bloom_new(1000), %s)', p)) FROM unnest(ARRAY['0', '1', '5', '''NaN''']) AS p;
-- Swapped.
SELECT f, pg_temp.try(f) FROM unnest(ARRAY['bloom_new(0.01, 1000)', 'bloom_size(0.01, 1000)', '(SELECT bloom_agg(1, 0.01, 1000))', '(SELECT bloom_agg(''x'', 0.01))',
  'bloom_contains(5, bloom_new(1))', '(SELECT bloom_agg(bloom_new(1)))', 'bloom_add(bloom_new(1), bloom_new(1))', 'bloom_add(bloom_new(1), bloom_new(1)::bytea)', 'bloom_hash(bloom_new(1))', 'bloom_hash(bloom_new(1)::bytea)']) AS f
 WHERE f <> 'bloom_contains(5, bloom_new(1))' OR pg_temp.try(f) NOT LIKE '42883 %';
-- Too large: how large, and what fits.
SELECT f, pg_temp.try(f) FROM unnest(ARRAY['bloom_new(1e9)', 'bloom_size(1e9, 1e-9)', 'bloom_size(1e12)', '(SELECT bloom_agg(1, 1e10))', '(SELECT bloom_agg(1, 9007199254740992, 1e-10))']) AS f;
SELECT pg_temp.try('bloom_size(400000000)') AS largest;

-- expected and fpp are those of the first row.
SELECT f, pg_temp.try(f) FROM unnest(ARRAY[
  '(SELECT bloom_agg(x, 10 * x) FROM generate_series(1, 2) AS x)', '(SELECT bloom_agg(x, 10, 0.1 / x) FROM generate_series(1, 2) AS x)',
  '(SELECT bloom_agg(x, nullif(10 * x, 20)) FROM generate_series(1, 2) AS x)', '(SELECT bloom_agg(x, nullif(10, 10 * x)) FROM generate_series(1, 2) AS x)',
  '(SELECT bloom_agg(nullif(x, 2), 10 * x) FROM generate_series(1, 2) AS x)']) AS f;

-- Filters that cannot be merged.
SELECT f, pg_temp.try(f) FROM unnest(ARRAY[
  'bloom_union(bloom_new(1000), bloom_new(2000))', 'bloom_union(bloom_new(1000), bloom_new(1000, 0.0001))',
  '(SELECT bloom_union_agg(f) FROM (VALUES (bloom_new(1000)), (bloom_new(5000))) AS v(f))']) AS f;
SELECT pg_temp.try('bloom_union(bloom_new(1000), bloom_new(1001))::text = bloom_new(1001)::text') AS equal_geometry;

-- Not for calling by hand.
SELECT f, pg_temp.try(f) FROM unnest(ARRAY[
  'bloom_agg_transfn(NULL, 5)', 'bloom_agg_transfn(NULL, ''x''::text, 10)', 'bloom_agg_transfn(NULL, 5, 10, 0.1)', 'bloom_agg_combinefn(NULL, NULL)',
  'bloom_add_agg_transfn(NULL, bloom_new(1), 5)', 'bloom_add_agg_combinefn(NULL, NULL)', 'bloom_union_agg_transfn(NULL, bloom_new(1))', 'bloom_union_agg_combinefn(NULL, NULL)']) AS f;
SELECT pg_temp.try('bloom_agg_finalfn(NULL)::text = (SELECT bloom_agg(1) WHERE false)::text') AS final, pg_temp.try('bloom_add_agg_finalfn(NULL)') AS add_final;

-- An error leaves nothing behind: the same call site goes on.
DO $$
DECLARE
  f bloomfilter := bloom_new(10);
  caught integer := 0;
BEGIN
  FOR i IN 1 .. 6 LOOP
    BEGIN
      f := bloom_add(f, nullif(i, 3));
      IF i % 2 = 0 THEN
        PERFORM bloom_contains(substr(f::bytea, 1, 70), i);
      END IF;
    EXCEPTION WHEN data_corrupted OR invalid_binary_representation THEN
      caught := caught + 1;
    END;
  END LOOP;
  RAISE NOTICE '% keys, % errors', bloom_cardinality(f), caught;
END $$;
-- A query cancelled in the middle of long work, here on a filter of 130 MB, ends, and the session goes on.
SET statement_timeout = '20ms';
SELECT length(bloom_agg(x, 1e8)::bytea) FROM generate_series(1, 9000) AS x;
RESET statement_timeout;
SELECT bloom_contains(bloom_add(bloom_new(10), 1), 1);
