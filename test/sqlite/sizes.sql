-- Sizes: the golden geometry of both engines, Guava's formulas as Guava computes them, and defaults.
.load ./bloomfilter
.nullvalue NULL
.mode csv
.import test/vectors/geometry.csv geometry
.import test/vectors/guava_sizing.csv guava
.mode list
SELECT count(*) > 90 FROM geometry;
.print rows of geometry.csv that come out otherwise
SELECT g.* FROM (SELECT CAST(expected AS REAL) AS expected, CAST(fpp AS REAL) AS fpp, nblocks, k FROM geometry) g
  WHERE bloom_size(expected, fpp) <> 64 + 64 * nblocks OR json_extract(bloom_info(bloom_new(expected, fpp)), '$.blocks') <> nblocks + 0 OR json_extract(bloom_info(bloom_new(expected, fpp)), '$.k') <> k + 0;
SELECT count(*) > 150 FROM guava;
.print rows of guava_sizing.csv that come out otherwise
SELECT g.* FROM (SELECT n + 0 AS n, CAST(fpp AS REAL) AS fpp, optimalNumOfBits + 0 AS bits, k + 0 AS k FROM guava) g
  WHERE bloom_classic_bits(n, fpp) <> bits OR bloom_classic_hashes(n, bits) <> k;
.print defaults and types
SELECT bloom_size(1000) = bloom_size(1000, 0.01), bloom_size(1000), typeof(bloom_size(1000)), bloom_size(1e3) = bloom_size(1000), bloom_size(0) = bloom_size(1);
SELECT typeof(bloom_classic_bits(1000, 0.01)), typeof(bloom_classic_hashes(1000, 9585)), typeof(bloom_hash(1)), typeof(bloom_new(1)), typeof(bloom_cardinality(bloom_new(1))), typeof(bloom_current_fpp(bloom_new(1))), typeof(bloom_info(bloom_new(1))), typeof(bloom_valid(1)), typeof(bloom_contains(bloom_new(1), 1));
SELECT bloom_classic_bits(1000, 0.01), bloom_classic_hashes(1000, bloom_classic_bits(1000, 0.01)), bloom_classic_hashes(1000, 1), bloom_classic_bits(0, 0.01) = bloom_classic_bits(1, 0.01);
.print an empty filter takes 64 bytes, whatever it is made for
SELECT length(bloom_new(1)), length(bloom_new(1e6, 1e-6)), length(bloom_new(4e8));
.print bloom_info has the same keys for every filter
SELECT group_concat(key, ' ') FROM json_each((SELECT bloom_info(bloom_agg(1))));
SELECT count(DISTINCT keys) FROM (SELECT (SELECT group_concat(key) FROM json_each(bloom_info(f))) AS keys FROM (SELECT bloom_new(10) AS f UNION ALL SELECT bloom_agg(1) WHERE 0 UNION ALL SELECT bloom_agg(value) FROM json_each('[1,2,3,4,5,6,7,8,9]')));
