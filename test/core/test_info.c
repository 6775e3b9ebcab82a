/*
 * test_info.c - a filter described in JSON, and numbers in messages: the same bytes in
 * every locale.
 */
#define _DEFAULT_SOURCE /* setenv */

#include "by_hand.h"

#include <locale.h>
#include <unistd.h>

static void
info(const struct filter *filter, char json[BF_INFO_BYTES])
{
	struct bf_call call = {0};
	struct bf_stats stats;

	assert_int_equal(bf_stats(&filter->header, filter->bytes, &stats, &call), BF_OK);
	bf_info_json(&filter->header, filter->nbytes, &stats, json);
}

static void
assert_info(struct filter filter, const char *wanted)
{
	char *json = allocate(BF_INFO_BYTES);

	info(&filter, json);
	assert_string_equal(json, wanted);
	free(json);
	free(filter.bytes);
}

static struct filter
neutral(void)
{
	struct bf_build *build = new_neutral_build();
	struct filter filter = finish(&build);

	free(build);
	return filter;
}

#define BLOCK_INFO \
	"{\"layout\": \"block\", \"family\": \"native\", \"k\": 8, \"blocks\": 20, \"bytes\": 1344, " \
	"\"expected\": 1000, " \
	"\"fpp\": 0.01, \"estimated\": 1000, \"current_fpp\": 0.0099597, \"fill\": 0.54248, " \
	"\"kinds\": [\"number\"], " \
	"\"overfull\": false}"

static void
of_a_list(void **state)
{
	(void)state;
	assert_info(filter_of_ints(1, 10, 1000000, 0.001),
	            "{\"layout\": \"list\", \"family\": \"native\", \"k\": 8, \"blocks\": 31744, "
	            "\"bytes\": 144, "
	            "\"expected\": 1000000, \"fpp\": 0.001, \"estimated\": 10, \"current_fpp\": "
	            "5.42101e-19, \"fill\": 0, "
	            "\"kinds\": [\"number\"], \"overfull\": false}");
}

/* The numbers were computed from the bytes in test/vectors/filters.csv, without the core. */
static void
of_blocks(void **state)
{
	(void)state;
	assert_info(filter_of_ints(1, 1000, 1000, 0.01), BLOCK_INFO);
}

static void
of_the_neutral_filter(void **state)
{
	(void)state;
	assert_info(
		neutral(),
		"{\"layout\": \"list\", \"family\": \"native\", \"k\": 0, \"blocks\": 1, \"bytes\": 64, "
		"\"expected\": 0, \"fpp\": 0, \"estimated\": 0, \"current_fpp\": 0, \"fill\": 0, "
		"\"kinds\": [], \"overfull\": false}");
}

static void
of_a_full_filter(void **state)
{
	struct bf_header header = {0};
	struct filter filter;

	(void)state;
	header.layout = BF_BLOCK;
	header.k = 3;
	header.nblocks = 2;
	header.fpp = 0.1;
	header.kinds = BF_BYTES;
	filter = filter_by_hand(&header);
	memset(filter.bytes + 64, 0xFF, 128);
	assert_info(
		filter,
		"{\"layout\": \"block\", \"family\": \"native\", \"k\": 3, \"blocks\": 2, \"bytes\": 192, "
		"\"expected\": 0, \"fpp\": 0.1, \"estimated\": null, \"current_fpp\": 1, \"fill\": 1, "
		"\"kinds\": [\"bytes\"], \"overfull\": true}");
}

static void
kinds_are_listed(void **state)
{
	static const char *const wanted[] = {
		"[]",
		"[\"number\"]",
		"[\"text\"]",
		"[\"number\", \"text\"]",
		"[\"bytes\"]",
		"[\"number\", \"bytes\"]",
		"[\"text\", \"bytes\"]",
		"[\"number\", \"text\", \"bytes\"]",
	};

	(void)state;
	for (unsigned kinds = 0; kinds < 8; kinds++)
	{
		struct bf_header header = {0};
		struct bf_stats stats = {0};
		char json[BF_INFO_BYTES], part[100];

		header.layout = BF_BLOCK;
		header.kinds = (uint16_t)kinds;
		bf_info_json(&header, 64, &stats, json);
		(void)snprintf(part, sizeof part, "\"kinds\": %s, \"overfull\"", wanted[kinds]);
		assert_non_null(strstr(json, part));
	}
}

/* The longest values of every field stay within BF_INFO_BYTES. */
static void
the_longest_text_fits(void **state)
{
	struct bf_header header = {0};
	struct bf_stats stats = {0};
	char *json = allocate(BF_INFO_BYTES);

	(void)state;
	header.layout = BF_BLOCK;
	header.k = 16;
	header.nblocks = BF_MAX_BLOCKS;
	header.expected = UINT64_C(9007199254740992);
	header.fpp = 1.23456789012345e-308;
	header.kinds = 7;
	stats.estimated = 1e13;
	stats.current_fpp = 1.23456e-308;
	stats.fill = 1.23456e-308;
	bf_info_json(&header, BF_MAX_BYTES, &stats, json);
	assert_true(strlen(json) < BF_INFO_BYTES - 1);
	assert_int_equal(json[strlen(json) - 1], '}');
	assert_non_null(strstr(json, "\"expected\": 9007199254740992, \"fpp\": 1.23456789012345e-308, "
	                             "\"estimated\": 10000000000000, "));
	free(json);
}

/* ---- locales ---- */

/*
 * A locale with a decimal comma: one that is installed, or one made for the purpose; false when
 * neither can be had.
 */
static bool
set_comma(const char *folder)
{
	static const char *const installed[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "de_DE",
	                                        "ru_RU.UTF-8"};
	char command[500];

	for (size_t i = 0; i < sizeof installed / sizeof installed[0]; i++)
		if (setlocale(LC_NUMERIC, installed[i]) != NULL)
			return true;
	(void)snprintf(command, sizeof command,
	               "cd %s && printf 'LC_NUMERIC\\ndecimal_point \"<U002C>\"\\nthousands_sep "
	               "\"\"\\ngrouping -1\\nEND "
	               "LC_NUMERIC\\n' >source && localedef -c -i source ./comma >log 2>&1; test -f "
	               "comma/LC_NUMERIC",
	               folder);
	if (system(command) != 0)
		return false;
	assert_int_equal(setenv("LOCPATH", folder, 1), 0);
	return setlocale(LC_NUMERIC, "comma") != NULL;
}

static void
a_decimal_comma_changes_nothing(void **state)
{
	char folder[] = "/tmp/bf_info.XXXXXX", command[100], number[10];
	struct bf_request request = {true, 1.5, 0.01, ""};
	struct bf_call call = {0};
	bool comma;

	(void)state;
	assert_non_null(mkdtemp(folder));
	comma = set_comma(folder);
	(void)snprintf(number, sizeof number, "%.1f", 1.5);
	(void)snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
	if (!comma)
		skip();
	assert_string_equal(number, "1,5");
	assert_info(filter_of_ints(1, 1000, 1000, 0.01), BLOCK_INFO);
	assert_failed(bf_request_check(&request, &call), BF_E_PARAMETER, &call,
	              "expected is 1.5, must be a whole number from 0 to 9007199254740992 (2^53)");
	assert_non_null(setlocale(LC_NUMERIC, "C"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_list),
		cmocka_unit_test(of_blocks),
		cmocka_unit_test(of_the_neutral_filter),
		cmocka_unit_test(of_a_full_filter),
		cmocka_unit_test(kinds_are_listed),
		cmocka_unit_test(the_longest_text_fits),
		cmocka_unit_test(a_decimal_comma_changes_nothing),
	};

	return cmocka_run_group_tests_name("info", tests, NULL, NULL);
}
