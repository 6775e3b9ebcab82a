/*
 * sq_ext.c - the entry point, and the table of SQL functions: this is the
 * manual of the SQLite side; docs/reference.md says more of each.
 *
 * Load with `.load ./bloomfilter` or SELECT load_extension('./bloomfilter');
 * linked in with -DSQLITE_CORE, call sqlite3_bloomfilter_init(db, NULL, NULL)
 * or pass it to sqlite3_auto_extension().
 *
 * A filter is a BLOB.  Values may be INTEGER and REAL (equal numbers are the
 * same key), TEXT (as UTF-8, without collation) and BLOB.  Functions do not see
 * column affinity: probe with the type that the filter was built from.
 */
#include "sq_glue.h"

#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT1
#endif

#if defined(_WIN32) && !defined(SQLITE_CORE)
#define SQ_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define SQ_EXPORT __attribute__((visibility("default")))
#else
#define SQ_EXPORT
#endif

/* The oldest SQLite that is tested. */
#define SQ_EXT_OLDEST 3034000

/*
 * The result follows from the arguments alone, and nothing is read or written
 * besides: safe in views, triggers, indexes and CHECK constraints, whatever
 * PRAGMA trusted_schema says.
 */
#define SQ_EXT_PURE (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

/* One row of the table: a scalar function, or the four parts of an aggregate. */
struct sq_ext_function {
	const char *name;
	int nargs; /* -1: any number */
	int flags;
	sq_function *scalar;
	sq_function *step;
	sq_value_function *final;
	sq_value_function *value;
	sq_function *inverse;
};

#define SQ_EXT_SCALAR(function) function, NULL, NULL, NULL, NULL
#define SQ_EXT_AGGREGATE(stem) NULL, stem##_step, stem##_final, stem##_value, stem##_inverse

static const struct sq_ext_function sq_ext_functions[] = {
	/* ---- probing: O(1), one block of the filter is read ---- */

	/*
	 * bloom_contains(filter, value): 1 maybe in the set, 0 certainly not.  NULL
	 * when either is NULL.  A value of a kind that was never added is an error.
	 */
	{"bloom_contains", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_contains)},

	/*
	 * bloom_contains_any(filter, value, ...) and _all: NULL values are skipped;
	 * of NULLs alone, any is 0 and all is 1.  NULL when the filter is NULL.  The
	 * first value that decides ends the search: later ones are not looked at.
	 */
	{"bloom_contains_any", -1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_contains_any)},
	{"bloom_contains_all", -1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_contains_all)},

	/*
	 * bloom_hash(value): the 64-bit hash of a key, as INTEGER.  Hash once, and
	 * probe many filters by bloom_contains_hash(filter, hash), which knows no
	 * kind to check.  NULL when an argument is NULL.
	 */
	{"bloom_hash", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_hash)},
	{"bloom_contains_hash", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_contains_hash)},

	/* ---- making: O(bytes of the filter) ---- */

	/*
	 * bloom_agg(value [, expected [, fpp]]): the filter of a column, or of a
	 * window frame that starts at UNBOUNDED PRECEDING.  Without expected, or
	 * with NULL, it is sized to the distinct keys; fpp is 0.01 when NULL or not
	 * given.  NULL values add nothing.  No rows: the neutral filter, which
	 * contains nothing and gives way in a union.  O(1) a row.
	 */
	{"bloom_agg", 1, SQ_EXT_PURE, SQ_EXT_AGGREGATE(sq_agg)},
	{"bloom_agg", 2, SQ_EXT_PURE, SQ_EXT_AGGREGATE(sq_agg)},
	{"bloom_agg", 3, SQ_EXT_PURE, SQ_EXT_AGGREGATE(sq_agg)},

	/* bloom_new(expected [, fpp]): an empty filter.  NULL when an argument is NULL. */
	{"bloom_new", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_new)},
	{"bloom_new", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_new)},

	/*
	 * bloom_add(filter, value): the filter with the value.  A NULL value changes
	 * nothing, a NULL filter stays NULL.  To add many use bloom_add_agg.
	 */
	{"bloom_add", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_add)},

	/*
	 * bloom_add_agg(filter, value): the filter of the first row with the values
	 * of all.  NULL values add nothing.  NULL when that filter is, and of no
	 * rows: coalesce(bloom_add_agg(f, x), f).  O(1) a row.
	 */
	{"bloom_add_agg", 2, SQ_EXT_PURE, SQ_EXT_AGGREGATE(sq_add_agg)},

	/*
	 * bloom_union(a, b): the filter of the keys of both, which must have been
	 * built with the same expected and fpp.  a when b is NULL, NULL when a is.
	 */
	{"bloom_union", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_union)},

	/* bloom_union_agg(filter): of many; NULLs are skipped; of none, the neutral filter. */
	{"bloom_union_agg", 1, SQ_EXT_PURE, SQ_EXT_AGGREGATE(sq_union_agg)},

	/*
	 * bloom_fold(filter, fpp): the smallest filter of the same keys that still
	 * meets fpp.  Unchanged when fpp is NULL, NULL when the filter is.
	 */
	{"bloom_fold", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_fold)},

	/* ---- measuring: O(bytes of the filter); NULL of NULL ---- */

	/* bloom_cardinality(filter): estimated number of distinct keys, REAL. */
	{"bloom_cardinality", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_cardinality)},

	/* bloom_current_fpp(filter): false-positive rate at today's fill, REAL. */
	{"bloom_current_fpp", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_current_fpp)},

	/* bloom_info(filter): all that is known, as the TEXT of a JSON object. */
	{"bloom_info", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_info)},

	/* bloom_valid(value): 1 for a filter whose bytes are all in order, else 0; never an error. */
	{"bloom_valid", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_valid)},

	/* ---- planning: O(1); NULL when an argument is NULL ---- */

	/* bloom_size(expected [, fpp]): bytes of a filter that is not small enough to be a list. */
	{"bloom_size", 1, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_size)},
	{"bloom_size", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_size)},

	/* The classic formulas, as Guava has them: (expected, fpp) and (expected, bits). */
	{"bloom_classic_bits", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_classic_bits)},
	{"bloom_classic_hashes", 2, SQ_EXT_PURE, SQ_EXT_SCALAR(sq_classic_hashes)},
};

#define SQ_EXT_COUNT (sizeof sq_ext_functions / sizeof *sq_ext_functions)

static void
sq_ext_release(void *data)
{
	struct sq_connection *connection = data;

	if (--connection->nrefs == 0)
		sqlite3_free(connection);
}

/* SQLite releases the reference taken here: when the function goes, and also when this fails. */
static int
sq_ext_register(struct sq_connection *connection, const struct sq_ext_function *f)
{
	connection->nrefs++;
	if (f->scalar != NULL)
		return sqlite3_create_function_v2(connection->db, f->name, f->nargs, f->flags, connection,
		                                  f->scalar, NULL, NULL, sq_ext_release);
#ifndef SQLITE_CORE
	/* An SQLite built with SQLITE_OMIT_WINDOWFUNC. */
	if (sqlite3_api->create_window_function == NULL)
		return sqlite3_create_function_v2(connection->db, f->name, f->nargs, f->flags, connection,
		                                  NULL, f->step, f->final, sq_ext_release);
#endif
	return sqlite3_create_window_function(connection->db, f->name, f->nargs, f->flags, connection,
	                                      f->step, f->final, f->value, f->inverse, sq_ext_release);
}

SQ_EXPORT int sqlite3_bloomfilter_init(sqlite3 *db, char **message,
                                       const sqlite3_api_routines *api);

SQ_EXPORT int
sqlite3_bloomfilter_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
	struct sq_connection *connection;
	int rc = SQLITE_OK;

#ifndef SQLITE_CORE
	SQLITE_EXTENSION_INIT2(api)
#else
	(void)api;
#endif
	if (sqlite3_libversion_number() < SQ_EXT_OLDEST)
	{
		if (message != NULL)
			*message = sqlite3_mprintf("bloomfilter needs SQLite 3.34.0 or newer, this is %s",
			                           sqlite3_libversion());
		return SQLITE_ERROR;
	}
	connection = sqlite3_malloc64(sizeof *connection);
	if (connection == NULL)
		return SQLITE_NOMEM;
	memset(connection, 0, sizeof *connection);
	connection->db = db;
	connection->poll = sq_error_poll();
	connection->nrefs = 1;
	for (size_t i = 0; i < SQ_EXT_COUNT && rc == SQLITE_OK; i++)
		rc = sq_ext_register(connection, &sq_ext_functions[i]);

	/* Registering again while a statement uses the functions, as SELECT load_extension() does. */
	if (rc != SQLITE_OK && message != NULL)
		*message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
	sq_ext_release(connection);
	return rc;
}
