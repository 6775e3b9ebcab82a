/*
 * helpers.h - what the core's unit tests share: filters built with malloc, and
 * failures with the text they must have.
 *
 * Every filter and builder is allocated at its exact length, so that the address
 * sanitizer sees a read or write of one byte too many.
 */
#ifndef HELPERS_H
#define HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bloomfilter.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * assert_true() for inner loops: nothing is called while the condition holds, and it says which
 * turn failed.
 */
#define require(condition, ...) \
	do \
	{ \
		if (!(condition)) \
		{ \
			print_error("not true: %s\n", #condition); \
			fail_msg(__VA_ARGS__); \
		} \
	} while (0)

struct filter {
	unsigned char *bytes;
	uint64_t nbytes;
	struct bf_header header;
};

/* ---- numbers ---- */

/* splitmix64: any state is a good seed. */
static inline uint64_t
random64(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);

	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return x ^ (x >> 31);
}

static inline void
shuffle(uint64_t *values, size_t n, uint64_t *state)
{
	for (; n > 1; n--)
	{
		size_t i = (size_t)(random64(state) % n);
		uint64_t v = values[i];

		values[i] = values[n - 1];
		values[n - 1] = v;
	}
}

static inline uint64_t
hash_of_int(int64_t value)
{
	struct bf_key key;

	bf_key_int64(&key, value);
	return bf_key_hash(&key);
}

static inline void *
allocate(uint64_t nbytes)
{
	void *p = malloc(nbytes > 0 ? (size_t)nbytes : 1);

	assert_non_null(p);
	return p;
}

/* ---- failures ---- */

/* The call failed with this status, the SQLSTATE of it, and a message that contains text. */
#define assert_failed(status, wanted, call, text) \
	assert_failed_at(status, wanted, call, text, __FILE__, __LINE__)
static inline void
assert_failed_at(enum bf_status status, enum bf_status wanted, const struct bf_call *call,
                 const char *text, const char *file, int line)
{
	static const char *const sqlstates[] = {"00000", "XX000", "22P03", "0A000", "XX001", "22023",
	                                        "54000", "42804", "22023", "42804", "53200", "57014"};

	if (status != wanted)
	{
		print_error("status %d, wanted %d; message: %s\n", (int)status, (int)wanted,
		            status > BF_GROW ? call->message : "");
		_fail(file, line);
	}
	if (strstr(call->message, text) == NULL)
	{
		print_error("message: %s\nwanted: %s\n", call->message, text);
		_fail(file, line);
	}
	if (strcmp(call->sqlstate, sqlstates[wanted]) != 0)
	{
		print_error("sqlstate %s, wanted %s\n", call->sqlstate, sqlstates[wanted]);
		_fail(file, line);
	}
}

/* ---- builders ---- */

#define SELF_SIZED -1.0

static inline struct bf_request
request_of(double expected, double fpp)
{
	struct bf_request request = {expected != SELF_SIZED, expected, fpp, "(value, expected, fpp)"};

	if (!request.sized)
		request.expected = 0;
	return request;
}

static inline struct bf_build *
new_neutral_build(void)
{
	struct bf_build *build = allocate(BF_BUILD_MIN_BYTES);

	bf_build_begin_neutral(build);
	return build;
}

static inline struct bf_build *
new_build(double expected, double fpp)
{
	struct bf_build *build = allocate(BF_BUILD_MIN_BYTES);
	struct bf_request request = request_of(expected, fpp);
	static struct bf_sizing sizing; /* the last one */
	struct bf_call call = {0};

	assert_int_equal(bf_request_check(&request, &call), BF_OK);
	bf_sizing_solve(&sizing, fpp);
	assert_int_equal(bf_build_begin(build, &request, &sizing, &call), BF_OK);
	assert_int_equal(bf_build_nbytes(build), BF_BUILD_MIN_BYTES);
	return build;
}

static inline void
grow(struct bf_build **build, const struct bf_room *need)
{
	struct bf_build *larger = allocate(need->nbytes);
	struct bf_call call = {0};

	assert_true(need->nbytes > bf_build_nbytes(*build) || need->scatter ||
	            (need->nslots == 0 && (*build)->form == BF_FORM_TABLE));
	assert_int_equal(bf_build_move(larger, need, *build, &call), BF_OK);
	assert_int_equal(bf_build_nbytes(larger), need->nbytes);
	free(*build);
	*build = larger;
}

static inline void
add(struct bf_build **build, enum bf_kind kind, uint64_t hash)
{
	struct bf_call call = {0};
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_add(*build, kind, hash, &need, &call)) == BF_GROW)
		grow(build, &need);
	require(status == BF_OK, "%s", call.message);
}

static inline void
add_ints(struct bf_build **build, int64_t first, int64_t last)
{
	for (int64_t i = first; i <= last; i++)
		add(build, BF_NUMBER, hash_of_int(i));
}

static inline void
merge(struct bf_build **build, const struct bf_build *other)
{
	struct bf_call call = {0};
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_merge(*build, other, &need, &call)) == BF_GROW)
		grow(build, &need);
	require(status == BF_OK, "%s", call.message);
}

static inline void
merge_filter(struct bf_build **build, const struct filter *filter)
{
	struct bf_header header; /* of the bytes as they are now: tests change them */
	struct bf_call call = {0};
	struct bf_room need;
	enum bf_status status;

	require(bf_header_read(&header, filter->bytes, filter->nbytes, &call) == BF_OK, "%s",
	        call.message);
	while ((status = bf_build_merge_filter(*build, &header, filter->bytes, &need, &call)) ==
	       BF_GROW)
		grow(build, &need);
	require(status == BF_OK, "%s", call.message);
}

/* ---- filters ---- */

/* bf_build_plan(), with the room that adding the queue may need. */
static inline enum bf_status
plan_of(struct bf_build **build, const struct bf_sizing *fold, struct bf_plan *plan,
        struct bf_call *call)
{
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_plan(*build, fold, plan, &need, call)) == BF_GROW)
		grow(build, &need);
	return status;
}

/* The filter a builder holds, folded to fpp when fold is not 0; whatever is made must be valid. */
static inline struct filter
finish_folded(struct bf_build **build, double fold)
{
	struct filter filter;
	struct bf_sizing sizing = {0};
	struct bf_call call = {0};
	struct bf_plan plan;

	if (fold != 0)
		bf_sizing_solve(&sizing, fold);
	assert_int_equal(plan_of(build, fold != 0 ? &sizing : NULL, &plan, &call), BF_OK);
	filter.nbytes = plan.nbytes;
	filter.bytes = allocate(plan.nbytes);
	assert_int_equal(bf_build_finish(*build, &plan, filter.bytes, &call), BF_OK);
	require(bf_filter_check(&filter.header, filter.bytes, filter.nbytes, &call) == BF_OK, "%s",
	        call.message);
	return filter;
}

static inline struct filter
finish(struct bf_build **build)
{
	return finish_folded(build, 0);
}

static inline struct filter
filter_of_ints(int64_t first, int64_t last, double expected, double fpp)
{
	struct bf_build *build = new_build(expected, fpp);
	struct filter filter;

	add_ints(&build, first, last);
	filter = finish(&build);
	free(build);
	return filter;
}

static inline struct filter
filter_fold(const struct filter *of, double fpp)
{
	struct bf_build *build = new_neutral_build();
	struct filter filter;

	merge_filter(&build, of);
	filter = finish_folded(&build, fpp);
	free(build);
	return filter;
}

static inline struct filter
filter_union(const struct filter *a, const struct filter *b)
{
	struct bf_build *build = new_neutral_build();
	struct filter filter;

	merge_filter(&build, a);
	merge_filter(&build, b);
	filter = finish(&build);
	free(build);
	return filter;
}

static inline bool
contains(const struct filter *filter, uint64_t hash)
{
	return bf_contains_hash(&filter->header, filter->bytes, hash);
}

static inline bool
same_filter(const struct filter *a, const struct filter *b)
{
	return a->nbytes == b->nbytes && memcmp(a->bytes, b->bytes, (size_t)a->nbytes) == 0;
}

/* Bodies equal, whatever the headers say of expected and fpp. */
static inline bool
same_body(const struct filter *a, const struct filter *b)
{
	return a->nbytes == b->nbytes && a->header.layout == b->header.layout &&
	       memcmp(a->bytes + 64, b->bytes + 64, (size_t)a->nbytes - 64) == 0;
}

#endif
