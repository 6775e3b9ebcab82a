/*
 * pg_scalar.c
 *	  Functions that make a filter from a filter, or tell about one.
 *
 * None writes to its arguments.  One that would change nothing returns its
 * very argument, so that an UPDATE keeps the stored value.
 */
#include "pg_site.h"
#include "pg_state.h"

#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(bloomfilter_new);
PG_FUNCTION_INFO_V1(bloomfilter_union);
PG_FUNCTION_INFO_V1(bloomfilter_fold);
PG_FUNCTION_INFO_V1(bloomfilter_cardinality);
PG_FUNCTION_INFO_V1(bloomfilter_current_fpp);
PG_FUNCTION_INFO_V1(bloomfilter_info);
PG_FUNCTION_INFO_V1(bloomfilter_size);
PG_FUNCTION_INFO_V1(bloomfilter_classic_bits);
PG_FUNCTION_INFO_V1(bloomfilter_classic_hashes);

/* The filter of a state, which is freed. */
static Datum
finish(struct pg_state *state, const char *name)
{
	struct bf_plan plan;
	struct varlena *filter;

	state = pg_state_plan(state, NULL, &plan, name);
	filter = pg_state_finish(state, &plan, name);
	pfree(state);
	PG_RETURN_POINTER(filter);
}

/* bloom_new(expected, fpp), STRICT */
Datum
bloomfilter_new(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_new";
	struct bf_request request;

	request.sized = true;
	request.expected = PG_GETARG_FLOAT8(0);
	request.fpp = PG_GETARG_FLOAT8(1);
	request.signature = "(expected, fpp)";
	return finish(pg_state_new(&request, name), name);
}

/* bloom_add(filter, value): NULL when filter is, filter when value is */
static pg_attribute_always_inline Datum
add(FunctionCallInfo fcinfo, pg_key_function make_key)
{
	static const char name[] = "bloom_add";
	struct pg_filter filter;
	struct pg_key key;
	struct pg_state *state;
	Datum		result;
	uint64		hash;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));

	pg_filter_open(&filter, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, name);
	make_key(&key, fcinfo, 1, name);
	hash = bf_key_hash(&key.key);
	if ((filter.header->kinds & key.key.kind) != 0 && pg_filter_probe(&filter, hash, name))
		result = PG_GETARG_DATUM(0);
	else
	{
		state = pg_state_merge_filter(pg_state_new(NULL, name), &filter, name);
		state = pg_state_add(state, key.key.kind, hash, name);
		result = finish(state, name);
	}
	pg_key_release(&key);
	pg_filter_close(&filter);
	return result;
}

#define DEFINE_ADD(suffix) \
	PG_FUNCTION_INFO_V1(bloomfilter_add_##suffix); \
	Datum \
	bloomfilter_add_##suffix(PG_FUNCTION_ARGS) \
	{ \
		return add(fcinfo, pg_key_##suffix); \
	}

PG_KEY_OVERLOADS(DEFINE_ADD)

/* bloom_union(a, b): NULL when a is, a when b is */
Datum
bloomfilter_union(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_union";
	struct pg_filter_site site = {0};
	struct pg_filter a;
	struct pg_filter b;
	struct pg_state *state;
	Datum		result;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));

	pg_filter_open(&a, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, name);
	pg_filter_open(&b, PG_GETARG_DATUM(1), &site, name);
	if (bf_is_neutral(b.header))
		result = PG_GETARG_DATUM(0);
	else if (bf_is_neutral(a.header))
		result = PG_GETARG_DATUM(1);
	else
	{
		state = pg_state_merge_filter(pg_state_new(NULL, name), &a, name);
		state = pg_state_merge_filter(state, &b, name);
		result = finish(state, name);
	}
	pg_filter_close(&a);
	pg_filter_close(&b);
	return result;
}

/* bloom_fold(filter, fpp): NULL when filter is, filter when fpp is */
Datum
bloomfilter_fold(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_fold";
	struct bf_request request;
	struct pg_filter filter;
	struct pg_state *state;
	struct bf_plan plan;
	struct bf_call call;
	Datum		result = PG_GETARG_DATUM(0);

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(1))
		return result;

	request.sized = false;
	request.expected = 0;
	request.fpp = PG_GETARG_FLOAT8(1);
	request.signature = "(filter, fpp)";
	pg_check(bf_request_check(&request, &call), name, &call);
	pg_filter_open(&filter, result, &pg_site(fcinfo)->filter, name);
	if (!bf_is_neutral(filter.header))
	{
		state = pg_state_merge_filter(pg_state_new(NULL, name), &filter, name);
		state = pg_state_plan(state, pg_sizing(request.fpp), &plan, name);
		if (plan.folded)
			result = PointerGetDatum(pg_state_finish(state, &plan, name));
		pfree(state);
	}
	pg_filter_close(&filter);
	return result;
}

/* Opens the first argument and measures it. */
static void
open_and_measure(FunctionCallInfo fcinfo, struct pg_filter *filter, struct bf_stats *stats,
				 const char *name)
{
	struct bf_call call;

	pg_begin_call(&call);
	pg_filter_open(filter, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, name);
	pg_filter_fetch(filter, name);
	pg_check(bf_stats(filter->header, filter->bytes, stats, &call), name, &call);
}

/* bloom_cardinality(filter), STRICT */
Datum
bloomfilter_cardinality(PG_FUNCTION_ARGS)
{
	struct pg_filter filter;
	struct bf_stats stats;

	open_and_measure(fcinfo, &filter, &stats, "bloom_cardinality");
	pg_filter_close(&filter);
	PG_RETURN_FLOAT8(stats.estimated);
}

/* bloom_current_fpp(filter), STRICT */
Datum
bloomfilter_current_fpp(PG_FUNCTION_ARGS)
{
	struct pg_filter filter;
	struct bf_stats stats;

	open_and_measure(fcinfo, &filter, &stats, "bloom_current_fpp");
	pg_filter_close(&filter);
	PG_RETURN_FLOAT8(stats.current_fpp);
}

/* bloom_info(filter), STRICT */
Datum
bloomfilter_info(PG_FUNCTION_ARGS)
{
	struct pg_filter filter;
	struct bf_stats stats;
	char		json[BF_INFO_BYTES];

	open_and_measure(fcinfo, &filter, &stats, "bloom_info");
	bf_info_json(filter.header, filter.nbytes, &stats, json);
	pg_filter_close(&filter);
	PG_RETURN_TEXT_P(cstring_to_text(json));
}

/* bloom_size(expected, fpp), STRICT */
Datum
bloomfilter_size(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_size";
	struct bf_request request;
	struct bf_call call;
	uint64		nblocks;

	request.sized = true;
	request.expected = PG_GETARG_FLOAT8(0);
	request.fpp = PG_GETARG_FLOAT8(1);
	request.signature = "(expected, fpp)";
	pg_check(bf_request_check(&request, &call), name, &call);
	pg_check(bf_sizing_nblocks(pg_sizing(request.fpp), (uint64) request.expected, &nblocks,
							   &call), name, &call);
	PG_RETURN_INT64(BF_HEADER_BYTES + nblocks * BF_BLOCK_BYTES);
}

/* bloom_classic_bits(expected, fpp), STRICT */
Datum
bloomfilter_classic_bits(PG_FUNCTION_ARGS)
{
	struct bf_call call;
	int64_t		bits;

	pg_check(bf_classic_bits(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1), &bits, &call),
			 "bloom_classic_bits", &call);
	PG_RETURN_INT64(bits);
}

/* bloom_classic_hashes(expected, bits), STRICT */
Datum
bloomfilter_classic_hashes(PG_FUNCTION_ARGS)
{
	struct bf_call call;
	int64_t		hashes;

	pg_check(bf_classic_hashes(PG_GETARG_FLOAT8(0), PG_GETARG_INT64(1), &hashes, &call),
			 "bloom_classic_hashes", &call);
	PG_RETURN_INT64(hashes);
}
