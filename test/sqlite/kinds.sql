-- Kinds of keys: what = calls equal is one key, and a probe of a kind that was never added is an error.
.load ./bloomfilter
.nullvalue NULL

.print numbers that are equal have one hash: 1 = 1.0, 0 = -0.0, and a REAL that is whole
SELECT bloom_hash(1) = bloom_hash(1.0), bloom_hash(0) = bloom_hash(-0.0), bloom_hash(1e15) = bloom_hash(1000000000000000);
SELECT bloom_hash(-9223372036854775808) = bloom_hash(-9223372036854775808.0), bloom_hash(9007199254740992) = bloom_hash(9007199254740992.0);
.print those that are not have two, beyond 2^53 as well
SELECT bloom_hash(1) = bloom_hash(1.5), bloom_hash(9007199254740993) = bloom_hash(9007199254740992.0), bloom_hash(9223372036854775807) = bloom_hash(9223372036854775808.0);

.print storage in a column of another affinity does not matter for numbers
CREATE TABLE affinity (i INTEGER, r REAL, n NUMERIC, b BLOB);
INSERT INTO affinity VALUES (14, 14, 14.0, 14), (-0.0, -0.0, -0.0, -0.0);
SELECT count(DISTINCT h) FROM (SELECT bloom_hash(i) AS h, i FROM affinity UNION ALL SELECT bloom_hash(r), i FROM affinity UNION ALL SELECT bloom_hash(n), i FROM affinity UNION ALL SELECT bloom_hash(b), i FROM affinity) GROUP BY i;

.print a filter of integers probed with reals, and the other way round
SELECT bloom_contains(bloom_agg(i, 10), 14.0), bloom_contains(bloom_agg(r, 10), 14), bloom_contains(bloom_agg(i, 10), -0.0), bloom_contains(bloom_agg(r, 10), 0), bloom_contains(bloom_agg(i, 10), 14.5) FROM affinity;

.print text is its bytes: case, blanks, normal forms, zero bytes and four-byte characters count
SELECT bloom_hash('a') = bloom_hash('A'), bloom_hash('a') = bloom_hash('a '), bloom_hash(char(252)) = bloom_hash(char(117, 776)), bloom_hash('a' || char(0)) = bloom_hash('a'), bloom_hash('a' || char(0) || 'b') = bloom_hash('a' || char(0) || 'c');
SELECT bloom_contains(f, '🌸'), bloom_contains(f, '🌹'), bloom_contains(f, ''), bloom_contains(f, ' ') FROM (SELECT bloom_agg(x, 10) AS f FROM (SELECT '🌸' AS x UNION SELECT ''));

.print the empty text and the empty blob are keys, of two kinds
SELECT bloom_contains(bloom_add(bloom_new(10), ''), '');
SELECT bloom_contains(bloom_add(bloom_new(10), x''), x'');
SELECT bloom_contains(bloom_add(bloom_new(10), x''), zeroblob(0));
SELECT bloom_contains(bloom_add(bloom_new(10), ''), x'');
SELECT bloom_contains(bloom_add(bloom_new(10), x''), '');

.print the kinds are recorded
SELECT json_extract(bloom_info(bloom_agg(x, 10)), '$.kinds') FROM (SELECT 1 AS x);
SELECT json_extract(bloom_info(bloom_agg(x, 10)), '$.kinds') FROM (SELECT 'a' AS x UNION ALL SELECT x'61');
SELECT json_extract(bloom_info(bloom_agg(x, 10)), '$.kinds') FROM (SELECT 1.5 AS x UNION ALL SELECT 'a' UNION ALL SELECT x'61');

.print adding a known hash as a new kind records the kind
SELECT bloom_hash('a') = bloom_hash(x'61'), json_extract(bloom_info(bloom_add(bloom_add(bloom_new(10), 'a'), x'61')), '$.kinds', '$.estimated');
SELECT bloom_add(f, 'a') = f, bloom_contains(bloom_add(f, x'61'), x'61') FROM (SELECT bloom_add(bloom_new(10), 'a') AS f);

.print probing a kind that was never added
CREATE TABLE f AS SELECT bloom_agg(1, 10) AS numbers, bloom_agg('a', 10) AS texts, bloom_agg(x'61', 10) AS blobs;
SELECT bloom_contains(numbers, '1') FROM f;
SELECT bloom_contains(numbers, x'31') FROM f;
SELECT bloom_contains(texts, 1) FROM f;
SELECT bloom_contains(texts, 1.5) FROM f;
SELECT bloom_contains(texts, x'61') FROM f;
SELECT bloom_contains(blobs, 'a') FROM f;
SELECT bloom_contains(bloom_add(numbers, 'a'), x'61') FROM f;
SELECT bloom_contains(bloom_add(texts, x'61'), 1) FROM f;
SELECT bloom_contains_any(numbers, 7, 'a') FROM f;
SELECT bloom_contains_all(numbers, 1, 'a') FROM f;
.print any and all look at no more values than they need
SELECT bloom_contains_any(numbers, 1, 'a'), bloom_contains_all(numbers, 7, 'a') FROM f;
.print an empty filter has no kinds to mismatch
SELECT bloom_contains(bloom_new(10), 1), bloom_contains(bloom_new(10), 'a'), bloom_contains((SELECT bloom_agg(1) WHERE 0), x'61');
.print by hash the check is the caller's
SELECT bloom_contains_hash(numbers, bloom_hash(1)), bloom_contains_hash(numbers, bloom_hash('1')), bloom_contains_hash(texts, bloom_hash('a')), bloom_contains_hash(texts, -1) FROM f;

.print a filter in the place of a value
SELECT bloom_contains(numbers, numbers) FROM f;
SELECT bloom_contains_any(numbers, 7, texts) FROM f;
SELECT bloom_add(numbers, texts) FROM f;
SELECT bloom_agg(numbers) FROM f;
SELECT bloom_add_agg(numbers, texts) FROM f;
SELECT bloom_hash(numbers) FROM f;
