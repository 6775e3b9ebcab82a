/*
 * table.h - what lies behind a struct bf_build: a table of hashes or blocks, then
 * a queue.  Shared by build.c, finish.c and state.c.
 *
 * The table is open addressing with linear probing, indexed by the high bits of
 * the hash and at most half full.  A scan of the slots is then nearly in
 * ascending order, so the sorted list of finish.c costs little more than it, and
 * blocks are set from first to last.  A free slot is 0; whether the hash 0
 * itself was added is a field.
 *
 * Whoever chooses keys can choose hashes, and many with the same high bits make
 * one run of slots that every look-up walks.  A run longer than chance makes
 * them has the table scattered: from then on a salt that nobody can know
 * decides about the order.
 */
#ifndef BF_TABLE_H
#define BF_TABLE_H

#include "internal.h"

#define BUILD_MAGIC UINT32_C(0x42664231)
#define BUILD_MIN_SLOTS 8

/*
 * Of hashes that nobody chose, a half full table has a run of n slots with a
 * chance of about exp(-0.19 n): in the largest table runs end at some dozens.
 */
#define BUILD_LONGEST_RUN 500

/*
 * Slots handled between two polls: fewer than a MiB of them, since in a state
 * that somebody crafted one look-up may pass all the others.
 */
#define BUILD_POLL_SLOTS 4096

/*
 * A builder that outgrows the processor's cache would wait for memory on every
 * key.  From this size it ends in a queue: a hash has its memory sent for when
 * it arrives, and is added when sixteen have come together.
 */
#define BUILD_QUEUE_MIN_NBYTES ((uint64_t)1 << 20)
#define BUILD_QUEUE_HASHES 16

struct build_queue {
	uint64_t nhashes;
	uint64_t hashes[BUILD_QUEUE_HASHES];
};

static inline uint64_t *
build_slots(const struct bf_build *build)
{
	return (uint64_t *)(uintptr_t)(build + 1);
}

static inline unsigned char *
build_blocks(const struct bf_build *build)
{
	return (unsigned char *)(uintptr_t)(build + 1);
}

/* The slot where a hash belongs. */
static inline uint64_t
build_home(const struct bf_build *build, uint64_t hash)
{
	if (build->salt != 0)
		hash = (hash ^ build->salt) * BF_MIX1;
	return bf_mulhi64(hash, build->nslots);
}

/* The slot that holds hash, or the free one where it belongs.  There is always a free slot. */
static inline uint64_t
build_find(const struct bf_build *build, uint64_t hash)
{
	const uint64_t *slots = build_slots(build);
	uint64_t slot = build_home(build, hash);

	while (slots[slot] != 0 && slots[slot] != hash)
		slot = (slot + 1) & (build->nslots - 1);
	return slot;
}

static inline uint64_t
build_body_nbytes(const struct bf_build *build)
{
	return build->form == BF_FORM_BLOCKS ? build->nblocks * BF_BLOCK_BYTES : build->nslots * 8;
}

/* The whole length of a builder, given that of its table or blocks. */
static inline uint64_t
build_nbytes(uint64_t body_nbytes)
{
	return sizeof(struct bf_build) + body_nbytes +
	       (body_nbytes >= BUILD_QUEUE_MIN_NBYTES ? sizeof(struct build_queue) : 0);
}

/* The queue of a builder; NULL when it is too small to have one. */
static inline struct build_queue *
build_queue(const struct bf_build *build)
{
	uint64_t body_nbytes = build_body_nbytes(build);

	if (body_nbytes < BUILD_QUEUE_MIN_NBYTES)
		return NULL;
	return (struct build_queue *)(uintptr_t)(build_blocks(build) + body_nbytes);
}

#endif
