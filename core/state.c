/*
 * state.c - builders of unknown origin: an aggregate's state may come from
 * another server, or from a user.
 */
#include "table.h"

/* Fields of a builder from outside that every loop and look-up relies on. */
static bool
state_fields_sound(const struct bf_build *build)
{
	uint64_t limit = build->self_sized ? BF_MAX_EXACT_KEYS : bf_list_limit(build->nblocks);

	if (build->magic != BUILD_MAGIC || build->form > BF_FORM_BLOCKS || build->k > BF_MAX_K ||
	    build->self_sized > 1 || build->asked > 1 || build->has_zero > 1 || build->kinds > 7)
		return false;
	if (build->nblocks < 1 || build->nblocks > BF_MAX_BLOCKS ||
	    build->expected > (uint64_t)BF_MAX_EXPECTED)
		return false;
	if (build->k == 0)
	{
		union {
			struct bf_build build;
			unsigned char room[BF_BUILD_MIN_BYTES];
		} neutral;

		bf_build_begin_neutral(&neutral.build);
		return memcmp(build, &neutral.build, sizeof *build) == 0;
	}
	if (build->limit != limit || !(build->fpp > 0 && build->fpp < 1))
		return false;

	/* The lowest load that sizing knows, 0.02, is 32768 / 0.02 units, below 2^21. */
	if (build->self_sized &&
	    (build->bits_per_key < 1 || build->bits_per_key > 1 << 21 || build->expected != 0))
		return false;
	if (build->form == BF_FORM_BLOCKS)
		return build->nslots == 0 && build->count == 0 && !build->has_zero;
	if ((build->count > 0) != (build->kinds != 0))
		return false;
	return build->nslots >= BUILD_MIN_SLOTS && build->nslots <= 2 * BF_MAX_EXACT_KEYS &&
	       (build->nslots & (build->nslots - 1)) == 0 && build->count <= build->limit &&
	       build->count >= build->has_zero && 2 * (build->count - build->has_zero) <= build->nslots;
}

enum bf_status
bf_build_check(const struct bf_build *build, uint64_t nbytes, struct bf_call *call)
{
	const struct build_queue *queue;
	uint64_t used = 0;

	if (nbytes < BF_BUILD_MIN_BYTES || !state_fields_sound(build) ||
	    nbytes != bf_build_nbytes(build))
		return bf_fail(call, BF_MSG_STATE);
	queue = build_queue(build);
	if (queue != NULL &&
	    (queue->nhashes > BUILD_QUEUE_HASHES || (queue->nhashes > 0 && build->kinds == 0)))
		return bf_fail(call, BF_MSG_STATE);

	/*
	 * Counting comes first: a table with no free slot would keep build_find()
	 * going round for ever.
	 */
	for (uint64_t i = 0; i < build->nslots; i++)
		used += build_slots(build)[i] != 0;
	if (used + build->has_zero != build->count)
		return bf_fail(call, BF_MSG_STATE);
	for (uint64_t i = 0; i < build->nslots; i++)
	{
		uint64_t hash = build_slots(build)[i];

		if (hash != 0 && build_find(build, hash) != i)
			return bf_fail(call, BF_MSG_STATE);
		if (i % BUILD_POLL_SLOTS == BUILD_POLL_SLOTS - 1)
		{
			enum bf_status status = bf_poll(call);

			if (status != BF_OK)
				return status;
		}
	}
	return BF_OK;
}
