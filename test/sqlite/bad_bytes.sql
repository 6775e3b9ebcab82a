-- Bytes that are no filter, or a filter no more: an answer or a clear error, whatever they are.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE byte (b BLOB); -- byte n is substr(b, n + 1, 1)
INSERT INTO byte VALUES (x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff');
CREATE TABLE good (name TEXT, f BLOB);
INSERT INTO good SELECT 'list', bloom_agg(x, 1000) FROM (SELECT 1 AS x UNION SELECT 2 UNION SELECT 3);
INSERT INTO good SELECT 'block', bloom_agg(i, 100) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) SELECT i FROM n);
SELECT name, length(f), bloom_valid(f) FROM good;

-- The filter with byte `at` (from 0) replaced by `value`; with the header's checksum made right again.
CREATE VIEW numbers AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 256) SELECT i FROM n;
CREATE VIEW replaced AS
  SELECT name, a.i AS at, v.i AS value, CAST(substr(f, 1, a.i) || substr(b, v.i + 1, 1) || substr(f, a.i + 2) AS BLOB) AS f
  FROM good, byte, numbers a, numbers v WHERE a.i < length(f);
CREATE VIEW sealed AS
  SELECT name, at, value, CAST(substr(f, 1, 60) || substr(b, (h & 255) + 1, 1) || substr(b, (h >> 8 & 255) + 1, 1) || substr(b, (h >> 16 & 255) + 1, 1) || substr(b, (h >> 24 & 255) + 1, 1) || substr(f, 65) AS BLOB) AS f
  FROM (SELECT *, bloom_hash(substr(f, 1, 60)) AS h FROM replaced), byte;

.print bloom_valid() sees every flipped bit of header and list, every shorter and longer filter
SELECT at < 64, count(*), sum(bloom_valid(r.f)) FROM replaced r JOIN good USING (name)
  WHERE name = 'list' AND r.f <> good.f AND value IN (SELECT (v | m) - (v & m) FROM (SELECT instr(b, substr(good.f, at + 1, 1)) - 1 AS v FROM byte), (SELECT 1 << i AS m FROM numbers WHERE i < 8)) GROUP BY 1;
SELECT count(*), sum(bloom_valid(substr(f, 1, i))) FROM good, numbers WHERE name = 'list' AND i < length(f);
SELECT count(*), sum(bloom_valid(CAST(f || substr(zeroblob(300), 1, i) AS BLOB))) FROM good, numbers WHERE name = 'list' AND i > 0;
.print ... and a flipped bit in a block, which a probe does not look for
SELECT sum(bloom_valid(f)), count(*) FROM replaced WHERE name = 'block' AND at = 100;
SELECT bloom_contains(f, 1) IN (0, 1), bloom_cardinality(f) > 0 FROM replaced WHERE name = 'block' AND at = 100 AND value = 0;
.print other types are no filters
SELECT bloom_valid('text'), bloom_valid(1), bloom_valid(1.5), bloom_valid(x''), bloom_valid(zeroblob(64)), bloom_valid(zeroblob(1000000));
SELECT bloom_valid(CAST(f AS TEXT)), bloom_valid(f) FROM good WHERE name = 'list';

.print not filters at all
SELECT bloom_contains(x'', 1);
SELECT bloom_contains(x'B1', 1);
SELECT bloom_contains(x'B16F6F6D', 1);
SELECT bloom_contains(x'00000000', 1);
SELECT bloom_contains(zeroblob(64), 1);
SELECT bloom_contains(zeroblob(1000000), 1);
SELECT bloom_contains('text', 1);
SELECT bloom_contains('', 1);
SELECT bloom_contains(1, 1);
SELECT bloom_contains(1.5, 1);
.print the text of a filter that was just probed
SELECT bloom_contains(f, 1), bloom_contains(CAST(f AS TEXT), 1) FROM good WHERE name = 'list';
.print swapped arguments
SELECT bloom_contains(1, f) FROM good WHERE name = 'list';
SELECT bloom_contains('a', f) FROM good WHERE name = 'list';
SELECT bloom_contains(x'61626364', f) FROM good WHERE name = 'list';
SELECT bloom_add('a', f) FROM good WHERE name = 'list';

.print truncated
SELECT bloom_contains(substr(f, 1, 63), 1) FROM good WHERE name = 'list';
SELECT bloom_contains(substr(f, 1, 64), 1) FROM good WHERE name = 'list';
SELECT bloom_contains(substr(f, 1, 87), 1) FROM good WHERE name = 'list';
SELECT bloom_contains(substr(f, 1, 191), 1) FROM good WHERE name = 'block';
.print extended
SELECT bloom_contains(CAST(f || x'00' AS BLOB), 1) FROM good WHERE name = 'list';
SELECT bloom_contains(CAST(f || f AS BLOB), 1) FROM good WHERE name = 'block';
.print also when the whole filter was probed just before
SELECT bloom_contains(f, 1), bloom_contains(substr(f, 1, 87), 1) FROM good WHERE name = 'list';
SELECT bloom_contains(f, 1), bloom_contains(CAST(f || x'00' AS BLOB), 1) FROM good WHERE name = 'list';

.print of a newer version, with any checksum
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 4 AND value = 2;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 4 AND value = 2;
.print flipped bits: in the magic, in fields, in the body's and the header's checksum
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 0 AND value = 0x31;
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 7 AND value = 9;
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 48 AND value = 2;
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 56 AND value = 0;
SELECT bloom_contains(f, 1) FROM replaced WHERE name = 'list' AND at = 63 AND value = 0;

.print fields that contradict each other, with a right checksum
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 5 AND value = 2;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 5 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 6 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 7 AND value = 17;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 7 AND value = 0;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 8 AND value = 0;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'block' AND at = 8 AND value = 3;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'block' AND at = 14 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 16 AND value = 7;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 31 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 39 AND value = 0xbf;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 40 AND value = 9;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 40 AND value = 0;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 42 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 44 AND value = 1;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 48 AND value = 4;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'list' AND at = 48 AND value = 160;
SELECT bloom_contains(f, 1) FROM sealed WHERE name = 'block' AND at = 48 AND value = 1;
.print the same bytes, replaced by themselves, still are a filter
SELECT bloom_contains(f, 1), bloom_contains(f, 4) FROM sealed WHERE name = 'list' AND at = 4 AND value = 1;

.print a list out of order, with right checksums: no crash, and bloom_valid() says no
CREATE TABLE shuffled AS
  SELECT CAST(substr(f, 1, 56) || substr(b, (h & 255) + 1, 1) || substr(b, (h >> 8 & 255) + 1, 1) || substr(b, (h >> 16 & 255) + 1, 1) || substr(b, (h >> 24 & 255) + 1, 1) AS BLOB) AS head, body
  FROM (SELECT *, bloom_hash(body) AS h FROM (SELECT f, CAST(substr(f, 81, 8) || substr(f, 73, 8) || substr(f, 65, 8) AS BLOB) AS body FROM good WHERE name = 'list')), byte;
CREATE TABLE unordered AS
  SELECT CAST(head || substr(b, (h & 255) + 1, 1) || substr(b, (h >> 8 & 255) + 1, 1) || substr(b, (h >> 16 & 255) + 1, 1) || substr(b, (h >> 24 & 255) + 1, 1) || body AS BLOB) AS f
  FROM (SELECT *, bloom_hash(head) AS h FROM shuffled), byte;
SELECT length(f), bloom_valid(f), bloom_contains(f, 1) IN (0, 1), bloom_cardinality(f) FROM unordered;
SELECT bloom_union(f, bloom_new(1000)) FROM unordered;

.print a damaged body is not made good by a new checksum: what would write it again says so
CREATE TABLE damaged AS SELECT CAST(substr(f, 1, 100) || x'5A' || substr(f, 102) AS BLOB) AS f FROM good WHERE name = 'block';
SELECT bloom_valid(f), bloom_contains(f, 1) IN (0, 1) FROM damaged;
SELECT bloom_add(f, -7) FROM damaged;
SELECT bloom_add_agg(f, -7) FROM damaged;
SELECT bloom_union(f, f) FROM damaged;
SELECT bloom_union_agg(f) FROM damaged;
SELECT bloom_fold(f, 0.5) FROM damaged;

.print every function says which one it is
SELECT bloom_contains_any(x'00', 1);
SELECT bloom_contains_all(x'00', 1);
SELECT bloom_contains_hash(x'00', 1);
SELECT bloom_add(x'00', 1);
SELECT bloom_add_agg(x'00', 1);
SELECT bloom_union(x'00', f) FROM good;
SELECT bloom_union(f, x'00') FROM good;
SELECT bloom_union_agg(x'00');
SELECT bloom_fold(x'00', 0.01);
SELECT bloom_cardinality(x'00');
SELECT bloom_current_fpp(x'00');
SELECT bloom_info(x'00');
.print ... in the middle of an aggregate
SELECT bloom_union_agg(f) FROM (SELECT f FROM good WHERE name = 'list' UNION ALL SELECT 1);
.print nothing is lost: the table is as before
SELECT name, length(f), bloom_valid(f) FROM good;
UPDATE good SET f = bloom_union(f, zeroblob(64));
SELECT name, length(f), bloom_valid(f) FROM good;
