/*
 * test_union.c - two filters become the one that would have been built from all
 * their keys, whatever their layouts and whichever comes first.
 */
#include "by_hand.h"

/* Filters for 2000 keys at 1 % (40 blocks): a list up to 319 keys. */
static struct filter
part(int64_t first, int64_t last)
{
	return filter_of_ints(first, last, 2000, 0.01);
}

static void
assert_union(struct filter a, struct filter b, struct filter whole)
{
	struct filter ab = filter_union(&a, &b), ba = filter_union(&b, &a), aab = filter_union(&a, &ab);

	assert_true(same_filter(&ab, &whole));
	assert_true(same_filter(&ba, &whole));
	assert_true(same_filter(&aab, &whole));
	free(ab.bytes);
	free(ba.bytes);
	free(aab.bytes);
	free(a.bytes);
	free(b.bytes);
	free(whole.bytes);
}

static void
unions_of_all_layouts(void **state)
{
	/* keys 1..split and from..last: disjoint, touching, overlapping */
	static const struct {
		int64_t split, from, last;
		enum bf_layout a, b, whole;
	} cases[] = {
		{0, 1, 0, BF_LIST, BF_LIST, BF_LIST},          /* nothing and nothing */
		{0, 1, 100, BF_LIST, BF_LIST, BF_LIST},        /* nothing and a list */
		{0, 1, 2000, BF_LIST, BF_BLOCK, BF_BLOCK},     /* nothing and blocks */
		{100, 101, 200, BF_LIST, BF_LIST, BF_LIST},    /* disjoint */
		{200, 1, 319, BF_LIST, BF_LIST, BF_LIST},      /* one inside the other */
		{200, 201, 319, BF_LIST, BF_LIST, BF_LIST},    /* just a list */
		{200, 201, 320, BF_LIST, BF_LIST, BF_BLOCK},   /* one more key */
		{300, 100, 320, BF_LIST, BF_LIST, BF_BLOCK},   /* overlapping */
		{319, 320, 638, BF_LIST, BF_LIST, BF_BLOCK},   /* two full lists */
		{319, 320, 2000, BF_LIST, BF_BLOCK, BF_BLOCK}, /* a list and blocks */
		{1, 1, 320, BF_LIST, BF_BLOCK, BF_BLOCK},      /* a list inside blocks */
		{1000, 1001, 2000, BF_BLOCK, BF_BLOCK, BF_BLOCK},
		{1500, 500, 2000, BF_BLOCK, BF_BLOCK, BF_BLOCK},
		{2000, 1, 320, BF_BLOCK, BF_BLOCK, BF_BLOCK},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
	{
		int64_t last = cases[i].last > cases[i].split ? cases[i].last : cases[i].split;
		struct filter a = part(1, cases[i].split), b = part(cases[i].from, cases[i].last),
					  whole = part(1, last);

		require(a.header.layout == cases[i].a && b.header.layout == cases[i].b &&
		            whole.header.layout == cases[i].whole,
		        "case %zu: layouts %u, %u, %u", i, a.header.layout, b.header.layout,
		        whole.header.layout);
		assert_union(a, b, whole);
	}
}

static void
unions_at_8192_hashes(void **state)
{
	(void)state;
	for (int64_t n = 8191; n <= 8193; n++)
	{
		struct filter whole = filter_of_ints(1, n, 1e6, 0.01);

		assert_int_equal(whole.header.layout, n <= 8192 ? BF_LIST : BF_BLOCK);
		assert_union(filter_of_ints(1, 5000, 1e6, 0.01), filter_of_ints(4000, n, 1e6, 0.01), whole);
	}
}

static void
unions_of_random_sizes(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int turn = 0; turn < 300; turn++)
	{
		int64_t split = (int64_t)(random64(&seed) % 500),
				last = split + (int64_t)(random64(&seed) % 500);
		int64_t from = split - (int64_t)(random64(&seed) % (uint64_t)(split + 1)) + 1;

		assert_union(part(1, split), part(from, last), part(1, last));
	}
}

static void
the_larger_expected_and_fpp_stay(void **state)
{
	/* Both are 20 blocks with k 8. */
	struct filter a = filter_of_ints(1, 100, 1000, 0.01), b = filter_of_ints(101, 200, 1010, 0.01);
	struct filter c = filter_of_ints(201, 300, 1000, 0.0101);
	struct filter ab, ba, ac, ca, bc;

	(void)state;
	assert_int_equal(b.header.nblocks, a.header.nblocks);
	assert_int_equal(c.header.nblocks, a.header.nblocks);
	ab = filter_union(&a, &b);
	ba = filter_union(&b, &a);
	ac = filter_union(&a, &c);
	ca = filter_union(&c, &a);
	bc = filter_union(&b, &c);
	assert_int_equal(ab.header.expected, 1010);
	assert_true(ab.header.fpp == 0.01);
	assert_true(ac.header.fpp == 0.0101);
	assert_int_equal(bc.header.expected, 1010);
	assert_true(bc.header.fpp == 0.0101);
	assert_true(same_filter(&ab, &ba));
	assert_true(same_filter(&ac, &ca));
	free(a.bytes);
	free(b.bytes);
	free(c.bytes);
	free(ab.bytes);
	free(ba.bytes);
	free(ac.bytes);
	free(ca.bytes);
	free(bc.bytes);
}

/*
 * One sized by itself and one by request have equal geometry here: they merge, and expected is
 * the one there is.
 */
static void
how_a_filter_was_sized_does_not_matter(void **state)
{
	struct filter a = filter_of_ints(1, 1000, SELF_SIZED, 0.01),
				  b = filter_of_ints(1001, 2000, 1000, 0.01);
	struct filter ab = filter_union(&a, &b), ba = filter_union(&b, &a);

	(void)state;
	assert_true(same_filter(&ab, &ba));
	assert_int_equal(ab.header.expected, 1000);
	for (int64_t i = 1; i <= 2000; i++)
		require(contains(&ab, hash_of_int(i)), "key %d", (int)i);
	free(a.bytes);
	free(b.bytes);
	free(ab.bytes);
	free(ba.bytes);
}

static void
kinds_are_united(void **state)
{
	static const int64_t counts[] = {10, 1000};

	(void)state;
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 2; j++)
		{
			struct bf_build *one = new_build(1000, 0.01), *two = new_build(1000, 0.01);
			struct filter a, b, ab;

			for (int64_t key = 1; key <= counts[i]; key++)
				add(&one, BF_TEXT, hash_of_int(key));
			for (int64_t key = 1; key <= counts[j]; key++)
				add(&two, BF_BYTES, hash_of_int(key));
			a = finish(&one);
			b = finish(&two);
			ab = filter_union(&a, &b);
			assert_int_equal(ab.header.kinds, BF_TEXT | BF_BYTES);
			free(a.bytes);
			free(b.bytes);
			free(ab.bytes);
			free(one);
			free(two);
		}
}

static void
the_neutral_filter_changes_nothing(void **state)
{
	static const int64_t counts[] = {0, 10, 1000};
	unsigned char bytes[64];
	struct filter neutral = {bytes, 64, {0}};
	struct bf_call call = {0};

	(void)state;
	bf_neutral(bytes);
	assert_int_equal(bf_header_read(&neutral.header, bytes, 64, &call), BF_OK);
	for (size_t i = 0; i < 3; i++)
	{
		struct filter f = filter_of_ints(1, counts[i], 1000, 0.01);
		struct filter left = filter_union(&neutral, &f), right = filter_union(&f, &neutral);

		assert_true(same_filter(&left, &f));
		assert_true(same_filter(&right, &f));
		free(left.bytes);
		free(right.bytes);
		free(f.bytes);
	}
}

/* Of any geometry, also one that no request leads to. */
static void
unions_for_every_k(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		struct bf_build *one = build_of_geometry(k, 7), *two = build_of_geometry(k, 7),
						*all = build_of_geometry(k, 7);
		struct filter a, b, whole;

		add_ints(&one, 1, 40);
		add_ints(&two, 30, 100);
		add_ints(&all, 1, 100);
		a = finish(&one);
		b = finish(&two);
		whole = finish(&all);
		assert_union(a, b, whole);
		free(one);
		free(two);
		free(all);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unions_of_all_layouts),
		cmocka_unit_test(unions_at_8192_hashes),
		cmocka_unit_test(unions_of_random_sizes),
		cmocka_unit_test(the_larger_expected_and_fpp_stay),
		cmocka_unit_test(how_a_filter_was_sized_does_not_matter),
		cmocka_unit_test(kinds_are_united),
		cmocka_unit_test(the_neutral_filter_changes_nothing),
		cmocka_unit_test(unions_for_every_k),
	};

	return cmocka_run_group_tests_name("union", tests, NULL, NULL);
}
