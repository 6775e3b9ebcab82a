/*
 * block.c - adding to a block, and loops over whole bodies.  The layout of a
 * block is explained in probe.h.
 */
#include "internal.h"

static inline void
block_set_bit(unsigned char *block, uint64_t positions, unsigned lane)
{
	unsigned char *p = block + 8 * lane;

	bf_store64(p, bf_load64(p) | UINT64_C(1) << bf_position(positions, lane));
}

void
bf_block_set(unsigned char *block, uint64_t hash, unsigned k)
{
	uint64_t remix = bf_remix(hash);
	uint64_t positions = remix >> 13;
	unsigned first = (unsigned)(remix >> 61);

	if (k >= BF_LANES)
	{
		for (unsigned lane = 0; lane < BF_LANES; lane++)
			block_set_bit(block, positions, lane);
		k -= BF_LANES;
		positions = k > 0 ? bf_remix2(remix) >> 13 : 0;
	}
	for (unsigned i = 0; i < k; i++)
		block_set_bit(block, positions, (first + i) & 7);
}

void
bf_blocks_set(unsigned char *blocks, uint64_t nblocks, uint64_t hash, unsigned k)
{
	bf_block_set(blocks + bf_block_index(hash, nblocks) * BF_BLOCK_BYTES, hash, k);
}

void
bf_block_or(unsigned char *to, const unsigned char *from)
{
	for (int i = 0; i < BF_BLOCK_BYTES; i += 8)
		bf_store64(to + i, bf_load64(to + i) | bf_load64(from + i));
}

/* One turn of a loop over blocks that polls: how many blocks it takes, 0 to stop. */
static inline uint64_t
block_turn(uint64_t done, uint64_t nblocks, enum bf_status *status, struct bf_call *call)
{
	uint64_t left = nblocks - done;

	*status = done > 0 && left > 0 ? bf_poll(call) : BF_OK;
	if (*status != BF_OK)
		return 0;
	return left < BF_POLL_NBLOCKS ? left : BF_POLL_NBLOCKS;
}

enum bf_status
bf_blocks_clear(unsigned char *blocks, uint64_t nblocks, struct bf_call *call)
{
	enum bf_status status;
	uint64_t done = 0, turn;

	while ((turn = block_turn(done, nblocks, &status, call)) > 0)
	{
		memset(blocks + done * BF_BLOCK_BYTES, 0, (size_t)(turn * BF_BLOCK_BYTES));
		done += turn;
	}
	return status;
}

enum bf_status
bf_blocks_or(unsigned char *to, const unsigned char *from, uint64_t nblocks, struct bf_call *call)
{
	enum bf_status status;
	uint64_t done = 0, turn;

	while ((turn = block_turn(done, nblocks, &status, call)) > 0)
	{
		uint64_t end = (done + turn) * BF_BLOCK_BYTES;

		for (uint64_t i = done * BF_BLOCK_BYTES; i < end; i += BF_BLOCK_BYTES)
			bf_block_or(to + i, from + i);
		done += turn;
	}
	return status;
}

enum bf_status
bf_blocks_count(const unsigned char *blocks, uint64_t nblocks, uint64_t *nones,
                struct bf_call *call)
{
	enum bf_status status;
	uint64_t done = 0, turn;

	*nones = 0;
	while ((turn = block_turn(done, nblocks, &status, call)) > 0)
	{
		uint64_t end = (done + turn) * BF_BLOCK_BYTES;

		for (uint64_t i = done * BF_BLOCK_BYTES; i < end; i += 8)
			*nones += bf_popcount64(bf_load64(blocks + i));
		done += turn;
	}
	return status;
}
