/*
 * test_stats.c - what a filter's bits say: how many keys, at what rate, and whether
 * they are too many.
 */
#include "by_hand.h"

#include <math.h>

static struct bf_stats
stats_of(const struct filter *filter)
{
	struct bf_stats stats;
	struct bf_call call = {0};

	assert_int_equal(bf_stats(&filter->header, filter->bytes, &stats, &call), BF_OK);
	return stats;
}

/* n random keys in a filter of this geometry. */
static struct filter
random_filter(unsigned k, uint64_t nblocks, uint64_t n, uint64_t seed)
{
	struct bf_build *build = blocks_of_geometry(k, nblocks);
	struct filter filter;

	for (uint64_t i = 0; i < n; i++)
		add(&build, BF_NUMBER, random64(&seed));
	filter = finish(&build);
	free(build);
	return filter;
}

/*
 * The standard error of linear counting (Whang, Vander-Zanden, Taylor: A Linear-Time
 * Probabilistic Counting Algorithm for Database Applications, 1990), for `each` bits a key.
 */
static double
standard_error(double n, double nbits, double each)
{
	double t = n * each / nbits;

	return sqrt(nbits * (exp(t) - t - 1)) / each;
}

static double
bits_a_key(unsigned k)
{
	return k <= 8 ? k : 512 * (1 - (1 - 1 / 64.) * (1 - (k - 8) / 512.));
}

/* The keys a block holds when its rate is 1 %, say: loads are multiples of it. */
static double
full_load(unsigned k)
{
	return 512 * 0.69 / bits_a_key(k);
}

/*
 * Over many filters: each estimate within four standard errors, their mean too, and no error of
 * another size.
 */
static void
the_estimate_is_right(void **state)
{
	static const unsigned ks[] = {1, 2, 3, 5, 8, 9, 12, 16};
	static const double loads[] = {0.05, 0.3, 1, 2, 3.5};
	enum { FILTERS = 60 };

	(void)state;
	for (size_t i = 0; i < sizeof ks / sizeof ks[0]; i++)
		for (size_t j = 0; j < sizeof loads / sizeof loads[0]; j++)
		{
			uint64_t nblocks = 96, n = (uint64_t)((double)nblocks * full_load(ks[i]) * loads[j]);
			double error = standard_error((double)n, (double)nblocks * 512, bits_a_key(ks[i]));
			double sum = 0, squares = 0;

			for (uint64_t f = 0; f < FILTERS; f++)
			{
				struct filter filter = random_filter(ks[i], nblocks, n, 1000 * f + ks[i]);
				struct bf_stats stats = stats_of(&filter);
				double off = stats.estimated - (double)n;

				require(fabs(off) <= 4 * error + 1,
				        "k %u, load %g: %g of %" PRIu64 ", standard error %g", ks[i], loads[j],
				        stats.estimated, n, error);
				require(floor(stats.estimated) == stats.estimated, "%g", stats.estimated);
				sum += off;
				squares += off * off;
				free(filter.bytes);
			}
			require(fabs(sum / FILTERS) <= 4 * error / sqrt(FILTERS) + 0.2,
			        "k %u, load %g: mean error %g of %" PRIu64, ks[i], loads[j], sum / FILTERS, n);

			/*
			 * 60 squares have a mean within 18 % of their expectation; keys that share a block
			 * add a little.
			 */
			require(sqrt(squares / FILTERS) < 1.35 * error + 0.5 &&
			            sqrt(squares / FILTERS) > 0.7 * error - 0.5,
			        "k %u, load %g: rms %g, expected %g", ks[i], loads[j], sqrt(squares / FILTERS),
			        error);
		}
}

/* As documented: about 0.3 sqrt(n) at the size made for. */
static void
the_error_at_the_size_made_for(void **state)
{
	static const double rates[] = {0.01, 0.001, 1e-4};
	static const double counts[] = {1000, 10000, 100000};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 3; j++)
		{
			struct filter filter = filter_of_ints(1, (int64_t)counts[j], counts[j], rates[i]);
			struct bf_stats stats = stats_of(&filter);

			assert_int_equal(filter.header.layout, BF_BLOCK);
			require(fabs(stats.estimated - counts[j]) <= 4 * 0.3 * sqrt(counts[j]),
			        "%g keys at %g: %g", counts[j], rates[i], stats.estimated);
			require(!stats.overfull, "%g keys at %g", counts[j], rates[i]);
			free(filter.bytes);
		}
}

static void
fill_is_the_share_of_set_bits(void **state)
{
	struct filter filter = random_filter(5, 20, 300, 1);
	struct bf_stats stats = stats_of(&filter);
	unsigned nones = 0;

	(void)state;
	for (uint64_t i = 8 * 64; i < 8 * filter.nbytes; i++)
		nones += filter.bytes[i / 8] >> i % 8 & 1;
	assert_true(stats.fill == nones / (20. * 512));
	free(filter.bytes);
}

static void
a_full_filter_holds_infinitely_many(void **state)
{
	static const unsigned ks[] = {1, 8, 16};

	(void)state;
	for (size_t i = 0; i < 3; i++)
	{
		struct filter filter = random_filter(ks[i], 3, 0, 1);
		struct bf_stats stats;
		struct bf_build *build = new_neutral_build();
		struct bf_call call = {0};
		struct bf_plan plan;

		memset(filter.bytes + 64, 0xFF, (size_t)filter.nbytes - 64);
		put_sums(filter.bytes, filter.nbytes);
		stats = stats_of(&filter);
		assert_true(isinf(stats.estimated) && stats.estimated > 0);
		assert_true(stats.fill == 1);
		assert_true(stats.current_fpp == 1);
		assert_true(stats.overfull);
		merge_filter(&build, &filter);
		assert_int_equal(plan_of(&build, NULL, &plan, &call), BF_OK);
		assert_true(isinf(plan.estimated) && plan.rate == 1 && plan.overfull);

		/* One free bit, and it is finite. */
		filter.bytes[100] = 0x7F;
		put_sums(filter.bytes, filter.nbytes);
		stats = stats_of(&filter);
		assert_true(stats.estimated > 100 && stats.estimated < 20000);
		assert_true(stats.current_fpp < 1 && stats.current_fpp > 0.98);
		free(filter.bytes);
		free(build);
	}
}

static void
an_empty_filter_holds_nothing(void **state)
{
	struct filter blocks = random_filter(8, 3, 0, 1), list = filter_of_ints(1, 0, 1000, 0.01);
	struct bf_stats stats = stats_of(&blocks);

	(void)state;
	assert_true(stats.estimated == 0 && stats.current_fpp == 0 && stats.fill == 0 &&
	            !stats.overfull);
	stats = stats_of(&list);
	assert_true(stats.estimated == 0 && stats.current_fpp == 0 && stats.fill == 0 &&
	            !stats.overfull);
	free(blocks.bytes);
	free(list.bytes);
}

/* The rate is that of probing with random hashes. */
static void
the_current_rate_is_the_measured_one(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		struct filter filter =
			random_filter(k, 32, (uint64_t)(32 * full_load(k) * (k < 8 ? 1 : 2)), k);
		double rate = stats_of(&filter).current_fpp, hits = 0, error;
		uint64_t seed = 99;
		enum { PROBES = 200000 };

		for (int i = 0; i < PROBES; i++)
			hits += contains(&filter, random64(&seed));
		error = sqrt(PROBES * rate * (1 - rate));
		require(rate * PROBES > 200, "k %u: %g", k, rate);

		/*
		 * Above 8 probes it takes a second probe of a lane as independent of the first: a
		 * little too low.
		 */
		require(fabs(hits - PROBES * rate) <= 4 * error + (k > 8 ? 0.06 * PROBES * rate : 0),
		        "k %u: %g, expected %g +- %g", k, hits, PROBES * rate, error);
		free(filter.bytes);
	}
}

static void
at_the_size_made_for_the_rate_is_the_expected_one(void **state)
{
	static const double rates[] = {0.2, 0.1, 0.01, 0.001, 1e-4};

	(void)state;
	for (size_t i = 0; i < 5; i++)
	{
		struct filter filter = filter_of_ints(1, 100000, 100000, rates[i]);
		double wanted = bf_expected_fpp(100000. / (double)filter.header.nblocks, filter.header.k);
		double got = stats_of(&filter).current_fpp;

		require(got > 0.9 * wanted && got < 1.05 * wanted, "fpp %g: %g, expected %g", rates[i], got,
		        wanted);
		free(filter.bytes);
	}
}

static void
lists_are_counted_exactly(void **state)
{
	static const int64_t counts[] = {1, 7, 100, 8192};

	(void)state;
	for (size_t i = 0; i < 4; i++)
	{
		struct filter filter = filter_of_ints(1, counts[i], 1e7, 1e-10);
		struct bf_stats stats = stats_of(&filter);

		assert_int_equal(filter.header.layout, BF_LIST);
		assert_true(stats.estimated == (double)counts[i]);
		assert_true(stats.current_fpp == ldexp((double)counts[i], -64));
		assert_true(stats.fill == 0);
		assert_false(stats.overfull);
		free(filter.bytes);
	}
}

/* A list is exact, so it is never too full, whatever was asked of its blocks. */
static void
a_list_is_never_overfull(void **state)
{
	struct filter filter = filter_of_ints(1, 7, 1, 1e-10);

	(void)state;
	assert_int_equal(filter.header.layout, BF_LIST);
	assert_int_equal(filter.header.count, 7);
	assert_false(stats_of(&filter).overfull);
	free(filter.bytes);
}

static void
overfull_means_well_above_the_rate(void **state)
{
	static const double rates[] = {0.1, 0.01, 1e-4};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (double keys = 1; keys < 2.01; keys += 0.1)
		{
			struct filter filter = filter_of_ints(1, (int64_t)(20000 * keys), 20000, rates[i]);
			struct bf_stats stats = stats_of(&filter);
			double rate =
				bf_expected_fpp(20000 * keys / (double)filter.header.nblocks, filter.header.k);

			/*
			 * 20000 keys are counted to 0.5 %, which is at most 5 % of the rate; in between
			 * either will do.
			 */
			if (rate < 1.1 * rates[i])
				require(!stats.overfull, "fpp %g, %g times the keys: %g", rates[i], keys, rate);
			if (rate > 1.25 * rates[i])
				require(stats.overfull, "fpp %g, %g times the keys: %g", rates[i], keys, rate);
			free(filter.bytes);
		}
}

/* Filters that hold just what they were made for are not called overfull, whatever their luck. */
static void
full_filters_are_not_overfull(void **state)
{
	static const double counts[] = {20, 50, 200, 1000};
	static const double rates[] = {0.3, 0.01, 1e-6};

	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 3; j++)
			for (int64_t turn = 0; turn < 200; turn++)
			{
				struct filter filter = filter_of_ints(
					10000 * turn, 10000 * turn + (int64_t)counts[i] - 1, counts[i], rates[j]);

				require(!stats_of(&filter).overfull, "%g keys at %g, turn %d", counts[i], rates[j],
				        (int)turn);
				free(filter.bytes);
			}
}

/* A plan says of a filter what bf_stats() will. */
static void
a_plan_agrees_with_the_filter(void **state)
{
	static const int64_t counts[] = {0, 1, 100, 1000, 3000};

	(void)state;
	for (size_t i = 0; i < 5; i++)
	{
		struct bf_build *build = new_build(1000, 0.01);
		struct bf_call call = {0};
		struct bf_stats stats;
		struct bf_plan plan;
		struct filter filter;

		add_ints(&build, 1, counts[i]);
		filter = finish(&build);
		stats = stats_of(&filter);
		assert_int_equal(plan_of(&build, NULL, &plan, &call), BF_OK);
		assert_int_equal(plan.nbytes, filter.nbytes);
		assert_true(plan.estimated == stats.estimated);
		assert_int_equal(plan.overfull, stats.overfull);
		require(fabs(plan.rate - stats.current_fpp) <= 0.2 * stats.current_fpp,
		        "%d keys: %g and %g", (int)counts[i], plan.rate, stats.current_fpp);
		free(filter.bytes);
		free(build);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_estimate_is_right),
		cmocka_unit_test(the_error_at_the_size_made_for),
		cmocka_unit_test(fill_is_the_share_of_set_bits),
		cmocka_unit_test(a_full_filter_holds_infinitely_many),
		cmocka_unit_test(an_empty_filter_holds_nothing),
		cmocka_unit_test(the_current_rate_is_the_measured_one),
		cmocka_unit_test(at_the_size_made_for_the_rate_is_the_expected_one),
		cmocka_unit_test(lists_are_counted_exactly),
		cmocka_unit_test(a_list_is_never_overfull),
		cmocka_unit_test(overfull_means_well_above_the_rate),
		cmocka_unit_test(full_filters_are_not_overfull),
		cmocka_unit_test(a_plan_agrees_with_the_filter),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
