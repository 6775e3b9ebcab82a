/*
 * test_list.c - the list layout: its search, and the border where it becomes blocks.
 */
#include "by_hand.h"

/* Adds the hashes 1..count, times a step that spreads them over all slots and blocks. */
static struct bf_build *
build_of_hashes(unsigned k, uint64_t nblocks, uint64_t count)
{
	struct bf_build *build = build_of_geometry(k, nblocks);

	for (uint64_t i = 1; i <= count; i++)
		add(&build, BF_NUMBER, i * UINT64_C(0x9E3779B97F4A7C15));
	return build;
}

static void
assert_layout(uint64_t nblocks, uint64_t count)
{
	struct bf_build *build = build_of_hashes(8, nblocks, count);
	struct filter filter = finish(&build);
	bool list = 8 * count < 64 * nblocks && count <= 8192;

	require((filter.header.layout == BF_LIST) == list,
	        "%" PRIu64 " hashes, %" PRIu64 " blocks: layout %u", count, nblocks,
	        filter.header.layout);
	require(filter.nbytes == 64 + (list ? 8 * count : 64 * nblocks),
	        "%" PRIu64 " hashes, %" PRIu64 " blocks", count, nblocks);
	require(filter.header.count == (list ? count : 0), "%" PRIu64 " hashes, %" PRIu64 " blocks",
	        count, nblocks);
	require(filter.header.nblocks == nblocks && filter.header.k == 8,
	        "%" PRIu64 " hashes, %" PRIu64 " blocks", count, nblocks);
	for (uint64_t i = 1; i <= count; i++)
		require(contains(&filter, i * UINT64_C(0x9E3779B97F4A7C15)), "hash %" PRIu64, i);
	free(filter.bytes);
	free(build);
}

static void
a_list_is_smaller_than_its_blocks(void **state)
{
	static const uint64_t sizes[] = {1, 2, 3, 16, 20, 100, 1000, 1023, 1024};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (uint64_t count = 8 * sizes[i] - 2; count <= 8 * sizes[i] + 1; count++)
			assert_layout(sizes[i], count);
}

static void
a_list_has_at_most_8192_hashes(void **state)
{
	static const uint64_t sizes[] = {1024, 1025, 1088, 20480};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (uint64_t count = 8190; count <= 8194; count++)
			assert_layout(sizes[i], count);
}

/* The same border for filters that are sized by themselves. */
static void
self_sized_filters_have_the_same_border(void **state)
{
	(void)state;
	for (int64_t n = 1; n <= 600; n++)
	{
		struct filter filter = filter_of_ints(1, n, SELF_SIZED, 0.01);
		bool list = 8 * (uint64_t)n < 64 * filter.header.nblocks;

		require((filter.header.layout == BF_LIST) == list, "%d keys, %" PRIu64 " blocks", (int)n,
		        filter.header.nblocks);
		free(filter.bytes);
	}
}

static int
compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void
a_list_is_the_sorted_hashes(void **state)
{
	static const unsigned counts[] = {1, 2, 3, 5, 40, 1000, 8192};
	uint64_t seed = 1;

	(void)state;
	for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
	{
		unsigned n = counts[c];
		uint64_t *hashes = allocate(n * sizeof *hashes);
		struct bf_build *build = build_of_geometry(8, 20480);
		struct filter filter;

		for (unsigned i = 0; i < n; i++)
			hashes[i] = random64(&seed);
		hashes[0] = 0;
		hashes[n / 2] = UINT64_MAX;
		for (unsigned i = 0; i < n; i++)
			add(&build, BF_TEXT, hashes[i]);
		filter = finish(&build);
		qsort(hashes, n, sizeof *hashes, compare_hashes);
		assert_int_equal(filter.header.count, n);
		for (unsigned i = 0; i < n; i++)
			require(get(filter.bytes + 64 + 8 * i, 8) == hashes[i], "%u of %u", i, n);
		free(filter.bytes);
		free(build);
		free(hashes);
	}
}

/*
 * Slots go by the high bits: hashes that all want the same slots, or the last ones, still come
 * out sorted.
 */
static void
crowded_hashes_are_sorted(void **state)
{
	static const uint64_t bases[] = {0, 1000, UINT64_C(1) << 63, UINT64_MAX - 999};

	(void)state;
	for (size_t b = 0; b < sizeof bases / sizeof bases[0]; b++)
		for (int down = 0; down < 2; down++)
		{
			struct bf_build *build = build_of_geometry(8, 20480);
			struct filter filter;

			for (uint64_t i = 0; i < 1000; i++)
				add(&build, BF_TEXT, bases[b] + (down ? 999 - i : i));
			filter = finish(&build);
			assert_int_equal(filter.header.count, 1000);
			for (uint64_t i = 0; i < 1000; i++)
				require(get(filter.bytes + 64 + 8 * i, 8) == bases[b] + i,
				        "base %zu, hash %" PRIu64, b, i);
			free(filter.bytes);
			free(build);
		}
}

/*
 * A list of n hashes 2, 4, 6 .., or with both ends of the range: probes of all of them and of
 * all gaps.
 */
static void
assert_search(unsigned n, bool ends)
{
	struct bf_header header = {0};
	struct filter filter;
	unsigned char *body;

	header.layout = BF_LIST;
	header.k = 8;
	header.nblocks = 20480;
	header.fpp = 0.01;
	header.count = n;
	header.kinds = n > 0 ? BF_NUMBER : 0;
	filter = filter_by_hand(&header);
	for (unsigned i = 0; i < n; i++)
		put(filter.bytes + 64 + 8 * i, 8,
		    ends && i == n - 1 ? UINT64_MAX
		    : ends && i == 0   ? 0
		                       : 2 * (i + 1));

	/* Only what bf_probe_range() asks for is there. */
	assert_int_equal(bf_probe_range(&header, 5).offset, 64);
	assert_int_equal(bf_probe_range(&header, 5).nbytes, 8 * n);
	body = allocate(8 * n);
	memcpy(body, filter.bytes + 64, 8 * n);
	for (uint64_t hash = 0; hash <= 2 * n + 3; hash++)
	{
		bool in = false;

		for (unsigned i = 0; i < n; i++)
			in = in || get(body + 8 * i, 8) == hash;
		require(bf_probe(&header, body, hash) == in, "hash %" PRIu64 " of %u, ends: %d", hash, n,
		        ends);
	}
	require(bf_probe(&header, body, UINT64_MAX) == (ends && n > 0), "%u hashes, ends: %d", n, ends);
	require(!bf_probe(&header, body, UINT64_MAX - 1), "%u hashes, ends: %d", n, ends);
	free(body);
	free(filter.bytes);
}

static void
the_search_finds_what_is_there_and_nothing_else(void **state)
{
	(void)state;
	for (unsigned n = 0; n <= 40; n++)
	{
		assert_search(n, false);
		assert_search(n, true);
	}
}

static void
the_search_of_the_longest_list(void **state)
{
	struct bf_build *build = build_of_hashes(8, 20480, 8192);
	struct filter filter = finish(&build);
	unsigned char *body = allocate(8 * 8192);

	(void)state;
	assert_int_equal(filter.header.layout, BF_LIST);
	memcpy(body, filter.bytes + 64, 8 * 8192);
	for (unsigned i = 0; i < 8192; i++)
	{
		uint64_t hash = get(body + 8 * i, 8);

		require(bf_probe(&filter.header, body, hash), "hash %u", i);
		require(!bf_probe(&filter.header, body, hash + 1), "hash %u + 1", i);
		require(!bf_probe(&filter.header, body, hash - 1), "hash %u - 1", i);
	}
	free(body);
	free(filter.bytes);
	free(build);
}

/* No false positive at all, whatever the rate asked for. */
static void
a_list_answers_exactly(void **state)
{
	struct filter filter = filter_of_ints(1, 5000, 1000000, 0.5);
	unsigned wrong = 0;

	(void)state;
	assert_int_equal(filter.header.layout, BF_LIST);
	for (int64_t i = 5001; i <= 200000; i++)
		wrong += contains(&filter, hash_of_int(i));
	assert_int_equal(wrong, 0);
	free(filter.bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_is_smaller_than_its_blocks),
		cmocka_unit_test(a_list_has_at_most_8192_hashes),
		cmocka_unit_test(self_sized_filters_have_the_same_border),
		cmocka_unit_test(a_list_is_the_sorted_hashes),
		cmocka_unit_test(crowded_hashes_are_sorted),
		cmocka_unit_test(the_search_finds_what_is_there_and_nothing_else),
		cmocka_unit_test(the_search_of_the_longest_list),
		cmocka_unit_test(a_list_answers_exactly),
	};

	return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
