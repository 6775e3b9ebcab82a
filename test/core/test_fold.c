/*
 * test_fold.c - folding is exact: the bits are those of a filter built at the smaller
 * size, and that size is the smallest which still meets the rate.
 */
#include "by_hand.h"

#include <math.h>

static double
estimate(const struct filter *filter)
{
	struct bf_stats stats;
	struct bf_call call = {0};

	assert_int_equal(bf_stats(&filter->header, filter->bytes, &stats, &call), BF_OK);
	return stats.estimated;
}

/* Folds a filter of the ints 1..n; checks the bits, and that neither more nor less was folded. */
static void
assert_fold(int64_t n, double expected, double made, double fpp, bool folds)
{
	struct filter filter = filter_of_ints(1, n, expected, made), folded = filter_fold(&filter, fpp);
	struct bf_build *build = blocks_of_geometry(filter.header.k, folded.header.nblocks);
	struct filter wanted;
	double keys = estimate(&filter);
	unsigned k = filter.header.k;

	assert_int_equal(filter.header.layout, BF_BLOCK);
	require((folded.header.nblocks < filter.header.nblocks) == folds,
	        "%d keys, fpp %g: %" PRIu64 " of %" PRIu64 " blocks", (int)n, fpp,
	        folded.header.nblocks, filter.header.nblocks);
	add_ints(&build, 1, n);
	wanted = finish(&build);
	assert_true(same_body(&folded, &wanted));

	/* A power of two of halvings, the last one still within the rate and the next one not. */
	assert_int_equal(filter.header.nblocks % folded.header.nblocks, 0);
	assert_int_equal(folded.header.k, k);
	assert_int_equal(folded.header.kinds, filter.header.kinds);
	if (folds)
	{
		assert_true(bf_expected_fpp(keys / (double)folded.header.nblocks, k) <= fpp);
		assert_int_equal(folded.header.expected, 0);
		assert_true(folded.header.fpp == fpp);
	}
	else
		assert_true(same_filter(&filter, &folded));
	if (folded.header.nblocks % 2 == 0 && !isinf(keys))
		assert_true(bf_expected_fpp(keys / (double)(folded.header.nblocks / 2), k) > fpp);
	for (int64_t i = 1; i <= n; i++)
		require(contains(&folded, hash_of_int(i)), "key %d", (int)i);
	free(filter.bytes);
	free(folded.bytes);
	free(wanted.bytes);
	free(build);
}

static void
folded_filters_are_those_built_smaller(void **state)
{
	(void)state;
	assert_fold(10000, 1000000, 0.01, 0.01, true);
	assert_fold(10000, 1000000, 0.01, 0.2, true);
	assert_fold(10000, 1000000, 0.1, 0.1, true);
	assert_fold(10000, 1000000, 1e-4, 1e-4, true);
	assert_fold(10000, 1000000, 1e-4, 0.01, true);
	assert_fold(10000, 1000000, 1e-7, 1e-7, true);
	assert_fold(9000, 30000, 0.01, 0.01, true);
	assert_fold(1000, 3000, 0.01, 0.5, true);
}

static void
what_cannot_be_folded_stays_the_very_same(void **state)
{
	(void)state;
	assert_fold(1000, 1000, 0.01, 0.01, false);   /* full */
	assert_fold(1000, 1000, 0.01, 0.001, false);  /* asked for less than it has */
	assert_fold(200, 350, 0.01, 0.9, false);      /* 7 blocks: odd */
	assert_fold(20000, 1000, 0.01, 0.5, false);   /* every bit set */
	assert_fold(10000, 15000, 0.01, 0.01, false); /* half of it would be too small */
}

/* Folding twice is folding once. */
static void
folding_again_does_nothing(void **state)
{
	struct filter filter = filter_of_ints(1, 10000, 1000000, 0.01);
	struct filter once = filter_fold(&filter, 0.01), twice = filter_fold(&once, 0.01);

	(void)state;
	assert_true(once.nbytes < filter.nbytes);
	assert_true(same_filter(&once, &twice));
	free(filter.bytes);
	free(once.bytes);
	free(twice.bytes);
}

/* A list knows its hashes, so it gets the size of a filter that was sized by itself for them. */
static void
lists_are_sized_anew(void **state)
{
	static const int64_t counts[] = {0, 1, 7, 8, 100, 1000, 8192};
	static const double rates[] = {0.01, 0.1, 1e-5};

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		for (size_t j = 0; j < 3; j++)
		{
			struct filter list = filter_of_ints(1, counts[i], 1e7, 0.01),
						  folded = filter_fold(&list, rates[j]);
			struct filter wanted = filter_of_ints(1, counts[i], SELF_SIZED, rates[j]);

			assert_int_equal(list.header.layout, BF_LIST);
			require(same_filter(&folded, &wanted), "%d keys at %g", (int)counts[i], rates[j]);
			free(list.bytes);
			free(folded.bytes);
			free(wanted.bytes);
		}
}

static void
lists_do_not_grow(void **state)
{
	struct filter list = filter_of_ints(1, 20, 1000, 0.5), folded = filter_fold(&list, 1e-10);
	struct filter same = filter_of_ints(1, 7, 50, 0.01), same_folded = filter_fold(&same, 0.01);

	(void)state;
	assert_int_equal(list.header.layout, BF_LIST);
	assert_true(same_filter(&same, &same_folded));
	assert_true(same_filter(&list, &folded));
	free(list.bytes);
	free(folded.bytes);
	free(same.bytes);
	free(same_folded.bytes);
}

static void
the_neutral_filter_stays(void **state)
{
	unsigned char bytes[64];
	struct filter neutral = {bytes, 64, {0}}, folded;
	struct bf_call call = {0};

	(void)state;
	bf_neutral(bytes);
	assert_int_equal(bf_header_read(&neutral.header, bytes, 64, &call), BF_OK);
	folded = filter_fold(&neutral, 0.01);
	assert_true(same_filter(&neutral, &folded));
	free(folded.bytes);
}

/* Any halving, for every k: the run of blocks that one block of the smaller filter is made of. */
static void
every_k_folds(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		struct bf_build *large = blocks_of_geometry(k, 48), *small;
		struct filter filter, folded, wanted;

		add_ints(&large, 1, 20);
		filter = finish(&large);
		folded = filter_fold(&filter, 0.99);
		assert_int_equal(folded.header.nblocks, 3);
		small = blocks_of_geometry(k, 3);
		add_ints(&small, 1, 20);
		wanted = finish(&small);
		require(same_body(&folded, &wanted), "k %u", k);
		free(filter.bytes);
		free(folded.bytes);
		free(wanted.bytes);
		free(large);
		free(small);
	}
}

/* Filters folded to the same size merge, and the union is that of the folded ones. */
static void
folded_filters_merge(void **state)
{
	struct filter a = filter_of_ints(1, 9000, 1e6, 0.01),
				  b = filter_of_ints(9001, 18000, 1e6, 0.01);
	struct filter small_a = filter_fold(&a, 0.01), small_b = filter_fold(&b, 0.01);
	struct filter whole = filter_of_ints(1, 18000, 1e6, 0.01);
	struct bf_build *build = blocks_of_geometry(8, small_a.header.nblocks);
	struct filter united = filter_union(&small_a, &small_b), wanted;

	(void)state;
	assert_true(small_a.header.nblocks < a.header.nblocks);
	assert_int_equal(small_a.header.nblocks, small_b.header.nblocks);
	add_ints(&build, 1, 18000);
	wanted = finish(&build);
	assert_true(same_body(&united, &wanted));
	free(a.bytes);
	free(b.bytes);
	free(small_a.bytes);
	free(small_b.bytes);
	free(whole.bytes);
	free(united.bytes);
	free(wanted.bytes);
	free(build);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_filters_are_those_built_smaller),
		cmocka_unit_test(what_cannot_be_folded_stays_the_very_same),
		cmocka_unit_test(folding_again_does_nothing),
		cmocka_unit_test(lists_are_sized_anew),
		cmocka_unit_test(lists_do_not_grow),
		cmocka_unit_test(the_neutral_filter_stays),
		cmocka_unit_test(every_k_folds),
		cmocka_unit_test(folded_filters_merge),
	};

	return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
