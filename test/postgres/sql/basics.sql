-- The first screen: what a filter is for, and every scalar function once.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;

CREATE TEMP TABLE filters AS
  SELECT bloom_agg(x) AS f, bloom_agg(x, 1000) AS sized FROM generate_series(1, 1000) AS x;

-- No false negative; false positives as asked for.
SELECT count(*) FROM filters, generate_series(1, 1000) AS x WHERE bloom_contains(f, x);
SELECT count(*) BETWEEN 850 AND 1150 AS one_percent
  FROM filters, generate_series(1001, 101000) AS x WHERE bloom_contains(f, x);
SELECT bloom_contains(f, 1) AS there, bloom_contains(f, -1) AS absent,
       bloom_contains_any(f, ARRAY[-1, 7]) AS any, bloom_contains_all(f, ARRAY[-1, 7]) AS "all",
       bloom_contains_hash(f, bloom_hash(7)) AS by_hash
  FROM filters;

-- What is known of a filter.
SELECT bloom_info(f) FROM filters;
SELECT bloom_info(sized) FROM filters;
SELECT bloom_cardinality(f), round(bloom_current_fpp(f)::numeric, 4) AS current_fpp,
       length(f::bytea) AS bytes, bloom_size(1000) AS promised, bloom_valid(f::bytea) AS valid
  FROM filters;

-- New, add, merge.
SELECT bloom_info(bloom_new(1e6)), length(bloom_new(1e6)::bytea) AS bytes;
SELECT bloom_info(bloom_add(bloom_add(bloom_new(100, 0.001), 'one'), 'two'));
SELECT bloom_union(a, b)::text = (SELECT bloom_agg(x, 1000)::text FROM generate_series(1, 300) AS x) AS exact
  FROM (SELECT bloom_agg(x, 1000) AS a FROM generate_series(1, 200) AS x) AS a,
       (SELECT bloom_agg(x, 1000) AS b FROM generate_series(150, 300) AS x) AS b;
SELECT bloom_add_agg(bloom_new(1000), x)::text = (SELECT bloom_agg(x, 1000)::text FROM generate_series(1, 50) AS x) AS same
  FROM generate_series(1, 50) AS x;
SELECT bloom_union_agg(f)::text = (SELECT bloom_agg(x, 1000)::text FROM generate_series(1, 400) AS x) AS same
  FROM (SELECT bloom_agg(x, 1000) AS f FROM generate_series(1, 400) AS x GROUP BY x % 7) AS parts;

-- Fold: a filter made for a million keys that got ten thousand.
SELECT length(big::bytea) AS before, length(bloom_fold(big, 0.01)::bytea) AS after,
       (SELECT count(*) FROM generate_series(1, 10000) AS x WHERE bloom_contains(bloom_fold(big, 0.01), x)) AS found
  FROM (SELECT bloom_agg(x, 1e6) AS big FROM generate_series(1, 10000) AS x) AS b;

-- Sizes, and the classic formulas for filters of other programs.
SELECT bloom_size(0), bloom_size(1), bloom_size(1e6), bloom_size(1e6, 0.001);
SELECT bloom_classic_bits(1000000, 0.01), bloom_classic_hashes(1000000, 9585058);

-- The functions do not depend on search_path.
SELECT extnamespace::regnamespace AS schema FROM pg_extension WHERE extname = 'bloomfilter' \gset
SET search_path = '';
SELECT :schema.bloom_contains(:schema.bloom_agg(x), 3) FROM pg_catalog.generate_series(1, 5) AS x;
