/*
 * test_poll.c - long work can be interrupted: every function that may run long asks
 * about once a MiB, and stops when told to.
 */
#include "by_hand.h"

#include <math.h>

#define MIB (UINT64_C(1) << 20)

/* Stops at the n-th call; 0: never. */
struct poll {
	uint64_t calls, stop_at;
};

static bool
poll_until(void *arg)
{
	struct poll *poll = arg;

	return ++poll->calls == poll->stop_at;
}

/*
 * Work on `nbytes` of input and output together.  Called over and over with the same
 * inputs, so it must leave them as they were.
 */
struct work {
	const char *name;
	uint64_t nbytes;
	enum bf_status (*run)(void *inputs, struct bf_call *call);
	void *inputs;
};

/* Counts the polls of an undisturbed run, then stops at the first, second, middle and last. */
static void
assert_interruptible(struct work work)
{
	struct poll poll = {0, 0};
	struct bf_call call = {poll_until, &poll, NULL, NULL, ""};
	uint64_t total, stops[4];

	assert_int_equal(work.run(work.inputs, &call), BF_OK);
	total = poll.calls;

	/* One MiB of work is never done without asking, nor is it asked for every few blocks. */
	require(total + 1 >= work.nbytes / MIB, "%s: %" PRIu64 " polls of %" PRIu64 " MiB", work.name,
	        total, work.nbytes / MIB);
	require(total <= 40 * (work.nbytes / MIB), "%s: %" PRIu64 " polls of %" PRIu64 " MiB",
	        work.name, total, work.nbytes / MIB);
	stops[0] = 1;
	stops[1] = 2;
	stops[2] = total / 2;
	stops[3] = total;
	for (int i = 0; i < 4; i++)
	{
		enum bf_status status;

		poll.calls = 0;
		poll.stop_at = stops[i];
		call.sqlstate = "";
		call.message[0] = '\0';
		status = work.run(work.inputs, &call);
		require(status == BF_E_INTERRUPTED, "%s: status %d at poll %" PRIu64 " of %" PRIu64,
		        work.name, (int)status, stops[i], total);
		require(poll.calls == stops[i], "%s: %" PRIu64 " polls after stopping at %" PRIu64,
		        work.name, poll.calls, stops[i]);
		assert_failed(status, BF_E_INTERRUPTED, &call, "interrupted");
	}

	/* Without a poll it runs through. */
	call.poll = NULL;
	assert_int_equal(work.run(work.inputs, &call), BF_OK);
}

/* ---- inputs: 8 MiB of blocks with some keys, 1e6 keys in a table ---- */

#define NBLOCKS (8 * MIB / 64)

static struct bf_build *
large_blocks(void)
{
	struct bf_build *build = blocks_of_geometry(8, NBLOCKS);

	add_ints(&build, 1, 1000);
	return build;
}

static struct bf_build *
large_table(void)
{
	struct bf_build *build = new_build(SELF_SIZED, 0.01);

	add_ints(&build, 1, 1000000);
	assert_int_equal(build->form, BF_FORM_TABLE);
	return build;
}

/* What a builder needs to become blocks, or a table of so many slots. */
static struct bf_room
room_for(const struct bf_build *build, enum bf_build_form form, uint64_t nslots)
{
	struct bf_build larger = *build;
	struct bf_room need = {0};

	larger.form = (uint8_t)form;
	larger.nslots = nslots;
	need.nslots = nslots;
	need.nblocks = build->nblocks;
	need.nbytes = bf_build_nbytes(&larger);
	return need;
}

static enum bf_status
run_filter_check(void *inputs, struct bf_call *call)
{
	const struct filter *filter = inputs;
	struct bf_header header;

	return bf_filter_check(&header, filter->bytes, filter->nbytes, call);
}

static enum bf_status
run_stats(void *inputs, struct bf_call *call)
{
	const struct filter *filter = inputs;
	struct bf_stats stats;

	return bf_stats(&filter->header, filter->bytes, &stats, call);
}

static void
checking_and_measuring(void **state)
{
	struct bf_build *build = large_blocks();
	struct filter filter = finish(&build);

	(void)state;
	assert_interruptible((struct work){"bf_filter_check", 8 * MIB, run_filter_check, &filter});
	assert_interruptible((struct work){"bf_stats", 8 * MIB, run_stats, &filter});
	free(filter.bytes);
	free(build);
}

static enum bf_status
run_plan(void *inputs, struct bf_call *call)
{
	struct bf_plan plan;
	struct bf_room need;

	return bf_build_plan(inputs, NULL, &plan, &need, call);
}

static void
planning(void **state)
{
	struct bf_build *build = large_blocks();

	(void)state;
	assert_interruptible((struct work){"bf_build_plan", 8 * MIB, run_plan, build});
	free(build);
}

struct finishing {
	const struct bf_build *build;
	struct bf_plan plan;
	unsigned char *filter;
};

static enum bf_status
run_finish(void *inputs, struct bf_call *call)
{
	struct finishing *f = inputs;

	return bf_build_finish(f->build, &f->plan, f->filter, call);
}

static void
assert_finish_interruptible(const char *name, struct bf_build *build, const struct bf_sizing *fold)
{
	struct finishing f = {build, {{0}, 0, 0, 0, false}, NULL};
	struct bf_call call = {0};

	assert_int_equal(plan_of(&build, fold, &f.plan, &call), BF_OK);
	f.filter = allocate(f.plan.nbytes);
	assert_interruptible((struct work){name, bf_build_nbytes(build), run_finish, &f});
	assert_int_equal(bf_filter_check(&f.plan.header, f.filter, f.plan.nbytes, &call), BF_OK);
	free(f.filter);
}

static void
finishing(void **state)
{
	struct bf_build *blocks = large_blocks(), *table = large_table();
	struct bf_sizing sizing = {0};

	(void)state;
	bf_sizing_solve(&sizing, 0.01);
	assert_finish_interruptible("finish blocks", blocks, NULL);
	assert_finish_interruptible("finish folded", blocks, &sizing);
	assert_finish_interruptible("finish a table", table, NULL);
	free(blocks);
	free(table);
}

struct merging {
	struct bf_build *build;
	const struct bf_build *other;
	struct filter filter;
};

static enum bf_status
run_merge(void *inputs, struct bf_call *call)
{
	struct merging *m = inputs;
	struct bf_room need;

	return bf_build_merge(m->build, m->other, &need, call);
}

static enum bf_status
run_merge_filter(void *inputs, struct bf_call *call)
{
	struct merging *m = inputs;
	struct bf_room need;

	return bf_build_merge_filter(m->build, &m->filter.header, m->filter.bytes, &need, call);
}

static void
merging(void **state)
{
	struct merging blocks = {large_blocks(), NULL, {NULL, 0, {0}}},
				   tables = {NULL, large_table(), {NULL, 0, {0}}};
	struct bf_build *from = large_blocks();
	struct bf_room need;

	(void)state;
	blocks.other = from;
	blocks.filter = finish(&from);
	assert_interruptible((struct work){"merge blocks", 8 * MIB, run_merge, &blocks});
	assert_interruptible((struct work){"merge a filter", 8 * MIB, run_merge_filter, &blocks});

	/* Merging again adds what is there already, so the builder stays as it is. */
	tables.build = new_build(SELF_SIZED, 0.01);
	merge(&tables.build, tables.other);
	need = room_for(tables.build, BF_FORM_TABLE, UINT64_C(1) << 22);
	grow(&tables.build, &need);
	assert_interruptible(
		(struct work){"merge tables", bf_build_nbytes(tables.other), run_merge, &tables});
	free(blocks.build);
	free(blocks.filter.bytes);
	free(from);
	free(tables.build);
	free((void *)(uintptr_t)tables.other);
}

struct moving {
	const struct bf_build *from;
	struct bf_build *to;
	struct bf_room need;
};

static enum bf_status
run_move(void *inputs, struct bf_call *call)
{
	struct moving *m = inputs;

	return bf_build_move(m->to, &m->need, m->from, call);
}

static void
moving(void **state)
{
	struct bf_build *table = large_table(), *small = build_of_geometry(8, NBLOCKS);
	struct moving larger = {0}, blocks = {0};
	struct filter filter;

	(void)state;
	larger.from = table;
	larger.need = room_for(table, BF_FORM_TABLE, 2 * table->nslots);
	larger.to = allocate(larger.need.nbytes);
	assert_interruptible(
		(struct work){"move to more slots", larger.need.nbytes, run_move, &larger});
	filter = finish(&larger.to);
	assert_int_equal(larger.to->count, 1000000);
	free(filter.bytes);

	add_ints(&small, 1, 100);
	blocks.from = small;
	blocks.need = room_for(small, BF_FORM_BLOCKS, 0);
	blocks.to = allocate(blocks.need.nbytes);
	assert_interruptible((struct work){"move to blocks", blocks.need.nbytes, run_move, &blocks});
	free(table);
	free(larger.to);
	free(small);
	free(blocks.to);
}

/* An interrupted merge has lost nothing: made again, it gives the same filter. */
static void
an_interrupted_merge_can_be_repeated(void **state)
{
	struct bf_build *build = large_blocks(), *from = blocks_of_geometry(8, NBLOCKS),
					*whole = large_blocks();
	struct poll poll = {0, 3};
	struct bf_call call = {poll_until, &poll, NULL, NULL, ""};
	struct bf_room need;
	struct filter a, b;

	(void)state;
	add_ints(&from, 1001, 2000);
	add_ints(&whole, 1001, 2000);
	assert_int_equal(bf_build_merge(build, from, &need, &call), BF_E_INTERRUPTED);
	assert_int_equal(bf_build_merge(build, from, &need, &call), BF_OK);
	a = finish(&build);
	b = finish(&whole);
	assert_true(same_filter(&a, &b));
	free(a.bytes);
	free(b.bytes);
	free(build);
	free(from);
	free(whole);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(checking_and_measuring),
		cmocka_unit_test(planning),
		cmocka_unit_test(finishing),
		cmocka_unit_test(merging),
		cmocka_unit_test(moving),
		cmocka_unit_test(an_interrupted_merge_can_be_repeated),
	};

	return cmocka_run_group_tests_name("poll", tests, NULL, NULL);
}
