/*
 * sqlite_probe.c - what bloom_contains(?1, x) costs a row in SQLite.
 *
 * usage: sqlite_probe [path of the extension [rows [rounds]]]
 *
 * Counts the rows of a table in memory that a bound filter of a million keys
 * (1 %) lets through, and does the same with a function of the same arguments
 * that looks at neither and returns a constant.  The difference is what the
 * extension adds to SQLite's own cost of a row and a call.  Three tables: x
 * always in the set, never, and at random in half of the rows, where part of
 * the difference is SQLite's own mispredicted branch.  One round runs every
 * query once, so that a slow moment of the machine hits all alike; printed are
 * medians.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROBE_KEYS 1000000
#define PROBE_MAX_ROUNDS 99

struct probe_query {
	const char *name;
	const char *baseline;
	const char *probe;
};

static const struct probe_query probe_queries[] = {
	{"INTEGER, every row in the set", "SELECT count(*) FROM big WHERE noop1(?1, hit)",
     "SELECT count(*) FROM big WHERE bloom_contains(?1, hit)"},
	{"INTEGER, no row in the set", "SELECT count(*) FROM big WHERE noop0(?1, miss)",
     "SELECT count(*) FROM big WHERE bloom_contains(?1, miss)"},
	{"INTEGER, half of the rows", "SELECT count(*) FROM big WHERE noop1(?1, mixed)",
     "SELECT count(*) FROM big WHERE bloom_contains(?1, mixed)"},
};

#define PROBE_NQUERIES (sizeof probe_queries / sizeof *probe_queries)

static void
probe_noop1(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	(void)args;
	sqlite3_result_int(context, 1);
}

static void
probe_noop0(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	(void)args;
	sqlite3_result_int(context, 0);
}

static void
probe_check(sqlite3 *db, int rc, const char *what)
{
	if (rc == SQLITE_OK || rc == SQLITE_ROW || rc == SQLITE_DONE)
		return;
	fprintf(stderr, "sqlite_probe: %s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

static void
probe_run(sqlite3 *db, const char *sql)
{
	probe_check(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
}

static sqlite3_stmt *
probe_prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt;

	probe_check(db, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), sql);
	return stmt;
}

/* Processor time, in nanoseconds: other load on the machine counts less than on a wall clock. */
static double
probe_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double
probe_time(sqlite3 *db, sqlite3_stmt *stmt, sqlite3_int64 *count)
{
	double start = probe_now();

	probe_check(db, sqlite3_step(stmt), "step");
	*count = sqlite3_column_int64(stmt, 0);
	probe_check(db, sqlite3_reset(stmt), "reset");
	return probe_now() - start;
}

static int
probe_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
probe_median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof *values, probe_compare);
	return n % 2 != 0 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* The first million numbers are the set; a multiplier coprime to it visits them in no order. */
static void
probe_fill(sqlite3 *db, long rows)
{
	sqlite3_stmt *insert;
	unsigned long long x = 1;

	probe_run(db, "CREATE TABLE big (hit INTEGER, miss INTEGER, mixed INTEGER); BEGIN");
	insert = probe_prepare(db, "INSERT INTO big VALUES (?1, ?2, ?3)");
	for (long i = 0; i < rows; i++)
	{
		sqlite3_int64 hit;

		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		hit = (sqlite3_int64)((x >> 33) % PROBE_KEYS);
		sqlite3_bind_int64(insert, 1, hit);
		sqlite3_bind_int64(insert, 2, hit + PROBE_KEYS + i);
		sqlite3_bind_int64(insert, 3, (x >> 32 & 1) != 0 ? hit : hit + PROBE_KEYS + i);
		probe_check(db, sqlite3_step(insert), "insert");
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
	probe_run(db, "COMMIT");
}

int
main(int argc, char **argv)
{
	const char *extension = argc > 1 ? argv[1] : "./bloomfilter";
	long rows = argc > 2 ? atol(argv[2]) : 5000000;
	int rounds = argc > 3 ? atoi(argv[3]) : 15;
	static double times[PROBE_NQUERIES][2][PROBE_MAX_ROUNDS], differences[PROBE_MAX_ROUNDS];
	sqlite3_int64 counts[PROBE_NQUERIES][2];
	sqlite3_stmt *stmts[PROBE_NQUERIES][2], *filter;
	int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	char *error = NULL;
	sqlite3 *db;

	if (rows < 1 || rounds < 1 || rounds > PROBE_MAX_ROUNDS)
	{
		fprintf(stderr, "usage: sqlite_probe [extension [rows [rounds, at most %d]]]\n",
		        PROBE_MAX_ROUNDS);
		return 2;
	}
	probe_check(NULL, sqlite3_open(":memory:", &db), "open");
	sqlite3_enable_load_extension(db, 1);
	if (sqlite3_load_extension(db, extension, NULL, &error) != SQLITE_OK)
	{
		fprintf(stderr, "sqlite_probe: %s: %s\n", extension, error);
		return 1;
	}
	sqlite3_create_function(db, "noop1", 2, flags, NULL, probe_noop1, NULL, NULL);
	sqlite3_create_function(db, "noop0", 2, flags, NULL, probe_noop0, NULL, NULL);
	probe_fill(db, rows);

	filter = probe_prepare(
		db, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT ?1) "
			"SELECT bloom_agg(i, ?1) FROM n");
	sqlite3_bind_int(filter, 1, PROBE_KEYS);
	probe_check(db, sqlite3_step(filter), "bloom_agg");
	for (size_t q = 0; q < PROBE_NQUERIES; q++)
	{
		stmts[q][0] = probe_prepare(db, probe_queries[q].baseline);
		stmts[q][1] = probe_prepare(db, probe_queries[q].probe);
		for (int p = 0; p < 2; p++)
			sqlite3_bind_value(stmts[q][p], 1, sqlite3_column_value(filter, 0));
	}

	for (int round = -1; round < rounds; round++) /* the first one warms up */
		for (size_t q = 0; q < PROBE_NQUERIES; q++)
			for (int p = 0; p < 2; p++)
				times[q][p][round < 0 ? 0 : round] =
					probe_time(db, stmts[q][p], &counts[q][p]) / (double)rows;

	printf(
		"bloom_contains in SQLite %s: filter of %d bytes bound, %ld rows, medians of %d rounds\n",
		sqlite3_libversion(), sqlite3_column_bytes(filter, 0), rows, rounds);
	printf("%-32s %12s %12s %10s %12s\n", "ns a row", "no-op", "probe", "above", "rows passed");
	for (size_t q = 0; q < PROBE_NQUERIES; q++)
	{
		double above;

		for (int i = 0; i < rounds; i++)
			differences[i] = times[q][1][i] - times[q][0][i];
		above = probe_median(differences, rounds);
		printf("%-32s %12.1f %12.1f %10.1f %11.2f%%\n", probe_queries[q].name,
		       probe_median(times[q][0], rounds), probe_median(times[q][1], rounds), above,
		       100. * (double)counts[q][1] / (double)rows);
	}
	for (size_t q = 0; q < PROBE_NQUERIES; q++)
		for (int p = 0; p < 2; p++)
			sqlite3_finalize(stmts[q][p]);
	sqlite3_finalize(filter);
	return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}
