-- Filters made to do harm: every field of the header, with checksums that match.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
-- Checksums of header and body as docs/format.md has them; bloom_hash() of bytes is the hash they are cut from.
CREATE FUNCTION pg_temp.put4(b bytea, at integer, h bigint) RETURNS bytea LANGUAGE sql AS
  $$ SELECT set_byte(set_byte(set_byte(set_byte(b, at, (h & 255)::integer), at + 1, (h >> 8 & 255)::integer), at + 2, (h >> 16 & 255)::integer), at + 3, (h >> 24 & 255)::integer) $$;
CREATE FUNCTION pg_temp.seal(b bytea) RETURNS bytea LANGUAGE sql AS
  $$ SELECT pg_temp.put4(b2, 60, bloom_hash(substr(b2, 1, 60))) FROM (SELECT pg_temp.put4(b, 56, bloom_hash(substr(b, 65))) AS b2) AS s $$;
CREATE FUNCTION pg_temp.patch(b bytea, at integer, patch bytea) RETURNS bytea LANGUAGE sql AS
  $$ SELECT pg_temp.seal(overlay(b PLACING patch FROM at + 1)) $$;
-- What every function that takes a filter makes of it: the first word of the errors, or ok.
CREATE FUNCTION pg_temp.feed(b bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  call text;
  outcomes text[] := '{}';
BEGIN
  FOREACH call IN ARRAY ARRAY['$1::bloomfilter', '$1::text::bloomfilter', 'bloom_contains($1, 5)', 'bloom_contains($1, ''x'')', 'bloom_contains_any($1, ARRAY[1, 2, 3])', 'bloom_contains_hash($1, -1)', 'bloom_contains_hash($1, 0)',
      'bloom_contains_hash($1, 9223372036854775807)', 'bloom_add($1, 5)', 'bloom_add($1, ''x'')', 'bloom_union($1, $1)', 'bloom_union($1, bloom_new(100))', 'bloom_union(bloom_new(100), $1)', 'bloom_fold($1, 0.5)', 'bloom_fold($1, 1e-9)',
      'bloom_info($1)', 'bloom_cardinality($1)', 'bloom_current_fpp($1)', '(SELECT bloom_union_agg($1) FROM generate_series(1, 2))', '(SELECT bloom_add_agg($1, x) FROM generate_series(1, 9) AS x)'] LOOP
    BEGIN
      EXECUTE 'SELECT (' || call || ')::text' USING b;
      outcomes := array_append(outcomes, 'ok');
    EXCEPTION WHEN data_corrupted OR invalid_binary_representation OR feature_not_supported OR datatype_mismatch OR invalid_parameter_value OR program_limit_exceeded THEN
      outcomes := array_append(outcomes, SQLSTATE::text);
    END;
  END LOOP;
  RETURN (SELECT string_agg(DISTINCT o, ' ' ORDER BY o) FROM unnest(outcomes) AS o);
END $$;
CREATE FUNCTION pg_temp.try(b bytea) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN b::text::bloomfilter IS NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

CREATE TEMP TABLE good AS
  SELECT 'list' AS what, bloom_agg(x, 100)::bytea AS b FROM generate_series(1, 5) AS x
  UNION ALL SELECT 'blocks', bloom_agg(x, 100)::bytea FROM generate_series(1, 50) AS x
  UNION ALL SELECT 'neutral', bloom_agg(x)::bytea FROM generate_series(1, 0) AS x;
SELECT what, pg_temp.seal(b) = b AS sealed, bloom_valid(b) AS valid FROM good;
SELECT what, pg_temp.feed(b) FROM good;

-- One field each.
SET client_min_messages = error;
SELECT what, field, pg_temp.try(pg_temp.patch(b, at, patch)), pg_temp.feed(pg_temp.patch(b, at, patch)) FROM good, LATERAL (VALUES
  ('version 0', 4, '\x00'::bytea), ('version 2', 4, '\x02'), ('layout 2', 5, '\x02'), ('layout 3', 5, '\x03'), ('layout 255', 5, '\xff'), ('family 1', 6, '\x01'), ('k 0', 7, '\x00'), ('k 17', 7, '\x11'), ('k 255', 7, '\xff'),
  ('blocks 0', 8, '\x0000000000000000'), ('blocks 2^56', 8, '\x0000000000000001'), ('blocks 2^64-1', 8, '\xffffffffffffffff'), ('blocks 2^58', 8, '\x0000000000000004'), ('blocks 8126465', 8, '\x01007c0000000000'), ('seed', 16, '\x01'),
  ('expected 2^63', 24, '\x0000000000000080'), ('fpp 0', 32, '\x0000000000000000'), ('fpp 1', 32, '\x000000000000f03f'), ('fpp -0', 32, '\x0000000000000080'), ('fpp NaN', 32, '\x000000000000f87f'), ('fpp denormal', 32, '\x0100000000000000'),
  ('kinds 8', 40, '\x08'), ('kinds 0', 40, '\x00'), ('encoding', 42, '\x01'), ('zero', 43, '\x01'), ('flags', 44, '\x00000080'), ('count 0', 48, '\x0000000000000000'), ('count 6', 48, '\x0600000000000000'),
  ('count 8193', 48, '\x0120000000000000'), ('count 2^61', 48, '\x0000000000000020'), ('count 2^61+5', 48, '\x0500000000000020')) AS v(field, at, patch)
 WHERE what = 'list' OR field NOT IN ('version 0', 'version 2', 'layout 255', 'family 1', 'seed') ORDER BY what, at, patch;
-- A list out of order, or with a hash twice, comes in by no checked door; by the cast it gives some answer.
SELECT pg_temp.try(b), pg_temp.feed(b) FROM (SELECT pg_temp.seal(substr(b, 1, 64) || substr(b, 73, 8) || substr(b, 65, 8) || substr(b, 81)) AS b FROM good WHERE what = 'list') AS s;
SELECT pg_temp.try(b), pg_temp.feed(b) FROM (SELECT pg_temp.seal(substr(b, 1, 72) || substr(b, 65, 8) || substr(b, 81)) AS b FROM good WHERE what = 'list') AS s;
SELECT pg_temp.try(b), pg_temp.feed(b) FROM (SELECT pg_temp.seal(substr(b, 1, 64) || decode(repeat('00', 40), 'hex')) AS b FROM good WHERE what = 'list') AS s;

-- Every bit of every byte flipped, as damage does it: nothing of it is valid.
SELECT what, count(*) AS flips, count(*) FILTER (WHERE bloom_valid(set_bit(b, i, 1 - get_bit(b, i)))) AS valid
  FROM good, LATERAL generate_series(0, 8 * length(b) - 1) AS i GROUP BY what ORDER BY what;
-- Every byte of the header set to each of some values, sealed, and fed to everything; and 500 times three bytes anywhere.
-- The generator is Lehmer's; its seed is 1.
CREATE FUNCTION pg_temp.random_mutants(rounds integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  seed bigint := 1;
  b bytea;
  ok integer := 0;
BEGIN
  FOR i IN 1 .. rounds LOOP
    SELECT g.b INTO b FROM good AS g OFFSET i % 3 LIMIT 1;
    FOR j IN 1 .. 3 LOOP
      seed := seed * 48271 % 2147483647;
      b := set_byte(b, (seed % length(b))::integer, (seed / 65536 % 256)::integer);
    END LOOP;
    IF i % 2 = 0 THEN
      b := pg_temp.seal(b);
    END IF;
    ok := ok + (pg_temp.feed(b) IS NOT NULL)::integer;
  END LOOP;
  RETURN ok;
END $$;
SELECT count(pg_temp.feed(pg_temp.patch(b, at, patch))) FROM good, generate_series(0, 55) AS at, unnest(ARRAY['\x00', '\x01', '\x7f', '\x80', '\xff']::bytea[]) AS patch;
SELECT pg_temp.random_mutants(500);
