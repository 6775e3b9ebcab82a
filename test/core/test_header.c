/*
 * test_header.c - the 64 bytes: what is written is read back, and whatever else
 * comes in is refused with the right words.
 */
#include "by_hand.h"

#include <math.h>

/* One of each: neutral, empty, list, block. */
#define NBASES 4

static struct filter
base(unsigned which)
{
	struct bf_build *build = new_neutral_build();
	struct filter neutral = finish(&build);

	free(build);
	if (which == 0)
		return neutral;
	free(neutral.bytes);
	return which == 1   ? filter_of_ints(1, 0, 1000, 0.01)
	       : which == 2 ? filter_of_ints(1, 20, 1000, 0.01)
	                    : filter_of_ints(1, 100, 100, 0.01);
}

static enum bf_status
read_header(const unsigned char *bytes, uint64_t nbytes)
{
	struct bf_header header;
	struct bf_call call = {0};

	return bf_header_read(&header, bytes, nbytes, &call);
}

/* ---- what is legal, from docs/format.md ---- */

static bool
legal(const unsigned char *p, uint64_t nbytes)
{
	uint64_t layout = get(p + 5, 1), k = get(p + 7, 1), nblocks = get(p + 8, 8),
			 expected = get(p + 24, 8);
	uint64_t fpp_bits = get(p + 32, 8), kinds = get(p + 40, 2), count = get(p + 48, 8);
	double fpp;

	memcpy(&fpp, &fpp_bits, 8);
	if (nbytes < 64 || get(p, 4) != 0x6D6F6FB1 || get(p + 4, 1) != 1 ||
	    get(p + 60, 4) != (uint32_t)XXH3_64bits(p, 60))
		return false;
	if (layout > 1 || get(p + 6, 1) != 0 || get(p + 16, 8) != 0 || kinds > 7 || get(p + 42, 6) != 0)
		return false;
	if (k == 0)
		return layout == 0 && nblocks == 1 && count == 0 && kinds == 0 && expected == 0 &&
		       fpp_bits == 0 && nbytes == 64;
	if (k > 16 || nblocks < 1 || nblocks > 8126464 || expected > UINT64_C(1) << 53 || !(fpp > 0) ||
	    !(fpp < 1))
		return false;
	if (layout == 1)
		return count == 0 && nbytes == 64 + 64 * nblocks;
	return count <= 8192 && 8 * count < 64 * nblocks && (count == 0) == (kinds == 0) &&
	       nbytes == 64 + 8 * count;
}

/* ---- writing and reading ---- */

static void
headers_are_written_as_specified(void **state)
{
	(void)state;
	for (unsigned which = 0; which < NBASES; which++)
	{
		struct filter filter = base(which);
		struct filter again = filter_by_hand(&filter.header);

		memcpy(again.bytes + 64, filter.bytes + 64, (size_t)filter.nbytes - 64);
		put_sums(again.bytes, again.nbytes);
		assert_int_equal(again.nbytes, filter.nbytes);
		assert_memory_equal(again.bytes, filter.bytes, filter.nbytes);
		free(again.bytes);
		free(filter.bytes);
	}
}

/* The fields of what the builder was told. */
static void
headers_say_what_was_asked(void **state)
{
	struct filter empty = base(1), list = base(2), block = base(3);
	struct filter self_sized = filter_of_ints(1, 200, SELF_SIZED, 0.001);

	(void)state;
	assert_int_equal(empty.header.layout, BF_LIST);
	assert_int_equal(empty.header.count, 0);
	assert_int_equal(empty.header.kinds, 0);
	assert_int_equal(list.header.layout, BF_LIST);
	assert_int_equal(list.header.count, 20);
	assert_int_equal(list.header.kinds, BF_NUMBER);
	assert_int_equal(list.header.expected, 1000);
	assert_true(list.header.fpp == 0.01);
	assert_int_equal(list.header.nblocks, 20);
	assert_int_equal(list.header.k, 8);
	assert_int_equal(block.header.layout, BF_BLOCK);
	assert_int_equal(block.header.count, 0);
	assert_int_equal(block.header.nblocks, 2);
	assert_int_equal(self_sized.header.expected, 0);
	assert_true(self_sized.header.fpp == 0.001);
	free(empty.bytes);
	free(list.bytes);
	free(block.bytes);
	free(self_sized.bytes);
}

static void
random_headers_are_read_back(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++)
	{
		struct bf_header h = {0}, got;
		struct bf_call call = {0};
		unsigned char bytes[64];
		uint64_t nbytes;

		h.layout = random64(&seed) % 2 ? BF_BLOCK : BF_LIST;
		h.k = (uint8_t)(1 + random64(&seed) % 16);
		h.nblocks = 1 + (random64(&seed) >> (random64(&seed) % 60)) % BF_MAX_BLOCKS;
		h.expected = random64(&seed) >> (11 + random64(&seed) % 53);
		h.fpp = ldexp((double)(1 + random64(&seed) % 1000), -10 - (int)(random64(&seed) % 1000));
		h.kinds = (uint16_t)(1 + random64(&seed) % 7);
		if (h.layout == BF_LIST)
			h.count = 1 + random64(&seed) % (h.nblocks > 1024 ? 8192 : 8 * h.nblocks - 1);
		nbytes = 64 + (h.layout == BF_LIST ? 8 * h.count : 64 * h.nblocks);
		h.body_sum = (uint32_t)random64(&seed);
		put_header(bytes, &h);
		put(bytes + 56, 4, h.body_sum);
		put(bytes + 60, 4, XXH3_64bits(bytes, 60));

		/* Only the header is there: nothing behind it may be read. */
		require(bf_header_read(&got, bytes, nbytes, &call) == BF_OK, "%s", call.message);
		require(got.layout == h.layout && got.k == h.k && got.nblocks == h.nblocks &&
		            got.expected == h.expected && got.fpp == h.fpp && got.kinds == h.kinds &&
		            got.count == h.count && got.body_sum == h.body_sum,
		        "turn %d", i);
		require(bf_is_neutral(&got) == false, "turn %d", i);
	}
}

static void
headers_may_lie_at_any_address(void **state)
{
	struct filter filter = base(3);

	(void)state;
	for (unsigned shift = 0; shift < 8; shift++)
	{
		unsigned char *moved = allocate(filter.nbytes + shift);
		struct bf_header header;
		struct bf_call call = {0};

		memcpy(moved + shift, filter.bytes, (size_t)filter.nbytes);
		assert_int_equal(bf_filter_check(&header, moved + shift, filter.nbytes, &call), BF_OK);
		for (int64_t i = 1; i <= 100; i++)
			require(bf_contains_hash(&header, moved + shift, hash_of_int(i)), "key %d", (int)i);
		free(moved);
	}
	free(filter.bytes);
}

static void
the_neutral_filter_is_64_known_bytes(void **state)
{
	static const unsigned char wanted[64] = {
		0xB1, 0x6F, 0x6F, 0x6D, 1, [8] = 1, [56] = 0xC2, 0x94, 0xD3, 0x38, 0xE5, 0x1B, 0x71, 0xC3,
	};
	unsigned char *neutral = allocate(64);
	struct bf_header header;
	struct bf_call call = {0};

	(void)state;
	bf_neutral(neutral);
	assert_memory_equal(neutral, wanted, 64);
	assert_int_equal(bf_filter_check(&header, neutral, 64, &call), BF_OK);
	assert_true(bf_is_neutral(&header));
	assert_false(bf_contains_hash(&header, neutral, 0));
	assert_int_equal(bf_probe_range(&header, 1).nbytes, 0);
	assert_int_equal(bf_kind_check(&header, BF_TEXT, &call), BF_OK);
	free(neutral);
}

/* ---- damage ---- */

static void
no_byte_of_a_header_may_change(void **state)
{
	(void)state;
	for (unsigned which = 0; which < NBASES; which++)
	{
		struct filter filter = base(which);

		for (unsigned at = 0; at < 64; at++)
		{
			enum bf_status wanted = at < 4    ? BF_E_NOT_FILTER
			                        : at == 4 ? BF_E_VERSION
			                                  : BF_E_DAMAGED;

			for (unsigned change = 1; change < 256; change++)
			{
				filter.bytes[at] ^= (unsigned char)change;
				require(read_header(filter.bytes, filter.nbytes) == wanted, "base %u, byte %u ^ %u",
				        which, at, change);
				filter.bytes[at] ^= (unsigned char)change;
			}
		}
		assert_int_equal(read_header(filter.bytes, filter.nbytes), BF_OK);
		free(filter.bytes);
	}
}

/*
 * The same with the header's checksum made right again: refused if and only if the page forbids
 * it.
 */
static void
every_byte_with_a_right_checksum(void **state)
{
	unsigned accepted = 0, refused = 0;

	(void)state;
	for (unsigned which = 0; which < NBASES; which++)
	{
		struct filter filter = base(which);

		for (unsigned at = 0; at < 60; at++)
			for (unsigned change = 1; change < 256; change++)
			{
				bool wanted;

				filter.bytes[at] ^= (unsigned char)change;
				put(filter.bytes + 60, 4, XXH3_64bits(filter.bytes, 60));
				wanted = legal(filter.bytes, filter.nbytes);
				require((read_header(filter.bytes, filter.nbytes) == BF_OK) == wanted,
				        "base %u, byte %u ^ %u, legal: %d", which, at, change, wanted);
				accepted += wanted;
				refused += !wanted;
				filter.bytes[at] ^= (unsigned char)change;
			}
		free(filter.bytes);
	}
	assert_true(accepted > 1000 && refused > 10000);
}

/* Several fields at once, from the values that matter, at lengths that fit and do not. */
static void
random_fields_with_a_right_checksum(void **state)
{
	static const uint64_t counts[] = {
		0, 1, 7, 8, 15, 16, 8191, 8192, 8193, UINT64_C(1) << 61, UINT64_MAX};
	static const uint64_t sizes[] = {
		0, 1, 2, 1024, 1025, 8126464, 8126465, UINT64_C(1) << 58, UINT64_MAX};
	static const double rates[] = {0.0, -0.0, 1e-300, 0.01, 1.0, 2.0, -0.5, NAN, INFINITY};
	static const uint64_t expected[] = {0, 1, UINT64_C(1) << 53, (UINT64_C(1) << 53) + 1,
	                                    UINT64_MAX};
	unsigned char bytes[64];
	uint64_t seed = 2;
	unsigned accepted = 0;

	(void)state;
	for (int i = 0; i < 300000; i++)
	{
		struct bf_header h = {0};
		uint64_t nbytes;
		bool wanted;

		h.layout = (uint8_t)(random64(&seed) % 8 == 0 ? random64(&seed) % 5 : random64(&seed) % 2);
		h.k = (uint8_t)(random64(&seed) % 18);
		h.nblocks = sizes[random64(&seed) % 9];
		h.expected = expected[random64(&seed) % 5];
		h.fpp = rates[random64(&seed) % 9];
		h.kinds = (uint16_t)(random64(&seed) % 9);
		h.count = random64(&seed) % 2 ? counts[random64(&seed) % 11] : 0;
		put_header(bytes, &h);
		put(bytes + 56, 4, 0);
		put(bytes + 60, 4, XXH3_64bits(bytes, 60));
		nbytes = 64 + (h.layout == BF_LIST ? 8 * h.count : 64 * h.nblocks);
		if (random64(&seed) % 4 == 0)
			nbytes += random64(&seed) % 3 - 1;
		wanted = legal(bytes, nbytes);
		require((read_header(bytes, nbytes) == BF_OK) == wanted,
		        "layout %u k %u blocks %" PRIu64 " expected %" PRIu64
		        " fpp %g kinds %u count %" PRIu64 " length %" PRIu64 ", legal: %d",
		        h.layout, h.k, h.nblocks, h.expected, h.fpp, h.kinds, h.count, nbytes, wanted);
		accepted += wanted;
	}
	assert_true(accepted > 1000);
}

struct lie {
	unsigned at, nbytes;
	uint64_t value;
	enum bf_status status;
	const char *message;
};

static void
assert_lies(unsigned which, const struct lie *lies, size_t nlies)
{
	for (size_t i = 0; i < nlies; i++)
	{
		struct filter filter = base(which);
		struct bf_call call = {0};
		struct bf_header header;

		put(filter.bytes + lies[i].at, lies[i].nbytes, lies[i].value);
		put(filter.bytes + 60, 4, XXH3_64bits(filter.bytes, 60));
		assert_failed(bf_header_read(&header, filter.bytes, filter.nbytes, &call), lies[i].status,
		              &call, lies[i].message);
		free(filter.bytes);
	}
}

static void
each_field_has_its_message(void **state)
{
	static const struct lie of_list[] = {
		{0, 1, 0, BF_E_NOT_FILTER,
	     "argument filter is not a filter: its first bytes are not B1 6F 6F 6D"},
		{4, 1, 2, BF_E_VERSION, "filter has format version 2, this library reads version 1"},
		{4, 1, 0, BF_E_VERSION, "filter has format version 0, this library reads version 1"},
		{5, 1, 2, BF_E_VERSION, "filter uses layout 2, which this library does not know"},
		{5, 1, 3, BF_E_VERSION, "filter uses layout 3, which this library does not know"},
		{6, 1, 1, BF_E_VERSION, "filter uses family 1, which this library does not know"},
		{7, 1, 17, BF_E_DAMAGED, "filter is damaged: k is 17, must be from 1 to 16"},
		{7, 1, 0, BF_E_DAMAGED, "filter is damaged: k is 0, must be from 1 to 16"},
		{8, 8, 0, BF_E_DAMAGED,
	     "filter is damaged: its number of blocks is 0, must be from 1 to 8126464"},
		{8, 8, 8126465, BF_E_DAMAGED, "its number of blocks is 8126465, must be from 1 to 8126464"},
		{16, 8, 5, BF_E_VERSION, "filter uses seed 5, which this library does not know"},
		{24, 8, (UINT64_C(1) << 53) + 1, BF_E_DAMAGED,
	     "expected is 9007199254740993, must be at most 2^53"},
		{32, 8, 0, BF_E_DAMAGED, "filter is damaged: fpp is 0, must be above 0 and below 1"},
		{32, 8, UINT64_C(0x3FF0000000000000), BF_E_DAMAGED,
	     "fpp is 1, must be above 0 and below 1"},
		{32, 8, UINT64_C(0xBFE0000000000000), BF_E_DAMAGED,
	     "fpp is -0.5, must be above 0 and below 1"},
		{32, 8, UINT64_C(0x7FF8000000000000), BF_E_DAMAGED,
	     "fpp is nan, must be above 0 and below 1"},
		{40, 2, 8, BF_E_VERSION, "filter uses kinds of keys 8, which this library does not know"},
		{40, 2, 0, BF_E_DAMAGED,
	     "its mask of kinds is 0, must be 0 if and only if its list is empty"},
		{42, 1, 1, BF_E_VERSION, "filter uses encoding 1, which this library does not know"},
		{43, 1, 1, BF_E_VERSION, "filter uses flags"},
		{44, 4, 1, BF_E_VERSION, "filter uses flags"},
		{48, 8, 160, BF_E_DAMAGED,
	     "its count of hashes is 160, must be at most 8192 and take less room than its blocks"},
		{48, 8, 19, BF_E_DAMAGED, "filter is damaged: it has 224 bytes, its header says 216"},
		{48, 8, 21, BF_E_DAMAGED, "filter is damaged: it has 224 bytes, its header says 232"},
	};
	static const struct lie of_block[] = {
		{48, 8, 1, BF_E_DAMAGED,
	     "filter is damaged: its count of hashes is 1, must be 0 in blocks"},
		{8, 8, 3, BF_E_DAMAGED, "filter is damaged: it has 192 bytes, its header says 256"},
		{8, 8, 1, BF_E_DAMAGED, "filter is damaged: it has 192 bytes, its header says 128"},
	};
	static const struct lie of_neutral[] = {
		{5, 1, 1, BF_E_DAMAGED, "k is 0"},
		{8, 8, 2, BF_E_DAMAGED, "k is 0"},
		{24, 8, 1, BF_E_DAMAGED, "k is 0"},
		{40, 2, 1, BF_E_DAMAGED, "k is 0"},
		{48, 8, 1, BF_E_DAMAGED, "k is 0"},
		{32, 8, 1, BF_E_DAMAGED, "k is 0"},
		{32, 8, UINT64_C(1) << 63, BF_E_DAMAGED, "k is 0"},
	};
	static const struct lie of_empty[] = {
		{40, 2, 1, BF_E_DAMAGED,
	     "its mask of kinds is 1, must be 0 if and only if its list is empty"},
	};

	(void)state;
	assert_lies(0, of_neutral, sizeof of_neutral / sizeof of_neutral[0]);
	assert_lies(1, of_empty, sizeof of_empty / sizeof of_empty[0]);
	assert_lies(2, of_list, sizeof of_list / sizeof of_list[0]);
	assert_lies(3, of_block, sizeof of_block / sizeof of_block[0]);
}

static void
a_wrong_checksum_has_its_message(void **state)
{
	struct filter filter = base(2);
	struct bf_call call = {0};
	struct bf_header header;

	(void)state;
	filter.bytes[30] ^= 1;
	assert_failed(bf_header_read(&header, filter.bytes, filter.nbytes, &call), BF_E_DAMAGED, &call,
	              "filter is damaged: the checksum of its header does not match");
	free(filter.bytes);
}

/* A newer version is told as such even though its checksum may mean something else. */
static void
a_newer_version_has_a_hint(void **state)
{
	struct filter filter = base(2);
	struct bf_call call = {0};
	struct bf_header header;

	(void)state;
	filter.bytes[4] = 2;
	assert_failed(bf_header_read(&header, filter.bytes, filter.nbytes, &call), BF_E_VERSION, &call,
	              "version 2");
	assert_string_equal(call.hint, "Upgrade the bloomfilter library.");
	free(filter.bytes);
}

static void
no_other_length_is_read(void **state)
{
	(void)state;
	for (unsigned which = 0; which < NBASES; which++)
	{
		struct filter filter = base(which);

		for (uint64_t n = 0; n <= filter.nbytes + 130; n++)
		{
			unsigned char *part = allocate(n);
			struct bf_call call = {0};
			struct bf_header header;
			enum bf_status status;

			memset(part, 0, (size_t)n);
			memcpy(part, filter.bytes, (size_t)(n < filter.nbytes ? n : filter.nbytes));
			status = bf_filter_check(&header, part, n, &call);
			if (n < 64)
				assert_failed(status, BF_E_NOT_FILTER, &call, "the smallest filter has 64");
			else if (n != filter.nbytes)
				assert_failed(status, BF_E_DAMAGED, &call, "its header says");
			else
				assert_int_equal(status, BF_OK);
			free(part);
		}
		free(filter.bytes);
	}
}

static void
no_bytes_at_all(void **state)
{
	struct bf_call call = {0};
	struct bf_header header;

	(void)state;
	assert_failed(bf_header_read(&header, NULL, 0, &call), BF_E_NOT_FILTER, &call,
	              "it has 0 bytes");
	assert_failed(bf_filter_check(&header, NULL, 0, &call), BF_E_NOT_FILTER, &call,
	              "it has 0 bytes");
}

static void
zeroblobs_and_text_are_no_filters(void **state)
{
	unsigned char *zeros = allocate(1000);
	struct bf_call call = {0};
	struct bf_header header;

	(void)state;
	memset(zeros, 0, 1000);
	assert_failed(bf_header_read(&header, zeros, 1000, &call), BF_E_NOT_FILTER, &call,
	              "first bytes");
	memset(zeros, 'a', 1000);
	assert_failed(bf_header_read(&header, zeros, 64, &call), BF_E_NOT_FILTER, &call, "first bytes");
	free(zeros);
}

/* ---- the body ---- */

static void
every_byte_of_a_body_counts(void **state)
{
	(void)state;
	for (unsigned which = 2; which < NBASES; which++)
	{
		struct filter filter = base(which);

		for (uint64_t at = 64; at < filter.nbytes; at++)
		{
			struct bf_call call = {0};
			struct bf_header header;

			filter.bytes[at] ^= (unsigned char)(1 << at % 8);
			assert_int_equal(bf_header_read(&header, filter.bytes, filter.nbytes, &call), BF_OK);
			assert_failed(bf_filter_check(&header, filter.bytes, filter.nbytes, &call),
			              BF_E_DAMAGED, &call,
			              "filter is damaged: the checksum of its body does not match");
			filter.bytes[at] ^= (unsigned char)(1 << at % 8);
		}
		free(filter.bytes);
	}
}

/* The bodies of the neutral and the empty filter have no bytes, but a checksum. */
static void
empty_bodies_have_a_checksum(void **state)
{
	(void)state;
	for (unsigned which = 0; which < 2; which++)
	{
		struct filter filter = base(which);
		struct bf_call call = {0};
		struct bf_header header;

		filter.bytes[56] ^= 1;
		put(filter.bytes + 60, 4, XXH3_64bits(filter.bytes, 60));
		assert_failed(bf_filter_check(&header, filter.bytes, filter.nbytes, &call), BF_E_DAMAGED,
		              &call, "body");
		free(filter.bytes);
	}
}

static void
lists_must_ascend(void **state)
{
	struct filter filter = base(2);
	struct bf_call call = {0};
	struct bf_header header;

	(void)state;
	for (unsigned i = 0; i + 1 < 20; i++)
	{
		unsigned char *a = filter.bytes + 64 + 8 * i, *b = a + 8;
		uint64_t first = get(a, 8), second = get(b, 8);

		/* swapped, then equal */
		put(a, 8, second);
		put(b, 8, first);
		put_sums(filter.bytes, filter.nbytes);
		assert_failed(bf_filter_check(&header, filter.bytes, filter.nbytes, &call), BF_E_DAMAGED,
		              &call, "filter is damaged: its list of hashes is not in ascending order");
		put(b, 8, second);
		put_sums(filter.bytes, filter.nbytes);
		assert_failed(bf_filter_check(&header, filter.bytes, filter.nbytes, &call), BF_E_DAMAGED,
		              &call, "not in ascending order");
		put(a, 8, first);
		put_sums(filter.bytes, filter.nbytes);
		assert_int_equal(bf_filter_check(&header, filter.bytes, filter.nbytes, &call), BF_OK);
	}

	/* Hashes are unsigned: 2^63 comes after 2^63 - 1. */
	put(filter.bytes + 64, 8, UINT64_C(0x8000000000000000));
	put(filter.bytes + 72, 8, UINT64_C(0x7FFFFFFFFFFFFFFF));
	put_sums(filter.bytes, filter.nbytes);
	assert_failed(bf_filter_check(&header, filter.bytes, filter.nbytes, &call), BF_E_DAMAGED, &call,
	              "ascending");
	free(filter.bytes);
}

/* ---- the kinds of keys ---- */

static void
an_unknown_kind_is_an_error(void **state)
{
	static const struct {
		uint16_t kinds;
		enum bf_kind probed;
		const char *message;
	} cases[] = {
		{BF_NUMBER, BF_TEXT, "filter holds numbers, probed with text: cast the value"},
		{BF_NUMBER, BF_BYTES, "filter holds numbers, probed with bytes: cast the value"},
		{BF_TEXT, BF_NUMBER, "filter holds text, probed with a number: cast the value"},
		{BF_TEXT, BF_BYTES, "filter holds text, probed with bytes: cast the value"},
		{BF_BYTES, BF_NUMBER, "filter holds bytes, probed with a number: cast the value"},
		{BF_BYTES, BF_TEXT, "filter holds bytes, probed with text: cast the value"},
		{BF_NUMBER | BF_TEXT, BF_BYTES,
	     "filter holds numbers and text, probed with bytes: cast the value"},
		{BF_NUMBER | BF_BYTES, BF_TEXT,
	     "filter holds numbers and bytes, probed with text: cast the value"},
		{BF_TEXT | BF_BYTES, BF_NUMBER,
	     "filter holds text and bytes, probed with a number: cast the value"},
	};
	struct bf_header header = {0};
	struct bf_call call = {0};

	(void)state;
	header.k = 8;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
	{
		header.kinds = cases[i].kinds;
		assert_failed(bf_kind_check(&header, cases[i].probed, &call), BF_E_KIND, &call,
		              cases[i].message);
	}
	for (unsigned kinds = 0; kinds < 8; kinds++)
		for (unsigned kind = 1; kind <= 4; kind *= 2)
		{
			header.kinds = (uint16_t)kinds;
			require((bf_kind_check(&header, (enum bf_kind)kind, &call) == BF_OK) ==
			            (kinds == 0 || (kinds & kind)),
			        "kinds %u, probed %u", kinds, kind);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers_are_written_as_specified),
		cmocka_unit_test(headers_say_what_was_asked),
		cmocka_unit_test(random_headers_are_read_back),
		cmocka_unit_test(headers_may_lie_at_any_address),
		cmocka_unit_test(the_neutral_filter_is_64_known_bytes),
		cmocka_unit_test(no_byte_of_a_header_may_change),
		cmocka_unit_test(every_byte_with_a_right_checksum),
		cmocka_unit_test(random_fields_with_a_right_checksum),
		cmocka_unit_test(each_field_has_its_message),
		cmocka_unit_test(a_wrong_checksum_has_its_message),
		cmocka_unit_test(a_newer_version_has_a_hint),
		cmocka_unit_test(no_other_length_is_read),
		cmocka_unit_test(no_bytes_at_all),
		cmocka_unit_test(zeroblobs_and_text_are_no_filters),
		cmocka_unit_test(every_byte_of_a_body_counts),
		cmocka_unit_test(empty_bodies_have_a_checksum),
		cmocka_unit_test(lists_must_ascend),
		cmocka_unit_test(an_unknown_kind_is_an_error),
	};

	return cmocka_run_group_tests_name("header", tests, NULL, NULL);
}
