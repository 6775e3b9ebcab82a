-- SQLITE_LIMIT_LENGTH: a filter that could not be returned is an error before it is made.
.load ./bloomfilter
CREATE TABLE n (i INTEGER PRIMARY KEY);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 200000) SELECT i FROM s;
CREATE TABLE f AS SELECT bloom_agg(i, 1000000) AS list, bloom_new(1000000) AS new FROM n WHERE i <= 8192;
.limit length 100000
.print small filters of large sizes, and what a self-sized one needs on the way, are within it
SELECT length(bloom_new(1e8)), length(bloom_agg(i, 1000000)) FROM n WHERE i <= 8192;
SELECT length(bloom_agg(i)) FROM n WHERE i <= 60000;
SELECT length(bloom_add(new, 1)), length(bloom_union(list, new)), length(bloom_fold(list, 0.01)) FROM f;
.print too long
SELECT length(bloom_agg(i, 1000000)) FROM n WHERE i <= 8193;
SELECT length(bloom_agg(i)) FROM n;
SELECT length(bloom_add(list, 8193)) FROM f;
SELECT length(bloom_add_agg(list, 8193)) FROM f;
SELECT length(bloom_union(list, bloom_agg(8193, 1000000))) FROM f;
SELECT length(bloom_union_agg(f)) FROM (SELECT list AS f FROM f UNION ALL SELECT bloom_agg(8193, 1000000));
SELECT length(bloom_agg(i, 1000000) OVER (ORDER BY i)) FROM (SELECT i FROM n WHERE i <= 8193) LIMIT 1 OFFSET 8192;
.print to the byte: 65600 are needed
.limit length 65600
SELECT length(bloom_agg(i, 1000000)) FROM n WHERE i <= 8192;
.limit length 65599
SELECT length(bloom_agg(i, 1000000)) FROM n WHERE i <= 8192;
SELECT length(bloom_agg(i, 1000000)) FROM n WHERE i <= 8191;
