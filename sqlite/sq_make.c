/*
 * sq_make.c - functions of filters that make a filter.
 *
 * Each returns one of its arguments as it is where nothing changes; a NULL
 * beside a filter never wipes it.
 */
#include "sq_glue.h"

/* A builder that holds the keys of a filter. */
static enum bf_status
sq_make_begin(struct bf_build **build, const struct bf_header *header, const unsigned char *bytes,
              struct sq_connection *connection, struct bf_call *call)
{
	*build = sq_build_new(call);
	if (*build == NULL)
		return BF_E_MEMORY;
	return sq_build_merge(build, header, bytes, connection, call);
}

/*
 * Ends a call: its result is the filter of build, planned by the caller or, when
 * plan is NULL, just as it is; or the failure so far.  Frees build.
 */
static void
sq_make_end(sqlite3_context *context, const char *name, struct bf_build *build,
            const struct bf_plan *plan, struct bf_call *call, enum bf_status status)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_result *result;
	struct bf_plan whole;

	if (status == BF_OK && plan == NULL)
	{
		status = sq_build_plan(&build, NULL, &whole, connection, call);
		plan = &whole;
	}
	if (status == BF_OK)
		status = sq_build_filter(&result, build, plan, connection, call);
	if (status == BF_OK)
	{
		sq_result_give(context, result);
		sq_result_free(result);
	}
	else
		sq_fail(context, name, call, status);
	sqlite3_free(build);
}

/*
 * Begins a call (filter, other): reads the filter and readies *call.  Returns
 * whether there is work: of a NULL filter the result is NULL, beside a NULL it
 * is the filter as it came, and both are given already.
 */
static bool
sq_make_open(sqlite3_context *context, sqlite3_value **args, struct sq_filter *filter,
             struct bf_call *call, enum bf_status *status)
{
	struct sq_connection *connection = sqlite3_user_data(context);

	if (sq_is_null(args[0]))
		return false;
	sq_call_begin(call, connection);
	*status = sq_filter(filter, connection, args[0], call);
	if (*status != BF_OK || !sq_is_null(args[1]))
		return true;
	sqlite3_result_value(context, args[0]);
	return false;
}

void
sq_new(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_build *build = NULL;
	struct bf_request request;
	struct bf_call call;
	enum bf_status status;

	if (sq_is_null(args[0]) || (nargs > 1 && sq_is_null(args[1])))
		return;
	sq_call_begin(&call, connection);
	status = sq_request(&request, nargs, args, "(expected, fpp)", &call);
	if (status == BF_OK)
		status = bf_request_check(&request, &call);
	if (status == BF_OK && (build = sq_build_new(&call)) == NULL)
		status = BF_E_MEMORY;
	if (status == BF_OK)
	{
		bf_sizing_solve(&connection->sizing, request.fpp);
		status = bf_build_begin(build, &request, &connection->sizing, &call);
	}
	sq_make_end(context, "bloom_new", build, NULL, &call, status);
}

void
sq_add(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_build *build = NULL;
	struct sq_filter filter;
	struct bf_key key;
	struct bf_call call;
	enum bf_status status;
	uint64_t hash;

	(void)nargs;
	if (!sq_make_open(context, args, &filter, &call, &status))
		return;
	if (status == BF_OK)
		status = sq_key(&key, args[1], &call);
	if (status == BF_OK)
	{
		hash = bf_key_hash(&key);
		if ((filter.header->kinds & (unsigned)key.kind) != 0 &&
		    bf_contains_hash(filter.header, filter.bytes, hash))
		{
			sqlite3_result_value(context, args[0]);
			return;
		}
		status = sq_make_begin(&build, filter.header, filter.bytes, connection, &call);
		if (status == BF_OK)
			status = sq_build_add(&build, key.kind, hash, connection, &call);
	}
	sq_make_end(context, "bloom_add", build, NULL, &call, status);
}

void
sq_union(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_build *build = NULL;
	struct sq_filter a, b;
	struct bf_header header; /* of a: reading b replaces the connection's */
	struct bf_call call;
	enum bf_status status;

	(void)nargs;
	if (!sq_make_open(context, args, &a, &call, &status))
		return;
	if (status == BF_OK)
	{
		header = *a.header;
		status = sq_filter(&b, connection, args[1], &call);
	}
	if (status == BF_OK)
	{
		if (bf_is_neutral(&header) || bf_is_neutral(b.header))
		{
			sqlite3_result_value(context, bf_is_neutral(&header) ? args[1] : args[0]);
			return;
		}
		status = sq_make_begin(&build, &header, a.bytes, connection, &call);
		if (status == BF_OK)
			status = sq_build_merge(&build, b.header, b.bytes, connection, &call);
	}
	sq_make_end(context, "bloom_union", build, NULL, &call, status);
}

void
sq_fold(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_request request = {.sized = false, .signature = "(filter, fpp)"};
	struct bf_build *build = NULL;
	struct sq_filter filter;
	struct bf_plan plan;
	struct bf_call call;
	enum bf_status status;

	(void)nargs;
	if (!sq_make_open(context, args, &filter, &call, &status))
		return;
	if (status == BF_OK)
		status = sq_number(&request.fpp, args[1], "fpp", &call);
	if (status == BF_OK)
		status = bf_request_check(&request, &call);
	if (status == BF_OK)
		status = sq_make_begin(&build, filter.header, filter.bytes, connection, &call);
	if (status == BF_OK)
	{
		bf_sizing_solve(&connection->sizing, request.fpp);
		status = sq_build_plan(&build, &connection->sizing, &plan, connection, &call);
	}
	if (status == BF_OK && !plan.folded)
	{
		sqlite3_result_value(context, args[0]);
		sqlite3_free(build);
		return;
	}
	sq_make_end(context, "bloom_fold", build, &plan, &call, status);
}
