/*
 * pg_state.h
 *	  Builders as PostgreSQL values: the state of aggregates, and the scratch of
 *	  bloom_add, bloom_union and bloom_fold.
 *
 * A state is one flat varlena of type bloom_state.  An aggregate changes it in
 * place in its own memory; when it has to grow, the transition function returns
 * a larger one.  It is not "internal": PostgreSQL then sends it between workers
 * without our help, and Citus between servers.  It has no memory context of
 * its own: HashAggregate walks all contexts at each new group, which is
 * quadratic.
 */
#ifndef PG_STATE_H
#define PG_STATE_H

#include "pg_filter.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/*
 * Type bloom_state has ALIGNMENT = double, and memory contexts align at least
 * as well, so that build is as aligned as its fields ask for.
 */
struct pg_state
{
	int32		vl_len_;		/* varlena header, do not touch directly */
	uint32		flags;			/* PG_STATE_* */
	struct bf_build build;		/* and what follows it */
};

#define PG_STATE_NULL 1			/* bloom_add_agg: the filter is NULL, so the result is */

#define PG_STATE_HEADER offsetof(struct pg_state, build)

/*
 * pg_state_check() returns whether a varlena of unknown origin, aligned and
 * with a long header, is a state that every other function here can take.
 */
extern enum bf_status pg_state_check(const struct pg_state *state, struct bf_call *call);

/* pg_state_new() makes a state for a request, or a neutral one for NULL. */
extern struct pg_state *pg_state_new(const struct bf_request *request, const char *function);

/*
 * pg_state_grow() returns the larger state that a call which answered BF_GROW
 * needs, in the current memory context.  The old one is freed unless it is the
 * one that the caller was given.
 */
extern struct pg_state *pg_state_grow(struct pg_state *state, const struct pg_state *given,
									  const struct bf_room *need, const char *function);

/*
 * These return the state they were given, changed in place, or a larger one in
 * the current memory context; the one given is then left alone.
 */
static inline struct pg_state *
pg_state_add(struct pg_state *state, enum bf_kind kind, uint64 hash, const char *function)
{
	struct pg_state *given = state;
	enum bf_status status;
	struct bf_room need;
	struct bf_call call;

	while ((status = bf_build_add(&state->build, kind, hash, &need, &call)) == BF_GROW)
		state = pg_state_grow(state, given, &need, function);
	pg_check(status, function, &call);
	return state;
}

extern struct pg_state *pg_state_merge_filter(struct pg_state *state, struct pg_filter *filter,
											  const char *function);
extern struct pg_state *pg_state_merge(struct pg_state *state, const struct pg_state *other,
									   const char *function);

/* pg_state_plan() decides about the filter a state holds, as bf_build_plan() does. */
extern struct pg_state *pg_state_plan(struct pg_state *state, const struct bf_sizing *fold,
									  struct bf_plan *plan, const char *function);

/* pg_state_finish() makes the filter that was planned. */
extern struct varlena *pg_state_finish(const struct pg_state *state, const struct bf_plan *plan,
									   const char *function);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif							/* PG_STATE_H */
