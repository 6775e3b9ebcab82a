/*
 * stats.c - what a filter's bits say about the keys in it.
 */
#include "internal.h"

#include <math.h>

/* The chance that one key sets a given bit of a filter. */
static double
stats_bit_chance(uint64_t nblocks, unsigned k)
{
	double in_block = k / 512.;

	if (k > BF_LANES)
		in_block = 1 - (1 - 1 / 64.) * (1 - (k - BF_LANES) / 512.);
	return in_block / (double)nblocks;
}

double
bf_estimate(uint64_t nones, uint64_t nblocks, unsigned k)
{
	double nbits = (double)nblocks * BF_BLOCK_BYTES * 8;

	if ((double)nones >= nbits)
		return INFINITY;
	return floor(log1p(-(double)nones / nbits) / log1p(-stats_bit_chance(nblocks, k)) + 0.5);
}

bool
bf_overfull(double estimated, uint64_t nblocks, unsigned k, double fpp)
{
	/* Three standard errors, as measured for all k at the load sized for and below. */
	double surely = estimated - 0.9 * sqrt(estimated);

	if (isinf(estimated))
		return true;
	return bf_expected_fpp(surely / (double)nblocks, k) > 1.1 * fpp;
}

/* Of one block: its set bits, and the chance that k random probes all hit. */
static double
stats_block(const unsigned char *block, unsigned k, uint64_t *nones)
{
	double fill[BF_LANES];
	unsigned rounds2 = k > BF_LANES ? k - BF_LANES : 0; /* lanes probed twice */
	unsigned window = rounds2 > 0 ? rounds2 : k;        /* neighbouring lanes, any first one */
	double all = 1, sum = 0;

	for (unsigned lane = 0; lane < BF_LANES; lane++)
	{
		unsigned n = bf_popcount64(bf_load64(block + 8 * lane));

		*nones += n;
		fill[lane] = n / 64.;
		all *= fill[lane];
	}
	if (k == BF_LANES)
		return all;
	for (unsigned first = 0; first < BF_LANES; first++)
	{
		double hit = 1;

		for (unsigned i = 0; i < window; i++)
			hit *= fill[(first + i) & 7];
		sum += hit;
	}
	return sum / BF_LANES * (rounds2 > 0 ? all : 1);
}

enum bf_status
bf_stats(const struct bf_header *header, const void *filter, struct bf_stats *stats,
         struct bf_call *call)
{
	const unsigned char *blocks = (const unsigned char *)filter + BF_HEADER_BYTES;
	uint64_t nones = 0;
	double sum = 0;

	memset(stats, 0, sizeof *stats);
	if (header->layout == BF_LIST)
	{
		stats->estimated = (double)header->count;
		stats->current_fpp = BF_LIST_FPP(header->count);
		return BF_OK;
	}
	for (uint64_t i = 0; i < header->nblocks; i++)
	{
		sum += stats_block(blocks + i * BF_BLOCK_BYTES, header->k, &nones);
		if (i % BF_POLL_NBLOCKS == BF_POLL_NBLOCKS - 1)
		{
			enum bf_status status = bf_poll(call);

			if (status != BF_OK)
				return status;
		}
	}
	stats->fill = (double)nones / ((double)header->nblocks * BF_BLOCK_BYTES * 8);
	stats->estimated = bf_estimate(nones, header->nblocks, header->k);
	stats->current_fpp = sum / (double)header->nblocks;
	stats->overfull = bf_overfull(stats->estimated, header->nblocks, header->k, header->fpp);
	return BF_OK;
}
