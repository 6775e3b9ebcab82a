/*
 * request.c - are the parameters that a user asks for legal?
 */
#include "internal.h"

#include <math.h>

bool
bf_expected_legal(double expected)
{
	return expected >= 0 && expected <= BF_MAX_EXPECTED && floor(expected) == expected;
}

enum bf_status
bf_request_check(const struct bf_request *request, struct bf_call *call)
{
	/* A number of keys between 0 and 1, or a rate of 1 and more, are each other's values. */
	if (request->sized && request->expected > 0 && request->expected < 1)
		return bf_fail(call, BF_MSG_EXPECTED_SWAPPED, bf_decimal(request->expected, 16).text,
		               request->signature);
	if (request->sized && !bf_expected_legal(request->expected))
		return bf_fail(call, BF_MSG_EXPECTED, bf_decimal(request->expected, 16).text);
	if (request->sized && request->fpp >= 1)
		return bf_fail(call, BF_MSG_FPP_SWAPPED, bf_decimal(request->fpp, 15).text,
		               request->signature);
	if (!(request->fpp >= BF_MIN_FPP && request->fpp < 1))
		return bf_fail(call, BF_MSG_FPP, bf_decimal(request->fpp, 15).text);
	return BF_OK;
}
