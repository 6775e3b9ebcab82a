/*
 * sq_faults.c - every allocation fails once, in turn.
 *
 * The statements below cover the SQL surface.  Each is run with its first
 * allocation failing, then its second, and so on until none is left to fail;
 * once with that one failing alone, and once with all after it.  Whatever
 * fails, the outcome is the right answer or SQLITE_NOMEM, and nothing is left
 * allocated.  All of our memory comes from SQLite's allocator, so none escapes.
 */
#include "sq_test.h"

static struct {
	sqlite3_mem_methods real;
	long left;     /* allocations until one fails; 0: none will */
	bool for_good; /* and all after it */
	bool happened;
} faults;

static bool
faults_now(void)
{
	if (faults.left == 0 || --faults.left > 0)
		return false;
	faults.happened = true;
	if (faults.for_good)
		faults.left = 1;
	return true;
}

static void *
faults_malloc(int n)
{
	return faults_now() ? NULL : faults.real.xMalloc(n);
}

static void *
faults_realloc(void *p, int n)
{
	return faults_now() ? NULL : faults.real.xRealloc(p, n);
}

static void
faults_arm(long nth, bool for_good)
{
	faults.left = nth;
	faults.for_good = for_good;
	faults.happened = false;
}

/* From here on nothing fails.  Returns whether something did. */
static bool
faults_disarm(void)
{
	faults.left = 0;
	return faults.happened;
}

static const char *const faults_setup[] = {
	"CREATE TABLE n (i INTEGER PRIMARY KEY, t TEXT, r REAL, b BLOB)",
	"WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s LIMIT 200) "
	"INSERT INTO n SELECT i, 'text ' || i, i + 0.5, CAST('bytes ' || i AS BLOB) FROM s",
	"CREATE TABLE f AS SELECT bloom_agg(i, 1000) AS list, (SELECT bloom_agg(i, 1000) FROM n) AS "
	"block,"
	" bloom_agg(i, 100000) AS roomy FROM n WHERE i <= 100",
};

static const char *const faults_statements[] = {
	"SELECT bloom_new(1000)",
	"SELECT bloom_new(1000, 0.001)",
	"SELECT bloom_size(1000, 0.02), bloom_classic_bits(1000, 0.01), bloom_classic_hashes(1000, "
	"9585)",
	"SELECT bloom_hash(1), bloom_hash(1.5), bloom_hash('text'), bloom_hash(x'61'), "
	"bloom_hash(zeroblob(1000))",
	"SELECT sum(bloom_hash(t) % 1000), sum(bloom_hash(b) % 1000), sum(bloom_hash(r) % 1000) FROM n",
	"SELECT bloom_agg(i) FROM n",
	"SELECT bloom_agg(i, 1000) FROM n",
	"SELECT bloom_agg(t, 1000, 0.001) FROM n",
	"SELECT bloom_agg(b, NULL, 0.001) FROM n",
	"SELECT bloom_agg(i) FROM n WHERE i < 0",
	"SELECT bloom_agg(NULL, 1000) FROM n",
	"SELECT bloom_agg(DISTINCT i % 10) FROM n",
	"SELECT bloom_agg(i, 100) FILTER (WHERE i % 2 = 0) FROM n",
	"SELECT i % 3, bloom_agg(i, 100) FROM n GROUP BY 1",
	"SELECT count(DISTINCT f) FROM (SELECT bloom_agg(i, 100) OVER () AS f FROM n)",
	"SELECT count(DISTINCT f) FROM (SELECT bloom_agg(i, 100) OVER (ORDER BY i) AS f FROM n WHERE i "
	"<= 20)",
	"SELECT count(DISTINCT f) FROM (SELECT bloom_add_agg(list, i) OVER (ORDER BY i) AS f FROM n, f "
	"WHERE i <= 20)",
	"SELECT count(DISTINCT g) FROM (SELECT bloom_union_agg(list) OVER (ORDER BY i) AS g FROM n, f "
	"WHERE i <= 20)",
	"SELECT bloom_add_agg(list, i) FROM n, f",
	"SELECT bloom_add_agg(block, t) FROM n, f",
	"SELECT bloom_add_agg(block, t) FROM n, f WHERE i < 0",
	"SELECT bloom_add_agg(NULL, t) FROM n",
	"SELECT bloom_union_agg(x) FROM (SELECT list AS x FROM f UNION ALL SELECT block FROM f UNION "
	"ALL SELECT NULL)",
	"SELECT bloom_union_agg(NULL) FROM n",
	"SELECT bloom_union(list, block), bloom_union(block, list), bloom_union(list, list) FROM f",
	"SELECT bloom_union(list, NULL), bloom_union(NULL, list), bloom_union(list, bloom_new(1000)) "
	"FROM f",
	"SELECT bloom_union(list, (SELECT bloom_agg(1) WHERE 0)), bloom_union((SELECT bloom_agg(1) "
	"WHERE 0), block) FROM f",
	"SELECT bloom_add(list, 1), bloom_add(list, 1000), bloom_add(block, 1000), bloom_add(block, "
	"'text') FROM f",
	"SELECT bloom_add(list, NULL), bloom_add(NULL, 1) FROM f",
	"SELECT bloom_fold(roomy, 0.01), bloom_fold(block, 0.5), bloom_fold(list, 0.01), "
	"bloom_fold(block, NULL) FROM f",
	"SELECT bloom_cardinality(block), bloom_current_fpp(block), bloom_info(block), "
	"bloom_valid(block) FROM f",
	"SELECT bloom_valid(zeroblob(1000)), bloom_valid('text'), bloom_valid(NULL), bloom_valid(x'')",
	"SELECT sum(bloom_contains(block, i)), sum(bloom_contains(list, i)) FROM n, f",
	"SELECT bloom_contains_any(list, 1000, NULL, 1), bloom_contains_all(list, 1, 2, 1000) FROM f",
	"SELECT bloom_contains_hash(list, bloom_hash(1)), bloom_contains_hash(list, 1) FROM f",
	"SELECT sum(bloom_contains((SELECT bloom_agg(t, 1000) FROM n), t)) FROM n",
	"SELECT bloom_agg(char(9731) || t, 1000) FROM n",
};

#define FAULTS_COUNT(array) (sizeof(array) / sizeof *(array))

/* Errors other than for memory stay what they are, or become that. */
static const char *const faults_errors[] = {
	"SELECT bloom_contains(zeroblob(1000), 1)",
	"SELECT bloom_contains('text', 1)",
	"SELECT bloom_contains(list, 'text') FROM f",
	"SELECT bloom_agg(list) FROM n, f",
	"SELECT bloom_agg(i, i) FROM n",
	"SELECT bloom_agg(i, 100) OVER (ORDER BY i ROWS 1 PRECEDING) FROM n",
	"SELECT bloom_union_agg(CASE WHEN i = 100 THEN bloom_new(1) ELSE block END) FROM n, f",
	"SELECT bloom_add_agg(CASE i WHEN 1 THEN block END, CASE i WHEN 9 THEN list ELSE i END) FROM n, f",
	"SELECT bloom_new(-1)",
	"SELECT bloom_fold(block, 7) FROM f",
};

static bool
faults_is_nomem(int rc)
{
	return (rc & 0xFF) == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM;
}

/* Fails each allocation of one statement in turn.  Returns how many there are, or -1. */
static long
faults_sweep(sqlite3 *db, const char *sql, int good, bool for_good)
{
	char *expected;
	long nth = 0;

	if (sq_test_run(db, sql, &expected) != good)
	{
		printf("# %s: %s\n", sql, sqlite3_errmsg(db));
		sqlite3_free(expected);
		return -1;
	}
	for (;;)
	{
		char *answer;
		bool right, failed;
		int rc;

		faults_arm(++nth, for_good);
		rc = sq_test_run(db, sql, &answer);
		failed = faults_disarm();
		right = faults_is_nomem(rc) ||
		        (rc == good &&
		         (good != SQLITE_OK || (answer != NULL && strcmp(answer, expected) == 0)));
		if (!right)
			printf("# %s: allocation %ld: %d, %s, not %s\n", sql, nth, rc, answer, expected);
		sqlite3_free(answer);
		if (!right || !failed)
		{
			sqlite3_free(expected);
			return right ? nth - 1 : -1;
		}
	}
}

static void
faults_sweep_all(sqlite3 *db, const char *const *statements, size_t count, int good, bool for_good,
                 const char *name)
{
	long total = 0;

	for (size_t i = 0; i < count; i++)
	{
		long points = faults_sweep(db, statements[i], good, for_good);

		if (points < 0)
		{
			sq_test(false, name);
			return;
		}
		total += points;
	}
	printf("# %zu statements, %ld allocations\n", count, total);
	sq_test(total > (long)count, name);
}

static void
faults_sweep_init(void)
{
	long nth = 0;
	bool right = true, failed;

	do
	{
		sqlite3 *db;
		int rc;

		if (sqlite3_open(":memory:", &db) != SQLITE_OK)
			exit(1);
		faults_arm(++nth, false);
		rc = sqlite3_bloomfilter_init(db, NULL, NULL);
		failed = faults_disarm();
		right = right && (rc == SQLITE_OK || faults_is_nomem(rc));
		sqlite3_close(db);
		right = right && sqlite3_memory_used() == 0;
	} while (failed && right);
	printf("# %ld allocations\n", nth - 1);
	sq_test(right && nth > 20, "faults: the entry point");
}

static void
faults_sweep_encoding(const char *encoding)
{
	sqlite3 *db = sq_test_open();
	char name[100], sql[100];

	snprintf(sql, sizeof sql, "PRAGMA encoding = '%s'", encoding);
	sq_test_run(db, sql, NULL);
	for (size_t i = 0; i < FAULTS_COUNT(faults_setup); i++)
		if (sq_test_run(db, faults_setup[i], NULL) != SQLITE_OK)
			printf("# %s: %s\n", faults_setup[i], sqlite3_errmsg(db));
	for (int for_good = 0; for_good < 2; for_good++)
	{
		const char *how = for_good ? "and all after it" : "alone";

		snprintf(name, sizeof name, "faults: %s, each allocation %s", encoding, how);
		faults_sweep_all(db, faults_statements, FAULTS_COUNT(faults_statements), SQLITE_OK,
		                 for_good, name);
		snprintf(name, sizeof name, "faults: %s, statements that fail, each allocation %s",
		         encoding, how);
		faults_sweep_all(db, faults_errors, FAULTS_COUNT(faults_errors), SQLITE_ERROR, for_good,
		                 name);
	}
	sq_test(sqlite3_close(db) == SQLITE_OK && sqlite3_memory_used() == 0,
	        "faults: nothing is left allocated");
}

int
main(void)
{
	sqlite3_mem_methods wrapped;

	sqlite3_config(SQLITE_CONFIG_GETMALLOC, &faults.real);
	wrapped = faults.real;
	wrapped.xMalloc = faults_malloc;
	wrapped.xRealloc = faults_realloc;
	if (sqlite3_config(SQLITE_CONFIG_MALLOC, &wrapped) != SQLITE_OK ||
	    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1) != SQLITE_OK ||
	    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK)
	{
		printf("not ok - faults: this SQLite cannot be configured\n");
		return 1;
	}
	faults_sweep_init();
	faults_sweep_encoding("UTF-8");
	faults_sweep_encoding("UTF-16le");
	return sq_test_failures != 0;
}
