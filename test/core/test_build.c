/*
 * test_build.c - the bytes of a filter depend on its keys and parameters alone: not
 * on order, duplicates, or how the work was split; and growing loses nothing.
 */
#include "by_hand.h"
#include "golden.h"

#include <unistd.h>

/* A merge that has gone quadratic would take hours: stop instead. */
#define LONGEST_TEST 120 /* seconds */

struct request {
	double expected, fpp;
};

/* ---- golden filters ---- */

/*
 * The filter of one row of test/vectors/filters.csv: the ints from first to last, or their
 * decimal digits.
 */
static struct filter
filter_of_row(enum bf_kind kind, int64_t first, int64_t last, const char *expected, const char *fpp)
{
	struct bf_build *build =
		fpp[0] == '\0' ? new_neutral_build()
					   : new_build(expected[0] == '\0' ? SELF_SIZED : strtod(expected, NULL),
	                               strtod(fpp, NULL));
	struct filter filter;

	for (int64_t i = first; i <= last; i++)
	{
		char digits[24];
		struct bf_key key;
		struct bf_call call = {0};
		size_t n = (size_t)snprintf(digits, sizeof digits, "%" PRId64, i);

		if (kind == BF_NUMBER)
			bf_key_int64(&key, i);
		else if (kind == BF_TEXT)
			bf_key_text(&key, digits, n);
		else
			assert_int_equal(bf_key_bytes(&key, digits, n, &call), BF_OK);
		add(&build, key.kind, bf_key_hash(&key));
	}
	filter = finish(&build);
	free(build);
	return filter;
}

static void
golden_filters(void **state)
{
	enum { MAX_LINE = 100000 };
	FILE *file = fopen("test/vectors/filters.csv", "r");
	char *line = allocate(MAX_LINE);
	unsigned nrows = 0, layouts = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(fgets(line, MAX_LINE, file));
	assert_string_equal(line, "name,kind,first,last,expected,fpp,filter\n");
	while (fgets(line, MAX_LINE, file) != NULL)
	{
		char *rest = line, *name = field(&rest);
		enum bf_kind kind = kind_of(field(&rest));
		int64_t first = strtoll(field(&rest), NULL, 10), last = strtoll(field(&rest), NULL, 10);
		char *expected = field(&rest), *fpp = field(&rest), *hex = field(&rest);
		unsigned char *wanted = bytes_of_hex(hex);
		struct filter filter = filter_of_row(kind, first, last, expected, fpp);

		require(filter.nbytes == strlen(hex) / 2 &&
		            memcmp(filter.bytes, wanted, (size_t)filter.nbytes) == 0,
		        "%s", name);
		layouts |= 1U << filter.header.layout;
		nrows++;
		free(filter.bytes);
		free(wanted);
	}
	assert_int_equal(layouts, 3);
	assert_true(nrows >= 30);
	free(line);
	assert_int_equal(fclose(file), 0);
}

/* ---- order and splits ---- */

/* Merges parts in random pairs until one is left. */
static struct bf_build *
merge_all(struct bf_build **parts, size_t nparts, uint64_t *seed)
{
	while (nparts > 1)
	{
		size_t a = (size_t)(random64(seed) % nparts), b = (size_t)(random64(seed) % (nparts - 1));

		if (b >= a)
			b++;
		merge(&parts[a], parts[b]);
		free(parts[b]);
		parts[b] = parts[nparts - 1];
		nparts--;
	}
	return parts[0];
}

/* One filter of the hashes, made in a random way. */
static struct filter
random_way(const uint64_t *hashes, size_t n, struct request r, uint64_t *seed)
{
	size_t nparts = 1 + (size_t)(random64(seed) % 16),
		   nrows = n + (size_t)(random64(seed) % (n + 1));
	uint64_t *rows = allocate(nrows * sizeof *rows);
	struct bf_build *parts[16], *whole;
	struct filter filter;

	for (size_t i = 0; i < nparts; i++)
		parts[i] =
			random64(seed) % 8 == 0 && i > 0 ? new_neutral_build() : new_build(r.expected, r.fpp);

	/* Each key once, and some twice or more. */
	for (size_t i = 0; i < nrows; i++)
		rows[i] = hashes[i < n ? i : random64(seed) % n];
	shuffle(rows, nrows, seed);
	for (size_t i = 0; i < nrows; i++)
	{
		size_t part = (size_t)(random64(seed) % nparts);

		if (parts[part]->k == 0)
			part = 0;
		add(&parts[part], BF_NUMBER, rows[i]);
	}
	whole = merge_all(parts, nparts, seed);
	filter = finish(&whole);
	free(whole);
	free(rows);
	return filter;
}

static void
assert_any_way_is_the_same(size_t n, struct request r, int turns)
{
	uint64_t *hashes = allocate(n * sizeof *hashes);
	struct bf_build *build = new_build(r.expected, r.fpp);
	struct filter plain;
	uint64_t seed = n + (uint64_t)turns;

	for (size_t i = 0; i < n; i++)
		hashes[i] = i == 0 ? 0 : i == 1 ? UINT64_MAX : hash_of_int((int64_t)i);
	for (size_t i = 0; i < n; i++)
		add(&build, BF_NUMBER, hashes[i]);
	plain = finish(&build);
	for (int turn = 0; turn < turns; turn++)
	{
		struct filter other = random_way(hashes, n, r, &seed);

		require(same_filter(&plain, &other), "%zu keys, expected %g, fpp %g, turn %d", n,
		        r.expected, r.fpp, turn);
		free(other.bytes);
	}
	for (size_t i = 0; i < n; i++)
		require(contains(&plain, hashes[i]), "key %zu", i);
	free(plain.bytes);
	free(build);
	free(hashes);
}

static void
any_way_gives_the_same_bytes(void **state)
{
	static const struct request requests[] = {
		{1, 0.5},       {100, 0.01},        {1000, 0.1},       {1000, 1e-4},
		{100000, 0.01}, {SELF_SIZED, 0.01}, {SELF_SIZED, 0.2}, {SELF_SIZED, 1e-7}};
	static const size_t counts[] = {1, 2, 7, 8, 9, 100, 159, 160, 161, 1000};

	(void)state;
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
		for (size_t j = 0; j < sizeof counts / sizeof counts[0]; j++)
			assert_any_way_is_the_same(counts[j], requests[i], 8);
}

static void
any_way_at_the_border_of_8192(void **state)
{
	static const struct request requests[] = {{100000, 0.01}, {SELF_SIZED, 0.01}};

	(void)state;
	for (size_t i = 0; i < 2; i++)
		for (size_t n = 8191; n <= 8193; n++)
			assert_any_way_is_the_same(n, requests[i], 6);
}

static void
any_way_of_1e5_keys(void **state)
{
	static const struct request requests[] = {{100000, 0.01}, {1000000, 0.01}, {SELF_SIZED, 0.01}};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		assert_any_way_is_the_same(100000, requests[i], 3);
}

/*
 * Parts may be finished and merged as filters, too: the two ways of a parallel plan and of
 * bloom_union_agg.
 */
static void
merging_filters_is_merging_builders(void **state)
{
	static const int64_t counts[] = {1, 50, 159, 160, 161, 5000};

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
	{
		struct filter whole = filter_of_ints(1, counts[i], 1000, 0.01);
		struct bf_build *build = new_neutral_build();
		struct filter merged;

		for (int part = 0; part < 7; part++)
		{
			struct bf_build *one = new_build(1000, 0.01);
			struct filter filter;

			for (int64_t key = 1 + part; key <= counts[i]; key += 7)
				add(&one, BF_NUMBER, hash_of_int(key));
			filter = finish(&one);
			merge_filter(&build, &filter);
			free(filter.bytes);
			free(one);
		}
		merged = finish(&build);
		assert_true(same_filter(&whole, &merged));
		free(merged.bytes);
		free(whole.bytes);
		free(build);
	}
}

/*
 * Window aggregates go on after a result was asked for: it must be right each time, and the
 * next ones too.
 */
static void
more_keys_may_follow_a_filter(void **state)
{
	/* small; in blocks with a queue from the 8193rd key on; in a table with a queue above 65536 */
	static const struct {
		struct request r;
		int64_t before;
	} cases[] = {{{1000, 0.01}, 0}, {{1000000, 0.01}, 8180}, {{SELF_SIZED, 0.01}, 65530}};

	(void)state;
	for (size_t c = 0; c < 3; c++)
	{
		struct bf_build *build = new_build(cases[c].r.expected, cases[c].r.fpp);

		add_ints(&build, 1, cases[c].before);
		for (int64_t i = cases[c].before + 1; i <= cases[c].before + 60; i += 1 + i % 7)
		{
			struct filter running, again;

			add_ints(&build, i, i + i % 7);
			running = finish(&build);
			again = filter_of_ints(1, i + i % 7, cases[c].r.expected, cases[c].r.fpp);
			require(same_filter(&running, &again), "case %zu, %d keys", c, (int)i);
			free(running.bytes);
			free(again.bytes);
		}
		free(build);
	}
}

/* ---- filters sized by themselves ---- */

static void
self_sized_filters_have_the_size_of_their_keys(void **state)
{
	static const int64_t counts[] = {1, 10, 1000, 12345, 100000};

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
	{
		struct filter self_sized = filter_of_ints(1, counts[i], SELF_SIZED, 0.001);
		struct filter sized = filter_of_ints(1, counts[i], (double)counts[i], 0.001);

		assert_int_equal(self_sized.header.expected, 0);
		assert_int_equal(sized.header.expected, counts[i]);
		assert_int_equal(self_sized.header.nblocks, sized.header.nblocks);
		assert_true(same_body(&self_sized, &sized));
		free(self_sized.bytes);
		free(sized.bytes);
	}
}

/* Keys first .. first + n - 1 in a builder sized by itself. */
static struct bf_build *
self_sized_build(int64_t first, int64_t n)
{
	struct bf_build *build = new_build(SELF_SIZED, 0.01);

	add_ints(&build, first, first + n - 1);
	return build;
}

static void
assert_at_the_end_of_exactness(int64_t n, enum bf_build_form form)
{
	struct bf_build *build = self_sized_build(1, n), *half, *other;
	struct filter serial = finish(&build), merged;

	assert_int_equal(build->form, form);
	assert_true(bf_build_nbytes(build) <= 1024 + (UINT64_C(64) << 20));
	free(build);

	/*
	 * Two halves, each of which is exact; the smaller into the larger, and the larger into an
	 * empty one.
	 */
	other = self_sized_build(1, n / 3);
	half = self_sized_build(n / 3 + 1, n - n / 3);
	assert_int_equal(half->form, BF_FORM_TABLE);
	build = new_neutral_build();
	merge(&build, half);
	merge(&build, other);
	merged = finish(&build);
	assert_int_equal(build->form, form);
	assert_true(same_filter(&serial, &merged));
	free(merged.bytes);
	free(build);
	merge(&other, half);
	merged = finish(&other);
	assert_true(same_filter(&serial, &merged));
	free(merged.bytes);
	free(half);
	free(other);

	for (int64_t i = 1; i <= n; i++)
		require(contains(&serial, hash_of_int(i)), "key %d", (int)i);
	if (form == BF_FORM_TABLE)
	{
		struct filter sized = filter_of_ints(1, 0, (double)n, 0.01);

		assert_int_equal(serial.header.nblocks, sized.header.nblocks);
		free(sized.bytes);
	}
	assert_int_equal(serial.header.expected, 0);
	free(serial.bytes);
}

static void
exact_up_to_4194304_keys(void **state)
{
	(void)state;
	(void)alarm(LONGEST_TEST);
	assert_at_the_end_of_exactness(BF_MAX_EXACT_KEYS, BF_FORM_TABLE);
	(void)alarm(0);
}

static void
blocks_from_4194305_keys_on(void **state)
{
	(void)state;
	(void)alarm(LONGEST_TEST);
	assert_at_the_end_of_exactness(BF_MAX_EXACT_KEYS + 1, BF_FORM_BLOCKS);
	(void)alarm(0);
}

/* Above that: the power of two of blocks for 53 million keys, which all builders must agree on. */
static void
the_blocks_that_follow_are_as_specified(void **state)
{
	static const double rates[] = {0.999, 0.5, 0.1, 0.01, 0.001, 1e-4, 1e-7, 1e-10};

	(void)state;
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
	{
		struct bf_build *build = new_build(SELF_SIZED, rates[i]);
		uint64_t wanted = 53000000 * (uint64_t)build->bits_per_key / 32768, nblocks = 1;

		while (nblocks < wanted && nblocks < 4194304)
			nblocks *= 2;
		require(build->nblocks == nblocks, "fpp %g: %" PRIu64 " blocks", rates[i], build->nblocks);
		if (rates[i] == 0.01)
			assert_int_equal(nblocks, 1048576);
		free(build);
	}
}

/* Many parts that are small and one that is large, as parallel workers leave them. */
static void
merging_unequal_parts_is_quick(void **state)
{
	struct bf_build *large = self_sized_build(1, 1000000), *small = self_sized_build(1000001, 1);
	struct filter filter;

	(void)state;
	(void)alarm(LONGEST_TEST);
	merge(&small, large);
	filter = finish(&small);
	(void)alarm(0);
	assert_int_equal(small->count, 1000001);
	free(filter.bytes);
	free(large);
	free(small);
}

/* ---- the protocol of growing ---- */

static void
growing_loses_nothing(void **state)
{
	static const struct request requests[] = {{1000, 0.01}, {SELF_SIZED, 0.01}, {100000, 0.01}};

	(void)state;
	for (size_t r = 0; r < 3; r++)
	{
		struct bf_build *build = new_build(requests[r].expected, requests[r].fpp);
		unsigned grown = 0;

		add(&build, BF_TEXT, 0);
		for (int64_t i = 1; i <= 9000; i++)
		{
			struct bf_call call = {0};
			struct bf_room need;
			uint64_t nbytes = bf_build_nbytes(build);
			struct bf_build *before = allocate(nbytes), *larger;

			memcpy(before, build, (size_t)nbytes);
			if (bf_build_add(build, BF_TEXT, hash_of_int(i), &need, &call) == BF_GROW)
			{
				/*
				 * The builder is as it was, the move leaves it so, and the same call then
				 * succeeds.
				 */
				require(memcmp(before, build, (size_t)nbytes) == 0, "key %d", (int)i);
				larger = allocate(need.nbytes);
				memset(larger, 0xAA, (size_t)need.nbytes);
				require(bf_build_move(larger, &need, build, &call) == BF_OK, "key %d", (int)i);
				require(memcmp(before, build, (size_t)nbytes) == 0, "key %d", (int)i);
				require(bf_build_nbytes(larger) == need.nbytes, "key %d", (int)i);
				require(bf_build_check(larger, need.nbytes, &call) == BF_OK, "key %d", (int)i);
				free(build);
				build = larger;
				require(bf_build_add(build, BF_TEXT, hash_of_int(i), &need, &call) == BF_OK,
				        "key %d", (int)i);
				grown++;
			}
			free(before);
			require(bf_build_nbytes(build) == nbytes || grown > 0, "key %d", (int)i);

			/* What is in already never asks for room. */
			nbytes = bf_build_nbytes(build);
			require(bf_build_add(build, BF_TEXT, hash_of_int(1 + i / 2), &need, &call) == BF_OK,
			        "key %d", (int)i);
			require(bf_build_nbytes(build) == nbytes, "key %d", (int)i);
		}
		assert_true(grown >= 5);
		free(build);
	}
}

/*
 * Up to 32 bytes a key and the header, until the table is as large as the blocks or 8192 keys
 * are in.
 */
static void
small_builders_stay_small(void **state)
{
	struct bf_build *build = new_build(1e8, 0.01);

	(void)state;
	assert_true(BF_BUILD_MIN_BYTES <= 200);
	for (int64_t i = 1; i <= 8192; i++)
	{
		add(&build, BF_NUMBER, hash_of_int(i));
		require(bf_build_nbytes(build) <= BF_BUILD_MIN_BYTES + 32 * (uint64_t)i,
		        "%d keys: %" PRIu64 " bytes", (int)i, bf_build_nbytes(build));
	}
	assert_int_equal(build->form, BF_FORM_TABLE);
	free(build);
}

/* ---- parameters ---- */

static void
later_rows_must_ask_the_same(void **state)
{
	static const struct {
		struct request first, later;
		const char *message;
	} cases[] = {
		{{1000, 0.01}, {1000, 0.01}, NULL},
		{{SELF_SIZED, 0.01}, {SELF_SIZED, 0.01}, NULL},
		{{1000, 0.01}, {1001, 0.01}, "expected is 1000 in one row and 1001 in another"},
		{{1000, 0.01}, {1000, 0.02}, "fpp is 0.01 in one row and 0.02 in another"},
		{{0, 0.01}, {1, 0.01}, "expected is 0 in one row and 1 in another"},
		{{1000, 0.01}, {SELF_SIZED, 0.01}, "expected is given in one row and not in another"},
		{{SELF_SIZED, 0.01}, {1000, 0.01}, "expected is given in one row and not in another"},
		{{SELF_SIZED, 0.01}, {SELF_SIZED, 0.001}, "fpp is 0.01 in one row and 0.001 in another"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
	{
		struct bf_build *build = new_build(cases[i].first.expected, cases[i].first.fpp);
		struct bf_build *other = new_build(cases[i].later.expected, cases[i].later.fpp);
		struct bf_request later = request_of(cases[i].later.expected, cases[i].later.fpp);
		struct bf_call call = {0};
		struct bf_room need;

		if (cases[i].message == NULL)
		{
			assert_true(bf_build_same_request(build, &later));
			assert_int_equal(bf_build_merge(build, other, &need, &call), BF_OK);
		}
		else
		{
			assert_false(bf_build_same_request(build, &later));
			assert_failed(bf_build_request_differs(build, &later, &call), BF_E_PARAMETER, &call,
			              cases[i].message);
			assert_failed(bf_build_merge(build, other, &need, &call), BF_E_PARAMETER, &call,
			              cases[i].message);
		}
		free(build);
		free(other);
	}
}

static void
other_geometries_do_not_merge(void **state)
{
	struct filter twenty = filter_of_ints(1, 0, 1000, 0.01),
				  large = filter_of_ints(1, 0, 1000000, 0.01);
	struct filter k12 = filter_of_ints(1, 0, 1000, 1e-4);
	struct bf_build *build = new_neutral_build(), *self_sized = new_build(SELF_SIZED, 0.01);
	struct bf_call call = {0};
	struct bf_room need;

	(void)state;
	merge_filter(&build, &twenty);
	assert_failed(bf_build_merge_filter(build, &large.header, large.bytes, &need, &call),
	              BF_E_MISMATCH, &call,
	              "filters differ: one has k 8 and 20 blocks, the other k 8 and 20480 blocks");
	assert_string_equal(
		call.hint, "Build both with the same expected and fpp; for filters that will be united, "
				   "expected is the total.");
	assert_failed(bf_build_merge_filter(build, &k12.header, k12.bytes, &need, &call), BF_E_MISMATCH,
	              &call, "filters differ: one has k 8 and 20 blocks, the other k 12 and 44 blocks");
	assert_failed(bf_build_merge(build, self_sized, &need, &call), BF_E_MISMATCH, &call,
	              "filters differ");
	assert_failed(bf_build_merge_filter(self_sized, &twenty.header, twenty.bytes, &need, &call),
	              BF_E_MISMATCH, &call, "filters differ");
	free(build);
	free(self_sized);
	free(twenty.bytes);
	free(large.bytes);
	free(k12.bytes);
}

static void
too_large_a_filter_is_refused(void **state)
{
	struct bf_build *build = allocate(BF_BUILD_MIN_BYTES);
	struct bf_request request = request_of(1e12, 0.01);
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};

	(void)state;
	bf_sizing_solve(&sizing, 0.01);
	assert_failed(bf_build_begin(build, &request, &sizing, &call), BF_E_LIMIT, &call,
	              "a filter for 1000000000000 keys");
	free(build);
}

/* ---- neutral builders ---- */

static void
neutral_builders(void **state)
{
	struct bf_build *neutral = new_neutral_build(), *other = new_neutral_build();
	struct filter filter = finish(&neutral);
	struct bf_call call = {0};
	struct bf_room need;
	unsigned char wanted[64];

	(void)state;
	bf_neutral(wanted);
	assert_int_equal(filter.nbytes, 64);
	assert_memory_equal(filter.bytes, wanted, 64);
	assert_failed(bf_build_add(neutral, BF_NUMBER, 1, &need, &call), BF_E_PARAMETER, &call,
	              "filter has no size: it was made by an aggregate that saw no row");
	assert_non_null(strstr(call.hint, "bloom_new(expected, fpp)"));

	/* Nothing plus nothing is nothing. */
	merge(&neutral, other);
	merge_filter(&neutral, &filter);
	free(filter.bytes);
	filter = finish_folded(&neutral, 0.01);
	assert_memory_equal(filter.bytes, wanted, 64);
	free(filter.bytes);
	free(neutral);
	free(other);
}

static void
neutral_takes_and_gives_nothing(void **state)
{
	static const struct request requests[] = {{1000, 0.01}, {SELF_SIZED, 0.01}};

	(void)state;
	for (size_t i = 0; i < 2; i++)
		for (int64_t n = 0; n <= 300; n += 100)
		{
			struct bf_build *neutral = new_neutral_build(),
							*build = new_build(requests[i].expected, requests[i].fpp);
			struct filter plain, into, from;

			add_ints(&build, 1, n);
			plain = finish(&build);
			merge(&build, neutral);
			from = finish(&build);
			merge(&neutral, build);
			into = finish(&neutral);
			assert_true(same_filter(&plain, &from));
			assert_true(same_filter(&plain, &into));

			/* It is bound by what it took: another request is refused now. */
			{
				struct bf_build *other = new_build(77, 0.01);
				struct bf_call call = {0};
				struct bf_room need;

				assert_failed(bf_build_merge(neutral, other, &need, &call), BF_E_PARAMETER, &call,
				              "expected");
				free(other);
			}
			free(plain.bytes);
			free(into.bytes);
			free(from.bytes);
			free(neutral);
			free(build);
		}
}

/* ---- builders from outside ---- */

/* Everything that is done to a state that passed the check; only room beyond 4 MiB is not given. */
static void
use(const struct bf_build *state)
{
	uint64_t nbytes = bf_build_nbytes(state);
	struct bf_build *build = allocate(nbytes);
	static struct bf_sizing sizing; /* solved once */
	struct bf_call call = {0};
	struct bf_header header;
	struct bf_plan plan;
	struct bf_room need;
	enum bf_status status = BF_OK;

	memcpy(build, state, (size_t)nbytes);
	for (uint64_t i = 0; i < 20 && status == BF_OK; i++)
		while ((status = bf_build_add(build, BF_TEXT, i * UINT64_C(0xD6E8FEB86659FD93), &need,
		                              &call)) == BF_GROW)
		{
			if (need.nbytes > 4 << 20)
				break;
			grow(&build, &need);
		}
	while ((status = bf_build_merge(build, state, &need, &call)) == BF_GROW &&
	       need.nbytes <= 4 << 20)
		grow(&build, &need);
	bf_sizing_solve(&sizing, 0.01);
	for (int fold = 0; fold < 2; fold++)
		if (plan_of(&build, fold ? &sizing : NULL, &plan, &call) == BF_OK && plan.nbytes <= 4 << 20)
		{
			unsigned char *filter = allocate(plan.nbytes);

			assert_int_equal(bf_build_finish(build, &plan, filter, &call), BF_OK);
			require(bf_filter_check(&header, filter, plan.nbytes, &call) == BF_OK, "fold %d: %s",
			        fold, call.message);
			free(filter);
		}
	free(build);
}

/* States of every form, small enough to change each byte. */
#define NSTATES 6
static struct bf_build *
state_of(unsigned which)
{
	struct bf_build *build = which == 0   ? new_neutral_build()
	                         : which == 1 ? new_build(1000, 0.01)
	                         : which == 2 ? new_build(1000, 0.01)
	                         : which == 3 ? new_build(50, 0.01)
	                         : which == 4 ? new_build(SELF_SIZED, 0.01)
	                                      : new_build(SELF_SIZED, 1e-10);

	if (which == 2 || which == 3)
		add_ints(&build, 1, 40);
	if (which >= 4)
	{
		add(&build, BF_NUMBER, 0);
		add_ints(&build, 1, 12);
	}
	return build;
}

/* A large builder ends in a queue of keys: its length is not believed either. */
static void
states_with_a_queue(void **state)
{
	static const uint64_t lengths[] = {0, 1, 15, 16, 17, 1000, UINT64_C(1) << 61, UINT64_MAX};
	struct bf_build *build = blocks_of_geometry(8, 16384);
	uint64_t nbytes = bf_build_nbytes(build), queue = nbytes - 17 * 8;
	unsigned char *bytes = (unsigned char *)build;
	struct bf_call call = {0};

	(void)state;
	assert_int_equal(queue, sizeof *build + 64 * 16384);
	for (uint64_t n = 0; n < 16; n++)
	{
		assert_int_equal(get(bytes + queue, 8), n);
		add(&build, BF_NUMBER, hash_of_int((int64_t)n));
		assert_int_equal(bf_build_check(build, nbytes, &call), BF_OK);
	}
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
	{
		put(bytes + queue, 8, lengths[i]);
		require((bf_build_check(build, nbytes, &call) == BF_OK) == (lengths[i] <= 16),
		        "length %" PRIu64, lengths[i]);
		if (lengths[i] <= 16)
			use(build);
	}
	assert_failed(bf_build_check(build, nbytes - 17 * 8, &call), BF_E_DAMAGED, &call, "state");
	free(build);
}

/* A table that is empty but for its queue still has to know the kind of its keys. */
static void
a_queue_without_a_kind_is_refused(void **state)
{
	struct bf_build *small = state_of(4), *build;
	struct bf_call call = {0};
	uint64_t nbytes;

	(void)state;
	small->has_zero = 0;
	small->nslots = UINT64_C(1) << 17;
	small->count = 0;
	small->kinds = 0;
	nbytes = bf_build_nbytes(small);
	build = allocate(nbytes);
	memset(build, 0, (size_t)nbytes);
	*build = *small;
	assert_int_equal(bf_build_check(build, nbytes, &call), BF_OK);
	put((unsigned char *)build + nbytes - 17 * 8, 8, 3);
	assert_failed(bf_build_check(build, nbytes, &call), BF_E_DAMAGED, &call, "state");
	free(build);
	free(small);
}

static void
honest_states_pass(void **state)
{
	(void)state;
	for (unsigned which = 0; which < NSTATES; which++)
	{
		struct bf_build *build = state_of(which);
		struct bf_call call = {0};

		assert_int_equal(bf_build_check(build, bf_build_nbytes(build), &call), BF_OK);
		use(build);
		assert_failed(bf_build_check(build, bf_build_nbytes(build) - 1, &call), BF_E_DAMAGED, &call,
		              "aggregate state is damaged");
		assert_failed(bf_build_check(build, bf_build_nbytes(build) - 64, &call), BF_E_DAMAGED,
		              &call, "aggregate state is damaged");
		free(build);
	}
}

static void
states_of_any_length(void **state)
{
	(void)state;
	for (unsigned which = 0; which < NSTATES; which++)
	{
		struct bf_build *build = state_of(which);
		uint64_t nbytes = bf_build_nbytes(build);

		for (uint64_t n = 0; n < nbytes + 80; n++)
		{
			struct bf_build *part = allocate(n);
			struct bf_call call = {0};

			memset(part, 0, (size_t)n);
			memcpy(part, build, (size_t)(n < nbytes ? n : nbytes));
			require((bf_build_check(part, n, &call) == BF_OK) == (n == nbytes),
			        "state %u, %" PRIu64 " bytes", which, n);
			free(part);
		}
		free(build);
	}
}

/* One byte wrong, each in turn, to all values: refused, or safe to use. */
static void
states_with_a_wrong_byte(void **state)
{
	unsigned accepted = 0, refused = 0;

	(void)state;
	for (unsigned which = 0; which < NSTATES; which++)
	{
		struct bf_build *build = state_of(which);
		uint64_t nbytes = bf_build_nbytes(build);
		unsigned char *bytes = (unsigned char *)build;

		for (uint64_t at = 0; at < nbytes; at++)
			for (unsigned change = 1; change < 256; change += at < sizeof *build ? 1 : 50)
			{
				struct bf_call call = {0};

				bytes[at] ^= (unsigned char)change;
				if (bf_build_check(build, nbytes, &call) == BF_OK)
				{
					use(build);
					accepted++;
				}
				else
					refused++;
				bytes[at] ^= (unsigned char)change;
			}
		free(build);
	}
	assert_true(accepted > 100 && refused > 10000);
}

/* Several fields and slots at once, from the values that matter. */
static void
random_states(void **state)
{
	static const uint64_t numbers[] = {0,
	                                   1,
	                                   7,
	                                   8,
	                                   13,
	                                   16,
	                                   32,
	                                   64,
	                                   159,
	                                   4194304,
	                                   8126464,
	                                   8126465,
	                                   UINT64_C(1) << 32,
	                                   UINT64_C(1) << 61,
	                                   UINT64_MAX};
	struct bf_build *states[NSTATES];
	uint64_t seed = 3;
	unsigned accepted = 0;

	(void)state;
	for (unsigned which = 0; which < NSTATES; which++)
		states[which] = state_of(which);
	for (int turn = 0; turn < 200000; turn++)
	{
		const struct bf_build *from = states[random64(&seed) % NSTATES];
		uint64_t nbytes = bf_build_nbytes(from), nslots = (nbytes - sizeof *from) / 8;
		struct bf_build *build = allocate(nbytes);
		uint64_t *slots = (uint64_t *)(build + 1);
		struct bf_call call = {0};

		memcpy(build, from, (size_t)nbytes);
		for (uint64_t changes = random64(&seed) % 4; changes > 0; changes--)
		{
			uint64_t v = random64(&seed) % 3 == 0 ? random64(&seed) : numbers[random64(&seed) % 15];

			switch (random64(&seed) % 12)
			{
			case 0: build->form = (uint8_t)(v % 3); break;
			case 1: build->k = (uint8_t)(v % 18); break;
			case 2: build->kinds = (uint16_t)(v % 9); break;
			case 3: build->self_sized = (uint8_t)(v % 3); break;
			case 4: build->asked = (uint8_t)(v % 3); break;
			case 5: build->has_zero = (uint8_t)(v % 3); break;
			case 6: build->nblocks = v; break;
			case 7: build->limit = v; break;
			case 8: build->count = v; break;
			case 9: build->nslots = v; break;
			case 10: build->bits_per_key = (uint32_t)v; break;
			default: slots[random64(&seed) % nslots] = v; break;
			}
		}
		if (bf_build_check(build, nbytes, &call) == BF_OK)
		{
			use(build);
			accepted++;
		}
		free(build);
	}
	for (unsigned which = 0; which < NSTATES; which++)
		free(states[which]);
	assert_true(accepted > 1000);
}

/* With that many keys it would have turned into blocks. */
static void
a_table_beyond_its_limit_is_refused(void **state)
{
	struct bf_build *build = new_build(1000, 0.01);
	struct bf_call call = {0};

	(void)state;
	add_ints(&build, 1, 8);
	for (build->nblocks = 1; build->nblocks <= 3; build->nblocks++)
	{
		build->limit = 8 * build->nblocks - 1;
		require((bf_build_check(build, bf_build_nbytes(build), &call) == BF_OK) ==
		            (build->nblocks > 1),
		        "%" PRIu64 " blocks", build->nblocks);
	}
	free(build);
}

/* A full table has no free slot to end a search at. */
static void
a_full_table_is_refused(void **state)
{
	struct bf_build *build = new_build(1000, 0.01);
	struct bf_call call = {0};

	(void)state;
	for (uint64_t i = 0; i < 8; i++)
		((uint64_t *)(build + 1))[i] = (i << 61) + 1;
	build->count = 8;
	build->kinds = BF_NUMBER;
	assert_failed(bf_build_check(build, bf_build_nbytes(build), &call), BF_E_DAMAGED, &call,
	              "state");
	free(build);
}

/* A hash out of its place would be added twice, one that is there twice would be written twice. */
static void
a_misplaced_or_repeated_hash_is_refused(void **state)
{
	struct bf_build *build = new_build(1000, 0.01);
	uint64_t *slots = (uint64_t *)(build + 1), count;
	struct bf_call call = {0};

	(void)state;
	add(&build, BF_NUMBER, 1);
	add(&build, BF_NUMBER, UINT64_C(1) << 63);
	assert_int_equal(slots[0], 1);
	assert_int_equal(slots[4], UINT64_C(1) << 63);
	slots[0] = 0;
	slots[2] = 1;
	assert_failed(bf_build_check(build, bf_build_nbytes(build), &call), BF_E_DAMAGED, &call,
	              "state");
	slots[0] = slots[1] = 1;
	slots[2] = 0;
	build->count = 3;
	assert_failed(bf_build_check(build, bf_build_nbytes(build), &call), BF_E_DAMAGED, &call,
	              "state");

	/* And the count is that of the slots. */
	slots[1] = 0;
	for (count = 0; count <= 4; count++)
	{
		build->count = count;
		require((bf_build_check(build, bf_build_nbytes(build), &call) == BF_OK) == (count == 2),
		        "count %" PRIu64, count);
	}
	free(build);
}

static bool
stop_now(void *arg)
{
	++*(unsigned *)arg;
	return true;
}

/* Crafted so that each look-up passes all keys before it: legal, but the caller can stop it. */
static void
a_crowded_table_can_be_interrupted(void **state)
{
	struct bf_build *build, *small = state_of(4);
	unsigned npolls = 0;
	struct bf_call call = {stop_now, &npolls, NULL, NULL, ""};
	uint64_t nbytes;

	(void)state;
	small->has_zero = 0;
	small->nslots = UINT64_C(1) << 22;
	small->count = small->nslots / 2;
	nbytes = bf_build_nbytes(small);
	build = allocate(nbytes);
	memset(build, 0, (size_t)nbytes);
	*build = *small;
	for (uint64_t i = 0; i < build->count; i++)
		((uint64_t *)(build + 1))[i] = i + 1;
	(void)alarm(LONGEST_TEST);
	assert_failed(bf_build_check(build, nbytes, &call), BF_E_INTERRUPTED, &call, "interrupted");
	(void)alarm(0);
	assert_int_equal(npolls, 1);
	free(build);
	free(small);
}

/* ---- keys chosen by somebody who knows the hash ---- */

/* Hashes with equal high bits would make one run of slots, and every look-up walk it. */
static void
chosen_hashes_are_scattered(void **state)
{
	struct bf_build *ascending = new_build(SELF_SIZED, 0.01),
					*descending = new_build(SELF_SIZED, 0.01);
	struct bf_build *merged = new_neutral_build();
	const uint64_t n = 300000;
	struct filter a, b, c;

	(void)state;
	(void)alarm(LONGEST_TEST);
	for (uint64_t i = 1; i <= n; i++)
	{
		add(&ascending, BF_NUMBER, i);
		add(&descending, BF_NUMBER, n + 1 - i);
	}
	assert_true(ascending->salt != 0);
	merge(&merged, ascending);
	merge(&merged, descending);
	(void)alarm(0);
	a = finish(&ascending);
	b = finish(&descending);
	c = finish(&merged);
	assert_int_equal(ascending->count, n);
	assert_true(same_filter(&a, &b));
	assert_true(same_filter(&a, &c));
	free(a.bytes);
	free(b.bytes);
	free(c.bytes);
	free(ascending);
	free(descending);
	free(merged);
}

/*
 * A table that is just not scattered: its longest run goes over the end.  Moved
 * slot by slot into a larger one, two keys end up a slot further from home.
 */
static void
a_run_over_the_end_is_moved(void **state)
{
	struct bf_build *build = new_build(SELF_SIZED, 0.01);

	(void)state;
	for (uint64_t i = 0; i < 522; i++)
		add(&build, BF_NUMBER, (600 + i) << 53);
	assert_int_equal(build->nslots, 2048);
	for (uint64_t i = 0; i < 501; i++)
		add(&build, BF_NUMBER, (UINT64_C(2046) << 53) + i);
	add(&build, BF_NUMBER, (UINT64_C(2047) << 53));
	assert_int_equal(build->nslots, 2048);
	assert_int_equal(build->salt, 0);
	add(&build, BF_NUMBER, 1);
	assert_int_equal(build->count, 1025);
	free(build);
}

/* Nor does it matter how crowded a state from outside is. */
static void
a_crowded_state_can_grow(void **state)
{
	struct bf_build *build = new_build(SELF_SIZED, 0.01);
	uint64_t *slots;
	struct bf_call call = {0};
	struct filter filter;

	(void)state;
	for (uint64_t i = 0; i < 1024; i++)
		add(&build, BF_NUMBER, (i << 54) + 1);
	assert_int_equal(build->nslots, 2048);
	slots = (uint64_t *)(build + 1);
	memset(slots, 0, 2048 * sizeof *slots);
	for (uint64_t i = 0; i < 1024; i++)
		slots[i] = i + 1;
	assert_int_equal(bf_build_check(build, bf_build_nbytes(build), &call), BF_OK);
	add(&build, BF_NUMBER, 5000);
	add(&build, BF_NUMBER, 5001);
	filter = finish(&build);
	assert_int_equal(build->count, 1026);
	free(filter.bytes);
	free(build);
}

static void
other_hashes_stay_in_order(void **state)
{
	struct bf_build *build = self_sized_build(1, 1000000);

	(void)state;
	assert_int_equal(build->salt, 0);
	free(build);
}

/* A state can be printed: nothing in it may be left from what its memory held before. */
static void
a_state_shows_nothing_but_itself(void **state)
{
	static const double expected[] = {SELF_SIZED, 1e6};

	(void)state;
	for (size_t i = 0; i < 2; i++)
	{
		struct bf_build *dirty[2];

		for (size_t d = 0; d < 2; d++)
		{
			struct bf_build *build = new_build(expected[i], 0.01);
			struct bf_call call = {0};
			struct bf_room need;

			for (int64_t key = 1; key <= 70000; key++)
				while (bf_build_add(build, BF_NUMBER, hash_of_int(key), &need, &call) == BF_GROW)
				{
					struct bf_build *larger = allocate(need.nbytes);

					memset(larger, d == 0 ? 0xAA : 0x55, (size_t)need.nbytes);
					assert_int_equal(bf_build_move(larger, &need, build, &call), BF_OK);
					free(build);
					build = larger;
				}
			dirty[d] = build;
		}
		assert_true(bf_build_nbytes(dirty[0]) > 1 << 20);
		assert_memory_equal(dirty[0], dirty[1], (size_t)bf_build_nbytes(dirty[0]));
		free(dirty[0]);
		free(dirty[1]);
	}
}

/* ---- damage ---- */

static void
a_damaged_filter_is_not_merged(void **state)
{
	static const int64_t counts[] = {3, 1000};

	(void)state;
	for (size_t i = 0; i < 2; i++)
	{
		struct filter f = filter_of_ints(1, counts[i], 1000, 0.01);
		struct bf_build *build = new_neutral_build();
		enum bf_status status;
		struct bf_call call = {0};
		struct bf_room need;

		f.bytes[f.nbytes - 1] ^= 4;
		while ((status = bf_build_merge_filter(build, &f.header, f.bytes, &need, &call)) == BF_GROW)
			grow(&build, &need);
		assert_failed(status, BF_E_DAMAGED, &call, "the checksum of its body does not match");
		free(f.bytes);
		free(build);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chosen_hashes_are_scattered),
		cmocka_unit_test(a_run_over_the_end_is_moved),
		cmocka_unit_test(a_crowded_state_can_grow),
		cmocka_unit_test(other_hashes_stay_in_order),
		cmocka_unit_test(a_state_shows_nothing_but_itself),
		cmocka_unit_test(a_damaged_filter_is_not_merged),
		cmocka_unit_test(golden_filters),
		cmocka_unit_test(any_way_gives_the_same_bytes),
		cmocka_unit_test(any_way_at_the_border_of_8192),
		cmocka_unit_test(any_way_of_1e5_keys),
		cmocka_unit_test(merging_filters_is_merging_builders),
		cmocka_unit_test(more_keys_may_follow_a_filter),
		cmocka_unit_test(self_sized_filters_have_the_size_of_their_keys),
		cmocka_unit_test(exact_up_to_4194304_keys),
		cmocka_unit_test(blocks_from_4194305_keys_on),
		cmocka_unit_test(the_blocks_that_follow_are_as_specified),
		cmocka_unit_test(merging_unequal_parts_is_quick),
		cmocka_unit_test(growing_loses_nothing),
		cmocka_unit_test(small_builders_stay_small),
		cmocka_unit_test(later_rows_must_ask_the_same),
		cmocka_unit_test(other_geometries_do_not_merge),
		cmocka_unit_test(too_large_a_filter_is_refused),
		cmocka_unit_test(neutral_builders),
		cmocka_unit_test(neutral_takes_and_gives_nothing),
		cmocka_unit_test(states_with_a_queue),
		cmocka_unit_test(a_queue_without_a_kind_is_refused),
		cmocka_unit_test(honest_states_pass),
		cmocka_unit_test(states_of_any_length),
		cmocka_unit_test(states_with_a_wrong_byte),
		cmocka_unit_test(random_states),
		cmocka_unit_test(a_table_beyond_its_limit_is_refused),
		cmocka_unit_test(a_full_table_is_refused),
		cmocka_unit_test(a_misplaced_or_repeated_hash_is_refused),
		cmocka_unit_test(a_crowded_table_can_be_interrupted),
	};

	return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}
