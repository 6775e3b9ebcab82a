/*
 * pg_site.h
 *	  What a call site of a function remembers from row to row.
 */
#ifndef PG_SITE_H
#define PG_SITE_H

#include "pg_filter.h"
#include "pg_key.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/*
 * It lives in fn_extra.  A caller such as Citus makes a new FmgrInfo for each
 * row, and a C caller may give none at all: then every call begins with
 * zeroes.  So it may only ever save work.
 */
struct pg_site
{
	struct pg_key_site key;		/* of the value argument */
	struct pg_filter_site filter;	/* of the filter argument */
	bool		warned;
};

extern struct pg_site *pg_make_site(FunctionCallInfo fcinfo);

static inline struct pg_site *
pg_site(FunctionCallInfo fcinfo)
{
	if (likely(fcinfo->flinfo != NULL && fcinfo->flinfo->fn_extra != NULL))
		return fcinfo->flinfo->fn_extra;
	return pg_make_site(fcinfo);
}

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif							/* PG_SITE_H */
