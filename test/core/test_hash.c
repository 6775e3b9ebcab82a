/*
 * test_hash.c - the hash is XXH3_64bits with seed 0: golden values of
 * test/vectors/keys.csv, and the checksums of bodies of every length.
 */
#include "by_hand.h"
#include "golden.h"

#define MAX_LINE 8192

static void
make_key(struct bf_key *key, enum bf_kind kind, const char *value, const unsigned char *bytes,
         size_t nbytes)
{
	struct bf_call call = {0};

	if (kind == BF_TEXT)
		bf_key_text(key, value, strlen(value));
	else if (kind == BF_BYTES)
		assert_int_equal(bf_key_bytes(key, bytes, nbytes, &call), BF_OK);
	else if (strpbrk(value, ".eNI") != NULL)
		bf_key_double(key, strtod(value, NULL));
	else
		bf_key_int64(key, strtoll(value, NULL, 10));
}

static void
golden_keys(void **state)
{
	FILE *file = fopen("test/vectors/keys.csv", "r");
	char *line = allocate(MAX_LINE);
	unsigned seen = 0, nrows = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(fgets(line, MAX_LINE, file));
	assert_string_equal(line, "kind,value,bytes,hash,postgres,sqlite\n");
	while (fgets(line, MAX_LINE, file) != NULL)
	{
		char *rest = line;
		enum bf_kind kind = kind_of(field(&rest));
		char *value = field(&rest), *hex = field(&rest), *hash = field(&rest);
		size_t nbytes = strlen(hex) / 2;
		unsigned char *bytes = bytes_of_hex(hex);
		struct bf_key key;

		make_key(&key, kind, value, bytes, nbytes);
		require(key.kind == kind && key.nbytes == nbytes && memcmp(key.bytes, bytes, nbytes) == 0,
		        "%s", value);
		require((int64_t)bf_key_hash(&key) == strtoll(hash, NULL, 10), "%s", value);
		seen |= kind;
		nrows++;
		free(bytes);
	}
	assert_int_equal(seen, BF_NUMBER | BF_TEXT | BF_BYTES);
	assert_true(nrows >= 90);
	free(line);
	assert_int_equal(fclose(file), 0);
}

/* Keys of 8 bytes take a path of their own through the library; it must give the same hash. */
static void
numbers_hash_as_eight_bytes(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (int i = 0; i < 1000; i++)
	{
		uint64_t value = random64(&seed);
		unsigned char bytes[8];

		put(bytes, 8, value);
		assert_int_equal(hash_of_int((int64_t)value), XXH3_64bits(bytes, 8));
	}
}

static void
hashing_reads_unaligned(void **state)
{
	unsigned char *room = allocate(8 + 300);
	uint64_t seed = 3;

	(void)state;
	for (size_t n = 0; n <= 300; n++)
	{
		uint64_t wanted = 0;

		for (size_t shift = 0; shift < 8; shift++)
		{
			struct bf_key key;
			uint64_t bytes = seed + n;

			for (size_t i = 0; i < n; i++)
				room[shift + i] = (unsigned char)random64(&bytes);
			bf_key_text(&key, (char *)room + shift, n);
			if (shift == 0)
				wanted = bf_key_hash(&key);
			require(bf_key_hash(&key) == wanted, "%zu bytes at %zu", n, shift);
		}
	}
	free(room);
}

/* Above one MiB the checksum is taken in parts. */
static void
checksums_of_long_bodies(void **state)
{
	static const uint64_t sizes[] = {1, 16383, 16384, 16385, 32768, 32769, 50000};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
	{
		struct bf_build *build = blocks_of_geometry(8, sizes[i]);
		struct filter filter;

		add_ints(&build, 1, 1000);
		filter = finish(&build);
		assert_int_equal(filter.nbytes, 64 + 64 * sizes[i]);
		assert_int_equal(get(filter.bytes + 56, 4),
		                 (uint32_t)XXH3_64bits(filter.bytes + 64, 64 * sizes[i]));
		assert_int_equal(get(filter.bytes + 60, 4), (uint32_t)XXH3_64bits(filter.bytes, 60));
		free(filter.bytes);
		free(build);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_keys),
		cmocka_unit_test(numbers_hash_as_eight_bytes),
		cmocka_unit_test(hashing_reads_unaligned),
		cmocka_unit_test(checksums_of_long_bodies),
	};

	return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
