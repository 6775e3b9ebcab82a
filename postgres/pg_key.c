/*
 * pg_key.c
 *	  SQL values to keys: one row of key_types for each type.
 *
 * Values that = calls equal, across all types of a kind, get the same key.
 */
#include "pg_site.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/uuid.h"

#include <errno.h>

/* The input function of type bloomfilter, by which that type is recognised. */
extern Datum bloomfilter_in(PG_FUNCTION_ARGS);

/* ---- numbers ---- */

static enum bf_status
encode_bool(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_int64(&key->key, DatumGetBool(value));
	return BF_OK;
}

static enum bf_status
encode_int2(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_int64(&key->key, DatumGetInt16(value));
	return BF_OK;
}

static enum bf_status
encode_int4(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_int64(&key->key, DatumGetInt32(value));
	return BF_OK;
}

static enum bf_status
encode_int8(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_int64(&key->key, DatumGetInt64(value));
	return BF_OK;
}

static enum bf_status
encode_oid(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_int64(&key->key, DatumGetObjectId(value));
	return BF_OK;
}

static enum bf_status
encode_float4(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_double(&key->key, DatumGetFloat4(value));
	return BF_OK;
}

static enum bf_status
encode_float8(struct pg_key *key, Datum value, struct bf_call *call)
{
	(void) call;
	bf_key_double(&key->key, DatumGetFloat8(value));
	return BF_OK;
}

/*
 * Whether the text of a numeric is a whole number in the range of int64,
 * trailing zeroes after the point allowed.
 */
static bool
text_is_int64(const char *text, int64 *value)
{
	char	   *end;
	long long	parsed;

	errno = 0;
	parsed = strtoll(text, &end, 10);
	if (end == text || errno != 0)
		return false;
	if (*end == '.')
		end += 1 + strspn(end + 1, "0");
	*value = parsed;
	return *end == '\0';
}

/*
 * No function of the server tells whether a numeric is a whole number, and
 * those that convert one round or raise errors; so its text decides.
 */
static enum bf_status
encode_numeric(struct pg_key *key, Datum value, struct bf_call *call)
{
	char	   *text = DatumGetCString(DirectFunctionCall1(numeric_out, value));
	int64		whole;

	(void) call;
	if (text_is_int64(text, &whole))
		bf_key_int64(&key->key, whole);
	else
		bf_key_double(&key->key,
					  DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value)));
	pfree(text);
	return BF_OK;
}

/* ---- text ---- */

/* The varlena of a value, its copy noted when there had to be one. */
static struct varlena *
detoast(struct pg_key *key, Datum value)
{
	struct varlena *flat = PG_DETOAST_DATUM_PACKED(value);

	if ((Pointer) flat != DatumGetPointer(value))
		key->copy = flat;
	return flat;
}

static enum bf_status
encode_text(struct pg_key *key, Datum value, struct bf_call *call)
{
	struct varlena *flat = detoast(key, value);

	(void) call;
	pg_text_to_utf8(key, VARDATA_ANY(flat), VARSIZE_ANY_EXHDR(flat));
	return BF_OK;
}

/* char(n): = ignores trailing blanks, and a cast to text drops them. */
static enum bf_status
encode_bpchar(struct pg_key *key, Datum value, struct bf_call *call)
{
	struct varlena *flat = detoast(key, value);
	char	   *text = VARDATA_ANY(flat);

	(void) call;
	pg_text_to_utf8(key, text, bpchartruelen(text, VARSIZE_ANY_EXHDR(flat)));
	return BF_OK;
}

static enum bf_status
encode_name(struct pg_key *key, Datum value, struct bf_call *call)
{
	const char *text = NameStr(*DatumGetName(value));

	(void) call;
	pg_text_to_utf8(key, text, strlen(text));
	return BF_OK;
}

/* ---- bytes ---- */

static enum bf_status
encode_bytea(struct pg_key *key, Datum value, struct bf_call *call)
{
	struct varlena *flat = detoast(key, value);

	return bf_key_bytes(&key->key, VARDATA_ANY(flat), VARSIZE_ANY_EXHDR(flat), call);
}

static enum bf_status
encode_uuid(struct pg_key *key, Datum value, struct bf_call *call)
{
	return bf_key_bytes(&key->key, DatumGetUUIDP(value)->data, UUID_LEN, call);
}

/* ---- types ---- */

static const struct
{
	Oid			type;
	pg_encoder	encode;
}			key_types[] =
{
	{INT8OID, encode_int8},
	{INT4OID, encode_int4},
	{INT2OID, encode_int2},
	{TEXTOID, encode_text},
	{BYTEAOID, encode_bytea},
	{UUIDOID, encode_uuid},
	{NUMERICOID, encode_numeric},
	{FLOAT8OID, encode_float8},
	{FLOAT4OID, encode_float4},
	{VARCHAROID, encode_text},
	{BPCHAROID, encode_bpchar},
	{NAMEOID, encode_name},
	{OIDOID, encode_oid},
	{BOOLOID, encode_bool},
};

/* Explains why a type is not supported. */
static enum bf_status
refuse_type(Oid type, struct bf_call *call)
{
	Oid			base = getBaseType(type);
	Oid			input;
	Oid			ioparam;
	FmgrInfo	input_info;
	char		category;
	bool		preferred;

	getTypeInputInfo(base, &input, &ioparam);
	fmgr_info(input, &input_info);
	if (input_info.fn_addr == bloomfilter_in)
		return bf_fail(call, BF_MSG_VALUE_IS_FILTER);

	get_type_category_preferred(base, &category, &preferred);
	if (category == TYPCATEGORY_DATETIME || category == TYPCATEGORY_TIMESPAN)
		return bf_fail(call, BF_MSG_TYPE_TIME, format_type_be(type));
	if (category == TYPCATEGORY_STRING)
		return bf_fail(call, BF_MSG_TYPE_TEXT_LIKE, format_type_be(type));
	return bf_fail(call, BF_MSG_TYPE, format_type_be(type));
}

pg_encoder
pg_key_encoder(struct pg_key_site *site, Oid type, Oid collation, const char *function)
{
	struct bf_call call;

	if (site->encode == NULL || site->type != type)
	{
		Oid			base = getBaseType(type);
		size_t		i;

		for (i = 0; i < lengthof(key_types) && key_types[i].type != base; i++)
			;
		if (i == lengthof(key_types))
			pg_check(refuse_type(type, &call), function, &call);
		site->type = type;
		site->encode = key_types[i].encode;
	}
	pg_check_collation(site, collation, function);
	return site->encode;
}

/* ---- arguments ---- */

static inline void
key_of(struct pg_key *key, pg_encoder encode, Datum value, const char *function)
{
	struct bf_call call;

	key->copy = NULL;
	pg_check(encode(key, value, &call), function, &call);
}

void
pg_key_bytea(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	key_of(key, encode_bytea, PG_GETARG_DATUM(argno), function);
}

void
pg_key_uuid(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	key_of(key, encode_uuid, PG_GETARG_DATUM(argno), function);
}

void
pg_key_text(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	struct pg_key_site *site = &pg_site(fcinfo)->key;

	pg_check_text(site, fcinfo, argno, function);
	pg_check_collation(site, PG_GET_COLLATION(), function);
	key_of(key, encode_text, PG_GETARG_DATUM(argno), function);
}

void
pg_key_any(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	struct pg_key_site *site = &pg_site(fcinfo)->key;

	/* The type of a call site does not change. */
	Oid			type = site->encode != NULL ? site->type : InvalidOid;
	struct bf_call call;

	if (!OidIsValid(type) && fcinfo->flinfo != NULL)
		type = get_fn_expr_argtype(fcinfo->flinfo, argno);
	if (!OidIsValid(type))
		pg_check(bf_fail(&call, BF_MSG_TYPE_UNKNOWN), function, &call);
	key_of(key, pg_key_encoder(site, type, PG_GET_COLLATION(), function),
		   PG_GETARG_DATUM(argno), function);
}
