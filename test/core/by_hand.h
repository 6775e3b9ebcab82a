/*
 * by_hand.h - filters written byte by byte from docs/format.md, without the code
 * under test: geometries that no parameters lead to, and headers that lie.
 */
#ifndef BY_HAND_H
#define BY_HAND_H

#include "helpers.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline void
put(unsigned char *p, unsigned nbytes, uint64_t value)
{
	for (unsigned i = 0; i < nbytes; i++)
		p[i] = (unsigned char)(value >> (8 * i));
}

static inline uint64_t
get(const unsigned char *p, unsigned nbytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < nbytes; i++)
		value |= (uint64_t)p[i] << (8 * i);
	return value;
}

/* Makes both checksums right, whatever the bytes are. */
static inline void
put_sums(unsigned char *bytes, uint64_t nbytes)
{
	put(bytes + 56, 4, XXH3_64bits(bytes + 64, (size_t)nbytes - 64));
	put(bytes + 60, 4, XXH3_64bits(bytes, 60));
}

static inline void
put_header(unsigned char *bytes, const struct bf_header *h)
{
	uint64_t fpp;

	memcpy(&fpp, &h->fpp, 8);
	put(bytes, 4, 0x6D6F6FB1);
	put(bytes + 4, 1, 1);
	put(bytes + 5, 1, h->layout);
	put(bytes + 6, 1, 0);
	put(bytes + 7, 1, h->k);
	put(bytes + 8, 8, h->nblocks);
	put(bytes + 16, 8, 0);
	put(bytes + 24, 8, h->expected);
	put(bytes + 32, 8, fpp);
	put(bytes + 40, 2, h->kinds);
	put(bytes + 42, 6, 0);
	put(bytes + 48, 8, h->count);
}

/* A filter with this header and a body of zeros; the caller fills the body and calls put_sums(). */
static inline struct filter
filter_by_hand(const struct bf_header *h)
{
	struct filter filter = {NULL, 64 + (h->layout == BF_LIST ? 8 * h->count : 64 * h->nblocks), *h};

	filter.bytes = allocate(filter.nbytes);
	memset(filter.bytes, 0, (size_t)filter.nbytes);
	put_header(filter.bytes, h);
	put_sums(filter.bytes, filter.nbytes);
	return filter;
}

static inline struct bf_build *
build_of_layout(enum bf_layout layout, unsigned k, uint64_t nblocks)
{
	struct bf_header header = {0};
	struct bf_build *build = new_neutral_build();
	struct filter empty;

	header.layout = (uint8_t)layout;
	header.k = (uint8_t)k;
	header.nblocks = nblocks;
	header.fpp = 0.01;
	empty = filter_by_hand(&header);
	merge_filter(&build, &empty);
	free(empty.bytes);
	return build;
}

/* An empty builder of this k and size, which no expected and fpp need lead to. */
static inline struct bf_build *
build_of_geometry(unsigned k, uint64_t nblocks)
{
	return build_of_layout(BF_LIST, k, nblocks);
}

/* The same, but a filter in blocks from the first key on. */
static inline struct bf_build *
blocks_of_geometry(unsigned k, uint64_t nblocks)
{
	return build_of_layout(BF_BLOCK, k, nblocks);
}

#endif
