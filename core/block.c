/*
 * block.c - the block layout: the kernel, and loops over whole bodies.
 *
 * A block is eight lanes of 64 bits.  The high bits of the hash choose the
 * block, so that a run of neighbouring blocks is what one block of a filter of
 * a fraction of the size holds: that makes folding an OR.  Positions inside
 * come from a remix of all bits of the hash; raw low bits cost up to half of
 * the rate asked for at 1e-4, the remix one multiplication.  Its bits 13..60
 * are eight positions of six bits, one for each lane; bits 61..63 the lane to
 * begin with, so that k below 8 loads all lanes alike.  Probes 9 to 16 take
 * positions from a second remix.  (docs/format.md, "Blocks")
 */
#include "internal.h"

#define BLOCK_MIX1 UINT64_C(0x9E3779B97F4A7C15) /* 2^64 / golden ratio */
#define BLOCK_MIX2 UINT64_C(0xD6E8FEB86659FD93)

static inline uint64_t
block_remix(uint64_t hash)
{
	uint64_t x = (hash ^ (hash >> 32)) * BLOCK_MIX1;

	return x ^ (x >> 32);
}

static inline uint64_t
block_remix2(uint64_t remix)
{
	uint64_t x = remix * BLOCK_MIX2;

	return x ^ (x >> 29);
}

/* The eight positions start at bit 13; the lowest six bits here are lane 0's. */
static inline unsigned
block_position(uint64_t positions, unsigned lane)
{
	return (unsigned)(positions >> (6 * lane)) & 63;
}

uint64_t
bf_block_index(uint64_t hash, uint64_t nblocks)
{
	return bf_mulhi64(hash, nblocks);
}

/* Lane's bit at its position, as the lowest bit. */
static inline uint64_t
block_bit(const unsigned char *block, uint64_t positions, unsigned lane)
{
	return bf_load64(block + 8 * lane) >> block_position(positions, lane);
}

bool
bf_block_test(const unsigned char *block, uint64_t hash, unsigned k)
{
	uint64_t remix = block_remix(hash);
	uint64_t positions = remix >> 13;
	unsigned first = (unsigned)(remix >> 61);
	uint64_t all = 1;

	/* No early exit: one mispredicted branch costs more than all the probes. */
	if (k >= BF_LANES)
	{
		all = block_bit(block, positions, 0) & block_bit(block, positions, 1) &
		      block_bit(block, positions, 2) & block_bit(block, positions, 3) &
		      block_bit(block, positions, 4) & block_bit(block, positions, 5) &
		      block_bit(block, positions, 6) & block_bit(block, positions, 7);
		k -= BF_LANES;
		positions = k > 0 ? block_remix2(remix) >> 13 : 0;
	}
	for (unsigned i = 0; i < k; i++)
		all &= block_bit(block, positions, (first + i) & 7);
	return (all & 1) != 0;
}

static inline void
block_set_bit(unsigned char *block, uint64_t positions, unsigned lane)
{
	unsigned char *p = block + 8 * lane;

	bf_store64(p, bf_load64(p) | UINT64_C(1) << block_position(positions, lane));
}

void
bf_block_set(unsigned char *block, uint64_t hash, unsigned k)
{
	uint64_t remix = block_remix(hash);
	uint64_t positions = remix >> 13;
	unsigned first = (unsigned)(remix >> 61);

	if (k >= BF_LANES)
	{
		for (unsigned lane = 0; lane < BF_LANES; lane++)
			block_set_bit(block, positions, lane);
		k -= BF_LANES;
		positions = k > 0 ? block_remix2(remix) >> 13 : 0;
	}
	for (unsigned i = 0; i < k; i++)
		block_set_bit(block, positions, (first + i) & 7);
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
bf_blocks_count(const unsigned char *blocks, uint64_t nblocks, uint64_t *nones, struct bf_call *call)
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
