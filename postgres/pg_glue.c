/*
 * pg_glue.c
 *	  Errors, interrupts, and what outlives a call.
 */
#include "pg_site.h"

#include "miscadmin.h"

bool
pg_poll(void *arg)
{
	(void) arg;
	CHECK_FOR_INTERRUPTS();
	return false;
}

static int
sqlstate(const struct bf_call *call)
{
	const char *s = call->sqlstate;

	return MAKE_SQLSTATE(s[0], s[1], s[2], s[3], s[4]);
}

void
pg_fail(const char *function, const struct bf_call *call)
{
	ereport(ERROR,
			(errcode(sqlstate(call)),
			 errmsg("%s: %s", function, call->message),
			 call->hint != NULL ? errhint("%s", call->hint) : 0));
}

Datum
pg_soft_fail(const char *function, const struct bf_call *call, Node *escontext)
{
#if PG_VERSION_NUM >= 160000
	ereturn(escontext, (Datum) 0,
			(errcode(sqlstate(call)),
			 errmsg("%s: %s", function, call->message),
			 call->hint != NULL ? errhint("%s", call->hint) : 0));
#else
	(void) escontext;
	pg_fail(function, call);
#endif
}

const struct bf_sizing *
pg_sizing(double fpp)
{
	static struct bf_sizing last;

	bf_sizing_solve(&last, fpp);
	return &last;
}

struct pg_site *
pg_make_site(FunctionCallInfo fcinfo)
{
	FmgrInfo   *flinfo = fcinfo->flinfo;
	MemoryContext context = flinfo != NULL ? flinfo->fn_mcxt : CurrentMemoryContext;
	struct pg_site *site = MemoryContextAllocZero(context, sizeof(struct pg_site));

	site->filter.context = context;
	if (flinfo != NULL)
		flinfo->fn_extra = site;
	return site;
}
