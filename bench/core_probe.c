/*
 * core_probe.c - a probe of the core, hash included, against Debian's libbloom.
 *
 *   cc -O2 -ffp-contract=off -Icore bench/core_probe.c core/[a-z]*.c -lbloom -lm -o build/core_probe
 *   build/core_probe [repetitions]
 *
 * Both get the same keys for the same rate.  Half the probes are keys of the filter, in
 * random order; calls follow each other without a dependency.  The two take turns
 * within one run, and what counts is the median of the ratios of neighbouring turns:
 * other load on the machine then hits both alike.  Filters too large to fill in
 * reasonable time get random bits instead of keys.
 */
#define _POSIX_C_SOURCE 200809L

#include "bloomfilter.h"

#include <bloom.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The probed keys take 512 KiB: they come from the cache, yet no branch predictor learns them. */
#define NPROBES (1 << 16)
#define MAX_TURNS 1001

struct row {
	const char *name;
	double keys, expected, fpp;
	bool text;
	bool random_bits;
	double bar; /* the ratio to reach; 0: none */
};

static const struct row rows[] = {
	{"1 MB, 1 %", 825000, 825000, 0.01, false, false, 2.5},
	{"1 MB, 1 %, text of 16 to 40 bytes", 825000, 825000, 0.01, true, false, 0},
	{"1 MB, 10 % (k 3)", 1700000, 1700000, 0.1, false, false, 0},
	{"1 MB, 0.01 % (k 12)", 375000, 375000, 1e-4, false, false, 0},
	{"list of 8192", 8192, 1e6, 0.01, false, false, 0},
	{"256 MB, 1 %", 211200000, 211200000, 0.01, false, true, 0},
};

/* ---- keys ---- */

struct text {
	int nbytes;
	char bytes[44];
};

static uint64_t
random64(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);

	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return x ^ (x >> 31);
}

static void *
allocate(size_t nbytes)
{
	void *p = malloc(nbytes);

	if (p == NULL)
	{
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return p;
}

/* The i-th key: a number, and text of 16 to 40 bytes made from it. */
static int64_t
number_of(uint64_t i)
{
	uint64_t state = i;

	return (int64_t)random64(&state);
}

static void
make_text(uint64_t i, struct text *text)
{
	text->nbytes = snprintf(text->bytes, sizeof text->bytes, "%016" PRIx64 "%.*s",
	                        (uint64_t)number_of(i), (int)(i % 25), "@mail.example.org/inbox/");
}

/* ---- the two filters ---- */

struct filters {
	struct bf_header header;
	unsigned char *bytes;
	struct bloom bloom;
};

static uint64_t
hash_of(const struct row *row, uint64_t i)
{
	struct bf_key key;
	struct text text;

	if (row->text)
	{
		make_text(i, &text);
		bf_key_text(&key, text.bytes, (size_t)text.nbytes);
	}
	else
		bf_key_int64(&key, number_of(i));
	return bf_key_hash(&key);
}

static void
check(enum bf_status status, const struct bf_call *call)
{
	if (status != BF_OK)
	{
		fprintf(stderr, "%s\n", call->message);
		exit(1);
	}
}

static void
build(const struct row *row, uint64_t nkeys, struct filters *f)
{
	struct bf_request request = {true, row->expected, row->fpp, ""};
	struct bf_build *b = allocate(BF_BUILD_MIN_BYTES);
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};
	struct bf_plan plan;
	struct bf_room need;

	bf_sizing_solve(&sizing, row->fpp);
	check(bf_build_begin(b, &request, &sizing, &call), &call);
	for (uint64_t i = 0; i < nkeys; i++)
		while (bf_build_add(b, BF_NUMBER, hash_of(row, i), &need, &call) == BF_GROW)
		{
			struct bf_build *larger = allocate(need.nbytes);

			check(bf_build_move(larger, &need, b, &call), &call);
			free(b);
			b = larger;
		}
	check(bf_build_plan(b, NULL, &plan, &need, &call), &call);
	f->bytes = allocate(plan.nbytes);
	check(bf_build_finish(b, &plan, f->bytes, &call), &call);
	check(bf_header_read(&f->header, f->bytes, plan.nbytes, &call), &call);
	free(b);

	if (bloom_init(&f->bloom, (int)row->keys, row->fpp) != 0)
	{
		fprintf(stderr, "bloom_init failed\n");
		exit(1);
	}
	for (uint64_t i = 0; i < nkeys; i++)
	{
		int64_t number = number_of(i);
		struct text text;

		if (row->text)
		{
			make_text(i, &text);
			bloom_add(&f->bloom, text.bytes, text.nbytes);
		}
		else
			bloom_add(&f->bloom, &number, 8);
	}
}

/* Half the bits set, as in a filter that is full. */
static void
set_random_bits(unsigned char *bytes, uint64_t nbytes)
{
	uint64_t state = 1, v;

	for (uint64_t i = 0; i + 8 <= nbytes; i += 8)
	{
		memcpy(&v, bytes + i, 8);
		v |= random64(&state);
		memcpy(bytes + i, &v, 8);
	}
}

/* ---- measuring ---- */

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The keys that are probed: one of the two arrays is used. */
static int64_t numbers[NPROBES];
static struct text texts[NPROBES];

static unsigned
probe_ours(const struct filters *f, bool text)
{
	unsigned hits = 0;

	for (int i = 0; i < NPROBES; i++)
	{
		struct bf_key key;

		if (text)
			bf_key_text(&key, texts[i].bytes, (size_t)texts[i].nbytes);
		else
			bf_key_int64(&key, numbers[i]);
		hits += bf_contains_hash(&f->header, f->bytes, bf_key_hash(&key));
	}
	return hits;
}

static unsigned
probe_libbloom(struct filters *f, bool text)
{
	unsigned hits = 0;

	for (int i = 0; i < NPROBES; i++)
		hits += (text ? bloom_check(&f->bloom, texts[i].bytes, texts[i].nbytes)
		              : bloom_check(&f->bloom, &numbers[i], 8)) == 1;
	return hits;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void
measure(const struct row *row, int turns)
{
	static double ours[MAX_TURNS], theirs[MAX_TURNS], ratio[MAX_TURNS];
	uint64_t nkeys = row->random_bits ? 1 << 20 : (uint64_t)row->keys, state = 7;
	unsigned nin = 0, hits = 0, their_hits = 0;
	struct filters f;

	build(row, nkeys, &f);
	if (row->random_bits)
	{
		set_random_bits(f.bytes + BF_HEADER_BYTES, f.header.nblocks * BF_BLOCK_BYTES);
		set_random_bits(f.bloom.bf, (uint64_t)f.bloom.bytes);
	}
	for (int i = 0; i < NPROBES; i++)
	{
		bool in = random64(&state) >> 63;
		uint64_t which = in ? random64(&state) % nkeys : (UINT64_C(1) << 40) + (uint64_t)i;

		nin += in;
		numbers[i] = number_of(which);
		make_text(which, &texts[i]);
	}

	/* The first turn warms the caches and is not counted. */
	for (int turn = -1; turn < turns; turn++)
	{
		double t0 = seconds(), t1, t2;

		hits = probe_ours(&f, row->text);
		t1 = seconds();
		their_hits = probe_libbloom(&f, row->text);
		t2 = seconds();
		if (turn < 0)
			continue;
		ours[turn] = (t1 - t0) * 1e9 / NPROBES;
		theirs[turn] = (t2 - t1) * 1e9 / NPROBES;
		ratio[turn] = theirs[turn] / ours[turn];
	}
	if (hits < nin || their_hits < nin)
	{
		fprintf(stderr, "%s: a key was not found\n", row->name);
		exit(1);
	}
	qsort(ours, (size_t)turns, sizeof *ours, compare);
	qsort(theirs, (size_t)turns, sizeof *theirs, compare);
	qsort(ratio, (size_t)turns, sizeof *ratio, compare);
	printf("%-34s %4u %9.1f %9.1f   %5.2f (%.2f .. %.2f) %8.2f %9.2f", row->name,
	       (unsigned)f.header.k, ours[turns / 2], theirs[turns / 2], ratio[turns / 2],
	       ratio[turns / 10], ratio[turns - 1 - turns / 10],
	       (double)(hits - nin) / (NPROBES - nin) * 100,
	       (double)(their_hits - nin) / (NPROBES - nin) * 100);
	if (row->bar > 0)
		printf("   bar %.1f: %s", row->bar, ratio[turns / 2] >= row->bar ? "reached" : "missed");
	printf("\n");
	fflush(stdout);
	bloom_free(&f.bloom);
	free(f.bytes);
}

int
main(int argc, char **argv)
{
	int turns = argc > 1 ? atoi(argv[1]) : 201;

	if (turns < 1 || turns > MAX_TURNS)
	{
		fprintf(stderr, "usage: core_probe [repetitions, 1 to %d]\n", MAX_TURNS);
		return 2;
	}
	printf("medians of %d turns of %d probes; libbloom %s\n", turns, NPROBES, bloom_version());
	printf("%-34s %4s %9s %9s   %-20s %8s %9s\n", "filter", "k", "ns", "libbloom",
	       "ratio (10 % .. 90 %)", "false %", "libbloom");
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		measure(&rows[i], turns);
	return 0;
}
