-- The aggregates over window frames: what starts at UNBOUNDED PRECEDING works, a moving start is an error.
.load ./bloomfilter
.nullvalue NULL
CREATE TABLE n (i INTEGER PRIMARY KEY, v INTEGER);
INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 300) SELECT i, i * 7 % 250 FROM s;

.print OVER (): every row has the filter of all
SELECT count(*), count(DISTINCT f), min(f) = (SELECT bloom_agg(v, 1000) FROM n) FROM (SELECT bloom_agg(v, 1000) OVER () AS f FROM n);
.print a running frame: each row has the filter of the rows up to it, through list and blocks
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i <= r.i)) FROM (SELECT i, bloom_agg(v, 1000) OVER (ORDER BY i) AS f FROM n) r;
SELECT count(*), sum(f = (SELECT bloom_agg(v) FROM n m WHERE m.i <= r.i)) FROM (SELECT i, bloom_agg(v) OVER (ORDER BY i) AS f FROM n) r;
.print seen before? The frame of the first row is empty: the neutral filter
SELECT v, bloom_contains(bloom_agg(v, 100) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), v)
  FROM (SELECT 1 AS v UNION ALL SELECT 2 UNION ALL SELECT 1 UNION ALL SELECT 3 UNION ALL SELECT 2);
.print the whole partition, in each
SELECT i % 3, count(*), count(DISTINCT f), min(f) = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i % 3 = r.i % 3)
  FROM (SELECT i, bloom_agg(v, 1000) OVER (PARTITION BY i % 3) AS f FROM n) r GROUP BY 1;
.print peers, RANGE and GROUPS
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i / 10 <= r.i / 10)) FROM (SELECT i, bloom_agg(v, 1000) OVER (ORDER BY i / 10) AS f FROM n) r;
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i / 10 <= r.i / 10 + 1)) FROM (SELECT i, bloom_agg(v, 1000) OVER (ORDER BY i / 10 GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS f FROM n) r;
.print EXCLUDE makes each frame anew
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i <= 20 AND m.i <> r.i)) FROM (SELECT i, bloom_agg(v, 1000) OVER (ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) AS f FROM n WHERE i <= 20) r;
.print FILTER, and NULL values
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i <= r.i AND m.i % 2 = 0)) FROM (SELECT i, bloom_agg(v, 1000) FILTER (WHERE i % 2 = 0) OVER (ORDER BY i) AS f FROM n) r;
SELECT count(*), sum(f = (SELECT bloom_agg(CASE WHEN m.i % 2 = 0 THEN v END, 1000) FROM n m WHERE m.i <= r.i)) FROM (SELECT i, bloom_agg(CASE WHEN i % 2 = 0 THEN v END, 1000) OVER (ORDER BY i) AS f FROM n) r;
.print bloom_union_agg and bloom_add_agg
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i <= r.i)) FROM (SELECT i, bloom_union_agg(bloom_add(bloom_new(1000), v)) OVER (ORDER BY i) AS f FROM n) r;
SELECT count(*), sum(f = (SELECT bloom_agg(v, 1000) FROM n m WHERE m.i <= r.i)) FROM (SELECT i, bloom_add_agg(bloom_new(1000), v) OVER (ORDER BY i) AS f FROM n) r;
SELECT i, bloom_add_agg(bloom_new(1000), v) OVER w IS NULL, bloom_union_agg(bloom_new(1000)) OVER w = (SELECT bloom_agg(1) WHERE 0)
  FROM n WHERE i <= 2 WINDOW w AS (ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);
.print an error in a row of the frame
SELECT count(f) FROM (SELECT bloom_agg(v, i) OVER (ORDER BY i) AS f FROM n WHERE i < 3);
.print moving frames
SELECT count(f) FROM (SELECT bloom_agg(v, 1000) OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS f FROM n WHERE i > 5);
SELECT count(f) FROM (SELECT bloom_agg(v, 1000) OVER (ORDER BY i ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS f FROM n WHERE i > 5);
SELECT count(f) FROM (SELECT bloom_union_agg(bloom_new(1000)) OVER (ORDER BY i ROWS 1 PRECEDING) AS f FROM n WHERE i > 5);
SELECT count(f) FROM (SELECT bloom_add_agg(bloom_new(1000), v) OVER (ORDER BY i ROWS 1 PRECEDING) AS f FROM n WHERE i > 5);
