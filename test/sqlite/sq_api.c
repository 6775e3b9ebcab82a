/*
 * sq_api.c - what an application sees through the C interface and a shell does
 * not show: result codes, bound values, statements that are run again, memory.
 */
#include "sq_test.h"

static int
api_code(sqlite3 *db, const char *sql)
{
	return sq_test_run(db, sql, NULL);
}

/* Whether a statement has this answer, or fails with this text. */
static bool
api_is(sqlite3 *db, const char *sql, const char *wanted)
{
	char *answer;
	int rc = sq_test_run(db, sql, &answer);
	bool is =
		strcmp(rc == SQLITE_OK ? (answer != NULL ? answer : "") : sqlite3_errmsg(db), wanted) == 0;

	if (!is)
		printf("# %s: %d, %s\n", sql, rc, rc == SQLITE_OK ? answer : sqlite3_errmsg(db));
	sqlite3_free(answer);
	return is;
}

static void
api_codes(void)
{
	sqlite3 *db = sq_test_open();
	const char *many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20) "
					   "SELECT bloom_agg(i, 1000000) FROM n";

	sq_test(api_code(db, "SELECT bloom_contains('text', 1)") == SQLITE_ERROR,
	        "api: an error is SQLITE_ERROR");
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 200);
	sq_test(api_code(db, many) == SQLITE_TOOBIG &&
	            strncmp(sqlite3_errmsg(db), "bloom_agg: the filter would have 224 bytes", 42) == 0,
	        "api: a filter over the limit is SQLITE_TOOBIG, with the text");
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 224);
	sq_test(api_code(db, many) == SQLITE_OK, "api: a filter at the limit is made");
	sq_test(api_code(db, "SELECT bloom_new(1e12)") == SQLITE_TOOBIG,
	        "api: a size over 496 MiB is SQLITE_TOOBIG");
	sq_test(api_code(db, "SELECT bloom_contains(1)") == SQLITE_ERROR &&
	            api_code(db, "SELECT bloom_agg()") == SQLITE_ERROR &&
	            api_code(db, "SELECT bloom_agg(1, 2, 3, 4)") == SQLITE_ERROR &&
	            api_code(db, "SELECT bloom_new()") == SQLITE_ERROR,
	        "api: too few and too many arguments");
	sqlite3_close(db);
}

/* The answer of a statement that gives one integer; -1 for an error. */
static int
api_step(sqlite3_stmt *stmt)
{
	int answer = sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int(stmt, 0) : -1;

	sqlite3_reset(stmt);
	return answer;
}

/* The filter of a statement, in memory of malloc. */
static unsigned char *
api_filter(sqlite3 *db, const char *sql, int *nbytes)
{
	sqlite3_stmt *stmt;
	unsigned char *copy;

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK ||
	    sqlite3_step(stmt) != SQLITE_ROW)
		exit(1);
	*nbytes = sqlite3_column_bytes(stmt, 0);
	copy = malloc((size_t)*nbytes);
	memcpy(copy, sqlite3_column_blob(stmt, 0), (size_t)*nbytes);
	sqlite3_finalize(stmt);
	return copy;
}

/*
 * The connection remembers the last header that passed.  The same memory with
 * other bytes, or another length, must not pass for it.
 */
static void
api_rebinding(void)
{
	sqlite3 *db = sq_test_open();
	int na, nb, nc;
	unsigned char *a = api_filter(db, "SELECT bloom_agg(1, 1000)", &na);
	unsigned char *b = api_filter(db, "SELECT bloom_agg(2, 1000)", &nb);
	unsigned char *c = api_filter(db, "SELECT bloom_agg('a', 1000)", &nc);
	unsigned char place[100];
	sqlite3_stmt *stmt;
	bool right = true;

	if (na != nb || na != nc || na > (int)sizeof place)
		exit(1);
	sqlite3_prepare_v2(db, "SELECT bloom_contains(?1, ?2)", -1, &stmt, NULL);
	sqlite3_bind_int(stmt, 2, 1);
	for (int i = 0; i < 3 && right; i++)
	{
		memcpy(place, a, (size_t)na);
		sqlite3_bind_blob(stmt, 1, place, na, SQLITE_STATIC);
		right = api_step(stmt) == 1 && api_step(stmt) == 1;
		memcpy(place, b, (size_t)nb);
		right = right && api_step(stmt) == 0;
		memcpy(place, c, (size_t)nc);
		right = right && api_step(stmt) == -1;
		memcpy(place, a, (size_t)na);
		right = right && api_step(stmt) == 1;
		place[7] ^= 1;
		right = right && api_step(stmt) == -1;
		place[7] ^= 1;
		sqlite3_bind_blob(stmt, 1, place, na - 1, SQLITE_STATIC);
		right = right && api_step(stmt) == -1;
		sqlite3_bind_blob(stmt, 1, place, na + 1, SQLITE_STATIC);
		right = right && api_step(stmt) == -1;
		sqlite3_bind_blob(stmt, 1, place, 64, SQLITE_STATIC);
		right = right && api_step(stmt) == -1;
		sqlite3_bind_text(stmt, 1, (const char *)place, na, SQLITE_STATIC);
		right = right && api_step(stmt) == -1;
	}
	sq_test(right, "api: filters bound in turn, in one place");
	sqlite3_finalize(stmt);

	/* Unaligned: one byte further for each. */
	right = true;
	sqlite3_prepare_v2(db, "SELECT bloom_contains(bloom_union(?1, ?2), 2)", -1, &stmt, NULL);
	for (int i = 0; i < 8; i++)
	{
		memcpy(place + i, a, (size_t)na);
		sqlite3_bind_blob(stmt, 1, place + i, na, SQLITE_STATIC);
		sqlite3_bind_blob(stmt, 2, b, nb, SQLITE_STATIC);
		right = right && api_step(stmt) == 1;
	}
	sq_test(right, "api: filters at any address");
	sqlite3_finalize(stmt);
	free(a);
	free(b);
	free(c);
	sqlite3_close(db);
}

static void
api_values(void)
{
	static const unsigned char utf16[] = {0x3c, 0xd8, 0x38, 0xdf}; /* U+1F338, little-endian */
	sqlite3 *db = sq_test_open();
	sqlite3_stmt *stmt;

	sqlite3_prepare_v2(db, "SELECT bloom_hash(?1) = bloom_hash(?2)", -1, &stmt, NULL);
	sqlite3_bind_text(stmt, 1, "\xf0\x9f\x8c\xb8", -1, SQLITE_STATIC);
	sqlite3_bind_text16(stmt, 2, utf16, sizeof utf16, SQLITE_STATIC);
	if (*(const unsigned short *)(const void *)"\x01\x00" == 1)
		sq_test(api_step(stmt) == 1, "api: text bound in UTF-8 and in UTF-16 is one key");
	else
		puts("ok - api: UTF-16 # SKIP big-endian machine");
	sqlite3_bind_text(stmt, 1, "a\0b", 3, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, "a\0c", 3, SQLITE_STATIC);
	sq_test(api_step(stmt) == 0, "api: text goes on behind a zero byte");
	sqlite3_bind_blob(stmt, 1, "", 0, SQLITE_STATIC);
	sqlite3_bind_zeroblob(stmt, 2, 0);
	sq_test(api_step(stmt) == 1, "api: an empty BLOB is an empty zeroblob");
	sqlite3_bind_blob(stmt, 1, "\0\0\0", 3, SQLITE_STATIC);
	sqlite3_bind_zeroblob(stmt, 2, 3);
	sq_test(api_step(stmt) == 1, "api: a zeroblob is its zeros");
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

static void
api_connections(void)
{
	sqlite3 *a, *b;

	sqlite3_auto_extension((void (*)(void))sqlite3_bloomfilter_init);
	if (sqlite3_open(":memory:", &a) != SQLITE_OK || sqlite3_open(":memory:", &b) != SQLITE_OK)
		exit(1);
	sq_test(api_is(a, "SELECT bloom_contains(bloom_new(10), 1)", "0|") &&
	            api_is(b, "SELECT bloom_contains(bloom_add(bloom_new(10), 1), 1)", "1|"),
	        "api: sqlite3_auto_extension()");
	sq_test(sqlite3_bloomfilter_init(a, NULL, NULL) == SQLITE_OK &&
	            api_is(a, "SELECT bloom_contains(bloom_new(10), 1)", "0|"),
	        "api: loaded twice into one connection");
	sqlite3_close(a);
	sq_test(api_is(b, "SELECT bloom_contains(bloom_add(bloom_new(10), 1), 1)", "1|"),
	        "api: one connection outlives the other");
	sqlite3_close(b);
	sqlite3_reset_auto_extension();
	sq_test(sqlite3_memory_used() == 0, "api: connections closed, nothing left allocated");
}

/* Aggregates and windows that are left half way. */
static void
api_abandoned(void)
{
	static const char *const statements[] = {
		"SELECT bloom_agg(i, 100) OVER (ORDER BY i) FROM n",
		"SELECT bloom_agg(i, 100) OVER () FROM n",
		"SELECT i % 10, bloom_agg(i) FROM n GROUP BY 1",
		"SELECT bloom_union_agg(bloom_new(100)) OVER (ORDER BY i) FROM n",
		"SELECT bloom_add_agg(bloom_new(100), i) OVER (ORDER BY i) FROM n",
	};
	sqlite3 *db = sq_test_open();
	bool right = true;

	sq_test_run(db, "CREATE TABLE n (i)", NULL);
	sq_test_run(db,
	            "INSERT INTO n WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s "
	            "LIMIT 100) SELECT i FROM s",
	            NULL);
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
	{
		sqlite3_stmt *stmt;
		sqlite3_value *kept;

		sqlite3_prepare_v2(db, statements[i], -1, &stmt, NULL);
		right = right && sqlite3_step(stmt) == SQLITE_ROW && sqlite3_step(stmt) == SQLITE_ROW;
		kept = sqlite3_value_dup(sqlite3_column_value(stmt, sqlite3_column_count(stmt) - 1));
		right = right && sqlite3_step(stmt) == SQLITE_ROW;
		sqlite3_reset(stmt);
		right = right && sqlite3_step(stmt) == SQLITE_ROW;
		sqlite3_finalize(stmt);
		right = right && memcmp(sqlite3_value_blob(kept), "\xb1oom", 4) == 0;
		sqlite3_value_free(kept);
	}
	sq_test(right, "api: results of abandoned aggregates and windows");
	sqlite3_close(db);
	sq_test(sqlite3_memory_used() == 0, "api: aggregates abandoned, nothing left allocated");
}

static void
api_interrupt(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	(void)nargs;
	sqlite3_interrupt(sqlite3_context_db_handle(context));
	sqlite3_result_value(context, args[0]);
}

static void
api_interrupted(void)
{
	static const char *const statements[] = {
		"SELECT bloom_cardinality(interrupt(f)) FROM f",
		"SELECT bloom_valid(interrupt(f)) FROM f",
		"SELECT bloom_fold(interrupt(f), 0.5) FROM f",
		"SELECT bloom_union(interrupt(f), f) FROM f",
		"SELECT bloom_add(interrupt(f), 0) FROM f",
		"SELECT bloom_union_agg(interrupt(f)) FROM f",
	};
	sqlite3 *db = sq_test_open();

	if (sqlite3_libversion_number() < 3041000 || SQLITE_VERSION_NUMBER < 3041000)
	{
		puts("ok - api: sqlite3_interrupt() # SKIP needs SQLite 3.41");
		sqlite3_close(db);
		return;
	}
	sqlite3_create_function(db, "interrupt", 1, SQLITE_UTF8, NULL, api_interrupt, NULL, NULL);
	sq_test_run(db,
	            "CREATE TABLE f AS WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s "
	            "LIMIT 10000) "
	            "SELECT bloom_agg(i, 5e6) AS f FROM s",
	            NULL);
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
	{
		int rc = api_code(db, statements[i]);

		if (rc != SQLITE_INTERRUPT || strstr(sqlite3_errmsg(db), "interrupted") == NULL)
			printf("# %s: %d, %s\n", statements[i], rc, sqlite3_errmsg(db));
		sq_test(rc == SQLITE_INTERRUPT, statements[i]);
	}
	sq_test(api_is(db, "SELECT bloom_valid(f), bloom_contains(f, 1) FROM f", "1|1|"),
	        "api: the next statement after an interrupt");
	sqlite3_close(db);
	sq_test(sqlite3_memory_used() == 0, "api: interrupted, nothing left allocated");
}

int
main(void)
{
	printf("# SQLite %s\n", sqlite3_libversion());
	api_codes();
	api_rebinding();
	api_values();
	api_connections();
	api_abandoned();
	api_interrupted();
	return sq_test_failures != 0;
}
