/*
 * pg_aggregate.c
 *	  bloom_agg, bloom_add_agg and bloom_union_agg.
 *
 * Transition functions change their state in place and return it.  A state that
 * had to grow is a new one in the memory of this row: PostgreSQL copies it into
 * the aggregate's memory and frees the old one.  (Allocated there by us, it
 * would be copied too, and lost.)
 */
#include "pg_site.h"
#include "pg_state.h"

#include <math.h>

/* To be called first by whatever changes a state. */
static inline void
require_aggregate(FunctionCallInfo fcinfo, const char *function)
{
	if (unlikely(AggCheckCallContext(fcinfo, NULL) == 0))
	{
		struct bf_call call;

		pg_check(bf_fail(&call, BF_MSG_OUTSIDE_AGGREGATE), function, &call);
	}
}

/*
 * The state in an argument.  One that an aggregate keeps is returned as it is.
 * One that went through a tuple queue or a table may have a short header, or be
 * compressed or stored: then it is a copy.
 */
static inline struct pg_state *
state_argument(FunctionCallInfo fcinfo, int argno)
{
	struct varlena *state = (struct varlena *) PG_GETARG_POINTER(argno);

	if (unlikely(VARATT_IS_EXTENDED(state)))
		state = PG_DETOAST_DATUM(PG_GETARG_DATUM(argno));
	if (unlikely((uintptr_t) state % MAXIMUM_ALIGNOF != 0))
		state = PG_DETOAST_DATUM_COPY(PG_GETARG_DATUM(argno));
	return (struct pg_state *) state;
}

/* Warns of a filter that holds more keys than it was made for. */
static void
warn_overfull(const struct bf_plan *plan, const char *function)
{
	if (isinf(plan->estimated))
		ereport(WARNING,
				(errmsg("%s: " BF_WARNING_FULL, function, plan->header.fpp),
				 errhint(BF_HINT_OVERFULL)));
	else
		ereport(WARNING,
				(errmsg("%s: " BF_WARNING_OVERFULL, function, plan->estimated, plan->rate,
						plan->header.fpp),
				 errhint(BF_HINT_OVERFULL)));
}

/* The filter of a state. */
static Datum
finish(FunctionCallInfo fcinfo, struct pg_state *state, const char *function)
{
	int			context = AggCheckCallContext(fcinfo, NULL);
	struct bf_plan plan;

	/*
	 * A final function must not change the state, since a window goes on with
	 * it.  To add what is queued, as planning does, changes nothing of it.
	 * Outside an aggregate the argument is not ours to touch.
	 */
	if (context == 0)
		state = (struct pg_state *) PG_DETOAST_DATUM_COPY(PointerGetDatum(state));
	state = pg_state_plan(state, NULL, &plan, function);

	/* Once a query, and not of the filters of a window, which nobody keeps. */
	if (plan.overfull && context == AGG_CONTEXT_AGGREGATE && !pg_site(fcinfo)->warned)
	{
		pg_site(fcinfo)->warned = true;
		warn_overfull(&plan, function);
	}
	PG_RETURN_POINTER(pg_state_finish(state, &plan, function));
}

static Datum
neutral_filter(void)
{
	struct varlena *filter = palloc(VARHDRSZ + BF_HEADER_BYTES);

	SET_VARSIZE(filter, VARHDRSZ + BF_HEADER_BYTES);
	bf_neutral((unsigned char *) VARDATA(filter));
	PG_RETURN_POINTER(filter);
}

/* ---- transition functions ---- */

static void
fail_request_differs(const struct pg_state *state, const struct bf_request *request,
					 const char *function)
{
	struct bf_call call;

	pg_check(bf_build_request_differs(&state->build, request, &call), function, &call);
}

/* bloom_agg(value [, expected [, fpp]]): (state, value, expected, fpp) */
static pg_attribute_always_inline Datum
agg_transition(FunctionCallInfo fcinfo, pg_key_function make_key)
{
	static const char name[] = "bloom_agg";
	struct pg_state *state;
	struct bf_request request;

	require_aggregate(fcinfo, name);
	request.sized = PG_NARGS() > 2 && !PG_ARGISNULL(2);
	request.expected = request.sized ? PG_GETARG_FLOAT8(2) : 0;
	request.fpp = PG_NARGS() > 3 && !PG_ARGISNULL(3) ? PG_GETARG_FLOAT8(3) : BF_DEFAULT_FPP;
	request.signature = "(value, expected, fpp)";

	if (unlikely(PG_ARGISNULL(0)))
		state = pg_state_new(&request, name);
	else
	{
		state = state_argument(fcinfo, 0);
		if (unlikely(!bf_build_same_request(&state->build, &request)))
			fail_request_differs(state, &request, name);
	}
	if (!PG_ARGISNULL(1))
	{
		struct pg_key key;

		make_key(&key, fcinfo, 1, name);
		state = pg_state_add(state, key.key.kind, bf_key_hash(&key.key), name);
		pg_key_release(&key);
	}
	PG_RETURN_POINTER(state);
}

/* bloom_add_agg(filter, value): (state, filter, value) */
static pg_attribute_always_inline Datum
add_agg_transition(FunctionCallInfo fcinfo, pg_key_function make_key)
{
	static const char name[] = "bloom_add_agg";
	struct pg_state *state;

	require_aggregate(fcinfo, name);
	if (!PG_ARGISNULL(0))
		state = state_argument(fcinfo, 0);
	else
	{
		state = pg_state_new(NULL, name);
		if (PG_ARGISNULL(1))
			state->flags |= PG_STATE_NULL;
		else
		{
			struct pg_filter_site site = {0};
			struct pg_filter filter;

			pg_filter_open(&filter, PG_GETARG_DATUM(1), &site, name);
			state = pg_state_merge_filter(state, &filter, name);
			pg_filter_close(&filter);
		}
	}
	if (!PG_ARGISNULL(2) && (state->flags & PG_STATE_NULL) == 0)
	{
		struct pg_key key;

		make_key(&key, fcinfo, 2, name);
		state = pg_state_add(state, key.key.kind, bf_key_hash(&key.key), name);
		pg_key_release(&key);
	}
	PG_RETURN_POINTER(state);
}

#define DEFINE_TRANSITIONS(suffix) \
	PG_FUNCTION_INFO_V1(bloomfilter_agg_##suffix); \
	Datum \
	bloomfilter_agg_##suffix(PG_FUNCTION_ARGS) \
	{ \
		return agg_transition(fcinfo, pg_key_##suffix); \
	} \
	PG_FUNCTION_INFO_V1(bloomfilter_add_agg_##suffix); \
	Datum \
	bloomfilter_add_agg_##suffix(PG_FUNCTION_ARGS) \
	{ \
		return add_agg_transition(fcinfo, pg_key_##suffix); \
	}

PG_KEY_OVERLOADS(DEFINE_TRANSITIONS)

PG_FUNCTION_INFO_V1(bloomfilter_union_agg);
PG_FUNCTION_INFO_V1(bloomfilter_agg_combine);
PG_FUNCTION_INFO_V1(bloomfilter_add_agg_combine);
PG_FUNCTION_INFO_V1(bloomfilter_union_agg_combine);
PG_FUNCTION_INFO_V1(bloomfilter_agg_final);
PG_FUNCTION_INFO_V1(bloomfilter_add_agg_final);
PG_FUNCTION_INFO_V1(bloomfilter_union_agg_final);

/* bloom_union_agg(filter): (state, filter) */
Datum
bloomfilter_union_agg(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_union_agg";
	struct pg_state *state;
	struct pg_filter filter;

	require_aggregate(fcinfo, name);
	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	state = PG_ARGISNULL(0) ? pg_state_new(NULL, name) : state_argument(fcinfo, 0);
	if (!PG_ARGISNULL(1))
	{
		pg_filter_open(&filter, PG_GETARG_DATUM(1), &pg_site(fcinfo)->filter, name);
		state = pg_state_merge_filter(state, &filter, name);
		pg_filter_close(&filter);
	}
	PG_RETURN_POINTER(state);
}

/* ---- combine functions: (state, state) ---- */

static Datum
combine(FunctionCallInfo fcinfo, const char *name)
{
	struct pg_state *state;
	struct pg_state *other;
	uint32		flags;

	require_aggregate(fcinfo, name);
	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(1))
		PG_RETURN_POINTER(state_argument(fcinfo, 0));
	other = state_argument(fcinfo, 1);
	if (PG_ARGISNULL(0))
		PG_RETURN_POINTER(other);

	/*
	 * Which of the states saw the first row is not known; the keys that went
	 * with a NULL filter are lost, so then the result is NULL.
	 */
	state = state_argument(fcinfo, 0);
	flags = state->flags | other->flags;
	state = pg_state_merge(state, other, name);
	state->flags = flags;
	PG_RETURN_POINTER(state);
}

Datum
bloomfilter_agg_combine(PG_FUNCTION_ARGS)
{
	return combine(fcinfo, "bloom_agg");
}

Datum
bloomfilter_add_agg_combine(PG_FUNCTION_ARGS)
{
	return combine(fcinfo, "bloom_add_agg");
}

Datum
bloomfilter_union_agg_combine(PG_FUNCTION_ARGS)
{
	return combine(fcinfo, "bloom_union_agg");
}

/* ---- final functions: (state), which stays as it is ---- */

Datum
bloomfilter_agg_final(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		return neutral_filter();
	return finish(fcinfo, state_argument(fcinfo, 0), "bloom_agg");
}

/* No rows: its filter was never seen, so there is nothing to return. */
Datum
bloomfilter_add_agg_final(PG_FUNCTION_ARGS)
{
	struct pg_state *state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = state_argument(fcinfo, 0);
	if ((state->flags & PG_STATE_NULL) != 0)
		PG_RETURN_NULL();
	return finish(fcinfo, state, "bloom_add_agg");
}

Datum
bloomfilter_union_agg_final(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		return neutral_filter();
	return finish(fcinfo, state_argument(fcinfo, 0), "bloom_union_agg");
}
