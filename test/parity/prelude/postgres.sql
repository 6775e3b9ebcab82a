-- What the corpus takes for granted, in PostgreSQL: CAST(x'00ff' AS blob), and hex() of it.
CREATE EXTENSION bloomfilter;

CREATE DOMAIN blob AS bytea;
CREATE FUNCTION bit_bytes(bit) RETURNS bytea IMMUTABLE PARALLEL SAFE LANGUAGE sql
	AS 'SELECT substr(bit_send($1), 5)';
CREATE CAST (bit AS bytea) WITH FUNCTION bit_bytes(bit);

CREATE FUNCTION hex(bytea) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
	AS $$ SELECT coalesce(upper(encode($1, 'hex')), '') $$;
CREATE FUNCTION hex(bloomfilter) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
	AS 'SELECT hex($1::bytea)';

CREATE TABLE special (name text, x double precision);
INSERT INTO special VALUES ('infinity', 'Infinity'), ('minus infinity', '-Infinity');

CREATE TABLE uuids (name text, u uuid);
INSERT INTO uuids VALUES ('zero', '00000000-0000-0000-0000-000000000000'),
	('one', '01234567-89ab-cdef-0123-456789abcdef');

-- SQLite passes the values one by one.
CREATE SCHEMA corpus;
CREATE FUNCTION corpus.bloom_contains_any(bloomfilter, VARIADIC anyarray) RETURNS boolean
	IMMUTABLE PARALLEL SAFE LANGUAGE sql AS 'SELECT public.bloom_contains_any($1, $2)';
CREATE FUNCTION corpus.bloom_contains_all(bloomfilter, VARIADIC anyarray) RETURNS boolean
	IMMUTABLE PARALLEL SAFE LANGUAGE sql AS 'SELECT public.bloom_contains_all($1, $2)';
