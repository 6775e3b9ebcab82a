/*
 * test_key.c - values become canonical keys: what SQL calls equal has one spelling.
 */
#include "by_hand.h"

#include <math.h>

static uint64_t
int_key(int64_t value)
{
	struct bf_key key;

	bf_key_int64(&key, value);
	assert_int_equal(key.kind, BF_NUMBER);
	assert_int_equal(key.nbytes, 8);
	return get(key.bytes, 8);
}

static uint64_t
double_key(double value)
{
	struct bf_key key;

	bf_key_double(&key, value);
	assert_int_equal(key.kind, BF_NUMBER);
	assert_int_equal(key.nbytes, 8);
	return get(key.bytes, 8);
}

static double
double_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static void
integers_are_twos_complement(void **state)
{
	(void)state;
	assert_int_equal(int_key(0), 0);
	assert_int_equal(int_key(1), 1);
	assert_int_equal(int_key(-1), UINT64_C(0xFFFFFFFFFFFFFFFF));
	assert_int_equal(int_key(INT32_MIN), UINT64_C(0xFFFFFFFF80000000));
	assert_int_equal(int_key(INT64_MAX), UINT64_C(0x7FFFFFFFFFFFFFFF));
	assert_int_equal(int_key(INT64_MIN), UINT64_C(0x8000000000000000));
}

static void
integer_bytes_are_little_endian(void **state)
{
	static const unsigned char wanted[8] = {0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01};
	struct bf_key key;

	(void)state;
	bf_key_int64(&key, INT64_C(0x0102030405060708));
	assert_memory_equal(key.bytes, wanted, 8);
}

static void
whole_reals_are_integers(void **state)
{
	(void)state;
	assert_int_equal(double_key(0.0), int_key(0));
	assert_int_equal(double_key(-0.0), int_key(0));
	assert_int_equal(double_key(5.0), int_key(5));
	assert_int_equal(double_key(-1.0), int_key(-1));
	assert_int_equal(double_key(1e15), int_key(INT64_C(1000000000000000)));
	assert_int_equal(double_key(1e18), int_key(INT64_C(1000000000000000000)));
}

static void
whole_reals_around_2_53(void **state)
{
	(void)state;
	assert_int_equal(double_key(9007199254740991.0), int_key(INT64_C(9007199254740991)));
	assert_int_equal(double_key(9007199254740992.0), int_key(INT64_C(9007199254740992)));
	assert_int_equal(double_key(9007199254740994.0), int_key(INT64_C(9007199254740994)));

	/* This integer is no double, so no real may have its key. */
	assert_int_not_equal(int_key(INT64_C(9007199254740993)), double_key(9007199254740992.0));
	assert_int_not_equal(int_key(INT64_C(9007199254740993)), double_key(9007199254740994.0));
	assert_int_equal(double_key(-9007199254740992.0), int_key(INT64_C(-9007199254740992)));
}

static void
whole_reals_around_2_63(void **state)
{
	(void)state;

	/*
	 * The largest double below 2^63, and -2^63 itself, are integers; 2^63 and the next below
	 * -2^63 are not.
	 */
	assert_int_equal(double_key(9223372036854774784.0), UINT64_C(0x7FFFFFFFFFFFFC00));
	assert_int_equal(double_key(-9223372036854775808.0), UINT64_C(0x8000000000000000));
	assert_int_equal(double_key(9223372036854775808.0), UINT64_C(0x43E0000000000000));
	assert_int_equal(double_key(-9223372036854777856.0), UINT64_C(0xC3E0000000000001));
}

static void
other_reals_are_their_bits(void **state)
{
	(void)state;
	assert_int_equal(double_key(0.1), UINT64_C(0x3FB999999999999A));
	assert_int_equal(double_key(-0.5), UINT64_C(0xBFE0000000000000));
	assert_int_equal(double_key(4503599627370495.5), UINT64_C(0x432FFFFFFFFFFFFF));
	assert_int_equal(double_key(1e23), UINT64_C(0x44B52D02C7E14AF6));
	assert_int_equal(double_key(1.7976931348623157e308), UINT64_C(0x7FEFFFFFFFFFFFFF));
	assert_int_equal(double_key(2.2250738585072014e-308), UINT64_C(0x0010000000000000));
	assert_int_equal(double_key(-4.9406564584124654e-324), UINT64_C(0x8000000000000001));
	assert_int_equal(double_key(INFINITY), UINT64_C(0x7FF0000000000000));
	assert_int_equal(double_key(-INFINITY), UINT64_C(0xFFF0000000000000));
}

static void
there_is_one_nan(void **state)
{
	static const uint64_t nans[] = {
		UINT64_C(0x7FF8000000000000), UINT64_C(0xFFF8000000000000), UINT64_C(0x7FF8000000000001),
		UINT64_C(0x7FF0000000000001), UINT64_C(0xFFF0000000000001), UINT64_C(0x7FFFFFFFFFFFFFFF),
		UINT64_C(0xFFFFFFFFFFFFFFFF), UINT64_C(0x7FF4DEADBEEF0000),
	};

	(void)state;
	for (size_t i = 0; i < sizeof nans / sizeof nans[0]; i++)
		assert_int_equal(double_key(double_of(nans[i])), UINT64_C(0x7FF8000000000000));
}

static void
random_whole_reals_are_integers(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 100000; i++)
	{
		/* Shifting out low bits makes each of them exact as a double. */
		unsigned shift = (unsigned)(random64(&seed) % 53) + 11;
		int64_t value = (int64_t)random64(&seed) >> shift;
		unsigned up = (unsigned)(random64(&seed) % 11);
		double real = (double)value * (double)(1 << up);

		require(double_key(real) == int_key(value * (1 << up)), "%" PRId64 " << %u", value, up);
	}
}

static void
text_is_kept_as_it_is(void **state)
{
	static const char with_nul[] = "a\0b ";
	struct bf_key key;

	(void)state;
	bf_key_text(&key, with_nul, 4);
	assert_int_equal(key.kind, BF_TEXT);
	assert_int_equal(key.nbytes, 4);
	assert_ptr_equal(key.bytes, with_nul);
	bf_key_text(&key, "", 0);
	assert_int_equal(key.nbytes, 0);
	assert_int_equal((int64_t)bf_key_hash(&key), INT64_C(3244421341483603138));
}

static void
bytes_are_kept_as_they_are(void **state)
{
	static const unsigned char bytes[] = {0, 0xFF, 0xB1, 0x6F};
	struct bf_call call = {0};
	struct bf_key key;

	(void)state;
	assert_int_equal(bf_key_bytes(&key, bytes, 4, &call), BF_OK);
	assert_int_equal(key.kind, BF_BYTES);
	assert_int_equal(key.nbytes, 4);
	assert_ptr_equal(key.bytes, bytes);
}

/* sqlite3_value_blob() of an empty BLOB is NULL. */
static void
empty_bytes_may_be_null(void **state)
{
	struct bf_call call = {0};
	struct bf_key key;

	(void)state;
	assert_int_equal(bf_key_bytes(&key, NULL, 0, &call), BF_OK);
	assert_int_equal(key.nbytes, 0);
	assert_int_equal((int64_t)bf_key_hash(&key), INT64_C(3244421341483603138));
}

static void
the_kind_is_not_hashed(void **state)
{
	struct bf_call call = {0};
	struct bf_key number, text, bytes;

	(void)state;
	bf_key_int64(&number, INT64_C(0x6867666564636261));
	bf_key_text(&text, "abcdefgh", 8);
	assert_int_equal(bf_key_bytes(&bytes, "abcdefgh", 8, &call), BF_OK);
	assert_int_equal(bf_key_hash(&number), bf_key_hash(&text));
	assert_int_equal(bf_key_hash(&bytes), bf_key_hash(&text));
}

static void
filters_as_values_are_refused(void **state)
{
	struct filter filters[] = {filter_of_ints(1, 0, 1000, 0.01), filter_of_ints(1, 10, 1000, 0.01),
	                           filter_of_ints(1, 1000, 1000, 0.01)};
	unsigned char neutral[64];
	struct bf_call call = {0};
	struct bf_key key;

	(void)state;
	bf_neutral(neutral);
	assert_failed(bf_key_bytes(&key, neutral, 64, &call), BF_E_TYPE, &call,
	              "argument value is a filter");
	for (size_t i = 0; i < 3; i++)
	{
		assert_failed(bf_key_bytes(&key, filters[i].bytes, filters[i].nbytes, &call), BF_E_TYPE,
		              &call, "argument value is a filter");
		assert_non_null(strstr(call.hint, "bloom_union"));
		free(filters[i].bytes);
	}
}

/*
 * Bytes that only look like a filter are a key like any other: an aggregate over a column must
 * not stop at them.
 */
static void
bytes_that_begin_as_a_filter_are_keys(void **state)
{
	struct filter filter = filter_of_ints(1, 10, 1000, 0.01);
	struct bf_call call = {0};
	struct bf_key key;

	(void)state;
	for (uint64_t n = 0; n < filter.nbytes; n++)
	{
		unsigned char *part = allocate(n);

		memcpy(part, filter.bytes, (size_t)n);
		require(bf_key_bytes(&key, part, (size_t)n, &call) == BF_OK, "%" PRIu64 " bytes", n);
		require(key.nbytes == n && key.bytes == part, "%" PRIu64 " bytes", n);
		free(part);
	}
	filter.bytes[24] ^= 1;
	assert_int_equal(bf_key_bytes(&key, filter.bytes, filter.nbytes, &call), BF_OK);
	free(filter.bytes);
}

static void
kinds_have_names(void **state)
{
	(void)state;
	assert_string_equal(bf_kind_name(BF_NUMBER), "number");
	assert_string_equal(bf_kind_name(BF_TEXT), "text");
	assert_string_equal(bf_kind_name(BF_BYTES), "bytes");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_are_twos_complement),
		cmocka_unit_test(integer_bytes_are_little_endian),
		cmocka_unit_test(whole_reals_are_integers),
		cmocka_unit_test(whole_reals_around_2_53),
		cmocka_unit_test(whole_reals_around_2_63),
		cmocka_unit_test(other_reals_are_their_bits),
		cmocka_unit_test(there_is_one_nan),
		cmocka_unit_test(random_whole_reals_are_integers),
		cmocka_unit_test(text_is_kept_as_it_is),
		cmocka_unit_test(bytes_are_kept_as_they_are),
		cmocka_unit_test(empty_bytes_may_be_null),
		cmocka_unit_test(the_kind_is_not_hashed),
		cmocka_unit_test(filters_as_values_are_refused),
		cmocka_unit_test(bytes_that_begin_as_a_filter_are_keys),
		cmocka_unit_test(kinds_have_names),
	};

	return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
