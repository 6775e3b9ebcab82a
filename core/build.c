/*
 * build.c - builders: adding, merging, growing.
 */
#include "table.h"

/*
 * A filter that is sized by itself goes on, above BF_MAX_EXACT_KEYS, in blocks
 * for this many keys, but no more than 256 MiB of them.
 */
#define BUILD_SELF_SIZED_KEYS 53000000
#define BUILD_SELF_SIZED_MAX_BLOCKS 4194304

uint64_t
bf_build_nbytes(const struct bf_build *build)
{
	return build_nbytes(build_body_nbytes(build));
}

static enum bf_status
build_need_blocks(const struct bf_build *build, struct bf_room *need)
{
	need->nslots = 0;
	need->nblocks = build->nblocks;
	need->nbytes = build_nbytes(build->nblocks * BF_BLOCK_BYTES);
	need->scatter = false;
	return BF_GROW;
}

static enum bf_status
build_need_scatter(const struct bf_build *build, struct bf_room *need)
{
	need->nslots = build->nslots;
	need->nblocks = build->nblocks;
	need->nbytes = build_nbytes(need->nslots * 8);
	need->scatter = true;
	return BF_GROW;
}

/*
 * Makes sure that the table has slots for this many more keys, up to its limit.
 * A merge asks for all of them first: it walks hashes in ascending order, and a
 * table that grew under it would have them all in one run at its low end.
 */
static enum bf_status
build_reserve(const struct bf_build *build, uint64_t nmore, struct bf_room *need)
{
	uint64_t wanted = build->limit - build->count < nmore ? build->limit : build->count + nmore;

	if (2 * wanted <= build->nslots)
		return BF_OK;
	need->nslots = build->nslots;
	while (need->nslots < 2 * wanted)
		need->nslots *= 2;
	need->nblocks = build->nblocks;
	need->nbytes = build_nbytes(need->nslots * 8);
	need->scatter = false;
	return BF_GROW;
}

void
bf_build_begin_neutral(struct bf_build *build)
{
	memset(build, 0, BF_BUILD_MIN_BYTES);
	build->magic = BUILD_MAGIC;
	build->form = BF_FORM_TABLE;
	build->nblocks = 1;
	build->nslots = BUILD_MIN_SLOTS;
}

/* The power of two of blocks for BUILD_SELF_SIZED_KEYS. */
static uint64_t
build_self_sized_nblocks(const struct bf_sizing *sizing)
{
	uint64_t wanted =
		(uint64_t)BUILD_SELF_SIZED_KEYS * sizing->bits_per_key / 64 / 8 / BF_BLOCK_BYTES;
	uint64_t nblocks = 1;

	while (nblocks < wanted && nblocks < BUILD_SELF_SIZED_MAX_BLOCKS)
		nblocks *= 2;
	return nblocks;
}

enum bf_status
bf_build_begin(struct bf_build *build, const struct bf_request *request,
               const struct bf_sizing *sizing, struct bf_call *call)
{
	uint64_t expected = request->expected > 0 ? (uint64_t)request->expected : 1;
	enum bf_status status = BF_OK;

	bf_build_begin_neutral(build);
	build->k = sizing->k;
	build->fpp = request->fpp;
	build->asked = 1;
	if (request->sized)
	{
		build->asked_expected = request->expected;
		build->expected = expected;
		status = bf_sizing_nblocks(sizing, expected, &build->nblocks, call);
		if (status == BF_OK)
			build->limit = bf_list_limit(build->nblocks);
	}
	else
	{
		build->self_sized = 1;
		build->bits_per_key = sizing->bits_per_key;
		build->nblocks = build_self_sized_nblocks(sizing);
		build->limit = BF_MAX_EXACT_KEYS;
	}
	return status;
}

enum bf_status
bf_build_request_differs(const struct bf_build *build, const struct bf_request *request,
                         struct bf_call *call)
{
	if (build->fpp != request->fpp)
		return bf_fail(call, BF_MSG_REQUEST_DIFFERS, "fpp", bf_decimal(build->fpp, 15).text,
		               bf_decimal(request->fpp, 15).text);
	if (build->self_sized != !request->sized)
		return bf_fail(call, BF_MSG_EXPECTED_IN_ONE);
	return bf_fail(call, BF_MSG_REQUEST_DIFFERS, "expected",
	               bf_decimal(build->asked_expected, 16).text,
	               bf_decimal(request->expected, 16).text);
}

/* Adds a hash to the table, or says that it does not fit. */
static inline enum bf_status
build_add_to_table(struct bf_build *build, uint64_t hash, struct bf_room *need)
{
	uint64_t slot;

	if (hash == 0)
	{
		if (build->has_zero)
			return BF_OK;
		if (build->count == build->limit)
			return build_need_blocks(build, need);
		build->has_zero = 1;
		build->count++;
		return BF_OK;
	}
	slot = build_find(build, hash);
	if (build_slots(build)[slot] == hash)
		return BF_OK;
	if (build->count == build->limit)
		return build_need_blocks(build, need);
	if (build_reserve(build, 1, need) == BF_GROW)
		return BF_GROW;
	if (build->salt == 0 &&
	    ((slot - build_home(build, hash)) & (build->nslots - 1)) > BUILD_LONGEST_RUN)
		return build_need_scatter(build, need);
	build_slots(build)[slot] = hash;
	build->count++;
	return BF_OK;
}

static inline enum bf_status
build_add_now(struct bf_build *build, uint64_t hash, struct bf_room *need)
{
	if (build->form == BF_FORM_TABLE)
		return build_add_to_table(build, hash, need);
	bf_blocks_set(build_blocks(build), build->nblocks, hash, build->k);
	return BF_OK;
}

enum bf_status
bf_build_flush(struct bf_build *build, struct bf_room *need)
{
	struct build_queue *queue = build_queue(build);

	for (; queue != NULL && queue->nhashes > 0; queue->nhashes--)
		if (build_add_now(build, queue->hashes[queue->nhashes - 1], need) == BF_GROW)
			return BF_GROW;
	return BF_OK;
}

/* Adds a hash by way of the queue. */
static inline enum bf_status
build_enqueue(struct bf_build *build, struct build_queue *queue, uint64_t hash,
              struct bf_room *need)
{
	const unsigned char *place = build_blocks(build);

	if (queue->nhashes == BUILD_QUEUE_HASHES && bf_build_flush(build, need) == BF_GROW)
		return BF_GROW;
	if (build->form == BF_FORM_BLOCKS)
	{
		place += bf_block_index(hash, build->nblocks) * BF_BLOCK_BYTES;
		bf_prefetch(place + BF_BLOCK_BYTES - 1); /* blocks need not be aligned to cache lines */
	}
	else
		place += build_home(build, hash) * 8;
	bf_prefetch(place);
	queue->hashes[queue->nhashes++] = hash;
	return BF_OK;
}

enum bf_status
bf_build_add(struct bf_build *build, enum bf_kind kind, uint64_t hash, struct bf_room *need,
             struct bf_call *call)
{
	struct build_queue *queue = build_queue(build);
	enum bf_status status;

	if (build->k == 0)
		return bf_fail(call, BF_MSG_NEUTRAL_ADD);
	status =
		queue == NULL ? build_add_now(build, hash, need) : build_enqueue(build, queue, hash, need);
	if (status == BF_OK)
		build->kinds |= (uint16_t)kind;
	return status;
}

/* Once a merge has succeeded. */
static enum bf_status
build_merged(struct bf_build *build, uint16_t kinds, uint64_t expected, double fpp)
{
	build->kinds |= kinds;
	if (expected > build->expected)
		build->expected = expected;
	if (fpp > build->fpp)
		build->fpp = fpp;
	return BF_OK;
}

enum bf_status
bf_build_merge_filter(struct bf_build *build, const struct bf_header *header, const void *filter,
                      struct bf_room *need, struct bf_call *call)
{
	const unsigned char *body = (const unsigned char *)filter + BF_HEADER_BYTES;
	enum bf_status status = BF_OK;

	if (bf_is_neutral(header))
		return BF_OK;
	if (build->k == 0)
	{
		build->k = header->k;
		build->nblocks = header->nblocks;
		build->limit = bf_list_limit(header->nblocks);
	}
	if (build->self_sized || build->k != header->k || build->nblocks != header->nblocks)
		return bf_fail(call, BF_MSG_GEOMETRY, (unsigned)build->k, build->nblocks,
		               (unsigned)header->k, header->nblocks);
	if (header->layout == BF_BLOCK && build->form == BF_FORM_TABLE)
		return build_need_blocks(build, need);
	if (build->form == BF_FORM_TABLE && build_reserve(build, header->count, need) == BF_GROW)
		return BF_GROW;

	/* Damage must not be certified by the new filter's checksum. */
	status = bf_body_check(header, body, call);
	if (status == BF_OK && header->layout == BF_BLOCK)
		status = bf_blocks_or(build_blocks(build), body, build->nblocks, call);
	for (uint64_t i = 0; i < header->count && status == BF_OK; i++) /* of blocks it is 0 */
		status = build_add_now(build, bf_load64(body + 8 * i), need);
	if (status != BF_OK)
		return status;
	return build_merged(build, header->kinds, header->expected, header->fpp);
}

/* Takes the parameters of a builder that has some. */
static void
build_adopt(struct bf_build *build, const struct bf_build *other)
{
	build->k = other->k;
	build->self_sized = other->self_sized;
	build->asked = other->asked;
	build->nblocks = other->nblocks;
	build->limit = other->limit;
	build->asked_expected = other->asked_expected;
	build->fpp = other->fpp;
	build->bits_per_key = other->bits_per_key;
}

static enum bf_status
build_check_mergeable(const struct bf_build *build, const struct bf_build *other,
                      struct bf_call *call)
{
	if (build->asked && other->asked)
	{
		struct bf_request request = {0};

		request.sized = !other->self_sized;
		request.expected = other->asked_expected;
		request.fpp = other->fpp;
		if (!bf_build_same_request(build, &request))
			return bf_build_request_differs(build, &request, call);
	}
	if (build->k != other->k || build->nblocks != other->nblocks ||
	    build->self_sized != other->self_sized)
		return bf_fail(call, BF_MSG_GEOMETRY, (unsigned)build->k, build->nblocks,
		               (unsigned)other->k, other->nblocks);
	return BF_OK;
}

/* Adds every hash of another table. */
static enum bf_status
build_merge_table(struct bf_build *build, const struct bf_build *other, struct bf_room *need,
                  struct bf_call *call)
{
	enum bf_status status = BF_OK;

	if (build->form == BF_FORM_TABLE)
		status = build_reserve(build, other->count, need);
	if (other->has_zero && status == BF_OK)
		status = build_add_now(build, 0, need);
	for (uint64_t i = 0; i < other->nslots && status == BF_OK; i++)
	{
		uint64_t hash = build_slots(other)[i];

		if (hash != 0)
			status = build_add_now(build, hash, need);
		if (status == BF_OK && i % BUILD_POLL_SLOTS == BUILD_POLL_SLOTS - 1)
			status = bf_poll(call);
	}
	return status;
}

/* Adds what is in another builder's queue. */
static enum bf_status
build_merge_queue(struct bf_build *build, const struct bf_build *other, struct bf_room *need)
{
	const struct build_queue *from = build_queue(other);
	struct build_queue *queue = build_queue(build);
	enum bf_status status = BF_OK;

	for (uint64_t i = 0; from != NULL && i < from->nhashes && status == BF_OK; i++)
		status = queue == NULL ? build_add_now(build, from->hashes[i], need)
		                       : build_enqueue(build, queue, from->hashes[i], need);
	return status;
}

enum bf_status
bf_build_merge(struct bf_build *build, const struct bf_build *other, struct bf_room *need,
               struct bf_call *call)
{
	enum bf_status status;

	if (other->k == 0)
		return BF_OK;
	if (build->k == 0)
		build_adopt(build, other);
	status = build_check_mergeable(build, other, call);
	if (status != BF_OK)
		return status;
	if (other->form == BF_FORM_TABLE)
		status = build_merge_table(build, other, need, call);
	else if (build->form == BF_FORM_TABLE)
		status = build_need_blocks(build, need);
	else
		status = bf_blocks_or(build_blocks(build), build_blocks(other), build->nblocks, call);
	if (status == BF_OK)
		status = build_merge_queue(build, other, need);
	if (status != BF_OK)
		return status;
	return build_merged(build, other->kinds, other->expected, other->fpp);
}

enum bf_status
bf_build_table_to_blocks(const struct bf_build *build, unsigned char *blocks, uint64_t nblocks,
                         unsigned k, struct bf_call *call)
{
	enum bf_status status = bf_blocks_clear(blocks, nblocks, call);

	if (build->has_zero)
		bf_blocks_set(blocks, nblocks, 0, k);
	for (uint64_t i = 0; i < build->nslots && status == BF_OK; i++)
	{
		uint64_t hash = build_slots(build)[i];

		if (hash != 0)
			bf_blocks_set(blocks, nblocks, hash, k);
		if (i % BUILD_POLL_SLOTS == BUILD_POLL_SLOTS - 1)
			status = bf_poll(call);
	}
	return status;
}

/* Puts what is in the table of src into that of dst, which is large enough. */
static enum bf_status
build_rehash(struct bf_build *dst, const struct bf_build *src, struct bf_call *call)
{
	/* Slots come by eights, so they are a number of blocks too. */
	enum bf_status status =
		bf_blocks_clear(build_blocks(dst), dst->nslots * 8 / BF_BLOCK_BYTES, call);

	dst->has_zero = src->has_zero;
	dst->count = src->count;
	for (uint64_t i = 0; i < src->nslots && status == BF_OK; i++)
	{
		uint64_t hash = build_slots(src)[i];

		if (hash != 0)
			build_slots(dst)[build_find(dst, hash)] = hash;
		if (i % BUILD_POLL_SLOTS == BUILD_POLL_SLOTS - 1)
			status = bf_poll(call);
	}
	return status;
}

/*
 * From sixteen bits of a hash of an address: enough that nobody can aim at it,
 * too few to tell the address, as a state can be printed.
 */
static uint64_t
build_salt(const void *address)
{
	return ((uint64_t)(bf_sum(&address, sizeof address) & 0xFFFF) + 1) * BF_MIX2;
}

enum bf_status
bf_build_move(struct bf_build *dst, const struct bf_room *need, const struct bf_build *src,
              struct bf_call *call)
{
	struct bf_room none; /* to add to a queue that has room, or to blocks, never needs more */
	enum bf_status status;

	*dst = *src;
	dst->form = need->nslots > 0 ? BF_FORM_TABLE : BF_FORM_BLOCKS;
	dst->nslots = need->nslots;
	if (need->scatter)
		dst->salt = build_salt(dst);
	dst->has_zero = 0;
	dst->count = 0;

	/* All of the queue: a state can be printed, and memory may hold secrets. */
	if (build_queue(dst) != NULL)
		memset(build_queue(dst), 0, sizeof(struct build_queue));

	if (dst->form == BF_FORM_TABLE)
		status = build_rehash(dst, src, call);
	else
		status = bf_build_table_to_blocks(src, build_blocks(dst), dst->nblocks, dst->k, call);
	if (status == BF_OK)
		status = build_merge_queue(dst, src, &none);
	return status;
}
