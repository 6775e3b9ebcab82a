/*
 * sq_glue.h - shared by the files of the SQLite glue and by nothing else.
 *
 * The way of a call: sq_value.c makes of the sqlite3_values what the core
 * takes, the core works, and the outcome goes back as an SQLite result, through
 * sq_error.c when it is a failure.  What holds for all of it:
 *  - Every byte is allocated by sqlite3_malloc64, so heap limits and statistics
 *    see it, and an allocation that fails is an error of that one statement.
 *  - Nothing outlives a call but struct sq_connection and the aggregate states;
 *    nothing is in auxdata, which SQLite drops for all but constants.
 *  - A function that has not set a result returns NULL: SQLite's default.
 *  - SQLite calls functions of one connection one at a time, so nothing locks.
 */
#ifndef SQ_GLUE_H
#define SQ_GLUE_H

/* -DSQLITE_CORE: linked into the program together with SQLite, not loaded. */
#ifdef SQLITE_CORE
#include "sqlite3.h"
#else
#include "sqlite3ext.h"
#endif

#include "bloomfilter.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT3 /* every file reaches SQLite through the table that sq_ext.c stores */
#endif

/* For struct bf_call: returns whether sqlite3_interrupt() was called for db. */
typedef bool sq_poll_function(void *db);

/*
 * The user data of every function: what is worth keeping between the calls of
 * one connection.  It goes away with the last function registered with it.
 */
struct sq_connection {
	sqlite3 *db;
	unsigned nrefs;          /* functions registered with it */
	sq_poll_function *poll;  /* NULL where this SQLite cannot tell */
	struct bf_sizing sizing; /* the last one solved */

	/*
	 * The last header that passed bf_header_read().  A query probes one filter
	 * row after row: comparing 64 bytes costs less than checking them again.
	 */
	uint64_t nbytes; /* of that filter; 0: none yet */
	unsigned char raw[BF_HEADER_BYTES];
	struct bf_header header;
};

/* ------------------------------------------------------------- sq_error.c */

/* What goes into connection->poll. */
sq_poll_function *sq_error_poll(void);

/* Readies *call for core functions that may run long: sqlite3_interrupt() stops them. */
static inline void
sq_call_begin(struct bf_call *call, struct sq_connection *connection)
{
	call->poll = connection->poll;
	call->poll_arg = connection->db;
}

/* Makes a failure of the SQL function `name` its result: "name: message. Hint: hint". */
void sq_fail(sqlite3_context *context, const char *name, const struct bf_call *call,
             enum bf_status status);

/* ------------------------------------------------------------- sq_value.c */

/*
 * A filter argument whose header has passed.  bytes belongs to the
 * sqlite3_value; header is good until the next sq_filter() of the connection.
 */
struct sq_filter {
	const unsigned char *bytes;
	uint64_t nbytes;
	const struct bf_header *header;
};

static inline bool
sq_is_null(sqlite3_value *value)
{
	return sqlite3_value_type(value) == SQLITE_NULL;
}

/*
 * sq_filter() reads an argument as a filter, and sq_key() one as a key, of kind
 * SQ_NULL when it is NULL.  Both run once a row of a query, so what is common
 * is done here in place: the filter of the last row again, an INTEGER key.
 */
#define SQ_NULL ((enum bf_kind)0)

enum bf_status sq_filter_read(struct sq_filter *filter, struct sq_connection *connection,
                              struct bf_call *call);
enum bf_status sq_filter_refuse(sqlite3_value *value, struct bf_call *call);
enum bf_status sq_key_read(struct bf_key *key, sqlite3_value *value, int type,
                           struct bf_call *call);

static inline enum bf_status
sq_filter(struct sq_filter *filter, struct sq_connection *connection, sqlite3_value *value,
          struct bf_call *call)
{
	if (sqlite3_value_type(value) != SQLITE_BLOB)
		return sq_filter_refuse(value, call);
	filter->header = &connection->header;
	filter->nbytes = (uint64_t)sqlite3_value_bytes(value); /* first: see sq_value_check_blob() */
	filter->bytes = sqlite3_value_blob(value);

	/* No filter is shorter than a header, so with an equal length there are 64 bytes. */
	if (filter->nbytes == connection->nbytes && filter->bytes != NULL &&
	    memcmp(filter->bytes, connection->raw, BF_HEADER_BYTES) == 0)
		return BF_OK;
	return sq_filter_read(filter, connection, call);
}

static inline enum bf_status
sq_key(struct bf_key *key, sqlite3_value *value, struct bf_call *call)
{
	int type = sqlite3_value_type(value);

	if (type != SQLITE_INTEGER)
		return sq_key_read(key, value, type, call);
	bf_key_int64(key, sqlite3_value_int64(value));
	return BF_OK;
}

/*
 * sq_number() takes INTEGER and REAL, sq_int64() INTEGER alone; argument is its
 * name for the message.  Text that looks like a number is refused: it is more
 * often a swapped argument than meant.
 */
enum bf_status sq_number(double *number, sqlite3_value *value, const char *argument,
                         struct bf_call *call);
enum bf_status sq_int64(int64_t *number, sqlite3_value *value, const char *argument,
                        struct bf_call *call);

/*
 * sq_request() reads the arguments (expected, fpp), of which nargs are there.
 * NULL is taken as not given.  The outcome is not checked yet.
 */
enum bf_status sq_request(struct bf_request *request, int nargs, sqlite3_value **args,
                          const char *signature, struct bf_call *call);

/* ------------------------------------------------------------- sq_build.c */

/*
 * Builders in memory of sqlite3_malloc64; free with sqlite3_free().
 * sq_build_new() returns a neutral one, NULL when out of memory.  The others
 * are bf_build_add(), bf_build_merge_filter() and bf_build_plan() that make
 * room as needed.
 */
struct bf_build *sq_build_new(struct bf_call *call);
enum bf_status sq_build_add(struct bf_build **build, enum bf_kind kind, uint64_t hash,
                            struct sq_connection *connection, struct bf_call *call);
enum bf_status sq_build_merge(struct bf_build **build, const struct bf_header *header,
                              const void *bytes, struct sq_connection *connection,
                              struct bf_call *call);
enum bf_status sq_build_plan(struct bf_build **build, const struct bf_sizing *fold,
                             struct bf_plan *plan, struct sq_connection *connection,
                             struct bf_call *call);

/*
 * A finished filter, as it is handed to SQLite.  Counted, because a window
 * aggregate gives the same one for every row until a new key comes.
 */
struct sq_result {
	uint64_t nrefs;
	uint64_t nbytes;
	unsigned char filter[];
};

/*
 * sq_build_filter() makes the planned filter.  Fails with BF_E_LIMIT when the
 * connection allows no BLOB that long.  sq_result_give() makes it the result of
 * a call; the caller keeps its own reference, to sq_result_free().
 */
enum bf_status sq_build_filter(struct sq_result **result, const struct bf_build *build,
                               const struct bf_plan *plan, struct sq_connection *connection,
                               struct bf_call *call);
void sq_result_give(sqlite3_context *context, struct sq_result *result);
void sq_result_free(struct sq_result *result);

/* ------------------------------- SQL functions, described in sq_ext.c's table */

typedef void sq_function(sqlite3_context *context, int nargs, sqlite3_value **args);
typedef void sq_value_function(sqlite3_context *context);

/* sq_probe.c */
sq_function sq_contains, sq_contains_any, sq_contains_all, sq_contains_hash, sq_hash;

/* sq_make.c */
sq_function sq_new, sq_add, sq_union, sq_fold;

/* sq_inspect.c */
sq_function sq_cardinality, sq_current_fpp, sq_info, sq_valid;
sq_function sq_size, sq_classic_bits, sq_classic_hashes;

/* sq_aggregate.c */
sq_function sq_agg_step, sq_agg_inverse;
sq_function sq_add_agg_step, sq_add_agg_inverse;
sq_function sq_union_agg_step, sq_union_agg_inverse;
sq_value_function sq_agg_value, sq_agg_final;
sq_value_function sq_add_agg_value, sq_add_agg_final;
sq_value_function sq_union_agg_value, sq_union_agg_final;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
