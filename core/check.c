/*
 * check.c - the whole look at bytes that enter from outside.
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
bf_filter_check(struct bf_header *header, const void *filter, uint64_t nbytes, struct bf_call *call)
{
	enum bf_status status = bf_header_read(header, filter, nbytes, call);
	const unsigned char *body;
	uint32_t sum;

	if (status != BF_OK)
		return status;
	body = (const unsigned char *)filter + BF_HEADER_BYTES;
	status = bf_body_sum(body, nbytes - BF_HEADER_BYTES, &sum, call);
	if (status != BF_OK)
		return status;
	if (sum != header->body_sum)
		return bf_fail(call, BF_MSG_BODY_SUM);
	if (header->layout == BF_LIST && !check_ascending(body, header->count))
		return bf_fail(call, BF_MSG_LIST_ORDER);
	return BF_OK;
}
