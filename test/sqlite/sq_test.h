/*
 * sq_test.h - what the C tests of the SQLite glue share.  They are linked with
 * its sources (-DSQLITE_CORE) and libsqlite3, so that sanitizers see both sides.
 */
#ifndef SQ_TEST_H
#define SQ_TEST_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sqlite3_bloomfilter_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

static int sq_test_failures;

/* One TAP line. */
static inline void
sq_test(bool passed, const char *name)
{
	printf("%s - %s\n", passed ? "ok" : "not ok", name);
	fflush(stdout);
	sq_test_failures += !passed;
}

/* A connection with the extension; the program stops when there is none. */
static inline sqlite3 *
sq_test_open(void)
{
	sqlite3 *db;

	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    sqlite3_bloomfilter_init(db, NULL, NULL) != SQLITE_OK)
	{
		printf("not ok - no connection\n");
		exit(1);
	}
	return db;
}

/*
 * Runs a statement to its end.  *answer, when not NULL, gets all columns of all
 * rows as text, to be freed with sqlite3_free(); BLOBs in hex.  Returns a result code.
 */
static inline int
sq_test_run(sqlite3 *db, const char *sql, char **answer)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);

	while (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
	{
		for (int i = 0; i < sqlite3_column_count(stmt); i++)
		{
			if (sqlite3_column_type(stmt, i) == SQLITE_BLOB)
			{
				const unsigned char *bytes = sqlite3_column_blob(stmt, i);

				for (int j = 0; j < sqlite3_column_bytes(stmt, i); j++)
					sqlite3_str_appendf(text, "%02x", bytes[j]);
			}
			else
			{
				const char *column = (const char *)sqlite3_column_text(stmt, i);

				/* NULL of a value that is not: there was no memory for its text. */
				if (column == NULL && sqlite3_errcode(db) == SQLITE_NOMEM)
					break;
				sqlite3_str_appendall(text, column != NULL ? column : "NULL");
			}
			sqlite3_str_appendchar(text, 1, '|');
		}
		rc = sqlite3_errcode(db) == SQLITE_NOMEM ? SQLITE_NOMEM : SQLITE_OK;
	}
	sqlite3_finalize(stmt);
	if (sqlite3_str_errcode(text) != SQLITE_OK && rc == SQLITE_DONE)
		rc = sqlite3_str_errcode(text);
	if (answer != NULL)
		*answer = sqlite3_str_finish(text);
	else
		sqlite3_free(sqlite3_str_finish(text));
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

#endif
