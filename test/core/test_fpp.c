/*
 * test_fpp.c - the false-positive rate asked for is the rate delivered: at most 1.1
 * times it, and what the model of sizing predicts, not less.
 *
 * Keys are random unless a test says otherwise; BF_SEED=n repeats a run.
 */
#include "helpers.h"

#include <math.h>

static uint64_t base_seed;

/* ---- keys ---- */

/* The i-th key of a set; keys are distinct within a set, and no probe is a key. */
struct keys {
	const char *name;
	uint64_t (*hash)(uint64_t set, uint64_t i);
};

static uint64_t
random_key(uint64_t set, uint64_t i)
{
	uint64_t state = base_seed + (set << 40) + i;

	return hash_of_int((int64_t)random64(&state));
}

static uint64_t
sequential_key(uint64_t set, uint64_t i)
{
	return hash_of_int((int64_t)((set << 40) + i));
}

/* Every 2^20th: the low bits are all the same. */
static uint64_t
strided_key(uint64_t set, uint64_t i)
{
	return hash_of_int((int64_t)(((set << 36) + i) << 20));
}

static uint64_t
text_key(uint64_t set, uint64_t i)
{
	char text[64];
	struct bf_key key;
	int n = snprintf(text, sizeof text, "user-%" PRIu64 "@%" PRIu64 ".example.org", i, set);

	bf_key_text(&key, text, (size_t)n);
	return bf_key_hash(&key);
}

static const struct keys random_keys = {"random numbers", random_key};
static const struct keys sequential_keys = {"sequential numbers", sequential_key};
static const struct keys strided_keys = {"strided numbers", strided_key};
static const struct keys text_keys = {"text", text_key};

/* ---- measuring ---- */

/*
 * Fills `nsets` filters of n keys each and probes each with enough other keys for
 * some thousand false positives in all, at the smallest rates some hundred.  One
 * small filter can be off by luck, a few blocks being crowded: several are averaged.
 */
static void
assert_rate(const struct keys *keys, uint64_t n, double expected, double fpp, uint64_t nsets)
{
	uint64_t nprobes = (uint64_t)(fmin(4000 / fpp, 12e6) / (double)nsets) + 1;
	double hits = 0, predicted = 0, probes = 0;

	for (uint64_t set = 0; set < nsets; set++)
	{
		struct bf_build *build = new_build(expected, fpp);
		struct filter filter;

		for (uint64_t i = 0; i < n; i++)
			add(&build, BF_NUMBER, keys->hash(set, i));
		filter = finish(&build);
		free(build);
		assert_int_equal(filter.header.layout, BF_BLOCK);
		for (uint64_t i = 0; i < n; i++)
			require(contains(&filter, keys->hash(set, i)), "%s, set %" PRIu64 ", key %" PRIu64,
			        keys->name, set, i);
		for (uint64_t i = 0; i < nprobes; i++)
			hits += contains(&filter, keys->hash(set, n + i));
		predicted += (double)nprobes *
		             bf_expected_fpp((double)n / (double)filter.header.nblocks, filter.header.k);
		probes += (double)nprobes;
		if (set == 0)
			print_message("# %s: %" PRIu64 " keys at %g%s: k %u, %" PRIu64 " blocks", keys->name, n,
			              fpp, expected == SELF_SIZED ? ", sized by itself" : "", filter.header.k,
			              filter.header.nblocks);
		free(filter.bytes);
	}
	print_message("; %.0f of %.0f false, %.3f of asked, %.3f of predicted\n", hits, probes,
	              hits / probes / fpp, hits / predicted);
	require(predicted >= 200, "only %g false positives expected", predicted);
	require(hits <= 1.1 * fpp * probes, "%s, %" PRIu64 " keys at %g: %g of the rate asked for",
	        keys->name, n, fpp, hits / probes / fpp);
	require(hits >= 0.8 * predicted, "%s, %" PRIu64 " keys at %g: %g of the rate predicted",
	        keys->name, n, fpp, hits / predicted);
}

static void
assert_rates(double fpp)
{
	assert_rate(&random_keys, 10000, 10000, fpp, 16);
	assert_rate(&random_keys, 100000, 100000, fpp, 4);
	assert_rate(&random_keys, 1000000, 1000000, fpp, 1);
}

static void
at_10_percent(void **state)
{
	(void)state;
	assert_rates(0.1);
}

static void
at_1_percent(void **state)
{
	(void)state;
	assert_rates(0.01);
}

static void
at_a_tenth_of_a_percent(void **state)
{
	(void)state;
	assert_rates(0.001);
}

static void
at_1_in_10000(void **state)
{
	(void)state;
	assert_rates(1e-4);
}

/* Numbers in sequence, multiples of a power of two, and text with a long common part. */
static void
of_other_keys(void **state)
{
	static const struct keys *const all[] = {&sequential_keys, &strided_keys, &text_keys};
	static const double rates[] = {0.1, 0.01, 1e-3, 1e-4};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 4; j++)
			assert_rate(all[i], 100000, 100000, rates[j], 4);
}

static void
sized_by_themselves(void **state)
{
	static const double rates[] = {0.1, 0.01, 1e-3, 1e-4};

	(void)state;
	for (size_t j = 0; j < 4; j++)
	{
		assert_rate(&random_keys, 10000, SELF_SIZED, rates[j], 16);
		assert_rate(&sequential_keys, 123456, SELF_SIZED, rates[j], 4);
	}
}

/* Every k that a rate leads to; each has its own part of the kernel. */
static void
of_every_k(void **state)
{
	static const double rates[] = {0.5, 0.2, 0.05, 0.02, 2e-4, 6e-5, 3e-5};

	(void)state;
	for (size_t j = 0; j < sizeof rates / sizeof rates[0]; j++)
		assert_rate(&random_keys, 20000, 20000, rates[j], 8);
}

/* Above BF_MAX_EXACT_KEYS the size comes from the fill, and is halved as far as the rate allows. */
static void
sized_by_themselves_above_4194304_keys(void **state)
{
	(void)state;
	assert_rate(&sequential_keys, 5000000, SELF_SIZED, 0.01, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_10_percent),
		cmocka_unit_test(at_1_percent),
		cmocka_unit_test(at_a_tenth_of_a_percent),
		cmocka_unit_test(at_1_in_10000),
		cmocka_unit_test(of_other_keys),
		cmocka_unit_test(sized_by_themselves),
		cmocka_unit_test(of_every_k),
		cmocka_unit_test(sized_by_themselves_above_4194304_keys),
	};
	const char *seed = getenv("BF_SEED");

	base_seed = seed != NULL ? strtoull(seed, NULL, 10) : 1;
	print_message("# BF_SEED=%" PRIu64 "\n", base_seed);
	return cmocka_run_group_tests_name("fpp", tests, NULL, NULL);
}
