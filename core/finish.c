/*
 * finish.c - from a builder to a filter.
 */
#include "table.h"

#include <math.h>

/* A table: the number of keys is known, so the geometry follows from it. */
static enum bf_status
finish_plan_table(const struct bf_build *build, const struct bf_sizing *fold, struct bf_plan *plan,
                  struct bf_call *call)
{
	struct bf_header *h = &plan->header;
	struct bf_sizing own = {0};
	uint64_t nblocks;
	enum bf_status status;

	if (build->self_sized)
	{
		own.fpp = build->fpp;
		own.k = build->k;
		own.bits_per_key = build->bits_per_key;
		status = bf_sizing_nblocks(&own, build->count, &h->nblocks, call);
		if (status != BF_OK)
			return status;
	}
	else if (fold != NULL)
	{
		status = bf_sizing_nblocks(fold, build->count, &nblocks, call);
		if (status != BF_OK)
			return status;
		if (nblocks < h->nblocks)
		{
			h->nblocks = nblocks;
			h->k = fold->k;
			h->fpp = fold->fpp;
			h->expected = 0;
			plan->folded = true;
		}
	}
	plan->estimated = (double)build->count;
	if (build->count <= bf_list_limit(h->nblocks))
	{
		h->count = build->count;
		plan->rate = BF_LIST_FPP(h->count);
	}
	else
	{
		h->layout = BF_BLOCK;
		plan->rate = bf_expected_fpp(plan->estimated / (double)h->nblocks, h->k);
		plan->overfull = bf_overfull(plan->estimated, h->nblocks, h->k, h->fpp);
	}
	return BF_OK;
}

/* Blocks: the fill says how many keys there are, and so how often they can be halved. */
static enum bf_status
finish_plan_blocks(const struct bf_build *build, const struct bf_sizing *fold, struct bf_plan *plan,
                   struct bf_call *call)
{
	struct bf_header *h = &plan->header;
	double fpp = fold != NULL ? fold->fpp : build->fpp;
	bool full;
	uint64_t nones;
	enum bf_status status = bf_blocks_count(build_blocks(build), build->nblocks, &nones, call);

	if (status != BF_OK)
		return status;
	h->layout = BF_BLOCK;
	plan->estimated = bf_estimate(nones, build->nblocks, build->k);
	full = isinf(plan->estimated);
	if (fold != NULL || build->self_sized)
	{
		while (h->nblocks % 2 == 0 && !full &&
		       bf_expected_fpp(plan->estimated / (double)(h->nblocks / 2), h->k) <= fpp)
			h->nblocks /= 2;
	}
	if (fold != NULL && h->nblocks < build->nblocks)
	{
		h->fpp = fpp;
		h->expected = 0;
		plan->folded = true;
	}
	plan->overfull = bf_overfull(plan->estimated, h->nblocks, h->k, h->fpp);
	plan->rate = full ? 1 : bf_expected_fpp(plan->estimated / (double)h->nblocks, h->k);
	return BF_OK;
}

enum bf_status
bf_build_plan(struct bf_build *build, const struct bf_sizing *fold, struct bf_plan *plan,
              struct bf_room *need, struct bf_call *call)
{
	struct bf_header *h = &plan->header;
	enum bf_status status = bf_build_flush(build, need);

	if (status != BF_OK)
		return status;
	memset(plan, 0, sizeof *plan);
	h->layout = BF_LIST;
	h->k = build->k;
	h->kinds = build->kinds;
	h->nblocks = build->nblocks;
	h->expected = build->expected;
	h->fpp = build->fpp;
	if (build->form == BF_FORM_BLOCKS)
		status = finish_plan_blocks(build, fold, plan, call);
	else if (build->k != 0)
		status = finish_plan_table(build, fold, plan, call);
	plan->nbytes = BF_HEADER_BYTES + bf_body_nbytes(h);
	return status;
}

/*
 * Insertion sort while copying: the table's slots are in the order of the high
 * bits of the hashes, so all but a few hashes are in place at once.  Those of a
 * scattered table are not; but a list has no more than BF_MAX_LIST of them.
 */
static void
finish_list(const struct bf_build *build, unsigned char *list)
{
	uint64_t n = 0;

	if (build->has_zero)
		bf_store64(list + 8 * n++, 0);
	for (uint64_t i = 0; i < build->nslots; i++)
	{
		uint64_t hash = build_slots(build)[i];
		uint64_t at = n;

		if (hash == 0)
			continue;
		for (; at > 0 && bf_load64(list + 8 * (at - 1)) > hash; at--)
			bf_store64(list + 8 * at, bf_load64(list + 8 * (at - 1)));
		bf_store64(list + 8 * at, hash);
		n++;
	}
}

/* Block j of the smaller filter is the OR of the run of blocks that its hashes came from. */
static enum bf_status
finish_fold(const struct bf_build *build, const struct bf_header *h, unsigned char *blocks,
            struct bf_call *call)
{
	const unsigned char *from = build_blocks(build);
	uint64_t run = build->nblocks / h->nblocks;

	for (uint64_t i = 0; i < build->nblocks; i++)
	{
		unsigned char *to = blocks + i / run * BF_BLOCK_BYTES;

		if (i % run == 0)
			memcpy(to, from + i * BF_BLOCK_BYTES, BF_BLOCK_BYTES);
		else
			bf_block_or(to, from + i * BF_BLOCK_BYTES);
		if (i % BF_POLL_NBLOCKS == BF_POLL_NBLOCKS - 1)
		{
			enum bf_status status = bf_poll(call);

			if (status != BF_OK)
				return status;
		}
	}
	return BF_OK;
}

enum bf_status
bf_build_finish(const struct bf_build *build, const struct bf_plan *plan, void *filter,
                struct bf_call *call)
{
	unsigned char *body = (unsigned char *)filter + BF_HEADER_BYTES;
	struct bf_header header = plan->header;
	enum bf_status status = BF_OK;

	if (header.layout == BF_LIST)
		finish_list(build, body);
	else if (build->form == BF_FORM_TABLE)
		status = bf_build_table_to_blocks(build, body, header.nblocks, header.k, call);
	else
		status = finish_fold(build, &header, body, call);
	if (status == BF_OK)
		status = bf_body_sum(body, plan->nbytes - BF_HEADER_BYTES, &header.body_sum, call);
	if (status == BF_OK)
		bf_header_write(&header, filter);
	return status;
}
