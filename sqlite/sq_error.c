/*
 * sq_error.c - from a status of the core to an SQLite error, and from
 * sqlite3_interrupt() to the core.
 */
#include "sq_glue.h"

#if SQLITE_VERSION_NUMBER >= 3041000
static bool
sq_error_interrupted(void *db)
{
	return sqlite3_is_interrupted(db) != 0;
}
#endif

/*
 * sqlite3_is_interrupted() came with 3.41.  Before that nothing tells a
 * function of an interrupt: SQLite stops the statement after the call.
 */
sq_poll_function *
sq_error_poll(void)
{
#if SQLITE_VERSION_NUMBER >= 3041000
	/* Built for a newer SQLite than the one we run in, its table of functions ends before ours. */
	if (sqlite3_libversion_number() >= 3041000)
		return sq_error_interrupted;
#endif
	return NULL;
}

void
sq_fail(sqlite3_context *context, const char *name, const struct bf_call *call,
        enum bf_status status)
{
	char text[2 * BF_MESSAGE_BYTES];

	if (status == BF_E_MEMORY)
	{
		sqlite3_result_error_nomem(context);
		return;
	}
	if (call->hint != NULL)
		sqlite3_snprintf((int)sizeof text, text, "%s: %s. Hint: %s", name, call->message,
		                 call->hint);
	else
		sqlite3_snprintf((int)sizeof text, text, "%s: %s", name, call->message);
	sqlite3_result_error(context, text, -1);

	/* Codes that hosts act upon; they keep the text. */
	if (status == BF_E_LIMIT)
		sqlite3_result_error_code(context, SQLITE_TOOBIG);
	else if (status == BF_E_INTERRUPTED)
		sqlite3_result_error_code(context, SQLITE_INTERRUPT);
}
