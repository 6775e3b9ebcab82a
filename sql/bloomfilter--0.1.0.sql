\echo Use "CREATE EXTENSION bloomfilter" to load this file. \quit

-- bloomfilter for PostgreSQL: every function, with what it takes, does about NULL, and costs.
-- docs/reference.md has the same at length.  Nothing here depends on search_path.
--
-- A function that takes a value has seven overloads, no fewer: with smallint and bigint but no
-- integer, a call with an integer would be ambiguous.  The exact ones are what Citus needs, which
-- calls functions without an expression to tell a type from; anyelement takes oid, boolean, real,
-- double precision, numeric, varchar, char(n), name, and domains, and refuses every other type.

-- ------------------------------------------------------------------------------------ types

-- A filter.  Kept uncompressed (EXTERNAL), since a slice of a compressed value means
-- decompressing all that precedes it.  Aligned as bytea is, so that they share their bytes.
CREATE TYPE bloomfilter;
CREATE FUNCTION bloomfilter_in(cstring) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloomfilter_out(bloomfilter) RETURNS cstring AS 'MODULE_PATHNAME', 'bloomfilter_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloomfilter_recv(internal) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloomfilter_send(bloomfilter) RETURNS bytea AS 'MODULE_PATHNAME', 'bloomfilter_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE bloomfilter (
  INPUT = bloomfilter_in, OUTPUT = bloomfilter_out, RECEIVE = bloomfilter_recv, SEND = bloomfilter_send,
  INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
COMMENT ON TYPE bloomfilter IS 'a Bloom filter: the same bytes in PostgreSQL and SQLite';

-- What the aggregates below keep while they run.  Not "internal", so that PostgreSQL and Citus
-- can send it from one process or server to another; double alignment, so that it is changed in
-- place.  Not for storing: its bytes are good for one version on one kind of machine.
CREATE TYPE bloom_state;
CREATE FUNCTION bloom_state_in(cstring) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_state_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_state_out(bloom_state) RETURNS cstring AS 'MODULE_PATHNAME', 'bloomfilter_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_state_recv(internal) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_state_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_state_send(bloom_state) RETURNS bytea AS 'MODULE_PATHNAME', 'bloomfilter_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE bloom_state (
  INPUT = bloom_state_in, OUTPUT = bloom_state_out, RECEIVE = bloom_state_recv, SEND = bloom_state_send,
  INTERNALLENGTH = VARIABLE, ALIGNMENT = double, STORAGE = external
);
COMMENT ON TYPE bloom_state IS 'internal state of the bloom_ aggregates';

-- ------------------------------------------------------------------------------------ casts

-- Implicit, so that a filter kept in a column of type bytea works in every call.  Checks length
-- and header and returns its very argument: 64 bytes of a stored filter are read.
CREATE FUNCTION bloomfilter(bytea) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_from_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (bytea AS bloomfilter) WITH FUNCTION bloomfilter(bytea) AS IMPLICIT;
-- Not implicit: bloom_agg(f) would be ambiguous, and f || f a bytea without a word.
CREATE CAST (bloomfilter AS bytea) WITHOUT FUNCTION AS ASSIGNMENT;

-- bloom_valid(bytes): whether these are a filter, body included.  Never an error; NULL for NULL.
-- Reads all bytes.  For CHECK constraints.
CREATE FUNCTION bloom_valid(bytes bytea) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_valid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

-- ----------------------------------------------------------------------------------- asking

-- bloom_contains(filter, value): true, maybe in the set; false, definitely not.  NULL when either
-- is NULL.  An error when the filter holds keys, and none of the value's kind.  Reads one block; of
-- a stored filter 64 bytes and the one block, until fetching it whole is cheaper.  COST 10 lets
-- the planner do the cheap conditions first.
CREATE FUNCTION bloom_contains(filter bloomfilter, value smallint) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_int2' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value integer) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_int4' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value bigint) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_int8' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value text) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value bytea) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value uuid) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_uuid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains(filter bloomfilter, value anyelement) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_any' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- bloom_contains_any(filter, elements), bloom_contains_all(filter, elements): of an array.  NULL elements
-- are skipped; no elements: any is false, all is true.  NULL when either argument is NULL.  Stops
-- at the first element that decides.  anycompatiblearray takes a bare '{a,b}' for text[]; with
-- anyarray that is an error, and with text[] beside it varchar[] is ambiguous.
CREATE FUNCTION bloom_contains_any(filter bloomfilter, elements anycompatiblearray) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_any_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION bloom_contains_all(filter bloomfilter, elements anycompatiblearray) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_all_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- bloom_hash(value): the 64 bits that stand for the value in every filter.  NULL for NULL.
CREATE FUNCTION bloom_hash(value smallint) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_int2' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value integer) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_int4' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value bigint) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_int8' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value text) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value bytea) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value uuid) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_uuid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_hash(value anyelement) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_hash_any' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- bloom_contains_hash(filter, hash): bloom_contains with bloom_hash(value) at hand.  What kind of
-- value it was is not known, so it is not checked.  NULL when either is NULL.
CREATE FUNCTION bloom_contains_hash(filter bloomfilter, hash bigint) RETURNS boolean AS 'MODULE_PATHNAME', 'bloomfilter_contains_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- ----------------------------------------------------------------------------------- making

-- bloom_new(expected, fpp): an empty filter for that many keys.  NULL when either is NULL.
CREATE FUNCTION bloom_new(expected double precision, fpp double precision DEFAULT 0.01) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_new' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- bloom_add(filter, value): the filter with the value.  A NULL filter stays NULL; a NULL value
-- changes nothing.  When nothing changes it returns its very argument, and an UPDATE keeps the
-- stored value.  Otherwise it copies the filter: use bloom_add_agg for many values.
CREATE FUNCTION bloom_add(filter bloomfilter, value smallint) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_int2' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value integer) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_int4' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value bigint) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_int8' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value text) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_text' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value bytea) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value uuid) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_uuid' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_add(filter bloomfilter, value anyelement) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_any' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

-- bloom_union(a, b): all keys of both, exactly.  NULL when a is NULL, a when b is.  They must have
-- been made with the same expected and fpp, or one be the filter of an aggregate without rows.
CREATE FUNCTION bloom_union(a bloomfilter, b bloomfilter) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_union' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

-- bloom_fold(filter, fpp): the smallest exact fold that meets fpp with the keys it holds now.  NULL
-- when filter is NULL, filter when fpp is.
CREATE FUNCTION bloom_fold(filter bloomfilter, fpp double precision) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_fold' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

-- --------------------------------------------------------------------------------- knowing

-- bloom_cardinality(filter): about how many distinct keys; bloom_current_fpp(filter): the
-- false-positive rate at today's fill; bloom_info(filter): all that is known of it.  NULL for NULL.
-- They read the whole filter.
CREATE FUNCTION bloom_cardinality(filter bloomfilter) RETURNS double precision AS 'MODULE_PATHNAME', 'bloomfilter_cardinality' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_current_fpp(filter bloomfilter) RETURNS double precision AS 'MODULE_PATHNAME', 'bloomfilter_current_fpp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION bloom_info(filter bloomfilter) RETURNS json AS 'MODULE_PATHNAME', 'bloomfilter_info' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

-- bloom_size(expected, fpp): bytes that a filter for that many keys may grow to.  NULL for NULL.
CREATE FUNCTION bloom_size(expected double precision, fpp double precision DEFAULT 0.01) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_size' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- bloom_classic_bits(expected, fpp), bloom_classic_hashes(expected, bits): the classic formulas, for
-- filters of other programs.  They say nothing of the filters made here: see bloom_size.  NULL for
-- NULL.
CREATE FUNCTION bloom_classic_bits(expected double precision, fpp double precision) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_classic_bits' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bloom_classic_hashes(expected double precision, bits bigint) RETURNS bigint AS 'MODULE_PATHNAME', 'bloomfilter_classic_hashes' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- ------------------------------------------------------------------------------- aggregates
--
-- States are made by these functions alone, and only inside an aggregate.
-- SSPACE: a state has 160 bytes at first, then 16 to 32 for each distinct key, then the size of its
-- filter.  4 kB is a group of 128 to 250 keys.  The planner takes it for the size of every group,
-- and the executor starts no more groups in memory than would fit: larger groups need more memory
-- than that when they are hashed, as those of array_agg do.

-- bloom_agg(value [, expected [, fpp]]): the filter of a column.  NULL values are skipped.  No rows
-- give the neutral filter, never NULL.  expected and fpp come from the first row and must be the
-- same in all; expected NULL or not given: sized to the distinct keys; fpp NULL or not given: 0.01.
-- Without expected a group needs up to 64 MB while it has up to 4 million distinct keys.
CREATE FUNCTION bloom_agg_transfn(bloom_state, smallint) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int2' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, smallint, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int2' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, smallint, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int2' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, integer) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int4' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, integer, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int4' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, integer, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int4' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bigint) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int8' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bigint, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int8' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bigint, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_int8' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, text) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, text, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, text, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bytea) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bytea, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, bytea, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, uuid) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_uuid' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, uuid, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_uuid' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, uuid, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_uuid' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, anyelement) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_any' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, anyelement, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_any' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_transfn(bloom_state, anyelement, double precision, double precision) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_any' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_combinefn(bloom_state, bloom_state) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_agg_combine' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_agg_finalfn(bloom_state) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_agg_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE bloom_agg(value smallint) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value smallint, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value smallint, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value integer) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value integer, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value integer, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bigint) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bigint, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bigint, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value text) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value text, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value text, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bytea) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bytea, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value bytea, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value uuid) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value uuid, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value uuid, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value anyelement) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value anyelement, expected double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_agg(value anyelement, expected double precision, fpp double precision) (SFUNC = bloom_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_agg_finalfn, COMBINEFUNC = bloom_agg_combinefn, PARALLEL = SAFE);

-- bloom_add_agg(filter, value): the filter of the first row with all values added, in one rewrite.
-- NULL values are skipped.  NULL when that filter is NULL, and when there are no rows, since it has
-- not seen its filter then: write coalesce(bloom_add_agg(f, x), f).  The filter has to be the same
-- in all rows of a group: each worker of a parallel plan takes that of its own first row.
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, smallint) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_int2' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, integer) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_int4' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, bigint) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_int8' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, text) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, bytea) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, uuid) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_uuid' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_transfn(bloom_state, bloomfilter, anyelement) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_any' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_combinefn(bloom_state, bloom_state) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_combine' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_add_agg_finalfn(bloom_state) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_add_agg_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value smallint) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value integer) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value bigint) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value text) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value bytea) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value uuid) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);
CREATE AGGREGATE bloom_add_agg(filter bloomfilter, value anyelement) (SFUNC = bloom_add_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_add_agg_finalfn, COMBINEFUNC = bloom_add_agg_combinefn, PARALLEL = SAFE);

-- bloom_union_agg(filter): all keys of all filters.  NULL filters are skipped; nothing seen gives the
-- neutral filter.
CREATE FUNCTION bloom_union_agg_transfn(bloom_state, bloomfilter) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_union_agg' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_union_agg_combinefn(bloom_state, bloom_state) RETURNS bloom_state AS 'MODULE_PATHNAME', 'bloomfilter_union_agg_combine' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION bloom_union_agg_finalfn(bloom_state) RETURNS bloomfilter AS 'MODULE_PATHNAME', 'bloomfilter_union_agg_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE bloom_union_agg(filter bloomfilter) (SFUNC = bloom_union_agg_transfn, STYPE = bloom_state, SSPACE = 4096, FINALFUNC = bloom_union_agg_finalfn, COMBINEFUNC = bloom_union_agg_combinefn, PARALLEL = SAFE);
