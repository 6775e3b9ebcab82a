/*
 * internal.h - shared by the files of the core and by nothing else.
 */
#ifndef BF_INTERNAL_H
#define BF_INTERNAL_H

#include "bloomfilter.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* Work between two calls of poll, in bytes; a multiple of a block. */
#define BF_POLL_NBYTES ((uint64_t)1 << 20)
#define BF_POLL_NBLOCKS (BF_POLL_NBYTES / BF_BLOCK_BYTES)

static inline unsigned
bf_popcount64(uint64_t v)
{
#if defined(__GNUC__)
	return (unsigned)__builtin_popcountll(v);
#else
	unsigned n = 0;

	for (; v != 0; v &= v - 1)
		n++;
	return n;
#endif
}

/* Sends for the cache line at p, to be written to. */
static inline void
bf_prefetch(const void *p)
{
#if defined(__GNUC__)
	__builtin_prefetch(p, 1);
#else
	(void)p;
#endif
}

/* The most hashes a filter of this size keeps as a list. */
static inline uint64_t
bf_list_limit(uint64_t nblocks)
{
	uint64_t smaller_than_blocks = nblocks * BF_LANES - 1;

	return smaller_than_blocks < BF_MAX_LIST ? smaller_than_blocks : BF_MAX_LIST;
}

/* The chance that a random hash is one of a list's. */
#define BF_LIST_FPP(count) ((double)(count) / 18446744073709551616.0)

/* request.c: a whole number from 0 to 2^53 */
bool bf_expected_legal(double expected);

/* How long the body is that a header describes. */
static inline uint64_t
bf_body_nbytes(const struct bf_header *header)
{
	return header->layout == BF_LIST ? header->count * 8 : header->nblocks * BF_BLOCK_BYTES;
}

/* call.c */
enum bf_status bf_poll(struct bf_call *call);

/*
 * hash.c: the low half of XXH3_64bits.  bf_body_sum() polls, so it may fail
 * with BF_E_INTERRUPTED.
 */
uint32_t bf_sum(const void *bytes, size_t nbytes);
enum bf_status bf_body_sum(const unsigned char *body, uint64_t nbytes, uint32_t *sum,
                           struct bf_call *call);

/*
 * check.c: whether the body of a filter whose header was read is undamaged.
 * O(nbytes).
 */
enum bf_status bf_body_check(const struct bf_header *header, const unsigned char *body,
                             struct bf_call *call);

/*
 * header.c: whether bytes begin as a filter does; and writing the 64 bytes of a
 * header, its own checksum included.
 */
bool bf_has_magic(const void *bytes, uint64_t nbytes);
void bf_header_write(const struct bf_header *header, unsigned char *filter);

/* block.c: the kernel, and what is done to whole runs of blocks. */
void bf_block_set(unsigned char *block, uint64_t hash, unsigned k);
void bf_block_or(unsigned char *to, const unsigned char *from);
void bf_blocks_set(unsigned char *blocks, uint64_t nblocks, uint64_t hash, unsigned k);
enum bf_status bf_blocks_clear(unsigned char *blocks, uint64_t nblocks, struct bf_call *call);
enum bf_status bf_blocks_or(unsigned char *to, const unsigned char *from, uint64_t nblocks,
                            struct bf_call *call);
enum bf_status bf_blocks_count(const unsigned char *blocks, uint64_t nblocks, uint64_t *nones,
                               struct bf_call *call);

/*
 * build.c: adds what is queued, and returns BF_OK or BF_GROW; clears blocks and
 * sets in them every hash of a builder's table.
 */
enum bf_status bf_build_flush(struct bf_build *build, struct bf_room *need);
enum bf_status bf_build_table_to_blocks(const struct bf_build *build, unsigned char *blocks,
                                        uint64_t nblocks, unsigned k, struct bf_call *call);

/*
 * stats.c: what nones set bits say of a filter: the number of keys (infinite
 * when all bits are set), and whether those are more than fpp allows.
 */
double bf_estimate(uint64_t nones, uint64_t nblocks, unsigned k);
bool bf_overfull(double estimated, uint64_t nblocks, unsigned k, double fpp);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
