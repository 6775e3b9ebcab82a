/*
 * test_classic.c - the classic formulas, against values that the real Guava computed.
 */
#include "helpers.h"

#include <math.h>

/* test/vectors/guava_sizing.csv: n,fpp,optimalNumOfBits,k,longs,bitSize */
static void
as_guava_computes_them(void **state)
{
	FILE *file = fopen("test/vectors/guava_sizing.csv", "r");
	char line[200];
	unsigned nrows = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	while (fgets(line, sizeof line, file) != NULL)
	{
		double n, fpp;
		int64_t wanted_bits, wanted_k, bits, k;
		struct bf_call call = {0};

		require(sscanf(line, "%lf,%lf,%" SCNd64 ",%" SCNd64, &n, &fpp, &wanted_bits, &wanted_k) ==
		            4,
		        "%s", line);
		require(bf_classic_bits(n, fpp, &bits, &call) == BF_OK && bits == wanted_bits,
		        "%s: %" PRId64, line, bits);
		require(bf_classic_hashes(n, bits, &k, &call) == BF_OK && k == wanted_k, "%s: %" PRId64,
		        line, k);
		nrows++;
	}
	assert_int_equal(nrows, 195);
	assert_int_equal(fclose(file), 0);
}

static void
edges(void **state)
{
	struct bf_call call = {0};
	int64_t v;

	(void)state;
	assert_int_equal(bf_classic_bits(0, 0.01, &v, &call), BF_OK);
	assert_int_equal(v, 9);
	assert_int_equal(bf_classic_bits(1, 0.999, &v, &call), BF_OK);
	assert_int_equal(v, 0);
	assert_int_equal(bf_classic_bits(9007199254740992.0, 5e-324, &v, &call), BF_OK);
	assert_int_equal(v, INT64_MAX);

	assert_int_equal(bf_classic_hashes(0, 10, &v, &call), BF_OK);
	assert_int_equal(v, 7);
	assert_int_equal(bf_classic_hashes(1000, 1, &v, &call), BF_OK);
	assert_int_equal(v, 1);
	assert_int_equal(bf_classic_hashes(1, INT64_MAX, &v, &call), BF_OK);
	assert_int_equal(v, INT64_C(6393154322601327616));

	/* 2.5 is rounded up and 2.49 down: bits / n * ln 2 */
	assert_int_equal(bf_classic_hashes(1000, 3607, &v, &call), BF_OK);
	assert_int_equal(v, 3);
	assert_int_equal(bf_classic_hashes(1000, 3606, &v, &call), BF_OK);
	assert_int_equal(v, 2);
}

static void
arguments_are_checked(void **state)
{
	static const double bad_fpp[] = {0, 1, -0.1, 1.5, NAN, INFINITY};
	static const double bad_expected[] = {-1, 0.5, 1e16, NAN, INFINITY};
	struct bf_call call = {0};
	int64_t v;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		assert_failed(bf_classic_bits(1000, bad_fpp[i], &v, &call), BF_E_PARAMETER, &call,
		              "fpp is ");
	for (size_t i = 0; i < 5; i++)
	{
		assert_failed(bf_classic_bits(bad_expected[i], 0.01, &v, &call), BF_E_PARAMETER, &call,
		              "expected is ");
		assert_failed(bf_classic_hashes(bad_expected[i], 1000, &v, &call), BF_E_PARAMETER, &call,
		              "expected is ");
	}
	assert_failed(bf_classic_hashes(1000, 0, &v, &call), BF_E_PARAMETER, &call,
	              "bits is 0, must be from 1 to 9223372036854775807");
	assert_failed(bf_classic_hashes(1000, INT64_MIN, &v, &call), BF_E_PARAMETER, &call,
	              "bits is -9223372036854775808");
	assert_failed(bf_classic_bits(1000, 1.5, &v, &call), BF_E_PARAMETER, &call,
	              "fpp is 1.5, must be above 0 and below 1");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_guava_computes_them),
		cmocka_unit_test(edges),
		cmocka_unit_test(arguments_are_checked),
	};

	return cmocka_run_group_tests_name("classic", tests, NULL, NULL);
}
