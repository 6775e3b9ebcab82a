/*
 * pg_state.c
 *	  Builders as PostgreSQL values.
 */
#include "pg_state.h"

enum bf_status
pg_state_check(const struct pg_state *state, struct bf_call *call)
{
	if (VARSIZE(state) < PG_STATE_HEADER + BF_BUILD_MIN_BYTES ||
		(state->flags & ~PG_STATE_NULL) != 0)
		return bf_fail(call, BF_MSG_STATE);
	return bf_build_check(&state->build, VARSIZE(state) - PG_STATE_HEADER, call);
}

/* No size needs a check: a builder is hardly larger than the largest filter. */
static struct pg_state *
allocate(uint64 nbytes)
{
	struct pg_state *state = palloc(PG_STATE_HEADER + nbytes);

	SET_VARSIZE(state, PG_STATE_HEADER + nbytes);
	state->flags = 0;
	return state;
}

struct pg_state *
pg_state_new(const struct bf_request *request, const char *function)
{
	struct pg_state *state = allocate(BF_BUILD_MIN_BYTES);
	struct bf_call call;

	if (request == NULL)
		bf_build_begin_neutral(&state->build);
	else
	{
		pg_check(bf_request_check(request, &call), function, &call);
		pg_check(bf_build_begin(&state->build, request, pg_sizing(request->fpp), &call),
				 function, &call);
	}
	return state;
}

struct pg_state *
pg_state_grow(struct pg_state *state, const struct pg_state *given, const struct bf_room *need,
			  const char *function)
{
	struct pg_state *grown = allocate(need->nbytes);
	struct bf_call call;

	pg_begin_call(&call);
	pg_check(bf_build_move(&grown->build, need, &state->build, &call), function, &call);
	grown->flags = state->flags;
	if (state != given)
		pfree(state);
	return grown;
}

struct pg_state *
pg_state_merge_filter(struct pg_state *state, struct pg_filter *filter, const char *function)
{
	struct pg_state *given = state;
	enum bf_status status;
	struct bf_room need;
	struct bf_call call;

	pg_begin_call(&call);
	pg_filter_fetch(filter, function);
	while ((status = bf_build_merge_filter(&state->build, filter->header, filter->bytes,
										   &need, &call)) == BF_GROW)
		state = pg_state_grow(state, given, &need, function);
	pg_check(status, function, &call);
	return state;
}

struct pg_state *
pg_state_merge(struct pg_state *state, const struct pg_state *other, const char *function)
{
	struct pg_state *given = state;
	enum bf_status status;
	struct bf_room need;
	struct bf_call call;

	pg_begin_call(&call);
	while ((status = bf_build_merge(&state->build, &other->build, &need, &call)) == BF_GROW)
		state = pg_state_grow(state, given, &need, function);
	pg_check(status, function, &call);
	return state;
}

struct pg_state *
pg_state_plan(struct pg_state *state, const struct bf_sizing *fold, struct bf_plan *plan,
			  const char *function)
{
	struct pg_state *given = state;
	enum bf_status status;
	struct bf_room need;
	struct bf_call call;

	pg_begin_call(&call);
	while ((status = bf_build_plan(&state->build, fold, plan, &need, &call)) == BF_GROW)
		state = pg_state_grow(state, given, &need, function);
	pg_check(status, function, &call);
	return state;
}

struct varlena *
pg_state_finish(const struct pg_state *state, const struct bf_plan *plan, const char *function)
{
	struct varlena *filter = palloc(VARHDRSZ + plan->nbytes);
	struct bf_call call;

	SET_VARSIZE(filter, VARHDRSZ + plan->nbytes);
	pg_begin_call(&call);
	pg_check(bf_build_finish(&state->build, plan, VARDATA(filter), &call), function, &call);
	return filter;
}
