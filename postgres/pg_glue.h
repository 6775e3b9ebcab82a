/*
 * pg_glue.h
 *	  What all files of the PostgreSQL glue share.
 *
 * A function here unpacks its arguments, calls the core, turns a failure into
 * an error and returns.  C names of SQL functions begin with bloomfilter_,
 * everything else with pg_ and is hidden: the server itself exports functions
 * called bloom_create, bloom_add_element and so on, and a clash would bind to
 * the server's without a word.
 */
#ifndef PG_GLUE_H
#define PG_GLUE_H

#include "postgres.h"

#include "access/detoast.h"
#include "fmgr.h"
#include "nodes/nodes.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "bloomfilter.h"

#if PG_VERSION_NUM < 130000
#error "PostgreSQL 13 or newer is needed"
#endif

/* PGXS has no flag for this before version 16. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/*
 * pg_begin_call() readies a struct bf_call.  Its poll is
 * CHECK_FOR_INTERRUPTS(), which does not return when the query is cancelled:
 * all memory is palloc'd, so nothing leaks.
 */
extern bool pg_poll(void *arg);

static inline void
pg_begin_call(struct bf_call *call)
{
	call->poll = pg_poll;
	call->poll_arg = NULL;
}

/*
 * pg_fail() is the one place where a failure of the core becomes an error.
 * function is the name the user called.
 */
_Noreturn extern void pg_fail(const char *function, const struct bf_call *call);

static inline void
pg_check(enum bf_status status, const char *function, const struct bf_call *call)
{
	if (unlikely(status != BF_OK))
		pg_fail(function, call);
}

/*
 * pg_soft_fail() is pg_fail() for input functions: where the caller asked for
 * it (escontext, from version 16), the error is only noted, and NULL returned.
 */
extern Datum pg_soft_fail(const char *function, const struct bf_call *call, Node *escontext);

/*
 * The sizing of one rate.  It costs 0.5 ms to find, so the backend keeps the
 * last one.
 */
extern const struct bf_sizing *pg_sizing(double fpp);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif							/* PG_GLUE_H */
