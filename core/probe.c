/*
 * probe.c - the parts of a probe that are not inline in probe.h.
 */
#include "internal.h"

enum bf_status
bf_kind_check(const struct bf_header *header, enum bf_kind kind, struct bf_call *call)
{
	/* The kinds a filter can hold without the one it is asked about. */
	static const char *const held[] = {
		"",      "numbers",           "text",           "numbers and text",
		"bytes", "numbers and bytes", "text and bytes", "numbers, text and bytes",
	};
	static const char *const probed[] = {"", "a number", "text", "", "bytes"};

	if (bf_kind_known(header, kind))
		return BF_OK;
	return bf_fail(call, BF_MSG_KIND, held[header->kinds & 7], probed[kind]);
}

/* The number of steps depends on the count alone. */
bool
bf_probe_list(const struct bf_header *header, const void *list, uint64_t hash)
{
	const unsigned char *hashes = list;
	uint64_t first = 0, count = header->count;

	if (count == 0)
		return false;
	while (count > 1)
	{
		uint64_t half = count / 2;

		if (bf_load64(hashes + 8 * (first + half - 1)) < hash)
			first += half;
		count -= half;
	}
	return bf_load64(hashes + 8 * first) == hash;
}

struct bf_range
bf_probe_range(const struct bf_header *header, uint64_t hash)
{
	struct bf_range range = {BF_HEADER_BYTES, BF_BLOCK_BYTES};

	if (header->layout == BF_LIST)
		range.nbytes = header->count * 8;
	else
		range.offset += bf_block_index(hash, header->nblocks) * BF_BLOCK_BYTES;
	return range;
}
