-- Which values are one key: every overload, and every type that comes through anyelement.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
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
CREATE DOMAIN small AS smallint;
CREATE DOMAIN smaller AS small CHECK (VALUE < 10);
CREATE DOMAIN words AS text;
CREATE DOMAIN letters AS varchar(10);
CREATE DOMAIN id AS uuid;
CREATE DOMAIN list AS integer[];
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE TYPE pair AS (a integer, b text);

-- The hash of each kind of key is frozen: XXH3_64bits of 8 bytes, of UTF-8, of bytes.  These are
-- from test/vectors/keys.csv.
SELECT bloom_hash(0), bloom_hash(''), bloom_hash('abc'), bloom_hash('abc'::bytea) = bloom_hash('abc') AS same_bytes;

-- Numbers that = calls equal are one key.
CREATE TEMP TABLE five AS SELECT bloom_hash(5::bigint) AS h;
SELECT v.type, v.h = five.h AS same FROM five, LATERAL (VALUES
  ('smallint', bloom_hash(5::smallint)), ('integer', bloom_hash(5)), ('bigint', bloom_hash(5::bigint)),
  ('oid', bloom_hash(5::oid)), ('real', bloom_hash(5::real)), ('double precision', bloom_hash(5::double precision)),
  ('numeric', bloom_hash(5::numeric)), ('numeric 5.000', bloom_hash(5.000)), ('numeric(9,3)', bloom_hash(5::numeric(9,3))),
  ('domain', bloom_hash(5::small)), ('domain over domain', bloom_hash(5::smaller)),
  ('text', bloom_hash('5')), ('numeric 5.001', bloom_hash(5.001)), ('minus', bloom_hash(-5))) AS v(type, h);
SELECT bloom_hash(true) = bloom_hash(1) AS true_is_1, bloom_hash(false) = bloom_hash(0) AS false_is_0;

-- Zero, NaN, infinities, and where doubles end to be exact.
SELECT bloom_hash('-0'::float8) = bloom_hash(0) AS minus_zero, bloom_hash('-0'::real) = bloom_hash(0) AS real_minus_zero,
       bloom_hash(0.000) = bloom_hash(0) AS numeric_zero, bloom_hash(-0.000) = bloom_hash(0) AS numeric_minus_zero;
SELECT bloom_hash('NaN'::float8) = bloom_hash('NaN'::numeric) AS nan, bloom_hash('NaN'::real) = bloom_hash('NaN'::float8) AS real_nan,
       bloom_hash('NaN'::float8) = bloom_hash(-('NaN'::float8)) AS minus_nan,
       bloom_hash('Infinity'::float8) = bloom_hash('Infinity'::real) AS infinity,
       bloom_hash('Infinity'::float8) = bloom_hash('-Infinity'::float8) AS not_minus_infinity;
SELECT bloom_hash(0.5) = bloom_hash(0.5::float8) AS half, bloom_hash(0.5::real) = bloom_hash(0.50) AS real_half,
       bloom_hash(0.1) = bloom_hash(0.1::float8) AS tenth, bloom_hash(0.1::real) = bloom_hash(0.1::float8) AS real_tenth_is_other,
       bloom_hash(1e23) = bloom_hash(1e23::float8) AS e23, bloom_hash(1e308 * 100) = bloom_hash('Infinity'::float8) AS beyond;
-- PostgreSQL 13 has no infinite numeric.
SELECT count(*) AS infinite_numeric FROM unnest(ARRAY['Infinity', '-Infinity']) AS n
 WHERE CASE WHEN current_setting('server_version_num')::integer < 140000 THEN false
            ELSE bloom_hash(n::numeric) <> bloom_hash(n::float8) END;
SELECT n, bloom_hash(n::numeric) = bloom_hash(n::bigint) AS integer_and_numeric,
       bloom_hash(n::float8) = bloom_hash(n::bigint) AS integer_and_double
  FROM unnest(ARRAY['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993',
                    '9223372036854774784', '9223372036854775807', '-9223372036854775808']) AS n;
SELECT n, bloom_hash(n::numeric) = bloom_hash(n::float8) AS numeric_and_double
  FROM unnest(ARRAY['9223372036854775808', '9223372036854775807.5', '-9223372036854775809', '9007199254740993.5', '18446744073709551616']) AS n;
SELECT bloom_hash(12345678901234567890123456789.000) = bloom_hash(12345678901234567890123456789::float8) AS long_numeric;

-- Text: the bytes, whatever type holds them.
SELECT v.type, v.h = bloom_hash('abc'::text) AS same FROM (VALUES
  ('literal', bloom_hash('abc')), ('varchar', bloom_hash('abc'::varchar)), ('varchar(3)', bloom_hash('abc'::varchar(3))),
  ('char(3)', bloom_hash('abc'::char(3))), ('char(9)', bloom_hash('abc'::char(9))), ('name', bloom_hash('abc'::name)),
  ('domain', bloom_hash('abc'::words)), ('domain over varchar', bloom_hash('abc'::letters)),
  ('text with a blank', bloom_hash('abc ')), ('upper case', bloom_hash('ABC')), ('bytea', bloom_hash('abc'::bytea))) AS v(type, h);
SELECT bloom_hash(chr(228)) = bloom_hash('\xc3a4'::bytea) AS two_bytes, bloom_hash(chr(128512)) = bloom_hash('\xf09f9880'::bytea) AS four_bytes;
SELECT bloom_contains_any(bloom_agg(x), ARRAY['b '::char(5)]) AS blanks_of_char_5, bloom_contains(bloom_agg(x), 'b ') AS not_of_text
  FROM (VALUES ('a'), ('b')) AS v(x);

-- uuid: 16 bytes.
SELECT bloom_hash('00112233-4455-6677-8899-aabbccddeeff'::uuid) = bloom_hash('\x00112233445566778899aabbccddeeff'::bytea) AS uuid,
       bloom_hash('00112233-4455-6677-8899-aabbccddeeff'::id) = bloom_hash('\x00112233445566778899aabbccddeeff'::bytea) AS domain;

-- Values long enough to be compressed or stored elsewhere.
CREATE TEMP TABLE long (t text, b bytea);
INSERT INTO long SELECT repeat('bloom', 100000), decode(repeat('626c6f6f6d', 100000), 'hex');
ALTER TABLE long ALTER t SET STORAGE EXTERNAL;
INSERT INTO long SELECT repeat('bloom', 100000), decode(repeat('626c6f6f6d', 100000), 'hex');
SELECT count(DISTINCT bloom_hash(t)), count(DISTINCT bloom_hash(b)), bool_and(bloom_hash(t) = bloom_hash(repeat('bloom', 100000))) FROM long;

-- Every function has every overload, and they agree.
CREATE TEMP TABLE values_of (type text, value text);
INSERT INTO values_of VALUES ('smallint', '7'), ('integer', '7'), ('bigint', '7'), ('text', 'x'), ('bytea', '\x78'),
  ('uuid', '00112233-4455-6677-8899-aabbccddeeff'), ('numeric', '7'), ('oid', '7'), ('double precision', '7'), ('real', '7.5'),
  ('boolean', 'true'), ('name', 'x'), ('varchar', 'x'), ('char(4)', 'x'), ('small', '7'), ('words', 'x'), ('letters', 'x'), ('id', '00112233-4455-6677-8899-aabbccddeeff');
SELECT type,
       pg_temp.try(format('bloom_contains(bloom_add(bloom_new(10), %1$s), %1$s)', v)) AS add,
       pg_temp.try(format('(SELECT bloom_contains(bloom_agg(%1$s), %1$s))', v)) AS agg,
       pg_temp.try(format('(SELECT bloom_agg(%1$s, 10)::text = bloom_agg(%1$s, 10, 0.01)::text AND bloom_agg(%1$s, 10)::text = bloom_add(bloom_new(10), %1$s)::text)', v)) AS agg_10,
       pg_temp.try(format('(SELECT bloom_add_agg(bloom_new(10), %1$s)::text = bloom_add(bloom_new(10), %1$s)::text)', v)) AS add_agg,
       pg_temp.try(format('bloom_contains_hash(bloom_add(bloom_new(10), %1$s), bloom_hash(%1$s))', v)) AS hash,
       pg_temp.try(format('bloom_contains_all(bloom_add(bloom_new(10), %1$s), ARRAY[%1$s, NULL])', v)) AS "all",
       pg_temp.try(format('bloom_info(bloom_add(bloom_new(10), %1$s)) ->> ''kinds''', v)) AS kinds
  FROM values_of, LATERAL (SELECT format('%L::%s', value, type)) AS c(v);

-- Everything else is refused by name, in every function.
SELECT e, pg_temp.try('bloom_contains(bloom_new(10), ' || e || ')') FROM unnest(ARRAY[
  'DATE ''2020-01-01''', 'TIMESTAMP ''2020-01-01''', 'TIMESTAMPTZ ''2020-01-01''', 'TIME ''12:00''', 'INTERVAL ''1 s''',
  '''sad''::mood', 'ROW(1, 2)', 'ROW(1, ''a'')::pair', 'ARRAY[1]', '''{1}''::list', '''1''::json', '''1''::jsonb', '''1.1.1.1''::inet',
  '1::money', '''1''::bit', '''[1,2)''::int4range', '''(1,2)''::point', '''pg_class''::regclass']) AS e;
SELECT f, pg_temp.try(f) FROM unnest(ARRAY[
  'bloom_hash(DATE ''2020-01-01'')', 'bloom_add(bloom_new(10), DATE ''2020-01-01'')', '(SELECT bloom_agg(DATE ''2020-01-01''))',
  '(SELECT bloom_agg(DATE ''2020-01-01'', 10))', '(SELECT bloom_agg(DATE ''2020-01-01'', 10, 0.1))', '(SELECT bloom_add_agg(bloom_new(10), DATE ''2020-01-01''))',
  'bloom_contains_any(bloom_new(10), ARRAY[DATE ''2020-01-01''])', 'bloom_contains_all(bloom_new(10), ''{}''::date[])']) AS f;

-- Arrays: of any type of key, any number of dimensions; a bare literal is text[].
SELECT a, pg_temp.try('bloom_contains_any((SELECT bloom_agg(x) FROM generate_series(1, 9) AS x), ' || a || ')') FROM unnest(ARRAY[
  'ARRAY[5]', 'ARRAY[5::smallint]', 'ARRAY[50, 5]::bigint[]', 'ARRAY[5.0]', 'ARRAY[5::small]', 'ARRAY[[50, 60], [70, 5]]', '''{5}''::list',
  'ARRAY[50, 60]', 'ARRAY[]::integer[]', 'ARRAY[NULL]::integer[]', 'ARRAY[5::oid]', '''{5}''', 'ARRAY[''5'']']) AS a;
SELECT a, pg_temp.try('bloom_contains_all((SELECT bloom_agg(x::text) FROM generate_series(1, 9) AS x), ' || a || ')') FROM unnest(ARRAY[
  '''{5,6}''', 'ARRAY[''5'']', 'ARRAY[''5''::varchar]', 'ARRAY[''5''::char(3)]', 'ARRAY[''5''::name]', 'ARRAY[''5''::words]', 'ARRAY[''5''::letters]',
  '''{5,x}''', '''{}''', 'ARRAY[5]']) AS a;

-- A kind that a filter never saw is an error; two kinds in one filter are not.
SELECT v, pg_temp.try('bloom_contains((SELECT bloom_agg(x) FROM generate_series(1, 9) AS x), ' || v || ')') FROM unnest(ARRAY['5', '''5''', '''5''::bytea', '''5''::name']) AS v;
SELECT v, pg_temp.try('bloom_contains((SELECT bloom_agg(x::text) FROM generate_series(1, 9) AS x), ' || v || ')') FROM unnest(ARRAY['5', '''5''', '''5''::bytea', 'true']) AS v;
SELECT v, pg_temp.try('bloom_contains(bloom_add(bloom_add(bloom_new(9), 5), ''5''), ' || v || ')') FROM unnest(ARRAY['5', '''5''', '''5''::bytea', '6']) AS v;
SELECT pg_temp.try('bloom_contains(bloom_add(bloom_add(bloom_add(bloom_new(9), 5), ''5''), ''5''::bytea), gen_random_uuid()) IS NOT NULL') AS all_kinds;
SELECT pg_temp.try('bloom_contains_any((SELECT bloom_agg(x) FROM generate_series(1, 9) AS x), ''{5}'')'),
       pg_temp.try('bloom_contains(bloom_new(9), ''5'')') AS empty_has_no_kind;
PREPARE undeclared AS SELECT bloom_contains(bloom_add(bloom_new(9), 5), $1);
EXECUTE undeclared(5);
PREPARE declared(integer) AS SELECT bloom_contains(bloom_add(bloom_new(9), 5), $1);
EXECUTE declared(5);
DEALLOCATE ALL;

DROP TYPE pair, mood;
DROP DOMAIN smaller, small, words, letters, id, list;
