/*
 * sq_value.c - from sqlite3_values to what the core takes.
 *
 * Which accessor comes first matters: an accessor may convert the value in
 * place, and the pointer of an earlier one is then gone.
 */
#include "sq_glue.h"

static const char *
sq_value_type_name(sqlite3_value *value)
{
	switch (sqlite3_value_type(value))
	{
	case SQLITE_INTEGER:
		return "INTEGER";
	case SQLITE_FLOAT:
		return "REAL";
	case SQLITE_TEXT:
		return "TEXT";
	case SQLITE_BLOB:
		return "BLOB";
	default:
		return "NULL";
	}
}

/*
 * The bytes of a BLOB.  sqlite3_value_blob() gives NULL for an empty BLOB and
 * when there is no memory to expand a zeroblob, and in the latter case leaves
 * the value NULL: so the length comes first, which converts nothing in a BLOB.
 */
static enum bf_status
sq_value_check_blob(const unsigned char **bytes, uint64_t nbytes, struct bf_call *call)
{
	if (*bytes == NULL && nbytes > 0)
		return bf_fail(call, BF_MSG_MEMORY, nbytes);
	if (*bytes == NULL)
		*bytes = (const unsigned char *)"";
	return BF_OK;
}

enum bf_status
sq_filter_refuse(sqlite3_value *value, struct bf_call *call)
{
	return bf_fail(call, BF_MSG_FILTER_TYPE, sq_value_type_name(value));
}

enum bf_status
sq_filter_read(struct sq_filter *filter, struct sq_connection *connection, struct bf_call *call)
{
	enum bf_status status = sq_value_check_blob(&filter->bytes, filter->nbytes, call);

	if (status != BF_OK)
		return status;
	connection->nbytes = 0;
	status = bf_header_read(&connection->header, filter->bytes, filter->nbytes, call);
	if (status != BF_OK)
		return status;
	memcpy(connection->raw, filter->bytes, BF_HEADER_BYTES);
	connection->nbytes = filter->nbytes;
	return BF_OK;
}

enum bf_status
sq_key_read(struct bf_key *key, sqlite3_value *value, int type, struct bf_call *call)
{
	const unsigned char *bytes;
	uint64_t nbytes;
	enum bf_status status;

	switch (type)
	{
	case SQLITE_INTEGER:
		bf_key_int64(key, sqlite3_value_int64(value));
		return BF_OK;
	case SQLITE_FLOAT:
		bf_key_double(key, sqlite3_value_double(value));
		return BF_OK;
	case SQLITE_TEXT:
		/* First the text, which converts UTF-16 to UTF-8, then the length of that. */
		bytes = sqlite3_value_text(value);
		if (bytes == NULL)
			return bf_fail(call, BF_MSG_MEMORY, (uint64_t)0);
		bf_key_text(key, (const char *)bytes, (size_t)sqlite3_value_bytes(value));
		return BF_OK;
	case SQLITE_BLOB:
		nbytes = (uint64_t)sqlite3_value_bytes(value);
		bytes = sqlite3_value_blob(value);
		status = sq_value_check_blob(&bytes, nbytes, call);
		if (status != BF_OK)
			return status;
		return bf_key_bytes(key, bytes, (size_t)nbytes, call);
	default:
		key->kind = SQ_NULL;
		return BF_OK;
	}
}

enum bf_status
sq_number(double *number, sqlite3_value *value, const char *argument, struct bf_call *call)
{
	switch (sqlite3_value_type(value))
	{
	case SQLITE_INTEGER:
	case SQLITE_FLOAT:
		*number = sqlite3_value_double(value);
		return BF_OK;
	default:
		return bf_fail(call, BF_MSG_ARGUMENT_TYPE, argument, sq_value_type_name(value), "a number");
	}
}

enum bf_status
sq_int64(int64_t *number, sqlite3_value *value, const char *argument, struct bf_call *call)
{
	if (sqlite3_value_type(value) != SQLITE_INTEGER)
		return bf_fail(call, BF_MSG_ARGUMENT_TYPE, argument, sq_value_type_name(value),
		               "an INTEGER");
	*number = sqlite3_value_int64(value);
	return BF_OK;
}

enum bf_status
sq_request(struct bf_request *request, int nargs, sqlite3_value **args, const char *signature,
           struct bf_call *call)
{
	enum bf_status status = BF_OK;

	request->sized = nargs > 0 && !sq_is_null(args[0]);
	request->expected = 0;
	request->fpp = BF_DEFAULT_FPP;
	request->signature = signature;
	if (request->sized)
		status = sq_number(&request->expected, args[0], "expected", call);
	if (status == BF_OK && nargs > 1 && !sq_is_null(args[1]))
		status = sq_number(&request->fpp, args[1], "fpp", call);
	return status;
}
