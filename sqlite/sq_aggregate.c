/*
 * sq_aggregate.c - bloom_agg, bloom_add_agg and bloom_union_agg, plain and over
 * window frames.
 *
 * SQLite calls step for every row, value for every row of a window, and final
 * once: also after an error in step, so that final is where memory is freed.
 * inverse, which a frame with a moving start needs, is refused.  A filter takes
 * time in proportion to its size to make, and a frame such as OVER () asks for
 * the same one at every row, so it is kept until the next key.
 */
#include "sq_glue.h"

/* SQLite hands it out filled with zeros and frees it after final. */
struct sq_agg_state {
	struct bf_build *build; /* NULL: no row so far that counts */
	struct sq_result *last; /* the filter of build, when value has made it and no key came since */
	bool null;              /* bloom_add_agg: the filter of the first row was NULL */
	bool failed;            /* an error was reported: all that is left is to free */
};

/* Ends a call that may have failed. */
static void
sq_agg_done(sqlite3_context *context, struct sq_agg_state *state, const char *name,
            const struct bf_call *call, enum bf_status status)
{
	if (status == BF_OK)
		return;
	sq_fail(context, name, call, status);
	if (state != NULL)
		state->failed = true;
}

/* The state, made at the first row; readies *call as well. */
static enum bf_status
sq_agg_begin(sqlite3_context *context, struct sq_agg_state **state, struct bf_call *call)
{
	sq_call_begin(call, sqlite3_user_data(context));
	*state = sqlite3_aggregate_context(context, sizeof **state);
	if (*state == NULL)
		return bf_fail(call, BF_MSG_MEMORY, (uint64_t)sizeof **state);
	return BF_OK;
}

/* What has been made of the state is out of date. */
static void
sq_agg_changes(struct sq_agg_state *state)
{
	sq_result_free(state->last);
	state->last = NULL;
}

/* Adds a value; NULL adds nothing. */
static enum bf_status
sq_agg_add(sqlite3_context *context, struct sq_agg_state *state, sqlite3_value *value,
           struct bf_call *call)
{
	struct bf_key key;
	enum bf_status status = sq_key(&key, value, call);

	if (status != BF_OK || key.kind == SQ_NULL)
		return status;
	sq_agg_changes(state);
	return sq_build_add(&state->build, key.kind, bf_key_hash(&key), sqlite3_user_data(context),
	                    call);
}

static enum bf_status
sq_agg_merge(sqlite3_context *context, struct sq_agg_state *state, sqlite3_value *value,
             struct bf_call *call)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_filter filter;
	enum bf_status status = sq_filter(&filter, connection, value, call);

	if (status == BF_OK && state->build == NULL && (state->build = sq_build_new(call)) == NULL)
		status = BF_E_MEMORY;
	if (status != BF_OK)
		return status;
	sq_agg_changes(state);
	return sq_build_merge(&state->build, filter.header, filter.bytes, connection, call);
}

/* The filter of the rows so far, made anew when there were any since the last one. */
static enum bf_status
sq_agg_make(sqlite3_context *context, struct sq_agg_state *state, struct bf_call *call)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_plan plan;
	enum bf_status status;

	if (state->last != NULL)
		return BF_OK;
	sq_call_begin(call, connection);
	status = sq_build_plan(&state->build, NULL, &plan, connection, call);
	if (status != BF_OK)
		return status;
	return sq_build_filter(&state->last, state->build, &plan, connection, call);
}

/* The result so far; of no rows the neutral filter or NULL. */
static void
sq_agg_give(sqlite3_context *context, struct sq_agg_state *state, const char *name, bool neutral)
{
	unsigned char nothing[BF_HEADER_BYTES];
	struct bf_call call;
	enum bf_status status;

	if (state != NULL && state->failed)
		return;
	if (state == NULL || state->build == NULL)
	{
		if (neutral)
		{
			bf_neutral(nothing);
			sqlite3_result_blob(context, nothing, sizeof nothing, SQLITE_TRANSIENT);
		}
		return;
	}
	status = sq_agg_make(context, state, &call);
	if (status == BF_OK)
		sq_result_give(context, state->last);
	sq_agg_done(context, state, name, &call, status);
}

static void
sq_agg_finish(sqlite3_context *context, const char *name, bool neutral)
{
	struct sq_agg_state *state = sqlite3_aggregate_context(context, 0);

	sq_agg_give(context, state, name, neutral);
	if (state == NULL)
		return;
	sq_result_free(state->last);
	sqlite3_free(state->build);
	memset(state, 0, sizeof *state);
}

static void
sq_agg_no_inverse(sqlite3_context *context, const char *name)
{
	struct bf_call call;

	sq_call_begin(&call, sqlite3_user_data(context));
	sq_agg_done(context, sqlite3_aggregate_context(context, 0), name, &call,
	            bf_fail(&call, BF_MSG_INVERSE));
}

/* ------------------------------------------- bloom_agg(value, expected, fpp) */

/* A row's parameters: the first row's make the builder, later ones must be the same. */
static enum bf_status
sq_agg_request(sqlite3_context *context, struct sq_agg_state *state, int nargs,
               sqlite3_value **args, struct bf_call *call)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_request request;
	enum bf_status status = sq_request(&request, nargs, args, "(value, expected, fpp)", call);

	if (status != BF_OK)
		return status;
	if (state->build != NULL)
		return bf_build_same_request(state->build, &request)
		           ? BF_OK
		           : bf_build_request_differs(state->build, &request, call);
	status = bf_request_check(&request, call);
	if (status != BF_OK)
		return status;
	state->build = sq_build_new(call);
	if (state->build == NULL)
		return BF_E_MEMORY;
	bf_sizing_solve(&connection->sizing, request.fpp);
	return bf_build_begin(state->build, &request, &connection->sizing, call);
}

void
sq_agg_step(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_agg_state *state;
	struct bf_call call;
	enum bf_status status = sq_agg_begin(context, &state, &call);

	if (status == BF_OK)
		status = sq_agg_request(context, state, nargs - 1, args + 1, &call);
	if (status == BF_OK)
		status = sq_agg_add(context, state, args[0], &call);
	sq_agg_done(context, state, "bloom_agg", &call, status);
}

void
sq_agg_inverse(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	(void)args;
	sq_agg_no_inverse(context, "bloom_agg");
}

void
sq_agg_value(sqlite3_context *context)
{
	sq_agg_give(context, sqlite3_aggregate_context(context, 0), "bloom_agg", true);
}

void
sq_agg_final(sqlite3_context *context)
{
	sq_agg_finish(context, "bloom_agg", true);
}

/* --------------------------------------------- bloom_add_agg(filter, value) */

void
sq_add_agg_step(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_agg_state *state;
	struct bf_call call;
	enum bf_status status = sq_agg_begin(context, &state, &call);

	(void)nargs;
	if (status == BF_OK && state->build == NULL && !state->null)
	{
		state->null = sq_is_null(args[0]);
		if (!state->null)
			status = sq_agg_merge(context, state, args[0], &call);
	}
	if (status == BF_OK && !state->null)
		status = sq_agg_add(context, state, args[1], &call);
	sq_agg_done(context, state, "bloom_add_agg", &call, status);
}

void
sq_add_agg_inverse(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	(void)args;
	sq_agg_no_inverse(context, "bloom_add_agg");
}

void
sq_add_agg_value(sqlite3_context *context)
{
	sq_agg_give(context, sqlite3_aggregate_context(context, 0), "bloom_add_agg", false);
}

void
sq_add_agg_final(sqlite3_context *context)
{
	sq_agg_finish(context, "bloom_add_agg", false);
}

/* ------------------------------------------------- bloom_union_agg(filter) */

void
sq_union_agg_step(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_agg_state *state;
	struct bf_call call;
	enum bf_status status = sq_agg_begin(context, &state, &call);

	(void)nargs;
	if (status == BF_OK && !sq_is_null(args[0]))
		status = sq_agg_merge(context, state, args[0], &call);
	sq_agg_done(context, state, "bloom_union_agg", &call, status);
}

void
sq_union_agg_inverse(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	(void)args;
	sq_agg_no_inverse(context, "bloom_union_agg");
}

void
sq_union_agg_value(sqlite3_context *context)
{
	sq_agg_give(context, sqlite3_aggregate_context(context, 0), "bloom_union_agg", true);
}

void
sq_union_agg_final(sqlite3_context *context)
{
	sq_agg_finish(context, "bloom_union_agg", true);
}
