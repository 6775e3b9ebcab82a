/*
 * postgres.c
 *	  bench_true(filter, key): what a call of bloom_contains costs before it
 *	  does anything.
 */
#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(bench_true);

Datum
bench_true(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(true);
}
