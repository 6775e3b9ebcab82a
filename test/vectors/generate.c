/*
 * usage: generate keys|filters|geometry
 *
 * Writes one of the golden files to standard output, as the core computes it
 * today.  The format is frozen: the files were made once, reference.py confirmed
 * them, and from then on a difference is a bug of the core.  To add rows, extend a
 * table below, write the file anew and see that git diff has only additions.
 *
 *   cc -Icore test/vectors/generate.c core/[a-z]*.c -lm -o build/generate
 *   build/generate keys > test/vectors/keys.csv
 */
#include "bloomfilter.h"

#include <stdio.h>
#include <stdlib.h>

/* A key: its value, and how to spell it in SQL; NULL where an engine has no such value. */
struct row {
	const char *kind;
	const char *value; /* number: digits; text: as it is; bytes: hex */
	const char *postgres;
	const char *sqlite;
};

/* A plain letter makes the lengths at which XXH3 changes its method. */
#define A16 "aaaaaaaaaaaaaaaa"
#define A128 A16 A16 A16 A16 A16 A16 A16 A16
#define A240 A128 A16 A16 A16 A16 A16 A16 A16
#define A1024 A128 A128 A128 A128 A128 A128 A128 A128

#define TEXT(s) \
	{ \
		"text", s, "'" s "'", "'" s "'" \
	}
#define BYTES(s) \
	{ \
		"bytes", s, "'\\x" s "'::bytea", "x'" s "'" \
	}
#define REAL(s) \
	{ \
		"number", s, "'" s "'::float8", s \
	}
#define INTEGER(s) \
	{ \
		"number", s, "'" s "'::bigint", s \
	}

static const struct row rows[] = {
	/* whole numbers: every type gives the same eight bytes */
	{"number", "0", "0::smallint", "0"},
	{"number", "0", "0::integer", "0"},
	{"number", "0", "false", "0"},
	{"number", "0", "0::numeric", "0.0"},
	REAL("-0.0"),
	{"number", "1", "1::smallint", "1"},
	{"number", "1", "true", "1"},
	{"number", "1.0", "1.0::float4", "1.0"},
	{"number", "-1", "(-1)::smallint", "-1"},
	{"number", "-1.0", "(-1)::float8", "-1.0"},
	{"number", "5", "5::integer", "5"},
	{"number", "5", "5::oid", "5"},
	{"number", "5", "5.00::numeric", "5.0"},
	{"number", "42", "42::bigint", "42"},
	{"number", "32767", "32767::smallint", "32767"},
	{"number", "-32768", "(-32768)::smallint", "-32768"},
	{"number", "2147483647", "2147483647::integer", "2147483647"},
	{"number", "-2147483648", "(-2147483648)::integer", "-2147483648"},
	{"number", "4294967295", "4294967295::oid", "4294967295"},
	INTEGER("1000000"),
	REAL("1e6"),
	INTEGER("123456789012345678"),
	INTEGER("9007199254740991"),
	INTEGER("9007199254740992"),
	REAL("9007199254740992.0"),
	INTEGER("9007199254740993"),
	{"number", "9007199254740993", "9007199254740993::numeric", "9007199254740993"},
	INTEGER("9223372036854775807"),
	{"number", "9223372036854775807", "9223372036854775807::numeric", "9223372036854775807"},
	INTEGER("-9223372036854775808"),
	REAL("-9223372036854775808.0"),
	REAL("9223372036854774784.0"),

	/* the rest: the nearest double */
	REAL("9223372036854775808.0"),
	{"number", "9223372036854775808.0", "9223372036854775808::numeric", "9223372036854775808"},
	REAL("-9223372036854777856.0"),
	REAL("0.5"),
	{"number", "0.5", "0.5::float4", "0.5"},
	{"number", "0.5", "0.50::numeric", "0.5"},
	REAL("-0.5"),
	REAL("0.1"),
	{"number", "0.1", "0.1::numeric", "0.1"},
	{"number", "0.10000000149011612", "0.1::float4", "0.10000000149011612"},
	REAL("3.141592653589793"),
	REAL("1e23"),
	{"number", "1e23", "1e23::numeric", "1e23"},
	REAL("1e300"),
	REAL("-1e300"),
	REAL("2.2250738585072014e-308"),
	REAL("5e-324"),
	REAL("1.7976931348623157e308"),
	{"number", "Infinity", "'Infinity'::float8", "9e999"},
	{"number", "-Infinity", "'-Infinity'::float8", "-9e999"},
	{"number", "NaN", "'NaN'::float8", NULL},
	{"number", "NaN", "'NaN'::float4", NULL},
	{"number", "NaN", "'NaN'::numeric", NULL},

	/* text */
	TEXT(""),
	TEXT("a"),
	TEXT("ab"),
	{"text", "ab", "'ab'::varchar(10)", "'ab'"},
	{"text", "ab", "'ab   '::char(5)", "'ab'"},
	{"text", "ab", "'ab'::name", "'ab'"},
	TEXT("ab "),
	TEXT("AB"),
	TEXT("abc"),
	TEXT("5"),
	TEXT("hello"),
	{"text", "it's", "'it''s'", "'it''s'"},
	{"text", "tab\there", "'tab' || chr(9) || 'here'", "'tab' || char(9) || 'here'"},
	TEXT("Grüße"),
	TEXT("Gru\xCC\x88\xC3\x9F"
         "e"),
	TEXT("日本語"),
	TEXT("🌸"),
	TEXT("user@example.org"),
	TEXT("/usr/share/doc/bloomfilter/README.md"),
	TEXT(A16),
	TEXT(A16 "a"),
	TEXT(A128),
	TEXT(A128 "a"),
	TEXT(A240),
	TEXT(A240 "a"),
	TEXT(A1024),
	TEXT(A1024 "a"),

	/* bytes */
	{"bytes", "", "''::bytea", "x''"},
	BYTES("00"),
	BYTES("ff"),
	BYTES("6162"),
	BYTES("0500000000000000"),
	BYTES("b16f6f6d"),
	BYTES("deadbeefdeadbeefdeadbeef"),
	{"bytes", "a0eebc999c0b4ef8bb6d6bb9bd380a11", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
     "x'a0eebc999c0b4ef8bb6d6bb9bd380a11'"},
};

static void
print_hex(const unsigned char *bytes, uint64_t nbytes)
{
	for (uint64_t i = 0; i < nbytes; i++)
		printf("%02x", bytes[i]);
}

static void
make_key(struct bf_key *key, const char *kind, const char *value, unsigned char *room)
{
	struct bf_call call = {0};
	size_t n = strlen(value);

	if (strcmp(kind, "number") == 0)
	{
		if (strpbrk(value, ".eN") != NULL || strstr(value, "Inf") != NULL)
			bf_key_double(key, strtod(value, NULL));
		else
			bf_key_int64(key, strtoll(value, NULL, 10));
	}
	else if (strcmp(kind, "text") == 0)
		bf_key_text(key, value, n);
	else
	{
		for (size_t i = 0; i < n / 2; i++)
		{
			unsigned byte;

			(void)sscanf(value + 2 * i, "%2x", &byte);
			room[i] = (unsigned char)byte;
		}
		(void)bf_key_bytes(key, room, n / 2, &call);
	}
}

static void
keys(void)
{
	printf("kind,value,bytes,hash,postgres,sqlite\n");
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
	{
		const struct row *row = &rows[i];
		unsigned char room[64];
		struct bf_key key;

		make_key(&key, row->kind, row->value, room);
		printf("%s,%s,", row->kind, row->value);
		print_hex(key.bytes, key.nbytes);
		printf(",%" PRId64 ",%s,%s\n", (int64_t)bf_key_hash(&key), row->postgres,
		       row->sqlite != NULL ? row->sqlite : "");
	}
}

/* Keys are the whole numbers first..last; as text or bytes, their decimal digits. */
struct recipe {
	const char *name;
	enum bf_kind kind;
	int first, last;
	const char *expected; /* "": sized by itself */
	const char *fpp;      /* "": not given, and no row either */
};

static const struct recipe recipes[] = {
	{"neutral", BF_NUMBER, 1, 0, "", ""},
	{"empty", BF_NUMBER, 1, 0, "1000000", "0.01"},
	{"empty of 1 block", BF_NUMBER, 1, 0, "0", "0.5"},
	{"list of 1 in 1 block", BF_NUMBER, 42, 42, "50", "0.01"},
	{"list of 7 in 1 block", BF_NUMBER, 1, 7, "50", "0.01"},
	{"8 keys in 1 block", BF_NUMBER, 1, 8, "50", "0.01"},
	{"50 keys in 1 block", BF_NUMBER, 1, 50, "50", "0.01"},
	{"text in 1 block", BF_TEXT, 1, 50, "50", "0.01"},
	{"bytes in 1 block", BF_BYTES, 1, 50, "50", "0.01"},
	{"list of 15 in 2 blocks", BF_NUMBER, 1, 15, "100", "0.01"},
	{"16 keys in 2 blocks", BF_NUMBER, 1, 16, "100", "0.01"},
	{"negative keys in 2 blocks", BF_NUMBER, -50, 49, "100", "0.01"},
	{"list of text in a large filter", BF_TEXT, 1, 5, "1000000", "0.01"},
	{"list of bytes in a large filter", BF_BYTES, 1, 5, "1000000", "0.001"},
	{"k 1", BF_NUMBER, 1, 100, "100", "0.5"},
	{"k 2", BF_NUMBER, 1, 100, "100", "0.2"},
	{"k 3", BF_NUMBER, 1, 100, "100", "0.1"},
	{"k 5", BF_NUMBER, 1, 100, "100", "0.03"},
	{"k 11", BF_NUMBER, 1, 100, "100", "0.0002"},
	{"k 12", BF_NUMBER, 1, 100, "100", "0.0001"},
	{"k 16", BF_NUMBER, 1, 100, "100", "0.0000001"},
	{"overfull", BF_NUMBER, 1, 500, "50", "0.01"},
	{"sized by itself: 1 key", BF_NUMBER, 1, 1, "", "0.01"},
	{"sized by itself: 7 keys", BF_NUMBER, 1, 7, "", "0.01"},
	{"sized by itself: 8 keys", BF_NUMBER, 1, 8, "", "0.01"},
	{"sized by itself: 200 keys of text", BF_TEXT, 1, 200, "", "0.01"},
	{"sized by itself: 100 keys at 0.001", BF_NUMBER, 1, 100, "", "0.001"},
	{"list of 159 in 20 blocks", BF_NUMBER, 1, 159, "1000", "0.01"},
	{"160 keys in 20 blocks", BF_NUMBER, 1, 160, "1000", "0.01"},
	{"1000 keys in 20 blocks", BF_NUMBER, 1, 1000, "1000", "0.01"},
};

static struct bf_build *
grow(struct bf_build *build, const struct bf_room *need, struct bf_call *call)
{
	struct bf_build *larger = malloc(need->nbytes);

	if (larger == NULL || bf_build_move(larger, need, build, call) != BF_OK)
		abort();
	free(build);
	return larger;
}

static void
make_filter(const struct recipe *r, struct bf_call *call)
{
	struct bf_request request = {r->expected[0] != '\0', strtod(r->expected, NULL),
	                             strtod(r->fpp, NULL), ""};
	struct bf_build *build = malloc(BF_BUILD_MIN_BYTES);
	struct bf_sizing sizing = {0};
	struct bf_plan plan;
	struct bf_room need;
	unsigned char *filter;

	if (build == NULL)
		abort();
	bf_build_begin_neutral(build);
	if (r->fpp[0] != '\0')
	{
		bf_sizing_solve(&sizing, request.fpp);
		if (bf_build_begin(build, &request, &sizing, call) != BF_OK)
			abort();
	}
	for (int i = r->first; i <= r->last; i++)
	{
		struct bf_key key;
		char digits[16];
		size_t n = (size_t)snprintf(digits, sizeof digits, "%d", i);

		if (r->kind == BF_NUMBER)
			bf_key_int64(&key, i);
		else if (r->kind == BF_TEXT)
			bf_key_text(&key, digits, n);
		else
			(void)bf_key_bytes(&key, digits, n, call);
		while (bf_build_add(build, r->kind, bf_key_hash(&key), &need, call) == BF_GROW)
			build = grow(build, &need, call);
	}
	if (bf_build_plan(build, NULL, &plan, &need, call) != BF_OK)
		abort();
	filter = malloc(plan.nbytes);
	if (filter == NULL || bf_build_finish(build, &plan, filter, call) != BF_OK)
		abort();
	print_hex(filter, plan.nbytes);
	free(filter);
	free(build);
}

static void
filters(void)
{
	struct bf_call call = {0};

	printf("name,kind,first,last,expected,fpp,filter\n");
	for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++)
	{
		const struct recipe *r = &recipes[i];

		printf("%s,%s,%d,%d,%s,%s,", r->name, bf_kind_name(r->kind), r->first, r->last, r->expected,
		       r->fpp);
		make_filter(r, &call);
		printf("\n");
	}
}

static void
geometry(void)
{
	static const char *const expected[] = {"0",     "1",      "50",      "1000",
	                                       "10000", "100000", "1000000", "10000000"};
	static const char *const fpp[] = {"0.5",     "0.2",       "0.1",         "0.05",  "0.03",
	                                  "0.02",    "0.01",      "0.005",       "0.001", "0.0001",
	                                  "0.00001", "0.0000001", "0.0000000001"};
	struct bf_call call = {0};

	printf("expected,fpp,nblocks,k\n");
	for (size_t j = 0; j < sizeof fpp / sizeof fpp[0]; j++)
	{
		struct bf_sizing sizing = {0};

		bf_sizing_solve(&sizing, strtod(fpp[j], NULL));
		for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
		{
			uint64_t nblocks;

			if (bf_sizing_nblocks(&sizing, strtoull(expected[i], NULL, 10), &nblocks, &call) ==
			    BF_OK)
				printf("%s,%s,%" PRIu64 ",%u\n", expected[i], fpp[j], nblocks, (unsigned)sizing.k);
		}
	}
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "keys") == 0)
		keys();
	else if (argc == 2 && strcmp(argv[1], "filters") == 0)
		filters();
	else if (argc == 2 && strcmp(argv[1], "geometry") == 0)
		geometry();
	else
		return fprintf(stderr, "usage: generate keys|filters|geometry\n"), 2;
	return 0;
}
