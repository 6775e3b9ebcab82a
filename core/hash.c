/*
 * hash.c - the one place that calls xxHash.  XXH3's output is frozen since
 * 0.8.0; the header-only form keeps its symbols out of ours.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "internal.h"

#if XXH_VERSION_NUMBER < 800
#error "xxHash 0.8.0 or newer is needed: XXH3 was not frozen before"
#endif

uint64_t
bf_key_hash(const struct bf_key *key)
{
	/* A constant length lets the compiler reduce the commonest case to a few instructions. */
	if (key->nbytes == 8)
		return XXH3_64bits(key->bytes, 8);
	return XXH3_64bits(key->bytes, key->nbytes);
}

uint32_t
bf_sum(const void *bytes, size_t nbytes)
{
	return (uint32_t)XXH3_64bits(bytes, nbytes);
}

enum bf_status
bf_body_sum(const unsigned char *body, uint64_t nbytes, uint32_t *sum, struct bf_call *call)
{
	XXH3_state_t state;

	if (nbytes <= BF_POLL_NBYTES)
	{
		*sum = bf_sum(body, (size_t)nbytes);
		return BF_OK;
	}
	(void)XXH3_64bits_reset(&state);
	while (nbytes > 0)
	{
		uint64_t part = nbytes < BF_POLL_NBYTES ? nbytes : BF_POLL_NBYTES;
		enum bf_status status = bf_poll(call);

		if (status != BF_OK)
			return status;
		(void)XXH3_64bits_update(&state, body, (size_t)part);
		body += part;
		nbytes -= part;
	}
	*sum = (uint32_t)XXH3_64bits_digest(&state);
	return BF_OK;
}
