/*
 * size.c - how many blocks and probes a filter needs.
 *
 * Two builds that choose different sizes make filters that cannot be merged,
 * so the search uses only the four operations and the square root, which IEEE
 * 754 defines to the last bit, and no function of the C library.  It must be
 * compiled without contraction to fused multiply-add (-ffp-contract=off) and,
 * on i386, with SSE arithmetic.
 */
#include "internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#if FLT_EVAL_METHOD != 0
#error "doubles must be computed as doubles: on i386 compile with -msse2 -mfpmath=sse"
#endif

/* Loads, in keys a block, between which a rate is searched. */
#define SIZE_MIN_LOAD 0.02
#define SIZE_MAX_LOAD 4096.0

/* Terms of the Poisson sum this small against the largest change nothing. */
#define SIZE_NEGLIGIBLE 1e-25

#define SIZE_BITS_PER_BLOCK (8 * BF_BLOCK_BYTES)

/* In 1/64 bit, the unit of bits_per_key. */
#define SIZE_UNITS_PER_BLOCK (64 * (uint64_t)SIZE_BITS_PER_BLOCK)

static double
size_power(double base, unsigned exponent)
{
	double product = 1;

	while (exponent-- > 0)
		product *= base;
	return product;
}

/* The rate of one block, given the chance that a bit, and both of two bits of a lane, are 0. */
static double
size_block_rate(double zero, double both_zero, unsigned nsingle, unsigned ndouble)
{
	double one = 1 - zero;
	double rate = size_power(one, nsingle);

	/* A lane probed twice: the same bit both times in 1 of 64 cases. */
	if (ndouble > 0)
		rate *= size_power((one + 63 * (1 - 2 * zero + both_zero)) / 64, ndouble);
	return rate;
}

double
bf_expected_fpp(double load, unsigned k)
{
	unsigned ndouble = k > BF_LANES ? k - BF_LANES : 0;
	unsigned nsingle = k - 2 * ndouble;
	double zero1, both1, zero, both, weight, total, sum, mode;

	if (!(load > 0) || k == 0)
		return 0;

	/* Chances that one key leaves a bit 0, and both of two bits of a lane. */
	if (ndouble > 0)
	{
		zero1 = (1 - 1 / 64.) * (1 - ndouble / 512.);
		both1 = (1 - 2 / 64.) * (1 - 2 * ndouble / 512.);
	}
	else
	{
		zero1 = 1 - k / 512.;
		both1 = 0; /* not used */
	}

	/*
	 * Sum over the number of keys in a block, from the likeliest upwards and
	 * then downwards, with weights relative to it.
	 */
	mode = floor(load);
	zero = size_power(zero1, (unsigned)mode);
	both = size_power(both1, (unsigned)mode);
	weight = total = 1;
	sum = size_block_rate(zero, both, nsingle, ndouble);
	for (double n = mode + 1; weight > SIZE_NEGLIGIBLE; n++)
	{
		weight *= load / n;
		zero *= zero1;
		both *= both1;
		total += weight;
		sum += weight * size_block_rate(zero, both, nsingle, ndouble);
	}
	zero = size_power(zero1, (unsigned)mode);
	both = size_power(both1, (unsigned)mode);
	weight = 1;
	for (double n = mode; n >= 1 && weight > SIZE_NEGLIGIBLE; n--)
	{
		weight *= n / load;
		zero /= zero1;
		both /= ndouble > 0 ? both1 : 1;
		total += weight;
		sum += weight * size_block_rate(zero, both, nsingle, ndouble);
	}
	return sum / total;
}

/* The largest load, in keys a block, at which k probes stay within fpp; 0: none. */
static double
size_max_load(double fpp, unsigned k)
{
	double low = SIZE_MIN_LOAD, high = SIZE_MAX_LOAD;

	if (bf_expected_fpp(low, k) > fpp)
		return 0;

	/* The interval's logarithm shrinks from 12 to 1e-8: far below 1/64 bit a key. */
	for (int i = 0; i < 30; i++)
	{
		double middle = sqrt(low * high);

		if (bf_expected_fpp(middle, k) > fpp)
			high = middle;
		else
			low = middle;
	}
	return low;
}

void
bf_sizing_solve(struct bf_sizing *sizing, double fpp)
{
	double best = 0, best8 = 0;
	unsigned best_k = 0;

	if (sizing->k != 0 && sizing->fpp == fpp)
		return;
	for (unsigned k = 1; k <= BF_MAX_K; k++)
	{
		double load = size_max_load(fpp, k);

		/* More keys a block are fewer bits a key. */
		if (load > best * 1.001)
		{
			best = load;
			best_k = k;
		}
		if (k == BF_LANES)
			best8 = load;
	}
	if (best8 * 1.03 >= best)
	{
		best = best8;
		best_k = BF_LANES;
	}
	sizing->fpp = fpp;
	sizing->k = (uint8_t)best_k;
	sizing->bits_per_key = (uint32_t)ceil((double)SIZE_UNITS_PER_BLOCK / best);
}

/* Rounds up to five significant bits, so that the number can be halved down to 16..31. */
static uint64_t
size_round_up(uint64_t nblocks)
{
	uint64_t unit = 1;

	while (nblocks / unit >= 32)
		unit *= 2;
	return (nblocks + unit - 1) / unit * unit;
}

/*
 * Describes the smallest rate, of two digits, that a filter of the largest size
 * can have.
 */
static void
size_what_fits(uint64_t expected, char *text, size_t ntext)
{
	double load = (double)expected / BF_MAX_BLOCKS;
	struct bf_sizing sizing = {0};
	double fpp = 1, unit = 10; /* the rate is digits / unit */
	unsigned digits;

	for (unsigned k = 1; k <= BF_MAX_K && load < SIZE_MAX_LOAD; k++)
		fpp = fmin(fpp, bf_expected_fpp(load, k));
	while (fpp * unit < 10)
		unit *= 10;

	/* The solver rounds too, so the first rate that it agrees to is looked for. */
	for (digits = (unsigned)ceil(fpp * unit); digits / unit < 0.5; digits++)
	{
		if (digits == 100)
		{
			digits = 10;
			unit /= 10;
		}
		bf_sizing_solve(&sizing, digits / unit);
		if (expected <= BF_MAX_BLOCKS * SIZE_UNITS_PER_BLOCK / sizing.bits_per_key)
		{
			(void)snprintf(text, ntext, "fpp %s would fit", bf_decimal(digits / unit, 2).text);
			return;
		}
	}
	(void)snprintf(text, ntext, "no fpp below 0.5 would fit");
}

enum bf_status
bf_sizing_nblocks(const struct bf_sizing *sizing, uint64_t expected, uint64_t *nblocks,
                  struct bf_call *call)
{
	char fits[64];
	uint64_t n = expected > 0 ? expected : 1;

	/* Compared before the multiplication below, which could overflow. */
	if (n > BF_MAX_BLOCKS * SIZE_UNITS_PER_BLOCK / sizing->bits_per_key)
	{
		size_what_fits(n, fits, sizeof fits);
		return bf_fail(call, BF_MSG_TOO_LARGE, bf_decimal((double)n, 16).text,
		               bf_decimal(sizing->fpp, 15).text,
		               (double)n * sizing->bits_per_key / 64 / 8 / 1048576, fits);
	}
	n *= sizing->bits_per_key;
	n = n / SIZE_UNITS_PER_BLOCK + (n % SIZE_UNITS_PER_BLOCK != 0);
	*nblocks = size_round_up(n);
	return BF_OK;
}
