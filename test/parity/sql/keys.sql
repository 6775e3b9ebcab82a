-- The hash of a key, for every kind of key; and a filter over them all.
CREATE TABLE i (v bigint);
INSERT INTO i VALUES (0), (1), (-1), (2), (7), (-7), (127), (128), (-128), (-129), (255), (256), (32767), (32768),
  (-32768), (-32769), (65535), (65536), (2147483647), (2147483648), (-2147483648), (-2147483649), (4294967295),
  (4294967296), (9007199254740991), (9007199254740992), (9007199254740993), (-9007199254740991), (-9007199254740992),
  (-9007199254740993), (4611686018427387904), (9223372036854775806), (9223372036854775807), (-9223372036854775807);
INSERT INTO i SELECT -9223372036854775807 - 1;

SELECT 'bigint', v, bloom_hash(v) FROM i ORDER BY v;
SELECT 'integer', v, bloom_hash(CAST(v AS integer)) FROM i WHERE v BETWEEN -2147483648 AND 2147483647 ORDER BY v;
SELECT 'smallint', v, bloom_hash(CAST(v AS smallint)) FROM i WHERE v BETWEEN -32768 AND 32767 ORDER BY v;
SELECT 'oid', v, bloom_hash(CAST(v AS oid)) FROM i WHERE v BETWEEN 0 AND 4294967295 ORDER BY v;
SELECT 'numeric that is an integer', v, bloom_hash(CAST(v AS numeric)) FROM i ORDER BY v;
SELECT 'numeric with zeroes', bloom_hash(CAST(5.00 AS numeric)), bloom_hash(CAST(-3.0 AS numeric)), bloom_hash(CAST(0.000 AS numeric));
SELECT 'real that is an integer', v, bloom_hash(CAST(v AS double precision)) FROM i WHERE v BETWEEN -9007199254740992 AND 9007199254740992 ORDER BY v;
SELECT 'boolean', bloom_hash(TRUE), bloom_hash(FALSE), bloom_hash(1 = 1), bloom_hash(1 = 2);
SELECT 'integer literals', bloom_hash(0), bloom_hash(1), bloom_hash(-1), bloom_hash(2147483648), bloom_hash(9223372036854775807), bloom_hash(-9223372036854775808);

-- Products of what both engines read alike; SQLite before 3.47 reads some long literals one bit off.
CREATE TABLE r (name text, v double precision);
INSERT INTO r VALUES
  ('0', 0.0), ('-0', CAST(0 AS double precision) * -1), ('half', 0.5), ('-half', -0.5), ('tenth', 0.1), ('-tenth', -0.1),
  ('1.5', 1.5), ('pi', 3.141592653589793), ('million and a half', 1000000.5), ('5', 5.0), ('-5', -5.0), ('third', 1.0 / 3.0),
  ('2^31', 2147483648.0), ('2^53 - 1', 9007199254740991.0), ('2^53', 9007199254740992.0), ('2^53 + 2', 9007199254740994.0),
  ('2^52 + half', 4503599627370496.5), ('2^62', 4611686018427387904.0),
  ('1e15', 1e15), ('1e22', 1e22);
INSERT INTO r SELECT '2^63', CAST(4611686018427387904.0 AS double precision) * 2;
INSERT INTO r SELECT '-2^63', CAST(4611686018427387904.0 AS double precision) * -2;
INSERT INTO r SELECT 'below 2^63', CAST(4503599627370495.5 AS double precision) * 2048;
INSERT INTO r SELECT 'below -2^63', CAST(4503599627370496.5 AS double precision) * -2048 * 1;
INSERT INTO r SELECT '2^64', CAST(4611686018427387904.0 AS double precision) * 4;
INSERT INTO r SELECT '1e23', CAST(5960464477539062.0 AS double precision) * 16777216;
INSERT INTO r SELECT 'above 1e23', CAST(5960464477539063.0 AS double precision) * 16777216;
INSERT INTO r SELECT '2^300', v * v * v * v * (v * v * v * v) * (v * v) FROM (SELECT CAST(1073741824 AS double precision) AS v) AS t;
INSERT INTO r SELECT '2^-300', 1 / v FROM r WHERE name = '2^300';
INSERT INTO r SELECT '2^-900', v * v * v FROM r WHERE name = '2^-300';
INSERT INTO r SELECT '2^900', 1 / v FROM r WHERE name = '2^-900';
INSERT INTO r SELECT '3 * 2^900', 3 * v FROM r WHERE name = '2^900';
INSERT INTO r SELECT '1e300', 1e300;
INSERT INTO r SELECT 'smallest normal', v / 5070602400912917605986812821504.0 / 1048576 FROM r WHERE name = '2^-900';
INSERT INTO r SELECT 'denormal', v / 4 FROM r WHERE name = 'smallest normal';
INSERT INTO r SELECT 'smallest', v / 4503599627370496.0 FROM r WHERE name = 'smallest normal';
INSERT INTO r SELECT name, x FROM special;

SELECT 'double precision', name, bloom_hash(v) FROM r ORDER BY name;
SELECT 'the table is what it says', count(*), count(DISTINCT v), sum(CASE WHEN v = 0 THEN 1 ELSE 0 END), sum(CASE WHEN v > 0 AND v < 1e-300 THEN 1 ELSE 0 END) FROM r;
SELECT 'the smallest is below the denormal', CAST(min(v) * 4503599627370496.0 = max(v) * 4 AS integer), count(*) FROM r WHERE name IN ('smallest', 'denormal');
SELECT 'real literals', bloom_hash(0.5), bloom_hash(-0.5), bloom_hash(0.1), bloom_hash(1.25), bloom_hash(1e10), bloom_hash(0.0), bloom_hash(-0.0);
SELECT 'equal numbers', CASE WHEN count(DISTINCT h) = 1 THEN 'same' ELSE 'different' END FROM (SELECT bloom_hash(5) AS h UNION ALL SELECT bloom_hash(5.0) UNION ALL SELECT bloom_hash(CAST(5 AS smallint)) UNION ALL SELECT bloom_hash(CAST(5 AS double precision)) UNION ALL SELECT bloom_hash(CAST(5.000 AS numeric))) AS t;

CREATE TABLE t (name text, v text);
INSERT INTO t VALUES ('empty', ''), ('a', 'a'), ('A', 'A'), ('digits', '5'), ('blank', ' '), ('trailing', 'ab '), ('trailing 2', 'ab  '),
  ('leading', ' ab'), ('no blank', 'ab'), ('quote', 'it''s'), ('backslash', 'a\b'), ('tab', 'a	b'), ('two bytes', 'é'),
  ('decomposed', 'é'), ('three bytes', '€'), ('four bytes', '😀'), ('mixed', 'aé€😀'), ('han', '漢字'),
  ('hebrew', 'שלום'), ('private', ''), ('last', '􏿿'), ('bom', '﻿x'), ('nbsp', 'ab ');
INSERT INTO t VALUES ('sixteen', 'abcdefghijklmnop'), ('seventeen', 'abcdefghijklmnopq');
INSERT INTO t SELECT 'three hundred', v || v || v || v || v || v || v || v || v || v || v || v FROM (SELECT 'one of 25 bytes, repeated' AS v) AS s;
INSERT INTO t SELECT 'long utf-8', v || v || v || v || v || v || v || v || v || v || v || v FROM (SELECT 'aé€😀漢字שלום' AS v) AS s;

SELECT 'text', name, length(v), bloom_hash(v) FROM t ORDER BY name;
SELECT 'varchar', name, bloom_hash(CAST(v AS varchar(400))) FROM t ORDER BY name;
SELECT 'char(n)', bloom_hash(CAST('ab' AS char(2))), bloom_hash(CAST('ab' AS char(5))), bloom_hash(CAST('é' AS char(9))), bloom_hash(CAST('' AS char(4)));
SELECT 'text literals', bloom_hash(''), bloom_hash('a'), bloom_hash('5'), bloom_hash('é'), bloom_hash('😀');
SELECT 'text of each length', value, bloom_hash(substr(v, 1, CAST(value AS integer))) FROM generate_series(0, 300) AS value, t WHERE t.name = 'three hundred' ORDER BY value;

CREATE TABLE b (name text, v blob);
INSERT INTO b VALUES ('empty', CAST(x'' AS blob)), ('zero', CAST(x'00' AS blob)), ('zeroes', CAST(x'0000000000000000' AS blob)),
  ('ff', CAST(x'ff' AS blob)), ('five as a key', CAST(x'0500000000000000' AS blob)), ('ascii', CAST(x'6162' AS blob)),
  ('no utf-8', CAST(x'c328ff00fe' AS blob)), ('nul inside', CAST(x'610062' AS blob)), ('the magic alone', CAST(x'b16f6f6d' AS blob)),
  ('magic and more', CAST(x'b16f6f6d0100000800' AS blob));
INSERT INTO b SELECT 'three hundred', CAST(x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b' AS blob);

SELECT 'blob', name, length(v), bloom_hash(v) FROM b ORDER BY name;
SELECT 'blob of each length', value, bloom_hash(substr(v, 1, CAST(value AS integer))) FROM generate_series(0, 300) AS value, b WHERE b.name = 'three hundred' ORDER BY value;
SELECT 'uuid', name, bloom_hash(u) FROM uuids ORDER BY name;

-- What the kinds leave in the bytes.
SELECT 'filter of integers', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 10, 0.5)) FROM i;
SELECT 'filter of reals', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 10, 0.5)) FROM r;
SELECT 'filter of text', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 10, 0.5)) FROM t;
SELECT 'filter of blobs', hex(bloom_agg(v)), hex(bloom_agg(v, 1000)), hex(bloom_agg(v, 10, 0.5)) FROM b;
SELECT 'filter of uuids', hex(bloom_agg(u)), hex(bloom_agg(u, 1000)), hex(bloom_agg(u, 10, 0.5)) FROM uuids;
SELECT 'filter of booleans', hex(bloom_agg(v > 0, 1000)) FROM i;

CREATE TABLE f (name text, f bloomfilter);
INSERT INTO f SELECT 'i', bloom_agg(v, 1000) FROM i;
INSERT INTO f SELECT 'r', bloom_agg(v, 1000) FROM r;
INSERT INTO f SELECT 't', bloom_agg(v, 1000) FROM t;
INSERT INTO f SELECT 'b', bloom_agg(v, 1000) FROM b;
SELECT 'kinds together', a.name, b.name, hex(bloom_union(a.f, b.f)), bloom_info(bloom_union(a.f, b.f)) FROM f AS a, f AS b ORDER BY 2, 3;
SELECT 'all found', CASE WHEN min(CAST(bloom_contains(f, v) AS integer)) = 1 THEN 'same' ELSE 'different' END, count(*) FROM f, i WHERE f.name = 'i';
SELECT 'all found', CASE WHEN min(CAST(bloom_contains(f, v) AS integer)) = 1 THEN 'same' ELSE 'different' END, count(*) FROM f, r WHERE f.name = 'r';
SELECT 'all found', CASE WHEN min(CAST(bloom_contains(f, v) AS integer)) = 1 THEN 'same' ELSE 'different' END, count(*) FROM f, t WHERE f.name = 't';
SELECT 'all found', CASE WHEN min(CAST(bloom_contains(f, v) AS integer)) = 1 THEN 'same' ELSE 'different' END, count(*) FROM f, b WHERE f.name = 'b';
SELECT 'found by another type', r.name, CAST(bloom_contains(f, r.v) AS integer) FROM f, r WHERE f.name = 'i' ORDER BY 2;
SELECT 'found by another type', i.v, CAST(bloom_contains(f, i.v) AS integer) FROM f, i WHERE f.name = 'r' ORDER BY 2;
