/*
 * key.c - values to canonical keys (docs/format.md, "Keys").
 */
#include "internal.h"

#include <math.h>

#define KEY_TWO_63 9223372036854775808.0
#define KEY_NAN UINT64_C(0x7FF8000000000000)

const char *
bf_kind_name(enum bf_kind kind)
{
	return kind == BF_NUMBER ? "number" : kind == BF_TEXT ? "text" : "bytes";
}

static void
key_number(struct bf_key *key, uint64_t bits)
{
	bf_store64(key->number, bits);
	key->kind = BF_NUMBER;
	key->bytes = key->number;
	key->nbytes = sizeof key->number;
}

void
bf_key_int64(struct bf_key *key, int64_t value)
{
	key_number(key, (uint64_t)value);
}

void
bf_key_double(struct bf_key *key, double value)
{
	uint64_t bits;

	/* The range is checked first: the conversion is undefined outside it. */
	if (value >= -KEY_TWO_63 && value < KEY_TWO_63 && value == (double)(int64_t)value)
	{
		bf_key_int64(key, (int64_t)value);
		return;
	}
	memcpy(&bits, &value, sizeof bits);
	key_number(key, isnan(value) ? KEY_NAN : bits);
}

void
bf_key_text(struct bf_key *key, const char *utf8, size_t nbytes)
{
	key->kind = BF_TEXT;
	key->bytes = utf8;
	key->nbytes = nbytes;
}

enum bf_status
bf_key_bytes(struct bf_key *key, const void *bytes, size_t nbytes, struct bf_call *call)
{
	struct bf_header header;

	/* Only a valid header counts: other bytes may begin as a filter does by chance. */
	if (bf_has_magic(bytes, nbytes) && bf_header_read(&header, bytes, nbytes, call) == BF_OK)
		return bf_fail(call, BF_MSG_VALUE_IS_FILTER);
	key->kind = BF_BYTES;
	key->bytes = bytes;
	key->nbytes = nbytes;
	return BF_OK;
}
