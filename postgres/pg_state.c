/*
 * pg_state.c
 *	  Builders as PostgreSQL values.
 */
#include "pg_state.h"

enum bf_status
pg_state_check(const struct pg_state *state, struct bf_call *call)
{
	uint64		around = PG_STATE_HEADER;

	if ((state->flags & ~(PG_STATE_NULL | PG_STATE_QUEUE)) != 0)
		return bf_fail(call, BF_MSG_STATE);
	if ((state->flags & PG_STATE_QUEUE) != 0)
		around += sizeof(struct pg_queue);
	if (VARSIZE(state) < around + BF_BUILD_MIN_BYTES)
		return bf_fail(call, BF_MSG_STATE);
	if ((state->flags & PG_STATE_QUEUE) != 0)
	{
		const struct pg_queue *queue = pg_state_queue(state);

		if (queue->nhashes >= PG_QUEUE_HASHES ||
			(queue->kind != BF_NUMBER && queue->kind != BF_TEXT && queue->kind != BF_BYTES))
			return bf_fail(call, BF_MSG_STATE);
	}
	return bf_build_check(&state->build, VARSIZE(state) - around, call);
}

/* No size needs a check: a builder is no larger than the largest filter. */
static struct pg_state *
allocate(uint64 nbytes)
{
	bool		large = nbytes >= PG_QUEUE_MIN_NBYTES;
	Size		size = PG_STATE_HEADER + nbytes + (large ? sizeof(struct pg_queue) : 0);
	struct pg_state *state = palloc(size);

	SET_VARSIZE(state, size);
	state->flags = 0;
	if (large)
	{
		state->flags = PG_STATE_QUEUE;
		pg_state_queue(state)->nhashes = 0;
		pg_state_queue(state)->kind = BF_NUMBER;
	}
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

/*
 * The larger state that a call which answered BF_GROW needs.  The old one is
 * freed unless it is the one the caller was given.
 */
static struct pg_state *
grow(struct pg_state *state, const struct pg_state *given, const struct bf_room *need,
	 const char *function)
{
	struct pg_state *grown = allocate(need->nbytes);
	struct bf_call call;

	pg_begin_call(&call);
	pg_check(bf_build_move(&grown->build, need, &state->build, &call), function, &call);
	grown->flags |= state->flags;
	if ((state->flags & PG_STATE_QUEUE) != 0)
		*pg_state_queue(grown) = *pg_state_queue(state);
	if (state != given)
		pfree(state);
	return grown;
}

struct pg_state *
pg_state_add_now(struct pg_state *state, enum bf_kind kind, uint64 hash, const char *function)
{
	struct pg_state *given = state;
	enum bf_status status;
	struct bf_room need;
	struct bf_call call;

	while ((status = bf_build_add(&state->build, kind, hash, &need, &call)) == BF_GROW)
		state = grow(state, given, &need, function);
	pg_check(status, function, &call);
	return state;
}

/* Adds hashes of a queue, which may be the state's own. */
static struct pg_state *
add_queue(struct pg_state *state, const struct pg_queue *from, const char *function)
{
	struct pg_queue queue = *from;

	for (uint32 i = 0; i < queue.nhashes; i++)
		state = pg_state_add_now(state, queue.kind, queue.hashes[i], function);
	return state;
}

struct pg_state *
pg_state_flush(struct pg_state *state, const char *function)
{
	if ((state->flags & PG_STATE_QUEUE) != 0)
	{
		state = add_queue(state, pg_state_queue(state), function);
		pg_state_queue(state)->nhashes = 0;
	}
	return state;
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
		state = grow(state, given, &need, function);
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
		state = grow(state, given, &need, function);
	pg_check(status, function, &call);
	if ((other->flags & PG_STATE_QUEUE) != 0)
		state = add_queue(state, pg_state_queue(other), function);
	return state;
}

void
pg_state_plan(const struct pg_state *state, const struct bf_sizing *fold, struct bf_plan *plan,
			  const char *function)
{
	struct bf_call call;

	pg_begin_call(&call);
	pg_check(bf_build_plan(&state->build, fold, plan, &call), function, &call);
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
