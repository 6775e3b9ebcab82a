/*
 * test_block.c - which bits of which block a hash sets and tests, against a slow
 * reference that follows docs/format.md ("Blocks") step by step.
 */
#include "by_hand.h"

/* ---- the reference ---- */

/* The high half of a product, by adding shifted copies bit by bit. */
static uint64_t
reference_mulhi(uint64_t a, uint64_t b)
{
	uint64_t high = 0, low = 0;

	for (int bit = 63; bit >= 0; bit--)
	{
		high = high << 1 | low >> 63;
		low <<= 1;
		if (b >> bit & 1)
		{
			low += a;
			high += low < a;
		}
	}
	return high;
}

struct bit {
	unsigned lane, position;
};

/* The bits of a hash, in the order of the probes. */
static void
reference_bits(uint64_t h, unsigned k, struct bit *bits)
{
	uint64_t g = (h ^ (h >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
	uint64_t g2;
	unsigned first;

	g = g ^ (g >> 32);
	g2 = g * UINT64_C(0xD6E8FEB86659FD93);
	g2 = g2 ^ (g2 >> 29);
	first = (unsigned)(g >> 61);
	for (unsigned i = 0; i < k; i++)
	{
		uint64_t source = i < 8 ? g : g2;

		bits[i].lane = (first + i % 8) % 8;
		bits[i].position = (source >> (13 + 6 * bits[i].lane)) % 64;
	}
}

/* Sets one bit of a block: bit p of lane l is bit p % 8 of byte 8 l + p / 8. */
static void
reference_set(unsigned char *block, struct bit bit)
{
	block[8 * bit.lane + bit.position / 8] |= (unsigned char)(1 << bit.position % 8);
}

static void
reference_clear(unsigned char *block, struct bit bit)
{
	block[8 * bit.lane + bit.position / 8] &= (unsigned char)~(1 << bit.position % 8);
}

static void
reference_block(unsigned char *block, uint64_t h, unsigned k)
{
	struct bit bits[16];

	memset(block, 0, 64);
	reference_bits(h, k, bits);
	for (unsigned i = 0; i < k; i++)
		reference_set(block, bits[i]);
}

static unsigned
count_bits(const unsigned char *bytes, uint64_t nbytes)
{
	unsigned n = 0;

	for (uint64_t i = 0; i < 8 * nbytes; i++)
		n += bytes[i / 8] >> i % 8 & 1;
	return n;
}

/* ---- hashes that matter ---- */

#define NHASHES 2000

static uint64_t
sample(unsigned i)
{
	static const uint64_t edges[] = {0,
	                                 1,
	                                 UINT64_MAX,
	                                 UINT64_C(1) << 63,
	                                 (UINT64_C(1) << 63) - 1,
	                                 UINT32_MAX,
	                                 UINT64_C(1) << 32};
	uint64_t seed = i;

	return i < sizeof edges / sizeof edges[0] ? edges[i] : random64(&seed);
}

static struct bf_header
block_header(unsigned k, uint64_t nblocks)
{
	struct bf_header header = {0};

	header.layout = BF_BLOCK;
	header.k = (uint8_t)k;
	header.nblocks = nblocks;
	header.fpp = 0.01;
	return header;
}

/* ---- the tests ---- */

static void
mulhi_reference_is_right(void **state)
{
	(void)state;
	assert_int_equal(reference_mulhi(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1);
	assert_int_equal(reference_mulhi(UINT64_C(1) << 63, 10), 5);
	assert_int_equal(reference_mulhi(UINT64_MAX, 1), 0);
	assert_int_equal(reference_mulhi(UINT64_C(0x123456789ABCDEF0), UINT64_C(0x0FEDCBA987654321)),
	                 UINT64_C(0x0121FA00AD77D742));
}

/* What adding sets: the whole body, for every k and for sizes of all shapes. */
static void
adding_sets_the_bits_of_the_reference(void **state)
{
	static const uint64_t sizes[] = {1, 2, 3, 7, 20, 31, 32, 1000};

	(void)state;
	for (unsigned k = 1; k <= 16; k++)
		for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
		{
			struct bf_build *build = blocks_of_geometry(k, sizes[s]);
			unsigned char *wanted = allocate(64 * sizes[s]);
			struct filter filter;

			memset(wanted, 0, (size_t)(64 * sizes[s]));
			for (unsigned i = 0; i < 50; i++)
			{
				struct bit bits[16];

				add(&build, BF_NUMBER, sample(i));
				reference_bits(sample(i), k, bits);
				for (unsigned j = 0; j < k; j++)
					reference_set(wanted + 64 * reference_mulhi(sample(i), sizes[s]), bits[j]);
			}
			filter = finish(&build);
			assert_int_equal(filter.nbytes, 64 + 64 * sizes[s]);
			assert_memory_equal(filter.bytes + 64, wanted, 64 * sizes[s]);
			free(filter.bytes);
			free(wanted);
			free(build);
		}
}

/* A list that becomes blocks has the same bits. */
static void
lists_become_the_same_bits(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		struct bf_build *lists = build_of_geometry(k, 20), *blocks = blocks_of_geometry(k, 20);
		struct filter a, b;

		for (unsigned i = 0; i < 160; i++)
		{
			assert_int_equal(lists->form, BF_FORM_TABLE);
			add(&lists, BF_NUMBER, sample(i));
			add(&blocks, BF_NUMBER, sample(i));
		}
		assert_int_equal(lists->form, BF_FORM_BLOCKS);
		a = finish(&lists);
		b = finish(&blocks);
		assert_true(same_filter(&a, &b));
		free(a.bytes);
		free(b.bytes);
		free(lists);
		free(blocks);
	}
}

static void
a_probe_reads_the_block_of_the_reference(void **state)
{
	static const uint64_t sizes[] = {1, 2, 3, 20, 31, 32, 1000, 20480, 8126463, BF_MAX_BLOCKS};

	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
	{
		struct bf_header header = block_header(8, sizes[s]);

		for (unsigned i = 0; i < NHASHES; i++)
		{
			struct bf_range range = bf_probe_range(&header, sample(i));

			require(range.nbytes == 64, "hash %u", i);
			require(range.offset == 64 + 64 * reference_mulhi(sample(i), sizes[s]),
			        "hash %u of %" PRIu64, i, sizes[s]);
			require(range.offset + 64 <= 64 + 64 * sizes[s], "hash %u of %" PRIu64, i, sizes[s]);
		}
	}
}

/*
 * Exactly the reference's bits decide: alone they are enough, and with all others set each is
 * needed.
 */
static void
a_probe_tests_the_bits_of_the_reference(void **state)
{
	unsigned char *block = allocate(64);

	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		struct bf_header header = block_header(k, 1);

		for (unsigned i = 0; i < NHASHES; i++)
		{
			struct bit bits[16];

			reference_bits(sample(i), k, bits);
			reference_block(block, sample(i), k);
			require(bf_probe(&header, block, sample(i)), "k %u, hash %u", k, i);
			memset(block, 0xFF, 64);
			for (unsigned j = 0; j < k; j++)
			{
				reference_clear(block, bits[j]);
				require(!bf_probe(&header, block, sample(i)), "k %u, hash %u without probe %u", k,
				        i, j);
				reference_set(block, bits[j]);
			}
		}
	}
	free(block);
}

static void
blocks_may_lie_at_any_address(void **state)
{
	unsigned char *room = allocate(64 + 7);
	struct bf_header header = block_header(12, 1);

	(void)state;
	for (unsigned shift = 0; shift < 8; shift++)
		for (unsigned i = 0; i < 100; i++)
		{
			memset(room, 0, 71);
			reference_block(room + shift, sample(i), 12);
			require(bf_probe(&header, room + shift, sample(i)), "hash %u at %u", i, shift);
		}
	free(room);
}

/* A filter with more probes answers for one with fewer: the first ones are the same. */
static void
fewer_probes_are_a_prefix(void **state)
{
	unsigned char *block = allocate(64);

	(void)state;
	for (unsigned k = 1; k <= 16; k++)
		for (unsigned i = 0; i < 200; i++)
		{
			reference_block(block, sample(i), k);
			for (unsigned fewer = 1; fewer <= k; fewer++)
			{
				struct bf_header header = block_header(fewer, 1);

				require(bf_probe(&header, block, sample(i)), "k %u of %u, hash %u", fewer, k, i);
			}
		}
	free(block);
}

/*
 * Up to 8 probes hit that many lanes; above, the second round repeats a bit about once in 64
 * times.
 */
static void
probes_are_spread_over_lanes(void **state)
{
	(void)state;
	for (unsigned k = 1; k <= 16; k++)
	{
		unsigned repeated = 0;

		for (unsigned i = 0; i < NHASHES; i++)
		{
			struct bf_build *build = blocks_of_geometry(k, 1);
			struct filter filter;
			unsigned nbits, nlanes = 0;

			add(&build, BF_NUMBER, sample(i));
			filter = finish(&build);
			nbits = count_bits(filter.bytes + 64, 64);
			for (unsigned lane = 0; lane < 8; lane++)
				nlanes += get(filter.bytes + 64 + 8 * lane, 8) != 0;
			require(nlanes == (k < 8 ? k : 8), "k %u, hash %u: %u lanes", k, i, nlanes);
			require(k > 8 ? nbits >= 8 && nbits <= k : nbits == k, "k %u, hash %u: %u bits", k, i,
			        nbits);
			repeated += k - nbits;
			free(filter.bytes);
			free(build);
		}
		if (k > 8)
			require(repeated > NHASHES * (k - 8) / 64 / 2 && repeated < NHASHES * (k - 8) / 64 * 2,
			        "k %u: %u repeated", k, repeated);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mulhi_reference_is_right),
		cmocka_unit_test(adding_sets_the_bits_of_the_reference),
		cmocka_unit_test(lists_become_the_same_bits),
		cmocka_unit_test(a_probe_reads_the_block_of_the_reference),
		cmocka_unit_test(a_probe_tests_the_bits_of_the_reference),
		cmocka_unit_test(blocks_may_lie_at_any_address),
		cmocka_unit_test(fewer_probes_are_a_prefix),
		cmocka_unit_test(probes_are_spread_over_lanes),
	};

	return cmocka_run_group_tests_name("block", tests, NULL, NULL);
}
