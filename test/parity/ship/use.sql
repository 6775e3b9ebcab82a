SELECT 'received what is made here', m.name, CASE WHEN hex(m.f) = hex(r.f) THEN 'same' ELSE 'different' END FROM made AS m LEFT JOIN received AS r ON m.name = r.name ORDER BY m.name;
SELECT 'valid', name, CAST(bloom_valid(f) AS integer) FROM received ORDER BY name;
SELECT 'info', name, bloom_info(f), bloom_hash(bloom_cardinality(f)), bloom_hash(bloom_current_fpp(f)) FROM received ORDER BY name;
SELECT 'probed with numbers', name, k, CAST(bloom_contains(f, k) AS integer) FROM received, x WHERE k % 7 = 0 AND k < 1400 AND name NOT IN ('text', 'bytes') ORDER BY name, k;
SELECT 'probed with reals', k, CAST(bloom_contains(f, k / 8.0) AS integer) FROM received, x WHERE name = 'reals' AND k <= 1000 ORDER BY k;
SELECT 'probed with text', name, k, CAST(bloom_contains(f, 'é' || k) AS integer) FROM received, x WHERE name IN ('text', 'numbers and text') AND k <= 1000 ORDER BY name, k;
SELECT 'probed with bytes', k, CAST(bloom_contains(f, CAST('b' || k AS blob)) AS integer) FROM received, x WHERE name = 'bytes' AND k <= 1000 ORDER BY k;
SELECT 'every key is found', sum(CAST(bloom_contains(f, k) AS integer)) FROM received, x WHERE (name = 'list' AND k <= 100) OR (name = 'list of 64 KB' AND k <= 8192) OR (name = 'blocks of 76 KB' AND k > 100) OR (name = 'k 12' AND k <= 1000) OR (name = 'folded' AND k <= 10000);
SELECT 'extended', name, hex(bloom_add(f, 77777)) FROM received WHERE name <> 'neutral' ORDER BY name;
SELECT 'extended by many', name, bloom_hash(hex(bloom_add_agg(f, k))), bloom_info(bloom_add_agg(f, k)) FROM received, x WHERE name <> 'neutral' GROUP BY name ORDER BY name;
SELECT 'extended to blocks is building at once', CASE WHEN (SELECT hex(bloom_add(f, 160)) FROM received WHERE name = 'list before blocks') = (SELECT hex(bloom_agg(k, 1000)) FROM x WHERE k <= 160) THEN 'same' ELSE 'different' END;
SELECT 'extended with a key that is in', name, CASE WHEN hex(bloom_add(f, 100)) = hex(f) THEN 'same' ELSE 'different' END FROM received WHERE name IN ('list', 'list of 64 KB', 'k 12', 'folded') ORDER BY name;
SELECT 'united with what is made here', r.name, m.name, bloom_hash(hex(bloom_union(r.f, m.f))), bloom_info(bloom_union(r.f, m.f)) FROM received AS r, made AS m
  WHERE r.name IN ('neutral', 'empty', 'list', 'list before blocks', 'blocks', 'text', 'numbers and text') AND m.name IN ('neutral', 'empty', 'list', 'list before blocks', 'blocks', 'bytes', 'reals') ORDER BY r.name, m.name;
SELECT 'united with what is made here, 64 KB', r.name, m.name, bloom_hash(hex(bloom_union(r.f, m.f))), bloom_info(bloom_union(r.f, m.f)) FROM received AS r, made AS m WHERE r.name LIKE '%KB' AND m.name LIKE '%KB' ORDER BY r.name, m.name;
SELECT 'united, the whole', CASE WHEN (SELECT hex(bloom_union(r.f, m.f)) FROM received AS r, made AS m WHERE r.name = 'list of 64 KB' AND m.name = 'blocks of 76 KB') = (SELECT hex(bloom_agg(k, 60000)) FROM x) THEN 'same' ELSE 'different' END;
SELECT 'folded', name, bloom_hash(hex(bloom_fold(f, 0.3))), bloom_info(bloom_fold(f, 0.3)) FROM received ORDER BY name;
