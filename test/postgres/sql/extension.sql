-- The extension itself: what it owns, where it can be, and what it promises the planner.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomfilter;
RESET client_min_messages;

-- Scripts: one that installs the default version; each update is named from--to.
SELECT default_version = installed_version AS newest FROM pg_available_extensions WHERE name = 'bloomfilter';
SELECT trusted, relocatable, superuser FROM pg_available_extension_versions WHERE name = 'bloomfilter' AND version = (SELECT default_version FROM pg_available_extensions WHERE name = 'bloomfilter');
SELECT count(*) AS versions_without_a_path FROM pg_extension_update_paths('bloomfilter') WHERE target = (SELECT default_version FROM pg_available_extensions WHERE name = 'bloomfilter') AND path IS NULL;

-- Every function is immutable and parallel safe.
SELECT DISTINCT provolatile, proparallel, proleakproof FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
 WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomfilter');
-- Overloads: name, how many, strict, cost.
SELECT proname, prokind, count(*), bool_and(proisstrict) AS strict, max(procost) AS cost FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
 WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomfilter') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT aggtranstype::regtype, count(*), bool_and(aggcombinefn <> 0) AS combines, bool_and(aggserialfn = 0) AS no_serial, bool_and(aggfinalmodify = 'r') AS final_reads, min(aggtransspace) AS space, bool_and(proparallel = 's') AS parallel
  FROM pg_aggregate JOIN pg_proc ON oid = aggfnoid WHERE proname LIKE 'bloom\_%' GROUP BY 1;
SELECT typname, typlen, typalign, typstorage, typsend <> 0 AND typreceive <> 0 AS binary FROM pg_type WHERE typname IN ('bloomfilter', 'bloom_state') ORDER BY 1;

-- In another schema, with nothing in search_path: functions, casts, aggregates.
CREATE SCHEMA bloomfilter_elsewhere;
SELECT extnamespace::regnamespace AS home FROM pg_extension WHERE extname = 'bloomfilter' \gset
CREATE TABLE extension_rows AS SELECT bloom_agg(x) AS f, bloom_agg(x)::bytea AS b FROM generate_series(1, 100) AS x;
ALTER EXTENSION bloomfilter SET SCHEMA bloomfilter_elsewhere;
SET search_path = '';
SELECT bloomfilter_elsewhere.bloom_contains(f, 5), bloomfilter_elsewhere.bloom_contains(b, 5), bloomfilter_elsewhere.bloom_cardinality(bloomfilter_elsewhere.bloom_agg(x, 10)) FROM public.extension_rows, pg_catalog.generate_series(1, 3) AS x GROUP BY 1, 2;
SELECT bloomfilter_elsewhere.bloom_contains(f, f) FROM public.extension_rows;
RESET search_path;
SELECT format('ALTER EXTENSION bloomfilter SET SCHEMA %I', :'home') AS back \gset
:back;
DROP SCHEMA bloomfilter_elsewhere;
DROP TABLE extension_rows;

-- By a user who may only create in the database; gone without a trace when dropped.
SET client_min_messages = warning;
BEGIN;
DROP EXTENSION bloomfilter CASCADE;
SELECT count(*) AS left_over FROM pg_proc WHERE probin LIKE '%bloomfilter%';
CREATE ROLE bloomfilter_user;
SELECT format('GRANT CREATE ON DATABASE %I TO bloomfilter_user', current_database()) AS grant \gset
:grant;
CREATE SCHEMA AUTHORIZATION bloomfilter_user;
SET ROLE bloomfilter_user;
CREATE EXTENSION bloomfilter SCHEMA bloomfilter_user;
SELECT bloomfilter_user.bloom_cardinality(bloomfilter_user.bloom_agg(x)) FROM generate_series(1, 7) AS x;
RESET ROLE;
ROLLBACK;
SELECT bloom_cardinality(bloom_agg(x)) FROM generate_series(1, 7) AS x;
