/*
 * header.c - the only reader and writer of the 64 header bytes
 * (docs/format.md, "Header").
 */
#include "internal.h"

#include <math.h>

/* Offsets of the fields. */
enum {
	HEADER_MAGIC = 0,
	HEADER_VERSION = 4,
	HEADER_LAYOUT = 5,
	HEADER_FAMILY = 6,
	HEADER_K = 7,
	HEADER_NBLOCKS = 8,
	HEADER_SEED = 16,
	HEADER_EXPECTED = 24,
	HEADER_FPP = 32,
	HEADER_KINDS = 40, /* u16, encoding u8, zero u8, flags u32: one u64 */
	HEADER_COUNT = 48,
	HEADER_BODY_SUM = 56,
	HEADER_SUM = 60
};

static const unsigned char header_magic[4] = {0xB1, 0x6F, 0x6F, 0x6D};

#define HEADER_KNOWN_KINDS (BF_NUMBER | BF_TEXT | BF_BYTES)

bool
bf_has_magic(const void *bytes, uint64_t nbytes)
{
	return nbytes >= sizeof header_magic && memcmp(bytes, header_magic, sizeof header_magic) == 0;
}

static uint32_t
header_load32(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void
header_store32(unsigned char *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(v >> (8 * i));
}

/* Fields that version 1 defines but this library does not use must have their one known value. */
static enum bf_status
header_check_reserved(const unsigned char *p, struct bf_call *call)
{
	uint64_t mixed = bf_load64(p + HEADER_KINDS);

	if (p[HEADER_LAYOUT] != BF_LIST && p[HEADER_LAYOUT] != BF_BLOCK)
		return bf_fail(call, BF_MSG_RESERVED, "layout", (uint64_t)p[HEADER_LAYOUT]);
	if (p[HEADER_FAMILY] != 0)
		return bf_fail(call, BF_MSG_RESERVED, "family", (uint64_t)p[HEADER_FAMILY]);
	if (bf_load64(p + HEADER_SEED) != 0)
		return bf_fail(call, BF_MSG_RESERVED, "seed", bf_load64(p + HEADER_SEED));
	if ((mixed & 0xFFFF & ~(uint64_t)HEADER_KNOWN_KINDS) != 0)
		return bf_fail(call, BF_MSG_RESERVED, "kinds of keys", mixed & 0xFFFF);
	if ((mixed >> 16 & 0xFF) != 0)
		return bf_fail(call, BF_MSG_RESERVED, "encoding", mixed >> 16 & 0xFF);
	if (mixed >> 24 != 0)
		return bf_fail(call, BF_MSG_RESERVED, "flags", mixed >> 24);
	return BF_OK;
}

/* The neutral filter has no parameters, so its fields have rules of their own. */
static enum bf_status
header_check_neutral(const struct bf_header *h, struct bf_call *call)
{
	if (h->layout != BF_LIST || h->nblocks != 1 || h->count != 0 || h->kinds != 0 ||
	    h->expected != 0 || h->fpp != 0 || signbit(h->fpp))
		return bf_fail(call, BF_MSG_FIELD, "k", (uint64_t)h->k, "from 1 to 16");
	return BF_OK;
}

static enum bf_status
header_check_fields(const struct bf_header *h, struct bf_call *call)
{
	if (h->k > BF_MAX_K)
		return bf_fail(call, BF_MSG_FIELD, "k", (uint64_t)h->k, "from 1 to 16");
	if (h->k == 0)
		return header_check_neutral(h, call);
	if (h->nblocks < 1 || h->nblocks > BF_MAX_BLOCKS)
		return bf_fail(call, BF_MSG_FIELD, "its number of blocks", h->nblocks, "from 1 to 8126464");
	if (h->expected > (uint64_t)BF_MAX_EXPECTED)
		return bf_fail(call, BF_MSG_FIELD, "expected", h->expected, "at most 2^53");
	if (!(h->fpp > 0 && h->fpp < 1))
		return bf_fail(call, BF_MSG_FIELD_FPP, bf_decimal(h->fpp, 15).text);
	if (h->layout == BF_BLOCK && h->count != 0)
		return bf_fail(call, BF_MSG_FIELD, "its count of hashes", h->count, "0 in blocks");
	if (h->layout == BF_LIST && h->count > bf_list_limit(h->nblocks))
		return bf_fail(call, BF_MSG_FIELD, "its count of hashes", h->count,
		               "at most 8192 and take less room than its blocks");
	if (h->layout == BF_LIST && (h->count > 0) != (h->kinds != 0))
		return bf_fail(call, BF_MSG_FIELD, "its mask of kinds", (uint64_t)h->kinds,
		               "0 if and only if its list is empty");
	return BF_OK;
}

enum bf_status
bf_header_read(struct bf_header *header, const void *filter, uint64_t nbytes, struct bf_call *call)
{
	const unsigned char *p = filter;
	struct bf_header h;
	uint64_t wanted, bits;
	enum bf_status status;

	if (nbytes < BF_HEADER_BYTES)
		return bf_fail(call, BF_MSG_SHORT, nbytes);
	if (!bf_has_magic(p, nbytes))
		return bf_fail(call, BF_MSG_NO_MAGIC);
	if (p[HEADER_VERSION] != BF_FORMAT_VERSION)
		return bf_fail(call, BF_MSG_VERSION, (unsigned)p[HEADER_VERSION]);
	if (header_load32(p + HEADER_SUM) != bf_sum(p, HEADER_SUM))
		return bf_fail(call, BF_MSG_HEADER_SUM);
	status = header_check_reserved(p, call);
	if (status != BF_OK)
		return status;

	h.layout = p[HEADER_LAYOUT];
	h.k = p[HEADER_K];
	h.nblocks = bf_load64(p + HEADER_NBLOCKS);
	h.expected = bf_load64(p + HEADER_EXPECTED);
	bits = bf_load64(p + HEADER_FPP);
	memcpy(&h.fpp, &bits, sizeof h.fpp);
	h.kinds = (uint16_t)(bf_load64(p + HEADER_KINDS) & 0xFFFF);
	h.count = bf_load64(p + HEADER_COUNT);
	h.body_sum = header_load32(p + HEADER_BODY_SUM);
	status = header_check_fields(&h, call);
	if (status != BF_OK)
		return status;

	wanted = BF_HEADER_BYTES + bf_body_nbytes(&h);
	if (nbytes != wanted)
		return bf_fail(call, BF_MSG_LENGTH, nbytes, wanted);
	*header = h;
	return BF_OK;
}

void
bf_header_write(const struct bf_header *header, unsigned char *filter)
{
	uint64_t bits;

	memset(filter, 0, BF_HEADER_BYTES);
	memcpy(filter + HEADER_MAGIC, header_magic, sizeof header_magic);
	filter[HEADER_VERSION] = BF_FORMAT_VERSION;
	filter[HEADER_LAYOUT] = header->layout;
	filter[HEADER_K] = header->k;
	bf_store64(filter + HEADER_NBLOCKS, header->nblocks);
	bf_store64(filter + HEADER_EXPECTED, header->expected);
	memcpy(&bits, &header->fpp, sizeof bits);
	bf_store64(filter + HEADER_FPP, bits);
	bf_store64(filter + HEADER_KINDS, header->kinds);
	bf_store64(filter + HEADER_COUNT, header->count);
	header_store32(filter + HEADER_BODY_SUM, header->body_sum);
	header_store32(filter + HEADER_SUM, bf_sum(filter, HEADER_SUM));
}

void
bf_neutral(unsigned char filter[BF_HEADER_BYTES])
{
	struct bf_header header = {0};

	header.layout = BF_LIST;
	header.nblocks = 1;
	header.body_sum = bf_sum(filter, 0);
	bf_header_write(&header, filter);
}
