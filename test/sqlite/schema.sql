-- In views, CHECK constraints, defaults, generated columns, indexes and triggers, with an untrusted schema.
.load ./bloomfilter
.nullvalue NULL
PRAGMA trusted_schema = OFF;
CREATE TABLE t (day TEXT PRIMARY KEY, f BLOB NOT NULL DEFAULT (bloom_new(100)) CHECK (bloom_valid(f)));
CREATE TABLE x (day TEXT, v);

.print CHECK (bloom_valid(f)) keeps what is no filter out
INSERT INTO t (day) VALUES ('mon');
INSERT INTO t (day, f) VALUES ('tue', bloom_add(bloom_new(100), 7));
INSERT INTO t (day, f) VALUES ('wed', x'00');
INSERT INTO t (day, f) VALUES ('wed', 'text');
UPDATE t SET f = zeroblob(64);
UPDATE t SET f = substr(f, 1, 70) WHERE day = 'tue';
SELECT day, bloom_valid(f) FROM t ORDER BY day;

.print a trigger keeps a filter up to date
CREATE TRIGGER x_insert AFTER INSERT ON x BEGIN
  INSERT OR IGNORE INTO t (day) VALUES (new.day);
  UPDATE t SET f = bloom_add(f, new.v) WHERE day = new.day;
END;
INSERT INTO x VALUES ('mon', 1), ('mon', 2), ('tue', 8), ('wed', 9), ('wed', NULL), ('wed', 9);
SELECT day, bloom_cardinality(f) FROM t ORDER BY day;

.print views, with scalar functions and aggregates
CREATE VIEW maybe AS SELECT day FROM t WHERE bloom_contains(f, 8);
CREATE VIEW rebuilt AS SELECT day, bloom_agg(v, 100) AS f FROM x GROUP BY day;
CREATE VIEW total AS SELECT bloom_union_agg(f) AS f FROM t;
CREATE VIEW running AS SELECT day, bloom_agg(v, 100) OVER (ORDER BY day) AS f FROM x;
SELECT * FROM maybe;
SELECT day, rebuilt.f = t.f FROM rebuilt JOIN t USING (day) ORDER BY day;
SELECT bloom_contains_all(f, 1, 2, 7, 8, 9), bloom_cardinality(f) FROM total;
SELECT day, bloom_cardinality(f) FROM running ORDER BY day;
WITH w AS (SELECT f FROM total) SELECT count(*) FROM x, w WHERE bloom_contains(f, v);

.print generated columns and an index on an expression
CREATE TABLE h (name TEXT, hash INTEGER AS (bloom_hash(name)) STORED, keys REAL AS (bloom_cardinality(bloom_add(bloom_new(10), name))));
CREATE INDEX h_hash ON h (hash);
CREATE INDEX h_expression ON h (bloom_hash(upper(name)));
INSERT INTO h VALUES ('a'), ('B'), (NULL);
SELECT name, hash = bloom_hash(name), keys FROM h;
SELECT name, keys FROM h INDEXED BY h_hash WHERE hash = bloom_hash('B');
SELECT name FROM h INDEXED BY h_expression WHERE bloom_hash(upper(name)) = bloom_hash('A');

.print a partial index with a literal filter of 1 to 7
CREATE TABLE p (v INTEGER);
INSERT INTO p VALUES (1), (5), (7), (8), (1000), (NULL);
CREATE INDEX p_maybe ON p (v) WHERE bloom_contains(x'b16f6f6d010000080100000000000000000000000000000032000000000000007b14ae47e17a843f010000000000000007000000000000009ac9cd2b4270572343e2ee915cc686202e79db643559bc2f7d2ef4c12920924d3b676347da4b996baf96b5d6581e67818ca7aa39aae9038e78715ed90a2922ca', v);
SELECT group_concat(v) FROM (SELECT v FROM p INDEXED BY p_maybe WHERE bloom_contains(x'b16f6f6d010000080100000000000000000000000000000032000000000000007b14ae47e17a843f010000000000000007000000000000009ac9cd2b4270572343e2ee915cc686202e79db643559bc2f7d2ef4c12920924d3b676347da4b996baf96b5d6581e67818ca7aa39aae9038e78715ed90a2922ca', v) ORDER BY v);
PRAGMA integrity_check;

.print a rolled back update keeps the filter, and so does a failed one
BEGIN;
UPDATE t SET f = bloom_add(f, 12345);
SELECT sum(bloom_contains(f, 12345)) FROM t;
ROLLBACK;
SELECT sum(bloom_contains(f, 12345)) FROM t;
UPDATE t SET f = bloom_union(f, bloom_new(1e6));
SELECT day, bloom_cardinality(f) FROM t ORDER BY day;
.print a table without rowid, and upsert
CREATE TABLE w (day TEXT PRIMARY KEY, f BLOB) WITHOUT ROWID;
INSERT INTO w SELECT day, f FROM t;
INSERT INTO w SELECT 'mon', bloom_agg(3, 100) WHERE true ON CONFLICT (day) DO UPDATE SET f = bloom_union(f, excluded.f);
SELECT day, bloom_contains(f, 3), bloom_cardinality(f) FROM w ORDER BY day;
