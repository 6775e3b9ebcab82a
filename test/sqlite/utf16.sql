-- Databases in UTF-8 and in both UTF-16s give the same filter.
.print UTF-8
.load ./bloomfilter
PRAGMA encoding;
CREATE TABLE k (x);
INSERT INTO k VALUES ('🌸'), ('Grüße'), ('日本語'), (''), ('a' || char(0)), (5), (0.5), (x'00ff');
SELECT bloom_hash(x) FROM k WHERE typeof(x) = 'text' AND instr(x, char(0)) = 0 ORDER BY rowid;
SELECT hex(bloom_agg(x, 1000)), bloom_contains_all(bloom_agg(x, 1000), '🌸', 'a' || char(0), x'00ff') FROM k;
.open :memory:
.print UTF-16le
PRAGMA encoding = 'UTF-16le';
.load ./bloomfilter
PRAGMA encoding;
CREATE TABLE k (x);
INSERT INTO k VALUES ('🌸'), ('Grüße'), ('日本語'), (''), ('a' || char(0)), (5), (0.5), (x'00ff');
SELECT bloom_hash(x) FROM k WHERE typeof(x) = 'text' AND instr(x, char(0)) = 0 ORDER BY rowid;
SELECT hex(bloom_agg(x, 1000)), bloom_contains_all(bloom_agg(x, 1000), '🌸', 'a' || char(0), x'00ff') FROM k;
SELECT bloom_contains(bloom_add(bloom_new(10), 1), 'text');
SELECT bloom_contains('text', 1);
SELECT typeof(bloom_info(bloom_agg(x))), bloom_info(bloom_agg(x)) FROM k WHERE rowid < 8;
.open :memory:
.print UTF-16be
PRAGMA encoding = 'UTF-16be';
.load ./bloomfilter
PRAGMA encoding;
CREATE TABLE k (x);
INSERT INTO k VALUES ('🌸'), ('Grüße'), ('日本語'), (''), ('a' || char(0)), (5), (0.5), (x'00ff');
SELECT bloom_hash(x) FROM k WHERE typeof(x) = 'text' AND instr(x, char(0)) = 0 ORDER BY rowid;
SELECT hex(bloom_agg(x, 1000)), bloom_contains_all(bloom_agg(x, 1000), '🌸', 'a' || char(0), x'00ff') FROM k;
