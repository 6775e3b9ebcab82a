-- bloom_state: what an aggregate keeps goes from server to server, and hostile bytes do no harm.
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

-- The halves of a distributed aggregate, as Citus makes them.
CREATE AGGREGATE state_of(bigint) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, PARALLEL = SAFE, COMBINEFUNC = bloom_agg_combinefn);
CREATE AGGREGATE state_of(bigint, double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state);
CREATE AGGREGATE state_of(text, double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state);
CREATE AGGREGATE add_state_of(bloomfilter, bigint) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state);
CREATE AGGREGATE union_state_of(bloomfilter) (SFUNC = bloom_union_agg_transfn, STYPE = bloom_state);
CREATE AGGREGATE combined(bloom_state) (SFUNC = bloom_agg_combinefn, STYPE = bloom_state, FINALFUNC = bloom_agg_finalfn);
CREATE AGGREGATE add_combined(bloom_state) (SFUNC = bloom_add_agg_combinefn, STYPE = bloom_state, FINALFUNC = bloom_add_agg_finalfn);
CREATE AGGREGATE union_combined(bloom_state) (SFUNC = bloom_union_agg_combinefn, STYPE = bloom_state, FINALFUNC = bloom_union_agg_finalfn);

-- States of every size: small tables, a table of 2 MB with keys in its queue, blocks.
CREATE TABLE state_parts (part integer, itself bloom_state, sized bloom_state, words bloom_state);
INSERT INTO state_parts SELECT x % 4, state_of(x), state_of(x, 1e6), state_of('w' || x, 1000) FROM generate_series(1, 30) AS x GROUP BY x % 4;
INSERT INTO state_parts SELECT 4, state_of(x), state_of(x, 1e6), NULL FROM generate_series(31, 100030) AS x;
INSERT INTO state_parts SELECT 5, NULL, state_of(x, 1e6), state_of('w' || x, 1000) FROM generate_series(1, 9000) AS x;
INSERT INTO state_parts SELECT 6, state_of(x), state_of(x, 1e6), state_of(x::text, 1000) FROM (VALUES (NULL::bigint)) AS v(x);
INSERT INTO state_parts VALUES (7, NULL, NULL, NULL);
SELECT part, octet_length(bloom_state_send(itself)) AS itself, octet_length(bloom_state_send(sized)) AS sized, octet_length(bloom_state_send(words)) AS words FROM state_parts ORDER BY part;

-- As they are, and once through text, which is also what happens between Citus nodes.
CREATE FUNCTION pg_temp.same(expression text, expected text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  a text;
  b text;
BEGIN
  EXECUTE 'SELECT ' || expression || '::text FROM state_parts' INTO a;
  EXECUTE 'SELECT ' || expected || '::text' INTO b;
  RETURN a = b;
END $$;
SELECT pg_temp.same('combined(itself)', '(SELECT bloom_agg(x) FROM generate_series(1::bigint, 100030) AS x)') AS itself,
       pg_temp.same('combined(itself::text::bloom_state)', '(SELECT bloom_agg(x) FROM generate_series(1::bigint, 100030) AS x)') AS itself_text,
       pg_temp.same('combined(itself ORDER BY part DESC)', '(SELECT bloom_agg(x) FROM generate_series(1::bigint, 100030) AS x)') AS itself_backwards,
       pg_temp.same('combined(sized)', '(SELECT bloom_agg(x, 1e6) FROM generate_series(1::bigint, 100030) AS x)') AS sized,
       pg_temp.same('combined(sized::text::bloom_state ORDER BY part DESC)', '(SELECT bloom_agg(x, 1e6) FROM generate_series(1::bigint, 100030) AS x)') AS sized_backwards;
SELECT bloom_agg_finalfn(sized)::text = (SELECT bloom_agg(x, 1e6)::text FROM generate_series(31, 100030) AS x) AS by_hand,
       bloom_agg_finalfn(itself)::text = (SELECT bloom_agg(x)::text FROM generate_series(31, 100030) AS x) AS with_a_queue,
       bloom_agg_finalfn(itself)::text = bloom_agg_finalfn(itself)::text AS twice FROM state_parts WHERE part = 4;
-- Binary.
CREATE TABLE state_copies (LIKE state_parts);
DO $$
DECLARE
  file text := current_setting('data_directory') || '/bloomfilter_state_test';
BEGIN
  EXECUTE format('COPY state_parts TO %L (FORMAT binary)', file);
  EXECUTE format('COPY state_copies FROM %L (FORMAT binary)', file);
  EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', format('cat >/dev/null; rm -f %L', file));
END $$;
SELECT count(*), bool_and(a::text = b::text) AS same FROM state_parts AS a JOIN state_copies AS b USING (part);

-- States of the other aggregates.
SELECT add_combined(s)::text = (SELECT bloom_add_agg(bloom_new(500), x)::text FROM generate_series(1, 90) AS x) AS add
  FROM (SELECT add_state_of(bloom_new(500), x)::text::bloom_state AS s FROM generate_series(1, 90) AS x GROUP BY x % 5) AS s;
SELECT add_combined(s) IS NULL AS null_filter FROM (SELECT add_state_of(CASE WHEN x % 2 = 0 THEN bloom_new(500) END, x)::text::bloom_state AS s FROM generate_series(1, 90) AS x GROUP BY x % 2) AS s;
SELECT add_combined(NULL) IS NULL AS no_row;
SELECT union_combined(s)::text = (SELECT bloom_agg(x, 500)::text FROM generate_series(1, 90) AS x) AS "union"
  FROM (SELECT union_state_of(bloom_add(bloom_new(500), x))::text::bloom_state AS s FROM generate_series(1, 90) AS x GROUP BY x % 5) AS s;
SELECT union_combined(NULL)::text = (SELECT bloom_agg(1) WHERE false)::text AS no_filter;
-- Made with other parameters.
SELECT pg_temp.try('(SELECT combined(s) FROM (SELECT state_of(1, 10) AS s UNION ALL SELECT state_of(1, 20)) AS u)') AS sized,
       pg_temp.try('(SELECT combined(s) FROM (SELECT state_of(1) AS s UNION ALL SELECT state_of(1, 20)) AS u)') AS itself;

-- What is no state.
SELECT left(b, 20) AS b, pg_temp.try(format('%L::bloom_state', b)) FROM unnest(ARRAY['', '\x', '\x00', '\x0000000042664231', repeat('0', 200), '\x' || repeat('00', 152)]) AS b;
-- Every byte of a small state, and of the ends of a large one, changed in some ways: an error, or a state that works.
CREATE TEMP TABLE mutants AS
  SELECT substr(h, 1, p) || x || substr(h, p + 3) AS h
  FROM (SELECT itself::text AS h FROM state_parts WHERE part = 1 UNION ALL SELECT words::text FROM state_parts WHERE part = 5) AS s,
       LATERAL (SELECT p FROM generate_series(2, length(h) - 2, 2) AS p WHERE p < 402 OR p > length(h) - 20) AS p, unnest(ARRAY['00', '01', '7f', 'ff']) AS x;
SELECT count(*) > 1000 AS many FROM mutants;
SET client_min_messages = error;
CREATE FUNCTION pg_temp.survive() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  m record;
  s bloom_state;
  came_in integer := 0;
  refused integer := 0;
BEGIN
  FOR m IN SELECT h FROM mutants LOOP
    BEGIN
      s := m.h::bloom_state;
      PERFORM bloom_agg_finalfn(s);
      PERFORM combined(t) FROM (VALUES (s), (s)) AS v(t);
      came_in := came_in + 1;
      PERFORM combined(t) FROM (SELECT s AS t UNION ALL SELECT words FROM state_parts) AS v;
      PERFORM combined(t) FROM (SELECT itself AS t FROM state_parts WHERE part < 4 UNION ALL SELECT s) AS v;
    EXCEPTION WHEN data_corrupted OR invalid_parameter_value OR program_limit_exceeded THEN
      refused := refused + 1;
    END;
  END LOOP;
  RETURN format('survived; some came in: %s, some were refused: %s', came_in > 0, refused > 0);
END $$;
SELECT pg_temp.survive();
RESET client_min_messages;
-- The queue at the end of a large one.
DO $$
DECLARE
  h bytea := (SELECT bloom_state_send(itself) FROM state_parts WHERE part = 4);
  s bloom_state;
  refused integer := 0;
BEGIN
  FOR p IN length(h) - 136 .. length(h) - 121 LOOP
    FOR x IN 1 .. 255 BY 127 LOOP
      BEGIN
        s := set_byte(h, p, x)::text::bloom_state;
        PERFORM bloom_agg_finalfn(s);
        PERFORM combined(t) FROM (VALUES (s), (s)) AS v(t);
      EXCEPTION WHEN data_corrupted THEN
        refused := refused + 1;
      END;
    END LOOP;
  END LOOP;
  RAISE NOTICE 'refused: %', refused;
END $$;
-- As the state an aggregate begins with.
DO $$
DECLARE
  s text;
BEGIN
  FOR s IN SELECT itself::text FROM state_parts WHERE part IN (1, 4, 6) UNION ALL SELECT (union_state_of(NULL::bloomfilter))::text LOOP
    CONTINUE WHEN s IS NULL;
    EXECUTE format('CREATE AGGREGATE pg_temp.begun(bigint) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, FINALFUNC = bloom_agg_finalfn, INITCOND = %L)', s);
    RAISE NOTICE '%', (SELECT bloom_contains_all(pg_temp.begun(x), '{99,100}'::bigint[]) FROM generate_series(99, 100) AS x);
    DROP AGGREGATE pg_temp.begun(bigint);
  END LOOP;
END $$;

DROP AGGREGATE state_of(bigint), state_of(bigint, double precision), state_of(text, double precision), add_state_of(bloomfilter, bigint), union_state_of(bloomfilter);
DROP AGGREGATE combined(bloom_state), add_combined(bloom_state), union_combined(bloom_state);
DROP TABLE state_parts, state_copies;
