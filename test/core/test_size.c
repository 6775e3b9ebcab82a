/*
 * test_size.c - how many blocks and probes a filter gets: the golden table, the
 * promises of bloomfilter.h, and the same answer from every compiler.
 */
#define _DEFAULT_SOURCE /* mkdtemp, popen */

#include "helpers.h"

#include <math.h>
#include <unistd.h>

static const double rates[] = {0.999, 0.9,   0.7,  0.5,   0.3,   0.2,   0.1,  0.05, 0.03,
                               0.02,  0.015, 0.01, 0.005, 0.002, 0.001, 5e-4, 3e-4, 2.5e-4,
                               2e-4,  1e-4,  3e-5, 1e-5,  1e-6,  1e-7,  1e-8, 1e-9, 1e-10};
#define NRATES (sizeof rates / sizeof rates[0])

static uint64_t
nblocks_of(uint64_t expected, double fpp)
{
	static struct bf_sizing sizing; /* the last one: most callers ask for one rate many times */
	struct bf_call call = {0};
	uint64_t nblocks;

	bf_sizing_solve(&sizing, fpp);
	require(bf_sizing_nblocks(&sizing, expected, &nblocks, &call) == BF_OK, "%s", call.message);
	return nblocks;
}

/* ---- the golden table ---- */

static void
golden_geometry(void **state)
{
	FILE *file = fopen("test/vectors/geometry.csv", "r");
	char line[200];
	unsigned nrows = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	assert_string_equal(line, "expected,fpp,nblocks,k\n");
	while (fgets(line, sizeof line, file) != NULL)
	{
		uint64_t expected, nblocks;
		struct bf_sizing sizing = {0};
		double fpp;
		unsigned k;

		require(sscanf(line, "%" SCNu64 ",%lf,%" SCNu64 ",%u", &expected, &fpp, &nblocks, &k) == 4,
		        "%s", line);
		bf_sizing_solve(&sizing, fpp);
		require(sizing.k == k, "%s: k %u", line, sizing.k);
		require(nblocks_of(expected, fpp) == nblocks, "%s: %" PRIu64 " blocks", line,
		        nblocks_of(expected, fpp));
		nrows++;
	}
	assert_true(nrows >= 100);
	assert_int_equal(fclose(file), 0);
}

/*
 * Bits a key before rounding, as the first prototype found them (another solver, another
 * library of mathematics).
 */
static void
bits_per_key_of_the_prototype(void **state)
{
	static const struct {
		double fpp;
		unsigned k;
		double bits;
	} wanted[] = {
		{0.2, 2, 3.38},    {0.1, 3, 4.84},    {0.05, 4, 6.33},   {0.03, 5, 7.45},
		{0.02, 5, 8.37},   {0.01, 8, 10.10},  {0.005, 8, 11.61}, {0.002, 8, 13.84},
		{0.001, 8, 15.72}, {5e-4, 8, 17.81},  {2e-4, 11, 20.05}, {1e-4, 12, 22.13},
		{1e-5, 14, 29.82}, {1e-6, 16, 39.02}, {1e-7, 16, 50.60},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
	{
		struct bf_sizing sizing = {0};

		bf_sizing_solve(&sizing, wanted[i].fpp);
		require(sizing.k == wanted[i].k, "%g: k %u", wanted[i].fpp, sizing.k);
		require(fabs(sizing.bits_per_key / 64. - wanted[i].bits) < 0.022, "%g: %g bits",
		        wanted[i].fpp, sizing.bits_per_key / 64.);
	}
}

/* ---- the model ---- */

/* The same mixture with the functions of the C library, in long double, from docs/format.md. */
static double
reference_rate(double load, unsigned k)
{
	unsigned e = k > 8 ? k - 8 : 0, s = k - 2 * e;
	long double sum = 0;

	for (int j = 0; j < load + 40 * sqrt(load) + 60; j++)
	{
		long double weight = expl(-load + j * logl(load) - lgammal(j + 1.0L)), rate;

		if (e == 0)
			rate = powl(1 - powl(1 - k / 512.0L, j), k);
		else
		{
			long double z = powl((1 - 1 / 64.0L) * (1 - e / 512.0L), j);
			long double b = powl((1 - 2 / 64.0L) * (1 - 2 * e / 512.0L), j);

			rate = powl(1 - z, s) * powl(fmaxl(0, 1 - z + 63 * (1 - 2 * z + b)) / 64, e);
		}
		sum += weight * rate;
	}
	return (double)sum;
}

static void
the_rate_is_that_of_the_model(void **state)
{
	static const double loads[] = {0.05, 0.5, 1, 2.5, 10, 23, 50.6, 100, 333, 1000, 4000};

	(void)state;
	for (unsigned k = 1; k <= 16; k++)
		for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
		{
			double wanted = reference_rate(loads[i], k), got = bf_expected_fpp(loads[i], k);

			require(fabs(got - wanted) <= 1e-9 * wanted + 1e-20,
			        "load %g, k %u: %.15g, wanted %.15g", loads[i], k, got, wanted);
		}
}

static void
the_rate_of_nothing_is_zero(void **state)
{
	(void)state;
	assert_true(bf_expected_fpp(0, 8) == 0);
	assert_true(bf_expected_fpp(10, 0) == 0);
}

static void
the_rate_grows_with_the_load(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		double last = 0;

		for (double load = 0.02; load < 4096; load *= 1.1)
		{
			double rate = bf_expected_fpp(load, k);

			require((rate > last || last > 0.999999) && rate <= 1, "load %g, k %u: %g after %g",
			        load, k, rate, last);
			last = rate;
		}
	}
}

/* ---- the solver ---- */

static void
the_bits_are_enough_and_no_more(void **state)
{
	(void)state;
	for (size_t i = 0; i < NRATES; i++)
	{
		struct bf_sizing sizing = {0};
		double load, tighter;

		bf_sizing_solve(&sizing, rates[i]);
		load = 32768. / sizing.bits_per_key;
		tighter = 32768. / (sizing.bits_per_key - 1);
		require(bf_expected_fpp(load, sizing.k) <= rates[i], "fpp %g", rates[i]);
		require(tighter > 4096 || bf_expected_fpp(tighter * 1.000001, sizing.k) > rates[i],
		        "fpp %g", rates[i]);

		/* No other k could hold more keys a block; 8 may cost 3 %, an earlier one 0.1 %. */
		for (unsigned k = 1; k <= 16; k++)
			require(tighter * 1.0311 > 4096 ||
			            bf_expected_fpp(tighter * (sizing.k == 8 ? 1.0301 : 1.0011), k) > rates[i],
			        "fpp %g: k %u, but %u is better", rates[i], sizing.k, k);
	}
}

static void
every_size_meets_its_rate(void **state)
{
	static const uint64_t expected[] = {0,  1,   2,    3,     5,       10,     50,
	                                    51, 100, 1000, 12345, 1000000, 9999999};

	(void)state;
	for (size_t i = 0; i < NRATES; i++)
		for (size_t j = 0; j < sizeof expected / sizeof expected[0]; j++)
		{
			struct bf_sizing sizing = {0};
			double n = expected[j] > 0 ? (double)expected[j] : 1;

			bf_sizing_solve(&sizing, rates[i]);
			require(bf_expected_fpp(n / (double)nblocks_of(expected[j], rates[i]), sizing.k) <=
			            rates[i],
			        "expected %" PRIu64 ", fpp %g", expected[j], rates[i]);
		}
}

static bool
five_significant_bits(uint64_t n)
{
	while (n % 2 == 0)
		n /= 2;
	return n < 32;
}

static void
sizes_are_monotone_and_have_five_bits(void **state)
{
	(void)state;
	for (size_t i = 0; i < NRATES; i++)
	{
		struct bf_sizing sizing = {0};
		uint64_t last = 0, n = 0;

		bf_sizing_solve(&sizing, rates[i]);
		while (n < 10000000)
		{
			uint64_t nblocks = nblocks_of(n, rates[i]), keys = n > 0 ? n : 1;
			uint64_t least = (keys * sizing.bits_per_key + 32767) / 32768;

			require(nblocks >= last, "expected %" PRIu64 ", fpp %g: %" PRIu64, n, rates[i],
			        nblocks);
			require(five_significant_bits(nblocks), "expected %" PRIu64 ", fpp %g: %" PRIu64, n,
			        rates[i], nblocks);
			require(nblocks >= least && nblocks <= least + least / 16,
			        "expected %" PRIu64 ", fpp %g: %" PRIu64, n, rates[i], nblocks);
			require(least > 32 || nblocks == least, "expected %" PRIu64 ", fpp %g: %" PRIu64, n,
			        rates[i], nblocks);
			last = nblocks;
			n += 1 + n / 23;
		}
	}
}

static void
expected_0_is_taken_as_1(void **state)
{
	(void)state;
	for (size_t i = 0; i < NRATES; i++)
		assert_int_equal(nblocks_of(0, rates[i]), nblocks_of(1, rates[i]));
	assert_int_equal(nblocks_of(0, 0.01), 1);
}

/* A smaller rate costs more, but for the three per cent that k = 8 may cost. */
static void
smaller_rates_cost_more(void **state)
{
	struct bf_sizing last = {0};

	(void)state;
	bf_sizing_solve(&last, 0.999);
	for (double fpp = 0.99; fpp >= 1e-10; fpp *= 0.93)
	{
		struct bf_sizing sizing = {0};

		bf_sizing_solve(&sizing, fpp);
		require(sizing.bits_per_key > last.bits_per_key / 1.031, "fpp %g", fpp);
		require(sizing.k >= last.k || last.k == 8, "fpp %g", fpp);
		require(sizing.fpp == fpp, "fpp %g", fpp);
		last = sizing;
	}
	assert_int_equal(last.k, 16);
}

static void
a_known_rate_is_not_solved_again(void **state)
{
	struct bf_sizing sizing = {0.01, 12345, 3};

	(void)state;
	bf_sizing_solve(&sizing, 0.01);
	assert_int_equal(sizing.bits_per_key, 12345);
	bf_sizing_solve(&sizing, 0.02);
	assert_int_equal(sizing.k, 5);
	assert_true(sizing.bits_per_key < 600);
}

/* ---- limits ---- */

static void
the_largest_size_is_reached_and_not_passed(void **state)
{
	(void)state;
	for (size_t i = 0; i < NRATES; i++)
	{
		struct bf_sizing sizing = {0};
		struct bf_call call = {0};
		uint64_t nblocks, most;

		bf_sizing_solve(&sizing, rates[i]);
		most = UINT64_C(8126464) * 32768 / sizing.bits_per_key;
		assert_int_equal(nblocks_of(most, rates[i]), 8126464);
		assert_failed(bf_sizing_nblocks(&sizing, most + 1, &nblocks, &call), BF_E_LIMIT, &call,
		              "the limit is 496 MiB");
		assert_failed(bf_sizing_nblocks(&sizing, UINT64_C(1) << 53, &nblocks, &call), BF_E_LIMIT,
		              &call, "a filter for 9007199254740992 keys");
	}
}

static bool
fits(uint64_t expected, double fpp)
{
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};
	uint64_t nblocks;

	bf_sizing_solve(&sizing, fpp);
	return bf_sizing_nblocks(&sizing, expected, &nblocks, &call) == BF_OK;
}

/* The message names a rate that fits, and not one that is needlessly high.  Returns whether there was one. */
static bool
advice_is_good(uint64_t expected, double asked)
{
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};
	double keys, fpp, mib, would;
	uint64_t nblocks;

	bf_sizing_solve(&sizing, asked);
	if (bf_sizing_nblocks(&sizing, expected, &nblocks, &call) == BF_OK || !fits(expected, 0.49))
		return false;
	require(sscanf(call.message,
	               "a filter for %lf keys at fpp %lf needs %lf MiB, the limit is 496 MiB; "
	               "fpp %lf would fit",
	               &keys, &fpp, &mib, &would) == 4,
	        "%s", call.message);
	require(keys == (double)expected && fpp == asked, "%s", call.message);
	require(fabs(mib - (double)expected * sizing.bits_per_key / 64 / 8 / 1048576) <= 1, "%s",
	        call.message);
	require(would > asked && fits(expected, would), "%s", call.message);
	require(!fits(expected, 0.9 * would), "%s", call.message);
	return true;
}

static void
the_rate_that_would_fit_does(void **state)
{
	static const double asked[] = {0.1, 0.01, 1e-4, 1e-10};
	unsigned checked = 0;

	(void)state;
	for (double n = 3e7; n < 3e9; n *= 1.17)
		for (size_t i = 0; i < 4; i++)
			checked += advice_is_good((uint64_t)n, asked[i]);

	/* Where one digit fewer is enough for it: about 1 %. */
	for (double n = 4.1e8; n < 4.2e8; n += 2.5e5)
		checked += advice_is_good((uint64_t)n, 0.001);
	assert_true(checked > 90);
}

static void
when_nothing_would_fit(void **state)
{
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};
	uint64_t nblocks;

	(void)state;
	bf_sizing_solve(&sizing, 0.01);
	assert_failed(bf_sizing_nblocks(&sizing, UINT64_C(10000000000), &nblocks, &call), BF_E_LIMIT,
	              &call, "no fpp below 0.5 would fit");
	assert_failed(bf_sizing_nblocks(&sizing, UINT64_C(1) << 53, &nblocks, &call), BF_E_LIMIT, &call,
	              "no fpp below 0.5 would fit");
	assert_false(fits(UINT64_C(10000000000), 0.49));
}

/* ---- requests ---- */

static void
requests_are_checked(void **state)
{
	static const struct {
		bool sized;
		double expected, fpp;
		const char *message; /* NULL: legal */
	} cases[] = {
		{true, 1000, 0.01, NULL},
		{true, 0, 0.01, NULL},
		{true, -0.0, 0.01, NULL},
		{true, 9007199254740992.0, 0.999, NULL},
		{true, 1, 1e-10, NULL},
		{true, 1, 0.99999, NULL},
		{false, 0, 0.01, NULL},
		{false, -5, 0.01, NULL}, /* not given, so not looked at */
		{true, -1, 0.01,
	     "expected is -1, must be a whole number from 0 to 9007199254740992 (2^53)"},
		{true, 1.5, 0.01,
	     "expected is 1.5, must be a whole number from 0 to 9007199254740992 (2^53)"},
		{true, 9007199254740994.0, 0.01, "expected is 9007199254740994, must be"},
		{true, NAN, 0.01, "expected is nan, must be"},
		{true, INFINITY, 0.01, "expected is inf, must be"},
		{true, 1000, 0, "fpp is 0, must be at least 1e-10 and below 1"},
		{true, 1000, -0.01, "fpp is -0.01, must be at least 1e-10 and below 1"},
		{true, 1000, 9.9e-11, "fpp is 9.9e-11, must be at least 1e-10 and below 1"},
		{true, 1000, NAN, "fpp is nan, must be at least 1e-10 and below 1"},
		{false, 0, 1, "fpp is 1, must be at least 1e-10 and below 1"},
		{false, 0, 1000, "fpp is 1000, must be at least 1e-10 and below 1"},
		{true, 0.01, 1000,
	     "expected is 0.01, must be a whole number from 0 to 9007199254740992 (2^53); "
	     "arguments are (value, expected, fpp)"},
		{true, 0.01, 0.01, "expected is 0.01, must be"},
		{true, 0.5, 1, "expected is 0.5, must be"},
		{true, 100, 5,
	     "fpp is 5, must be at least 1e-10 and below 1; arguments are (value, expected, fpp)"},
		{true, 1000, 1, "fpp is 1, must be"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
	{
		struct bf_request request = {cases[i].sized, cases[i].expected, cases[i].fpp,
		                             "(value, expected, fpp)"};
		struct bf_call call = {0};
		enum bf_status status = bf_request_check(&request, &call);

		if (cases[i].message == NULL)
			require(status == BF_OK, "case %zu: %s", i, call.message);
		else
			assert_failed(status, BF_E_PARAMETER, &call, cases[i].message);
	}
}

static void
a_swap_has_a_hint(void **state)
{
	struct bf_request request = {true, 0.01, 1000000, "(expected, fpp)"};
	struct bf_call call = {0};

	(void)state;
	assert_failed(bf_request_check(&request, &call), BF_E_PARAMETER, &call,
	              "arguments are (expected, fpp)");
	assert_string_equal(call.hint,
	                    "First the number of keys expected, then the false-positive rate.");
}

/* ---- other compilers ---- */

/*
 * Compiles size_table.c with the command and compares what it prints to this process; skips
 * when it cannot.
 */
static void
assert_same_table(const char *compiler, const char *flags)
{
	char folder[] = "/tmp/bf_size.XXXXXX", command[1000], line[200];
	unsigned nrows = 0;
	FILE *table;

	assert_non_null(mkdtemp(folder));
	(void)snprintf(command, sizeof command,
	               "%s -std=c11 %s -Icore test/core/size_table.c core/size.c core/call.c -o "
	               "%s/table -lm 2>%s/errors",
	               compiler, flags, folder, folder);
	if (system(command) != 0)
	{
		(void)snprintf(command, sizeof command, "sed 's/^/# /' %s/errors | head -n 3; rm -r %s",
		               folder, folder);
		(void)system(command);
		skip();
	}
	(void)snprintf(command, sizeof command, "%s/table", folder);
	table = popen(command, "r");
	assert_non_null(table);
	while (fgets(line, sizeof line, table) != NULL)
	{
		struct bf_sizing sizing = {0};
		double fpp;
		unsigned bits, k;

		require(sscanf(line, "%la %u %u", &fpp, &bits, &k) == 3, "%s", line);
		bf_sizing_solve(&sizing, fpp);
		require(sizing.bits_per_key == bits && sizing.k == k,
		        "%s %s, fpp %g: %u units, k %u; here %u, %u", compiler, flags, fpp, bits, k,
		        sizing.bits_per_key, sizing.k);
		nrows++;
	}
	(void)pclose(table);
	assert_int_equal(nrows, 120);
	(void)snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

static const char *
compiler(void)
{
	const char *cc = getenv("CC");

	return cc != NULL && cc[0] != '\0' ? cc : "cc";
}

static void
same_sizes_without_optimisation(void **state)
{
	(void)state;
	assert_same_table(compiler(), "-O0");
}

static void
same_sizes_with_all_optimisation(void **state)
{
	(void)state;
	assert_same_table(compiler(), "-O3 -march=native -ffp-contract=off");
}

static void
same_sizes_from_clang(void **state)
{
	(void)state;
	assert_same_table("clang", "-O2 -march=native -ffp-contract=off");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_geometry),
		cmocka_unit_test(bits_per_key_of_the_prototype),
		cmocka_unit_test(the_rate_is_that_of_the_model),
		cmocka_unit_test(the_rate_of_nothing_is_zero),
		cmocka_unit_test(the_rate_grows_with_the_load),
		cmocka_unit_test(the_bits_are_enough_and_no_more),
		cmocka_unit_test(every_size_meets_its_rate),
		cmocka_unit_test(sizes_are_monotone_and_have_five_bits),
		cmocka_unit_test(expected_0_is_taken_as_1),
		cmocka_unit_test(smaller_rates_cost_more),
		cmocka_unit_test(a_known_rate_is_not_solved_again),
		cmocka_unit_test(the_largest_size_is_reached_and_not_passed),
		cmocka_unit_test(the_rate_that_would_fit_does),
		cmocka_unit_test(when_nothing_would_fit),
		cmocka_unit_test(requests_are_checked),
		cmocka_unit_test(a_swap_has_a_hint),
		cmocka_unit_test(same_sizes_without_optimisation),
		cmocka_unit_test(same_sizes_with_all_optimisation),
		cmocka_unit_test(same_sizes_from_clang),
	};

	return cmocka_run_group_tests_name("size", tests, NULL, NULL);
}
