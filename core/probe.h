/*
 * probe.h - asking a filter; the part of bloomfilter.h that is inline, and
 * included by it alone.  A probe is a few nanoseconds, of which calls between
 * files would be a fifth.
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
#ifndef BF_PROBE_H
#define BF_PROBE_H

/* Lanes of a block: 64 bits each. */
#define BF_LANES 8

#define BF_MIX1 UINT64_C(0x9E3779B97F4A7C15) /* 2^64 / golden ratio */
#define BF_MIX2 UINT64_C(0xD6E8FEB86659FD93)

/* Loads and stores of little-endian integers at any address. */
static inline uint64_t
bf_load64(const void *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	return v;
}

static inline void
bf_store64(void *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	memcpy(p, &v, sizeof v);
}

/* The high 64 bits of a product: maps a hash evenly onto [0, n) without division. */
static inline uint64_t
bf_mulhi64(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
	__extension__ typedef unsigned __int128 bf_uint128;

	return (uint64_t)(((bf_uint128)a * b) >> 64);
#else
	uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t mid = a1 * b0 + ((a0 * b0) >> 32);
	uint64_t mid2 = a0 * b1 + (uint32_t)mid;

	return a1 * b1 + (mid >> 32) + (mid2 >> 32);
#endif
}

static inline uint64_t
bf_block_index(uint64_t hash, uint64_t nblocks)
{
	return bf_mulhi64(hash, nblocks);
}

static inline uint64_t
bf_remix(uint64_t hash)
{
	uint64_t x = (hash ^ (hash >> 32)) * BF_MIX1;

	return x ^ (x >> 32);
}

static inline uint64_t
bf_remix2(uint64_t remix)
{
	uint64_t x = remix * BF_MIX2;

	return x ^ (x >> 29);
}

/* The eight positions start at bit 13; the lowest six bits here are lane 0's. */
static inline unsigned
bf_position(uint64_t positions, unsigned lane)
{
	return (unsigned)(positions >> (6 * lane)) & 63;
}

/* Lane's bit at its position, as the lowest bit. */
static inline uint64_t
bf_lane_bit(const unsigned char *block, uint64_t positions, unsigned lane)
{
	return bf_load64(block + 8 * lane) >> bf_position(positions, lane);
}

static inline bool
bf_block_test(const unsigned char *block, uint64_t hash, unsigned k)
{
	uint64_t remix = bf_remix(hash);
	uint64_t positions = remix >> 13;
	unsigned first = (unsigned)(remix >> 61);
	uint64_t all = 1;

	/* No early exit: one mispredicted branch costs more than all the probes. */
	if (k >= BF_LANES)
	{
		all = bf_lane_bit(block, positions, 0) & bf_lane_bit(block, positions, 1) &
		      bf_lane_bit(block, positions, 2) & bf_lane_bit(block, positions, 3) &
		      bf_lane_bit(block, positions, 4) & bf_lane_bit(block, positions, 5) &
		      bf_lane_bit(block, positions, 6) & bf_lane_bit(block, positions, 7);
		k -= BF_LANES;
		positions = k > 0 ? bf_remix2(remix) >> 13 : 0;
	}
	for (unsigned i = 0; i < k; i++)
		all &= bf_lane_bit(block, positions, (first + i) & 7);
	return (all & 1) != 0;
}

/*
 * The bytes of a filter that decide about one hash: one block, or a whole list
 * (at most 64 KB; none when it is empty).  offset counts from the start of the
 * filter.
 */
struct bf_range {
	uint64_t offset;
	uint64_t nbytes;
};
struct bf_range bf_probe_range(const struct bf_header *header, uint64_t hash);

/* bf_probe() for a list: binary search, at most 14 steps. */
bool bf_probe_list(const struct bf_header *header, const void *list, uint64_t hash);

/*
 * bf_probe() returns whether a key with this hash may be in the filter, given
 * the bytes of bf_probe_range().  false is certain.
 */
static inline bool
bf_probe(const struct bf_header *header, const void *range, uint64_t hash)
{
	if (header->layout == BF_LIST)
		return bf_probe_list(header, range, hash);
	return bf_block_test(range, hash, header->k);
}

/* Like bf_probe(), with the whole filter at hand. */
static inline bool
bf_contains_hash(const struct bf_header *header, const void *filter, uint64_t hash)
{
	const unsigned char *body = (const unsigned char *)filter + BF_HEADER_BYTES;

	if (header->layout == BF_LIST)
		return bf_probe_list(header, body, hash);
	return bf_block_test(body + bf_block_index(hash, header->nblocks) * BF_BLOCK_BYTES, hash,
	                     header->k);
}

#endif
