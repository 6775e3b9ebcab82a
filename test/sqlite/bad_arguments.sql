-- Parameters outside their range, of another type, in another order: an error with the argument, the value and the range.
.load ./bloomfilter
.nullvalue NULL

.print expected
SELECT bloom_new(-1);
SELECT bloom_new(0.5);
SELECT bloom_new(1.5);
SELECT bloom_new(1e16);
SELECT bloom_new(9007199254740994);
SELECT bloom_new(-9223372036854775808);
SELECT bloom_new(9223372036854775807);
SELECT bloom_new(9e999);
SELECT bloom_new('1000');
SELECT bloom_new('many');
SELECT bloom_new(x'31303030');
.print ... 0 and 1 make the same size; a whole REAL is as good as an INTEGER
SELECT bloom_new(0) = bloom_new(1), bloom_new(1e3) = bloom_new(1000), length(bloom_new(1000));

.print fpp
SELECT bloom_new(1000, 0);
SELECT bloom_new(1000, -0.1);
SELECT bloom_new(1000, 1e-11);
SELECT bloom_new(1000, -9e999);
SELECT bloom_new(1000, '0.01');
SELECT bloom_new(1000, x'00');
SELECT bloom_new(1000, 1e-10) IS NULL, bloom_new(1000, 0.999999) IS NULL;

.print swapped
SELECT bloom_new(0.01, 1000);
SELECT bloom_new(1000, 1000);
SELECT bloom_new(1000, 1.5);
SELECT bloom_agg(1, 0.01, 1000);
SELECT bloom_size(0.01, 1000);

.print the same in the other functions
SELECT bloom_agg(1, -1);
SELECT bloom_agg(1, 1000, 0);
SELECT bloom_agg(1, NULL, 2);
SELECT bloom_agg(1, '1000');
SELECT bloom_agg(1, 1000, '0.01');
SELECT bloom_size(-1);
SELECT bloom_size('1000');
SELECT bloom_fold(bloom_new(1000), 0);
SELECT bloom_fold(bloom_new(1000), 1000);
SELECT bloom_fold(bloom_new(1000), '0.01');
SELECT bloom_fold((SELECT bloom_agg(1) WHERE 0), 0);
SELECT bloom_classic_bits(-1, 0.01);
SELECT bloom_classic_bits(1.5, 0.01);
SELECT bloom_classic_bits(1000, 0);
SELECT bloom_classic_bits(1000, 1);
SELECT bloom_classic_bits('1000', 0.01);
SELECT bloom_classic_hashes(-1, 1000);
SELECT bloom_classic_hashes(1000, 0);
SELECT bloom_classic_hashes(1000, -5);
SELECT bloom_classic_hashes(1000, 9585.0);
SELECT bloom_classic_hashes(1000, '9585');
SELECT bloom_contains_hash(bloom_new(1000), 1.0);
SELECT bloom_contains_hash(bloom_new(1000), '1');
SELECT bloom_contains_any();
SELECT bloom_contains_any(bloom_new(1000));
SELECT bloom_contains_all(bloom_new(1000));

.print too large
SELECT bloom_new(1e12);
SELECT bloom_agg(1, 1e9);
SELECT bloom_size(1e8, 1e-10);
SELECT bloom_new(9007199254740992);
SELECT bloom_size(400000000, 0.01);

.print parameters that differ between rows
CREATE TABLE p (x, n, fpp);
INSERT INTO p VALUES (1, 100, 0.01), (2, 200, 0.01), (3, 100, 0.25), (4, NULL, 0.01), (5, 100.0, NULL), (6, 'a', 0.01);
SELECT bloom_agg(x, n) FROM p WHERE x IN (1, 2);
SELECT bloom_agg(x, n, fpp) FROM p WHERE x IN (1, 3);
SELECT bloom_agg(x, n) FROM p WHERE x IN (1, 4);
SELECT bloom_agg(x, n) FROM (SELECT * FROM p WHERE x IN (4, 2) ORDER BY x DESC);
SELECT bloom_agg(x, n) FROM p WHERE x IN (1, 6);
.print ... also in rows without a value
SELECT bloom_agg(NULL, n) FROM p WHERE x IN (1, 2);
.print 100 and 100.0, and 0.01 and its default, do not differ
SELECT bloom_agg(x, n, fpp) IS NOT NULL FROM p WHERE x IN (1, 5);

.print a filter without a size cannot be added to
SELECT bloom_add(f, 1) FROM (SELECT bloom_agg(1) AS f WHERE 0);
SELECT bloom_add_agg(f, 1) FROM (SELECT bloom_agg(1) AS f WHERE 0);
SELECT bloom_add(f, NULL) = f, bloom_add_agg(f, NULL) = f FROM (SELECT bloom_agg(1) AS f WHERE 0);

.print filters of unequal geometry cannot be merged
SELECT bloom_union(bloom_new(100), bloom_new(1000));
SELECT bloom_union(bloom_new(1000), bloom_new(100));
SELECT bloom_union(bloom_new(1000, 0.01), bloom_new(1000, 0.5));
SELECT bloom_union_agg(f) FROM (SELECT bloom_new(100) AS f UNION ALL SELECT bloom_new(100) UNION ALL SELECT bloom_new(1000));
.print ... unequal parameters of equal geometry can, and the larger stay, in any order
SELECT json_extract(bloom_info(bloom_union(bloom_new(990), bloom_new(1000))), '$.expected', '$.blocks'), bloom_union(bloom_new(990), bloom_new(1000)) = bloom_union(bloom_new(1000), bloom_new(990));
