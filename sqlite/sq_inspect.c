/*
 * sq_inspect.c - what is known of a filter, and of filters of a size.
 */
#include "sq_glue.h"

/*
 * Reads the one argument of a statistic and measures the filter.  Returns
 * whether there is something to answer; a failure is the call's result already.
 */
static bool
sq_inspect(sqlite3_context *context, const char *name, sqlite3_value *value,
           struct sq_filter *filter, struct bf_stats *stats)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_call call;
	enum bf_status status;

	if (sq_is_null(value))
		return false;
	sq_call_begin(&call, connection);
	status = sq_filter(filter, connection, value, &call);
	if (status == BF_OK)
		status = bf_stats(filter->header, filter->bytes, stats, &call);
	if (status != BF_OK)
		sq_fail(context, name, &call, status);
	return status == BF_OK;
}

void
sq_cardinality(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_filter filter;
	struct bf_stats stats;

	(void)nargs;
	if (sq_inspect(context, "bloom_cardinality", args[0], &filter, &stats))
		sqlite3_result_double(context, stats.estimated);
}

void
sq_current_fpp(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_filter filter;
	struct bf_stats stats;

	(void)nargs;
	if (sq_inspect(context, "bloom_current_fpp", args[0], &filter, &stats))
		sqlite3_result_double(context, stats.current_fpp);
}

void
sq_info(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	char json[BF_INFO_BYTES];
	struct sq_filter filter;
	struct bf_stats stats;

	(void)nargs;
	if (!sq_inspect(context, "bloom_info", args[0], &filter, &stats))
		return;
	bf_info_json(filter.header, filter.nbytes, &stats, json);
	sqlite3_result_text(context, json, -1, SQLITE_TRANSIENT);
}

void
sq_valid(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct sq_filter filter;
	struct bf_header header;
	struct bf_call call;
	enum bf_status status;

	(void)nargs;
	if (sq_is_null(args[0]))
		return;
	sq_call_begin(&call, connection);
	status = sq_filter(&filter, connection, args[0], &call);
	if (status == BF_OK)
		status = bf_filter_check(&header, filter.bytes, filter.nbytes, &call);

	/* Whatever is wrong with the bytes is an answer; what stopped the look at them is not. */
	if (status == BF_E_MEMORY || status == BF_E_INTERRUPTED)
		sq_fail(context, "bloom_valid", &call, status);
	else
		sqlite3_result_int(context, status == BF_OK);
}

void
sq_size(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct sq_connection *connection = sqlite3_user_data(context);
	struct bf_request request;
	struct bf_call call;
	enum bf_status status;
	uint64_t nblocks;

	if (sq_is_null(args[0]) || (nargs > 1 && sq_is_null(args[1])))
		return;
	sq_call_begin(&call, connection);
	status = sq_request(&request, nargs, args, "(expected, fpp)", &call);
	if (status == BF_OK)
		status = bf_request_check(&request, &call);
	if (status == BF_OK)
	{
		bf_sizing_solve(&connection->sizing, request.fpp);
		status =
			bf_sizing_nblocks(&connection->sizing, (uint64_t)request.expected, &nblocks, &call);
	}
	if (status == BF_OK)
		sqlite3_result_int64(context, (sqlite3_int64)(BF_HEADER_BYTES + nblocks * BF_BLOCK_BYTES));
	else
		sq_fail(context, "bloom_size", &call, status);
}

void
sq_classic_bits(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct bf_request request;
	struct bf_call call;
	enum bf_status status;
	int64_t bits;

	if (sq_is_null(args[0]) || sq_is_null(args[1]))
		return;
	sq_call_begin(&call, sqlite3_user_data(context));
	status = sq_request(&request, nargs, args, "(expected, fpp)", &call);
	if (status == BF_OK)
		status = bf_classic_bits(request.expected, request.fpp, &bits, &call);
	if (status == BF_OK)
		sqlite3_result_int64(context, bits);
	else
		sq_fail(context, "bloom_classic_bits", &call, status);
}

void
sq_classic_hashes(sqlite3_context *context, int nargs, sqlite3_value **args)
{
	struct bf_call call;
	enum bf_status status;
	double expected;
	int64_t bits, hashes;

	(void)nargs;
	if (sq_is_null(args[0]) || sq_is_null(args[1]))
		return;
	sq_call_begin(&call, sqlite3_user_data(context));
	status = sq_number(&expected, args[0], "expected", &call);
	if (status == BF_OK)
		status = sq_int64(&bits, args[1], "bits", &call);
	if (status == BF_OK)
		status = bf_classic_hashes(expected, bits, &hashes, &call);
	if (status == BF_OK)
		sqlite3_result_int64(context, hashes);
	else
		sq_fail(context, "bloom_classic_hashes", &call, status);
}
