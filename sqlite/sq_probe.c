/*
 * sq_probe.c - is a value in a filter?
 *
 * These run once a row of a query.  Nothing here allocates, and the filter's
 * body is touched in one block.
 */
#include "sq_glue.h"

enum sq_probe_answer { SQ_PROBE_NO, SQ_PROBE_MAYBE, SQ_PROBE_NULL };

static inline enum bf_status
sq_probe_value(const struct sq_filter *filter, sqlite3_value *value, enum sq_probe_answer *answer,
               struct bf_call *call)
{
	struct bf_key key;
	enum bf_status status = sq_key(&key, value, call);

	if (status != BF_OK)
		return status;
	if (key.kind == SQ_NULL)
	{
		*answer = SQ_PROBE_NULL;
		return BF_OK;
	}
	if (!bf_kind_known(filter->header, key.kind))
		return bf_kind_check(filter->header, key.kind, call);
	*answer = bf_contains_hash(filter->header, filter->bytes, bf_key_hash(&key)) ? SQ_PROBE_MAYBE
	                                                                             : SQ_PROBE_NO;
	return BF_OK;
}

void
sq_contains(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_filter filter;
	struct bf_call call;
	enum sq_probe_answer answer = SQ_PROBE_NULL;
	enum bf_status status;

	(void)nargs;
	sq_call_begin(&call, connection);
	status = sq_filter(&filter, connection, args[0], &call);
	if (status == BF_OK)
		status = sq_probe_value(&filter, args[1], &answer, &call);
	if (status == BF_OK)
	{
		if (answer != SQ_PROBE_NULL)
			sqlite3_result_int(context, answer == SQ_PROBE_MAYBE);
		return;
	}

	/* A NULL that made it fail is found out here, off the path of every row. */
	if (status == BF_E_MEMORY || !(sq_is_null(args[0]) || sq_is_null(args[1])))
		sq_fail(context, "bloom_contains", &call, status);
}

/*
 * Looks for one of the values whose answer is `wanted`: the first maybe decides
 * bloom_contains_any, the first no bloom_contains_all.
 */
static void
sq_probe_each(sqlite3_context *context, const char *name, int nargs, sqlite3_value **args,
              enum sq_probe_answer wanted)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_filter filter;
	struct bf_call call;
	enum sq_probe_answer answer = SQ_PROBE_NULL;
	enum bf_status status;

	if (nargs > 0 && sq_is_null(args[0]))
		return;
	sq_call_begin(&call, connection);
	if (nargs < 2)
		status = bf_fail(&call, BF_MSG_NO_VALUE);
	else
		status = sq_filter(&filter, connection, args[0], &call);
	for (int i = 1; i < nargs && status == BF_OK && answer != wanted; i++)
		status = sq_probe_value(&filter, args[i], &answer, &call);
	if (status == BF_OK)
		sqlite3_result_int(context, (answer == wanted) == (wanted == SQ_PROBE_MAYBE));
	else
		sq_fail(context, name, &call, status);
}

void
sq_contains_any(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	sq_probe_each(context, "bloom_contains_any", nargs, args, SQ_PROBE_MAYBE);
}

void
sq_contains_all(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	sq_probe_each(context, "bloom_contains_all", nargs, args, SQ_PROBE_NO);
}

void
sq_contains_hash(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_filter filter;
	struct bf_call call;
	enum bf_status status;
	int64_t hash;

	(void)nargs;
	if (sq_is_null(args[0]) || sq_is_null(args[1]))
		return;
	sq_call_begin(&call, connection);
	status = sq_filter(&filter, connection, args[0], &call);
	if (status == BF_OK)
		status = sq_int64(&hash, args[1], "hash", &call);
	if (status == BF_OK)
		sqlite3_result_int(context, bf_contains_hash(filter.header, filter.bytes, (uint64_t)hash));
	else
		sq_fail(context, "bloom_contains_hash", &call, status);
}

void
sq_hash(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct bf_key key;
	struct bf_call call;
	enum bf_status status;

	(void)nargs;
	sq_call_begin(&call, sqlite3_user_data(context));
	status = sq_key(&key, args[0], &call);
	if (status != BF_OK)
		sq_fail(context, "bloom_hash", &call, status);
	else if (key.kind != SQ_NULL)
		sqlite3_result_int64(context, (sqlite3_int64)bf_key_hash(&key));
}
