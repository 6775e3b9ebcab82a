-- NULL, rule by rule: a stray NULL never wipes a filter.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;
\pset null NULL
CREATE TEMP TABLE one AS SELECT bloom_agg(x, 100) AS f FROM generate_series(1, 3) AS x;

-- Asking: NULL when either is.
SELECT bloom_contains(NULL, 1) AS no_filter, bloom_contains(f, NULL::integer) AS no_value, bloom_contains(f, NULL) AS bare_null,
       bloom_contains_hash(f, NULL) AS no_hash, bloom_contains_hash(NULL, 1) AS no_filter_hash, bloom_hash(NULL::integer) AS hash FROM one;
SELECT bloom_contains(NULL, 1) IS NOT FALSE AS keeps_what_has_no_filter, bloom_contains(NULL, 1) IS FALSE AS surely_new;
-- Elements are skipped; a NULL array is NULL.
SELECT bloom_contains_any(f, ARRAY[NULL, 1]) AS any_1, bloom_contains_any(f, ARRAY[NULL, -1]) AS any_0, bloom_contains_any(f, ARRAY[NULL]::integer[]) AS any_null,
       bloom_contains_all(f, ARRAY[NULL, 1]) AS all_1, bloom_contains_all(f, ARRAY[NULL, -1]) AS all_0, bloom_contains_all(f, ARRAY[NULL]::integer[]) AS all_null,
       bloom_contains_any(f, NULL::integer[]) AS any_of_null, bloom_contains_all(f, NULL) AS all_of_null,
       bloom_contains_any(NULL, ARRAY[1]) AS any_in_null, bloom_contains_all(NULL, ARRAY[1]) AS all_in_null FROM one;

-- Changing: a NULL filter stays NULL, everything else NULL changes nothing.
SELECT bloom_add(f, NULL::integer)::text = f::text AS add_null, bloom_add(f, NULL)::text = f::text AS add_bare_null, bloom_add(NULL, 1) AS to_null,
       bloom_union(f, NULL)::text = f::text AS union_null, bloom_union(NULL, f) AS union_to_null, bloom_union(NULL, NULL) AS union_nulls,
       bloom_fold(f, NULL)::text = f::text AS fold_null, bloom_fold(NULL, 0.01) AS fold_to_null FROM one;
SELECT bloom_new(NULL) AS new_1, bloom_new(NULL, 0.1) AS new_2, bloom_new(10, NULL) AS new_3, bloom_size(NULL) AS size_1, bloom_size(10, NULL) AS size_2,
       bloom_classic_bits(NULL, 0.1) AS bits_1, bloom_classic_bits(10, NULL) AS bits_2, bloom_classic_hashes(NULL, 10) AS hashes_1, bloom_classic_hashes(10, NULL) AS hashes_2;
SELECT bloom_info(NULL) AS info, bloom_cardinality(NULL) AS cardinality, bloom_current_fpp(NULL) AS current_fpp, bloom_valid(NULL) AS valid, NULL::bytea::bloomfilter AS "cast";

-- bloom_agg: NULL values are skipped.
SELECT bloom_cardinality(bloom_agg(x)), bloom_info(bloom_agg(x)) ->> 'kinds' AS kinds FROM (VALUES (1), (NULL), (2), (NULL)) AS v(x);
-- Nothing but NULLs: an empty filter of the size asked for.
SELECT bloom_info(bloom_agg(x, 1000, 0.001)) FROM (VALUES (NULL::integer), (NULL)) AS v(x);
SELECT bloom_agg(x, 1000, 0.001)::text = bloom_new(1000, 0.001)::text AS is_new FROM (VALUES (NULL::integer), (NULL)) AS v(x);
SELECT bloom_info(bloom_agg(x)) FROM (VALUES (NULL::integer)) AS v(x);
-- No row: the neutral filter, not NULL.
SELECT bloom_agg(x) AS neutral FROM (VALUES (1)) AS v(x) WHERE false;
SELECT bloom_agg(x, 1000, 0.001)::text = bloom_agg(x)::text AS same, bloom_info(bloom_agg(x)) FROM (VALUES (1)) AS v(x) WHERE false;
SELECT bloom_agg(x) FILTER (WHERE x > 5)::text = (SELECT bloom_agg(1) WHERE false)::text AS filtered FROM (VALUES (1)) AS v(x);
-- NULL parameters are the defaults.
SELECT bloom_agg(x, NULL)::text = bloom_agg(x)::text AS sized_by_itself, bloom_agg(x, 100, NULL)::text = bloom_agg(x, 100, 0.01)::text AS default_fpp,
       bloom_info(bloom_agg(x, NULL, 0.0001)) AS only_fpp FROM generate_series(1, 20) AS x;

-- The neutral filter.
CREATE TEMP TABLE neutral AS SELECT bloom_agg(1) AS n WHERE false;
SELECT bloom_contains(n, 1) AS contains, bloom_contains_any(n, ARRAY['x']) AS "any", bloom_contains_hash(n, 0) AS hash, bloom_cardinality(n), bloom_current_fpp(n),
       bloom_valid(n::bytea), bloom_fold(n, 0.01)::text = n::text AS fold FROM neutral;
SELECT bloom_union(n, f)::text = f::text AS left_neutral, bloom_union(f, n)::text = f::text AS right_neutral, bloom_union(n, n)::text = n::text AS both FROM neutral, one;
SELECT bloom_add(n, 1) FROM neutral;
SELECT bloom_add(n, NULL::integer)::text = n::text AS same FROM neutral;
SELECT bloom_add_agg(n, 1) FROM neutral;
SELECT bloom_add_agg(n, NULL::integer)::text = min(n::text) AS same FROM neutral;

-- bloom_add_agg: NULL over no row, and for a NULL filter.
SELECT bloom_add_agg(f, 1) AS no_row FROM one WHERE false;
SELECT coalesce(bloom_add_agg(f, x), (SELECT f FROM one))::text = (SELECT f FROM one)::text AS idiom FROM one, (VALUES (1)) AS v(x) WHERE false;
SELECT bloom_add_agg(NULL::bloomfilter, x) AS null_filter FROM generate_series(1, 3) AS x;
SELECT bloom_add_agg(f, x)::text = (SELECT f FROM one)::text AS only_nulls FROM one, (VALUES (NULL::integer)) AS v(x);
-- The filter is that of the first row.
SELECT bloom_add_agg(f, x ORDER BY x)::text = bloom_new(7)::text AS first FROM (VALUES (1, bloom_new(7), NULL::integer), (2, bloom_new(1000), NULL), (3, NULL, NULL)) AS v(i, f, x);
SELECT bloom_add_agg(f, x ORDER BY i) AS first_is_null FROM (VALUES (1, NULL, 5), (2, bloom_new(1000), 6)) AS v(i, f, x);

-- bloom_union_agg: NULL filters are skipped; nothing seen is the neutral filter.
SELECT bloom_union_agg(f)::text = (SELECT f FROM one)::text AS skipped FROM (SELECT f FROM one UNION ALL SELECT NULL) AS u;
SELECT bloom_union_agg(f)::text = (SELECT n FROM neutral)::text AS no_row FROM one WHERE false;
SELECT bloom_union_agg(NULL)::text = (SELECT n FROM neutral)::text AS only_nulls FROM one;
SELECT bloom_union_agg(f)::text = (SELECT n FROM neutral)::text AS only_neutral FROM (SELECT n AS f FROM neutral UNION ALL SELECT NULL) AS u;
