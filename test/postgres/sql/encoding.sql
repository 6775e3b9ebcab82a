-- Text is its UTF-8 bytes, whatever the encoding of the server.
SELECT current_database() AS here, getdatabaseencoding() <> 'UTF8' AS not_utf8 \gset
\if :not_utf8
\quit
\endif
CREATE DATABASE bloomfilter_latin1 TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C';
CREATE DATABASE bloomfilter_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C';
\set umlaut 'SELECT bloom_hash(s) = bloom_hash(''\\xc3a4''::bytea) AS utf8, bloom_hash(v) = bloom_hash(s) AS varchar, bloom_hash(b) = bloom_hash(s) AS bpchar, bloom_hash(n) = bloom_hash(s) AS name, bloom_contains_any(bloom_add(bloom_new(9), s), ARRAY[''x'', s]) AS "any" FROM (SELECT s, s::varchar(3) AS v, s::char(3) AS b, s::name AS n FROM (SELECT convert_from(''\\xc3a4'', ''UTF8'') AS s) AS s1) AS s2'
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
:umlaut;
\c bloomfilter_latin1
CREATE EXTENSION bloomfilter;
:umlaut;
SELECT octet_length(s) AS bytes_here, bloom_cardinality(bloom_agg(s)) AS distinct, bloom_contains(bloom_agg(s), convert_from('\xc3a4', 'UTF8')) AS found
  FROM (SELECT convert_from('\xc3a4', 'UTF8') AS s FROM generate_series(1, 3)) AS s GROUP BY 1;
SELECT bloom_hash(repeat(convert_from('\xc3a4', 'UTF8'), 100000)) = bloom_hash(decode(repeat('c3a4', 100000), 'hex')) AS long;
\c bloomfilter_ascii
CREATE EXTENSION bloomfilter;
-- No encoding is known: bytes as they are, also those that are not UTF-8.
SELECT bloom_hash(convert_from('\xc3a4', 'SQL_ASCII')) = bloom_hash('\xc3a4'::bytea) AS utf8, bloom_hash(convert_from('\xe4', 'SQL_ASCII')) = bloom_hash('\xe4'::bytea) AS other;
\c :here
DROP DATABASE bloomfilter_latin1;
DROP DATABASE bloomfilter_ascii;
