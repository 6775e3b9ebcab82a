/*
 * postgres.c
 *	  What bench/postgres.sql needs and SQL does not have.
 */
#include "postgres.h"

#include "fmgr.h"

#include <sys/resource.h>

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(bench_true);
PG_FUNCTION_INFO_V1(bench_cpu_ms);

/* bench_true(filter, key): what a call of bloom_contains costs before it does anything. */
Datum
bench_true(PG_FUNCTION_ARGS)
{
	(void) fcinfo;
	PG_RETURN_BOOL(true);
}

/* bench_cpu_ms(): processor time of this backend; others on the machine disturb it less. */
Datum
bench_cpu_ms(PG_FUNCTION_ARGS)
{
	struct rusage usage;

	(void) fcinfo;
	getrusage(RUSAGE_SELF, &usage);
	PG_RETURN_FLOAT8(1000.0 * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
					 (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000.0);
}
