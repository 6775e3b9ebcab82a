-- Every NULL rule by itself.  A NULL never wipes a stored filter.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE t AS SELECT bloom_agg(x, 100) AS f FROM (SELECT 1 AS x UNION SELECT 2);
CREATE TABLE v (x);
INSERT INTO v VALUES (NULL), (1), (NULL), (2);

.print scalar functions: NULL filter, then NULL value
SELECT bloom_contains(NULL, 1), bloom_contains(f, NULL), bloom_contains(NULL, NULL) FROM t;
SELECT bloom_contains_any(NULL, 1), bloom_contains_all(NULL, 1) FROM t;
SELECT bloom_contains_hash(NULL, 1), bloom_contains_hash(f, NULL), bloom_hash(NULL) FROM t;
SELECT bloom_add(NULL, 1), bloom_add(f, NULL) = f, bloom_add(NULL, NULL) FROM t;
SELECT bloom_union(NULL, f), bloom_union(f, NULL) = f, bloom_union(NULL, NULL) FROM t;
SELECT bloom_fold(NULL, 0.01), bloom_fold(f, NULL) = f, bloom_fold(NULL, NULL) FROM t;
SELECT bloom_cardinality(NULL), bloom_current_fpp(NULL), bloom_info(NULL), bloom_valid(NULL);
SELECT bloom_new(NULL), bloom_new(NULL, 0.01), bloom_new(100, NULL), bloom_new(NULL, NULL);
SELECT bloom_size(NULL), bloom_size(NULL, 0.01), bloom_size(100, NULL);
SELECT bloom_classic_bits(NULL, 0.01), bloom_classic_bits(100, NULL);
SELECT bloom_classic_hashes(NULL, 1000), bloom_classic_hashes(100, NULL);

.print any and all skip NULL values; of none left any is false and all is true
SELECT bloom_contains_any(f, NULL), bloom_contains_all(f, NULL) FROM t;
SELECT bloom_contains_any(f, NULL, 1), bloom_contains_any(f, 7, NULL), bloom_contains_any(f, NULL, 7, NULL, 2) FROM t;
SELECT bloom_contains_all(f, NULL, 1), bloom_contains_all(f, 1, NULL, 7), bloom_contains_all(f, 1, NULL, 2) FROM t;

.print a NULL does not hide what is wrong with the filter beside it
SELECT bloom_add('text', NULL);
SELECT bloom_union('text', NULL);
SELECT bloom_fold('text', NULL);

.print ... except in bloom_contains, which has no answer then
SELECT bloom_contains('text', NULL), bloom_contains_hash('text', NULL);

.print bloom_agg skips NULL values
SELECT bloom_agg(x, 100) = f FROM v, t;
SELECT bloom_agg(x, 100) = bloom_new(100) FROM v WHERE x IS NULL;

.print its NULL parameters are parameters not given
SELECT bloom_agg(x, NULL) = bloom_agg(x), bloom_agg(x, NULL, NULL) = bloom_agg(x), bloom_agg(x, 100, NULL) = bloom_agg(x, 100, 0.01) FROM v;
SELECT bloom_agg(x, NULL, 0.0001) = bloom_agg(x, NULL, 0.01) FROM v;

.print over no rows it is the neutral filter, over NULLs alone an empty one with its parameters
SELECT bloom_info(bloom_agg(x, 100)) FROM v WHERE x > 10;
SELECT bloom_info(bloom_agg(x, 100)) FROM v WHERE x IS NULL;
SELECT bloom_info(bloom_agg(x, NULL, 0.001)) FROM v WHERE x IS NULL;

.print so that NOT bloom_contains() keeps the rows of an anti-join
SELECT count(*) FROM v WHERE NOT bloom_contains((SELECT bloom_agg(x) FROM v WHERE x > 10), x);

.print bloom_union_agg skips NULL filters
SELECT bloom_union_agg(x) = f FROM (SELECT NULL AS x UNION ALL SELECT f FROM t UNION ALL SELECT NULL), t;
SELECT bloom_union_agg(x) = (SELECT bloom_agg(1) WHERE 0) FROM v WHERE x IS NULL;
SELECT bloom_union_agg(f) = (SELECT bloom_agg(1) WHERE 0) FROM t WHERE 0;

.print bloom_add_agg: no rows, NULL values, a NULL filter in the first row, in a later row
SELECT bloom_add_agg(f, 1) FROM t WHERE 0;
SELECT bloom_add_agg(f, NULL) = f FROM t, v;
SELECT bloom_add_agg(f, x) = bloom_add(f, 9) FROM t, (SELECT NULL AS x UNION ALL SELECT 9);
SELECT bloom_add_agg(NULL, x) FROM v;
SELECT bloom_add_agg(x, 9) FROM (SELECT NULL AS x UNION ALL SELECT f FROM t);
SELECT bloom_add_agg(x, 9) = bloom_add(f, 9) FROM (SELECT f AS x FROM t UNION ALL SELECT NULL), t;

.print an UPDATE with a stray NULL keeps the filter
UPDATE t SET f = bloom_add(f, (SELECT x FROM v WHERE x = 99));
UPDATE t SET f = bloom_union(f, (SELECT x FROM v WHERE x = 99));
UPDATE t SET f = coalesce((SELECT bloom_add_agg(t.f, x) FROM v WHERE x = 99), f);
SELECT bloom_contains_all(f, 1, 2), bloom_cardinality(f) FROM t;
