-- Large aggregates that size themselves: exact up to 2^22 distinct keys, then folded by their fill.
.load ./bloomfilter
CREATE TABLE n (i INTEGER PRIMARY KEY);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 4500000) SELECT i FROM s;

.print exact: the size that bloom_size() says, to the key; with no false negative
-- Filters are bound: SQLite before 3.43 copies what comes from a table for every row.
.parameter set @f "(SELECT bloom_agg(i) FROM n WHERE i <= 100000)"
SELECT length(@f) = bloom_size(100000), min(bloom_contains(@f, i)) FROM n WHERE i <= 100000;
.parameter set @f "(SELECT bloom_agg(i) FROM n WHERE i <= 1000000)"
SELECT length(@f) = bloom_size(1000000), min(bloom_contains(@f, i)), substr(@f, 65) = substr(bloom_agg(i, 1000000), 65) FROM n WHERE i <= 1000000;
SELECT length(bloom_agg(i)) = bloom_size(4194304) FROM n WHERE i <= 4194304;
.print above: a power of two of blocks that is enough
.parameter set @f "(SELECT bloom_agg(i) FROM n)"
SELECT json_extract(bloom_info(@f), '$.layout', '$.k', '$.blocks', '$.expected', '$.fpp', '$.overfull'), bloom_valid(@f);
SELECT min(bloom_contains(@f, i)), sum(bloom_contains(@f, i + 10000000)) < 0.011 * count(*) FROM n;
SELECT (bloom_cardinality(@f) - 4500000) * (bloom_cardinality(@f) - 4500000) < 1.44 * 4500000, bloom_current_fpp(@f) < 0.01;
.print the order of the rows does not matter, nor repeated keys
SELECT bloom_agg(4500001 - i) = @f FROM n;
SELECT length(bloom_agg(i % 1000)) = bloom_size(1000) FROM n;
.print the 64 MiB of blocks on the way may be over the limit for a BLOB: the filter is not
.limit length 20000000
SELECT bloom_agg(i) = @f FROM n;
