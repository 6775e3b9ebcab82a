/*
 * classic.c - the textbook formulas, for filters of other programs.
 */
#include "internal.h"

#include <math.h>

enum bf_status
bf_classic_bits(double expected, double fpp, int64_t *bits, struct bf_call *call)
{
	double n = expected == 0 ? 1 : expected;

	if (!bf_expected_legal(expected))
		return bf_fail(call, BF_MSG_EXPECTED, bf_decimal(expected, 16).text);
	if (!(fpp > 0 && fpp < 1))
		return bf_fail(call, BF_MSG_CLASSIC_FPP, bf_decimal(fpp, 15).text);
	n = -n * log(fpp) / (log(2) * log(2));

	/* 2^53 keys at the smallest double need 2^53 * 1550 bits: beyond an int64. */
	*bits = n < 9223372036854775808.0 ? (int64_t)n : INT64_MAX;
	return BF_OK;
}

enum bf_status
bf_classic_hashes(double expected, int64_t bits, int64_t *hashes, struct bf_call *call)
{
	double n = expected == 0 ? 1 : expected;

	if (!bf_expected_legal(expected))
		return bf_fail(call, BF_MSG_EXPECTED, bf_decimal(expected, 16).text);
	if (bits < 1)
		return bf_fail(call, BF_MSG_CLASSIC_BITS, bits);

	/* Java's Math.round: up from one half. */
	n = floor((double)bits / n * log(2) + 0.5);
	*hashes = n < 1 ? 1 : n < 9223372036854775808.0 ? (int64_t)n : INT64_MAX;
	return BF_OK;
}
