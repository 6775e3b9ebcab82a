/*
 * pg_type.c
 *	  Input, output and casts of types bloomfilter and bloom_state.
 *
 * Both are written in hex as text, as bytea is, and plain in binary.
 */
#include "pg_site.h"
#include "pg_state.h"

#include "libpq/pqformat.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(bloomfilter_in);
PG_FUNCTION_INFO_V1(bloomfilter_recv);
PG_FUNCTION_INFO_V1(bloomfilter_state_in);
PG_FUNCTION_INFO_V1(bloomfilter_state_recv);
PG_FUNCTION_INFO_V1(bloomfilter_out);
PG_FUNCTION_INFO_V1(bloomfilter_send);
PG_FUNCTION_INFO_V1(bloomfilter_from_bytea);
PG_FUNCTION_INFO_V1(bloomfilter_valid);

/* Checks bytes that enter; they are palloc'd and have a long header. */
typedef enum bf_status (*bytes_check) (const struct varlena *bytes, struct bf_call *call);

static enum bf_status
check_filter(const struct varlena *bytes, struct bf_call *call)
{
	struct bf_header header;

	return bf_filter_check(&header, VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ, call);
}

static enum bf_status
check_state(const struct varlena *bytes, struct bf_call *call)
{
	return pg_state_check((const struct pg_state *) bytes, call);
}

/* What byteain takes: hex, or its older escape form. */
static Datum
bytes_in(FunctionCallInfo fcinfo, bytes_check check, const char *type)
{
	Datum		bytes;
	struct bf_call call;

#if PG_VERSION_NUM >= 160000
	if (!DirectInputFunctionCallSafe(byteain, PG_GETARG_CSTRING(0), InvalidOid, -1,
									 fcinfo->context, &bytes))
		PG_RETURN_NULL();
#else
	bytes = DirectFunctionCall1(byteain, PG_GETARG_DATUM(0));
#endif
	pg_begin_call(&call);
	if (check((struct varlena *) DatumGetPointer(bytes), &call) != BF_OK)
		return pg_soft_fail(type, &call, fcinfo->context);
	return bytes;
}

static Datum
bytes_recv(FunctionCallInfo fcinfo, bytes_check check, const char *type)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			nbytes = buf->len - buf->cursor;
	struct varlena *bytes = palloc(VARHDRSZ + nbytes);
	struct bf_call call;

	SET_VARSIZE(bytes, VARHDRSZ + nbytes);
	pq_copymsgbytes(buf, VARDATA(bytes), nbytes);
	pg_begin_call(&call);
	pg_check(check(bytes, &call), type, &call);
	PG_RETURN_POINTER(bytes);
}

Datum
bloomfilter_in(PG_FUNCTION_ARGS)
{
	return bytes_in(fcinfo, check_filter, "bloomfilter");
}

Datum
bloomfilter_recv(PG_FUNCTION_ARGS)
{
	return bytes_recv(fcinfo, check_filter, "bloomfilter");
}

Datum
bloomfilter_state_in(PG_FUNCTION_ARGS)
{
	return bytes_in(fcinfo, check_state, "bloom_state");
}

Datum
bloomfilter_state_recv(PG_FUNCTION_ARGS)
{
	return bytes_recv(fcinfo, check_state, "bloom_state");
}

/*
 * Hex whatever bytea_output says: its escape form has up to four characters a
 * byte, and a large filter could not be dumped.
 */
Datum
bloomfilter_out(PG_FUNCTION_ARGS)
{
	struct varlena *bytes = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
	Size		nbytes = VARSIZE_ANY_EXHDR(bytes);
	char	   *text = palloc(2 + 2 * nbytes + 1);

	text[0] = '\\';
	text[1] = 'x';
	hex_encode(VARDATA_ANY(bytes), nbytes, text + 2);
	text[2 + 2 * nbytes] = '\0';
	PG_FREE_IF_COPY(bytes, 0);
	PG_RETURN_CSTRING(text);
}

Datum
bloomfilter_send(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(PG_DETOAST_DATUM_COPY(PG_GETARG_DATUM(0)));
}

/*
 * The cast from bytea: checks header and length, and returns its very argument,
 * so that a stored filter stays stored.  It runs for each row.
 */
Datum
bloomfilter_from_bytea(PG_FUNCTION_ARGS)
{
	struct pg_filter filter;

	pg_filter_open(&filter, PG_GETARG_DATUM(0), &pg_site(fcinfo)->filter, "bloomfilter");
	pg_filter_close(&filter);
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

Datum
bloomfilter_valid(PG_FUNCTION_ARGS)
{
	struct varlena *bytes = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
	struct bf_header header;
	struct bf_call call;
	enum bf_status status;

	pg_begin_call(&call);
	status = bf_filter_check(&header, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes), &call);
	PG_FREE_IF_COPY(bytes, 0);
	PG_RETURN_BOOL(status == BF_OK);
}
