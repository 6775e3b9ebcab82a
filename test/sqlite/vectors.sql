-- The golden files: key -> hash, and keys -> filter, byte for byte.
.load ./bloomfilter
.mode csv
.import test/vectors/keys.csv key
.import test/vectors/filters.csv filter
.mode list

.print keys.csv: rows that come out otherwise; those without a spelling are what SQLite has no value for
SELECT count(*) > 70, group_concat(DISTINCT value) FROM (SELECT value FROM key WHERE sqlite = '' UNION ALL SELECT NULL FROM key WHERE sqlite <> '');
.once vectors_keys.sql
SELECT 'SELECT ' || quote(value) || ' WHERE bloom_hash(' || sqlite || ') IS NOT ' || hash || ';' FROM key WHERE sqlite <> '';
.read vectors_keys.sql

.print filters.csv: how many, and rows that come out otherwise
CREATE TABLE made AS
  SELECT name, upper(filter) AS golden,
         (SELECT CASE WHEN f.expected = '' THEN bloom_agg(v, NULL, CASE WHEN fpp = '' THEN NULL ELSE CAST(fpp AS REAL) END)
                      ELSE coalesce(bloom_agg(v, CAST(f.expected AS REAL), CAST(fpp AS REAL)), 0) END
          FROM (WITH RECURSIVE n(i) AS (SELECT CAST(f.first AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < CAST(f.last AS INTEGER))
                SELECT CASE kind WHEN 'number' THEN i WHEN 'text' THEN CAST(i AS TEXT) ELSE CAST(CAST(i AS TEXT) AS BLOB) END AS v FROM n WHERE i BETWEEN CAST(f.first AS INTEGER) AND CAST(f.last AS INTEGER))) AS f
  FROM filter f;
UPDATE made SET f = bloom_new(1000000) WHERE name = 'empty';
UPDATE made SET f = bloom_new(0, 0.5) WHERE name = 'empty of 1 block';
SELECT count(*) > 25 FROM made;
SELECT name FROM made WHERE hex(f) <> golden OR bloom_valid(f) <> 1;
