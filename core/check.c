/*
 * check.c - the whole look at a filter: where it enters from outside, and
 * before new checksums are made from its body.
 */
#include "internal.h"

/* Binary search needs order; merging and counting need distinct hashes. */
static bool
check_ascending(const unsigned char *list, uint64_t count)
{
	for (uint64_t i = 1; i < count; i++)
		if (bf_load64(list + 8 * i) <= bf_load64(list + 8 * (i - 1)))
			return false;
	return true;
}

enum bf_status
bf_body_check(const struct bf_header *header, const unsigned char *body, struct bf_call *call)
{
	uint32_t sum;
	enum bf_status status = bf_body_sum(body, bf_body_nbytes(header), &sum, call);

	if (status != BF_OK)
		return status;
	if (sum != header->body_sum)
		return bf_fail(call, BF_MSG_BODY_SUM);
	if (header->layout == BF_LIST && !check_ascending(body, header->count))
		return bf_fail(call, BF_MSG_LIST_ORDER);
	return BF_OK;
}

enum bf_status
bf_filter_check(struct bf_header *header, const void *filter, uint64_t nbytes, struct bf_call *call)
{
	enum bf_status status = bf_header_read(header, filter, nbytes, call);

	if (status != BF_OK)
		return status;
	return bf_body_check(header, (const unsigned char *)filter + BF_HEADER_BYTES, call);
}
