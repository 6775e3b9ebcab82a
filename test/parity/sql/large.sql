-- Sized by itself above 4194304 distinct keys, where the exact table ends; PostgreSQL runs it in parallel.
CREATE TABLE large (k bigint);
INSERT INTO large SELECT CAST(value AS bigint) * 1000 FROM generate_series(1, 4194310) AS value;
ANALYZE large;
SELECT 'the last exact size', bloom_info(f), bloom_hash(hex(f)) FROM (SELECT bloom_agg(k) AS f FROM large WHERE k <= 4194304000) AS s;
SELECT 'the first above', bloom_info(f), bloom_hash(hex(f)) FROM (SELECT bloom_agg(k) AS f FROM large WHERE k <= 4194305000) AS s;
