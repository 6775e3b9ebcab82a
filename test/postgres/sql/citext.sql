-- citext and its like: = is not equality of bytes, so they are refused, whichever way they come.
SELECT count(*) = 0 AS no_citext FROM pg_available_extensions WHERE name = 'citext' \gset
\if :no_citext
\quit
\endif
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
CREATE EXTENSION IF NOT EXISTS citext;
RESET client_min_messages;
CREATE FUNCTION pg_temp.try(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
BEGIN
  EXECUTE query INTO answer;
  RETURN coalesce(answer, 'NULL');
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE DOMAIN citext_domain AS citext;
CREATE DOMAIN citext_text AS text;
CREATE TABLE citext_rows (c citext, d citext_domain, t text, v varchar(9), b char(9), n name, dt citext_text);
INSERT INTO citext_rows VALUES ('Abc', 'Abc', 'Abc', 'Abc', 'Abc', 'Abc', 'Abc'), ('abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc');

-- In aggregates, grouped, ordered, in windows.
SELECT q, pg_temp.try('SELECT bloom_cardinality(' || q || ' FROM citext_rows') FROM unnest(ARRAY[
  'bloom_agg(c))', 'bloom_agg(d))', 'bloom_agg(c, 10))', 'bloom_agg(c, 10, 0.1))', 'bloom_agg(DISTINCT c))', 'bloom_agg(c ORDER BY t))', 'bloom_agg(c) FILTER (WHERE true))', 'bloom_add_agg(bloom_new(10), c))',
  'bloom_agg(c) OVER ())', 'bloom_agg(d) OVER (ORDER BY t))', 'bloom_add_agg(bloom_new(9), c) OVER ())']) AS q;
-- In scalar functions.
SELECT q, pg_temp.try('SELECT ' || q || ' FROM citext_rows') FROM unnest(ARRAY[
  'bloom_contains(bloom_new(10), c)', 'bloom_contains(bloom_new(10), d)', 'bloom_add(bloom_new(10), c)', 'bloom_hash(c)', 'bloom_hash(d)',
  'bloom_contains_any(bloom_new(10), ARRAY[c])', 'bloom_contains_all(bloom_new(10), ARRAY[d])', 'bloom_contains_any(bloom_new(10), ''{a}''::citext[])']) AS q;
SELECT pg_temp.try('SELECT bloom_contains_any(bloom_new(10), array_agg(c)) FROM citext_rows') AS built;
DO $$
DECLARE
  v citext := 'abc';
BEGIN
  RAISE NOTICE '%', bloom_contains(bloom_new(10), v);
EXCEPTION WHEN datatype_mismatch THEN
  RAISE NOTICE '%', SQLERRM;
END $$;
SET plan_cache_mode = force_generic_plan;
PREPARE probe(citext) AS SELECT bloom_contains(bloom_new(10), $1);
EXECUTE probe('abc');
DEALLOCATE probe;
RESET plan_cache_mode;
SELECT bloom_agg(c) FROM citext_rows;

-- What is said explicitly passes, and so does every type whose = is equality of bytes.
SELECT q, pg_temp.try('SELECT bloom_cardinality(bloom_agg(' || q || ')) FROM citext_rows') FROM unnest(ARRAY[
  'c::text', 'lower(c::text)', 'd::text', 't', 'v', 'b', 'n', 'dt', 't COLLATE "C"', 'upper(t)', 'c || t::text', 'CASE WHEN true THEN t END', 'coalesce(v, t)']) AS q;
SELECT q, pg_temp.try('SELECT bloom_cardinality(bloom_agg(' || q || ') OVER ()) FROM citext_rows LIMIT 1') FROM unnest(ARRAY['c::text', 't', 'v', 'b', 'n', 'dt']) AS q;
SELECT q, pg_temp.try('SELECT bool_and(bloom_contains(f, ' || q || ')) FROM citext_rows, (SELECT bloom_agg(t) AS f FROM citext_rows) AS s') FROM unnest(ARRAY['c::text', 't', 'v', 'b', 'n', 'dt', 'lower(c::text)']) AS q;
DROP TABLE citext_rows;
DROP DOMAIN citext_domain, citext_text;
