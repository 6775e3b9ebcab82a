/*
 * pg_contains.c
 *	  Asking a filter: bloom_contains, bloom_contains_any, bloom_contains_all,
 *	  bloom_contains_hash, and bloom_hash.
 *
 * All are STRICT: the answer about NULL is NULL.
 */
#include "pg_site.h"

#include "miscadmin.h"
#include "utils/array.h"

/* bloom_contains(filter, value) */
static pg_attribute_always_inline Datum
contains(FunctionCallInfo fcinfo, pg_key_function make_key)
{
	static const char name[] = "bloom_contains";
	struct pg_filter filter;
	struct pg_key key;
	bool		found;

	pg_filter_open(&filter, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, name);
	make_key(&key, fcinfo, 1, name);
	pg_filter_check_kind(&filter, key.key.kind, name);
	found = pg_filter_probe(&filter, bf_key_hash(&key.key), name);
	pg_key_release(&key);
	pg_filter_close(&filter);
	PG_RETURN_BOOL(found);
}

/* bloom_hash(value) */
static pg_attribute_always_inline Datum
hash(FunctionCallInfo fcinfo, pg_key_function make_key)
{
	struct pg_key key;
	uint64		value;

	make_key(&key, fcinfo, 0, "bloom_hash");
	value = bf_key_hash(&key.key);
	pg_key_release(&key);
	PG_RETURN_INT64((int64) value);
}

#define DEFINE_OVERLOADS(suffix) \
	PG_FUNCTION_INFO_V1(bloomfilter_contains_##suffix); \
	Datum \
	bloomfilter_contains_##suffix(PG_FUNCTION_ARGS) \
	{ \
		return contains(fcinfo, pg_key_##suffix); \
	} \
	PG_FUNCTION_INFO_V1(bloomfilter_hash_##suffix); \
	Datum \
	bloomfilter_hash_##suffix(PG_FUNCTION_ARGS) \
	{ \
		return hash(fcinfo, pg_key_##suffix); \
	}

PG_KEY_OVERLOADS(DEFINE_OVERLOADS)

PG_FUNCTION_INFO_V1(bloomfilter_contains_hash);
PG_FUNCTION_INFO_V1(bloomfilter_contains_any_of);
PG_FUNCTION_INFO_V1(bloomfilter_contains_all_of);

/* bloom_contains_hash(filter, hash): the kind of key is not known, nor checked. */
Datum
bloomfilter_contains_hash(PG_FUNCTION_ARGS)
{
	static const char name[] = "bloom_contains_hash";
	struct pg_filter filter;
	bool		found;

	pg_filter_open(&filter, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, name);
	found = pg_filter_probe(&filter, (uint64) PG_GETARG_INT64(1), name);
	pg_filter_close(&filter);
	PG_RETURN_BOOL(found);
}

/*
 * Looks up the elements of an array, NULLs skipped, until an answer is enough.
 * Returns it, or !enough when there was none.
 */
static Datum
contains_elements(FunctionCallInfo fcinfo, bool enough, const char *name)
{
	struct pg_site *site = pg_site(fcinfo);
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	struct pg_filter filter;
	pg_encoder	encode;
	ArrayIterator elements;
	Datum		value;
	bool		isnull;
	bool		answer = !enough;

	encode = pg_key_encoder(&site->key, ARR_ELEMTYPE(array), PG_GET_COLLATION(), name);
	pg_filter_open(&filter, PG_GETARG_DATUM(0), &site->filter, name);

	elements = array_create_iterator(array, 0, NULL);
	while (answer != enough && array_iterate(elements, &value, &isnull))
	{
		struct pg_key key;
		struct bf_call call;

		if (isnull)
			continue;
		key.copy = NULL;
		pg_check(encode(&key, value, &call), name, &call);
		pg_filter_check_kind(&filter, key.key.kind, name);
		answer = pg_filter_probe(&filter, bf_key_hash(&key.key), name);
		pg_key_release(&key);
		CHECK_FOR_INTERRUPTS();
	}
	array_free_iterator(elements);
	pg_filter_close(&filter);
	PG_FREE_IF_COPY(array, 1);
	PG_RETURN_BOOL(answer);
}

Datum
bloomfilter_contains_any_of(PG_FUNCTION_ARGS)
{
	return contains_elements(fcinfo, true, "bloom_contains_any");
}

Datum
bloomfilter_contains_all_of(PG_FUNCTION_ARGS)
{
	return contains_elements(fcinfo, false, "bloom_contains_all");
}
