-- Nondeterministic collations: = is not equality of bytes, so they are refused.
SELECT count(*) = 0 OR getdatabaseencoding() <> 'UTF8' AS no_icu FROM pg_collation WHERE collprovider = 'i' \gset
\if :no_icu
\quit
\endif
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
CREATE COLLATION ignores_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE COLLATION plain (provider = icu, locale = 'en');
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
CREATE TABLE collation_rows (t text COLLATE ignores_case, v varchar(9) COLLATE ignores_case, b char(9) COLLATE ignores_case, p text COLLATE plain);
INSERT INTO collation_rows VALUES ('Abc', 'Abc', 'Abc', 'Abc'), ('abc', 'abc', 'abc', 'abc');
SELECT count(*) AS equal FROM collation_rows WHERE t = 'ABC';
SELECT q, pg_temp.try('SELECT ' || q || ' FROM collation_rows') FROM unnest(ARRAY[
  'bloom_cardinality(bloom_agg(t))', 'bloom_cardinality(bloom_agg(v))', 'bloom_cardinality(bloom_agg(b))', 'bloom_cardinality(bloom_agg(t, 10, 0.1))', 'bloom_agg(t) OVER ()', 'bloom_add_agg(bloom_new(10), t)', 'bloom_contains(bloom_new(10), t)',
  'bloom_contains(bloom_new(10), ''x'' COLLATE ignores_case)', 'bloom_add(bloom_new(10), t)', 'bloom_hash(t)', 'bloom_contains_any(bloom_new(10), ARRAY[t])', 'bloom_contains_all(bloom_new(10), ARRAY[v])',
  'bloom_cardinality(bloom_agg(t COLLATE "C"))', 'bloom_cardinality(bloom_agg(t COLLATE plain))', 'bloom_cardinality(bloom_agg(p))', 'bloom_cardinality(bloom_agg(p COLLATE "default"))', 'bloom_contains(bloom_new(10), p)', 'bloom_contains_any(bloom_new(10), ARRAY[p])',
  'bloom_cardinality(bloom_agg(lower(t COLLATE "C")))']) AS q;
SELECT bloom_agg(t) FROM collation_rows;
-- Deterministic collations do not change a key.
SELECT count(DISTINCT h) FROM (SELECT bloom_hash(p) AS h FROM collation_rows WHERE p = 'abc' UNION ALL SELECT bloom_hash('abc'::text COLLATE "C") UNION ALL SELECT bloom_hash('abc'::text)) AS s;
DROP TABLE collation_rows;
DROP COLLATION ignores_case, plain;
