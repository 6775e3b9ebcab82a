-- Made in one engine, used in the other by use.sql.
CREATE TABLE x (k integer);
INSERT INTO x SELECT value FROM generate_series(1, 12000) AS value;
CREATE TABLE made (name text, f bloomfilter);
INSERT INTO made SELECT 'neutral', bloom_agg(k) FROM x WHERE k < 0;
INSERT INTO made VALUES ('empty', bloom_new(1000));
INSERT INTO made SELECT 'list', bloom_agg(k, 1000) FROM x WHERE k <= 100;
INSERT INTO made SELECT 'list before blocks', bloom_agg(k, 1000) FROM x WHERE k <= 159;
INSERT INTO made SELECT 'blocks', bloom_agg(k, 1000) FROM x WHERE k BETWEEN 200 AND 600;
INSERT INTO made SELECT 'list of 64 KB', bloom_agg(k, 60000) FROM x WHERE k <= 8192;
INSERT INTO made SELECT 'blocks of 76 KB', bloom_agg(k, 60000) FROM x WHERE k > 100;
INSERT INTO made SELECT 'k 12', bloom_agg(k, 1000, 0.0001) FROM x WHERE k <= 1000;
INSERT INTO made SELECT 'sized by itself', bloom_agg(k) FROM x WHERE k <= 1000;
INSERT INTO made SELECT 'folded', bloom_fold(bloom_agg(k, 1000000), 0.01) FROM x WHERE k <= 10000;
INSERT INTO made SELECT 'text', bloom_agg('é' || k, 1000) FROM x WHERE k <= 500;
INSERT INTO made SELECT 'bytes', bloom_agg(CAST('b' || k AS blob), 1000) FROM x WHERE k <= 500;
INSERT INTO made SELECT 'reals', bloom_agg(k / 8.0, 1000) FROM x WHERE k <= 500;
INSERT INTO made SELECT 'numbers and text', bloom_union(bloom_agg(k, 1000), bloom_agg('é' || k, 1000)) FROM x WHERE k <= 50;
SELECT 'made', name, hex(f) FROM made ORDER BY name;
