-- bloom_add, bloom_add_agg, and the rules for NULL.
CREATE TABLE x (k integer, v integer);
INSERT INTO x SELECT value, value * 7 FROM generate_series(1, 500) AS value;
INSERT INTO x VALUES (501, NULL), (502, NULL);

SELECT 'bloom_add', hex(bloom_add(bloom_new(100), 5)), hex(bloom_add(bloom_new(100), 5.5)), hex(bloom_add(bloom_new(100), CAST('text' AS text))), hex(bloom_add(bloom_new(100), CAST(x'0102' AS blob)));
SELECT 'bloom_add twice', hex(bloom_add(bloom_add(bloom_new(100), 5), 5)), hex(bloom_add(bloom_add(bloom_new(100), 5), 6)), hex(bloom_add(bloom_add(bloom_new(100), 6), 5));
SELECT 'bloom_add of another kind', bloom_info(bloom_add(bloom_add(bloom_new(100), 5), CAST('5' AS text))), hex(bloom_add(bloom_add(bloom_new(100), 5), CAST('5' AS text)));
SELECT 'the same bytes as another kind', bloom_info(bloom_add(bloom_add(bloom_new(100), 5), CAST(x'0500000000000000' AS blob))), hex(bloom_add(bloom_add(bloom_new(100), 5), CAST(x'0500000000000000' AS blob)));
SELECT 'bloom_add of another kind in blocks', bloom_info(bloom_add(bloom_agg(v, 10), CAST('5' AS text))), hex(bloom_add(bloom_agg(v, 10), CAST('5' AS text))), hex(bloom_add(bloom_agg(v, 10), CAST(x'0700000000000000' AS blob))) FROM x WHERE k <= 100;
SELECT 'then it may be probed with it', CASE WHEN bloom_contains(bloom_add(bloom_agg(v, 10), CAST('5' AS text)), CAST('5' AS text)) AND bloom_contains(bloom_add(bloom_agg(v, 10), CAST(x'0700000000000000' AS blob)), CAST(x'0700000000000000' AS blob)) THEN 'same' ELSE 'different' END FROM x WHERE k <= 100;
SELECT 'bloom_add in blocks', hex(bloom_add(bloom_agg(v, 10), 1)), hex(bloom_add(bloom_agg(v, 10), 7)) FROM x WHERE k <= 100;
SELECT 'bloom_add to what sized itself', hex(bloom_add(bloom_agg(v), 1)), bloom_info(bloom_add(bloom_agg(v), 1)) FROM x WHERE k <= 100;
SELECT 'bloom_add to a lone key', hex(bloom_add(bloom_agg(v), 1)), bloom_info(bloom_add(bloom_agg(v), 1)) FROM x WHERE k <= 1;

SELECT 'bloom_add_agg', n.column1, hex(bloom_add_agg(bloom_new(n.column1), v)), bloom_info(bloom_add_agg(bloom_new(n.column1), v)) FROM (VALUES (0), (1), (10), (100), (1000), (100000)) AS n, x GROUP BY 2 ORDER BY 2;
SELECT 'bloom_add_agg is bloom_agg', n.column1, CASE WHEN hex(bloom_add_agg(bloom_new(n.column1), v)) = hex(bloom_agg(v, n.column1)) THEN 'same' ELSE 'different' END FROM (VALUES (1), (10), (100), (1000), (100000)) AS n, x GROUP BY 2 ORDER BY 2;
SELECT 'bloom_add_agg to a full one', hex(bloom_add_agg(f, v)) FROM (SELECT bloom_agg(value, 50) AS f FROM generate_series(1, 500) AS value) AS s, x;
SELECT 'bloom_add_agg to a list', hex(bloom_add_agg(f, v)) FROM (SELECT bloom_agg(value, 5000) AS f FROM generate_series(1, 50) AS value) AS s, x;
SELECT 'bloom_add_agg of text', hex(bloom_add_agg(bloom_new(1000), 'k' || v)) FROM x;
SELECT 'bloom_add_agg of text and numbers', hex(bloom_add_agg(f, 'k' || v)), bloom_info(bloom_add_agg(f, 'k' || v)) FROM (SELECT bloom_agg(value, 50) AS f FROM generate_series(1, 5) AS value) AS s, x;
SELECT 'bloom_add_agg of text to blocks of numbers', hex(bloom_add_agg(f, 'k' || v)), bloom_info(bloom_add_agg(f, 'k' || v)) FROM (SELECT bloom_agg(value, 5000) AS f FROM generate_series(1, 4000) AS value) AS s, x;
SELECT 'bloom_add_agg by group', k % 5, hex(bloom_add_agg(bloom_new(50), v)) FROM x GROUP BY k % 5 ORDER BY 2;

-- NULL
SELECT 'NULL: no row', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 1000, 0.1)) FROM x WHERE k < 0;
SELECT 'NULL: only NULLs', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 1000, 0.1)), hex(bloom_agg(v, NULL, 0.1)) FROM x WHERE v IS NULL;
SELECT 'NULL: some', hex(bloom_agg(v, 1000)), bloom_info(bloom_agg(v, 1000)) FROM x WHERE k > 498;
SELECT 'NULL: parameters', hex(bloom_agg(v, NULL)), hex(bloom_agg(v, NULL, NULL)), hex(bloom_agg(v, 1000, NULL)) FROM x WHERE k > 490;
SELECT 'NULL: expected is nothing', CASE WHEN hex(bloom_agg(v)) = hex(bloom_agg(v, NULL, 0.01)) THEN 'same' ELSE 'different' END FROM x;
SELECT 'NULL: bloom_new', bloom_new(NULL), bloom_new(NULL, 0.1), bloom_new(10, NULL);
SELECT 'NULL: bloom_size', bloom_size(NULL), bloom_size(NULL, 0.1), bloom_size(10, NULL);
SELECT 'NULL: classic', bloom_classic_bits(NULL, 0.1), bloom_classic_bits(10, NULL), bloom_classic_hashes(NULL, 10), bloom_classic_hashes(10, NULL);
SELECT 'NULL: bloom_add', bloom_add(NULL, 5), hex(bloom_add(bloom_new(10), CAST(NULL AS integer))), hex(bloom_add(bloom_add(bloom_new(10), 5), CAST(NULL AS text))), bloom_add(NULL, CAST(NULL AS integer));
SELECT 'NULL: bloom_add to the neutral filter', hex(bloom_add(bloom_agg(v), CAST(NULL AS integer))) FROM x WHERE k < 0;
SELECT 'NULL: bloom_add_agg, no row', bloom_add_agg(bloom_new(10), v), hex(coalesce(bloom_add_agg(bloom_new(10), v), bloom_new(10))) FROM x WHERE k < 0;
SELECT 'NULL: bloom_add_agg, only NULLs', hex(bloom_add_agg(bloom_new(10), v)) FROM x WHERE v IS NULL;
SELECT 'NULL: bloom_add_agg, no filter', bloom_add_agg(CAST(NULL AS blob), v) FROM x;
SELECT 'NULL: bloom_add_agg, the first filter counts', hex(bloom_add_agg(f, v)) FROM (SELECT CASE WHEN k = 1 THEN bloom_new(77) WHEN k = 2 THEN NULL ELSE bloom_new(5000) END AS f, v FROM (SELECT * FROM x ORDER BY k) AS s) AS t;
SELECT 'NULL: bloom_add_agg, the first is NULL', bloom_add_agg(f, v) FROM (SELECT CASE WHEN k = 1 THEN NULL ELSE bloom_new(5000) END AS f, v FROM (SELECT * FROM x ORDER BY k) AS s) AS t;
SELECT 'NULL: bloom_add_agg to the neutral filter', hex(bloom_add_agg(f, v)) FROM (SELECT bloom_agg(v) AS f FROM x WHERE k < 0) AS s, x WHERE v IS NULL;
SELECT 'NULL: bloom_contains', bloom_contains(NULL, 5), bloom_contains(bloom_new(10), CAST(NULL AS integer)), bloom_contains(NULL, CAST(NULL AS text));
SELECT 'NULL: bloom_contains_hash', bloom_contains_hash(NULL, 5), bloom_contains_hash(bloom_new(10), NULL);
SELECT 'NULL: bloom_hash', bloom_hash(CAST(NULL AS integer)), bloom_hash(CAST(NULL AS text)), bloom_hash(CAST(NULL AS blob));
SELECT 'NULL: bloom_union', bloom_union(NULL, bloom_new(10)), hex(bloom_union(bloom_new(10), NULL)), bloom_union(NULL, NULL);
SELECT 'NULL: bloom_union_agg', hex(bloom_union_agg(f)) FROM (SELECT CAST(NULL AS blob) AS f UNION ALL SELECT NULL) AS s;
SELECT 'NULL: bloom_union_agg, no row', hex(bloom_union_agg(f)) FROM (SELECT bloom_new(10) AS f) AS s WHERE 1 = 0;
SELECT 'NULL: bloom_union_agg, one filter', hex(bloom_union_agg(f)) FROM (SELECT CAST(NULL AS bloomfilter) AS f UNION ALL SELECT bloom_add(bloom_new(10), 5) UNION ALL SELECT NULL) AS s;
SELECT 'NULL: bloom_fold', bloom_fold(NULL, 0.1), hex(bloom_fold(bloom_new(10000), NULL)), bloom_fold(NULL, NULL);
SELECT 'NULL: looking inside', bloom_cardinality(NULL), bloom_current_fpp(NULL), bloom_info(NULL), bloom_valid(NULL);
