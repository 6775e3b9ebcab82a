/*
 * sq_build.c - builders in SQLite's memory, and the filters they become.
 */
#include "sq_glue.h"

/* A filter longer than SQLITE_LIMIT_LENGTH could not be returned: say so before making it. */
static enum bf_status
sq_build_check_length(uint64_t nbytes, struct sq_connection *connection, struct bf_call *call)
{
	int limit = sqlite3_limit(connection->db, SQLITE_LIMIT_LENGTH, -1);

	if (nbytes > (uint64_t)limit)
		return bf_fail(call, BF_MSG_SQLITE_LENGTH, nbytes, limit);
	return BF_OK;
}

struct bf_build *
sq_build_new(struct bf_call *call)
{
	struct bf_build *build = sqlite3_malloc64(BF_BUILD_MIN_BYTES);

	if (build == NULL)
		(void)bf_fail(call, BF_MSG_MEMORY, (uint64_t)BF_BUILD_MIN_BYTES);
	else
		bf_build_begin_neutral(build);
	return build;
}

static enum bf_status
sq_build_grow(struct bf_build **build, const struct bf_room *need, struct sq_connection *connection,
              struct bf_call *call)
{
	struct bf_build *larger;
	enum bf_status status;

	/*
	 * In blocks the filter's length is known, unless it sizes itself: its
	 * blocks are folded at the end.
	 */
	if (need->nslots == 0 && !(*build)->self_sized)
	{
		status = sq_build_check_length(BF_HEADER_BYTES + need->nblocks * BF_BLOCK_BYTES, connection,
		                               call);
		if (status != BF_OK)
			return status;
	}
	larger = sqlite3_malloc64(need->nbytes);
	if (larger == NULL)
		return bf_fail(call, BF_MSG_MEMORY, need->nbytes);
	status = bf_build_move(larger, need, *build, call);
	if (status != BF_OK)
	{
		sqlite3_free(larger);
		return status;
	}
	sqlite3_free(*build);
	*build = larger;
	return BF_OK;
}

enum bf_status
sq_build_add(struct bf_build **build, enum bf_kind kind, uint64_t hash,
             struct sq_connection *connection, struct bf_call *call)
{
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_add(*build, kind, hash, &need, call)) == BF_GROW)
	{
		status = sq_build_grow(build, &need, connection, call);
		if (status != BF_OK)
			break;
	}
	return status;
}

enum bf_status
sq_build_merge(struct bf_build **build, const struct bf_header *header, const void *bytes,
               struct sq_connection *connection, struct bf_call *call)
{
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_merge_filter(*build, header, bytes, &need, call)) == BF_GROW)
	{
		status = sq_build_grow(build, &need, connection, call);
		if (status != BF_OK)
			break;
	}
	return status;
}

enum bf_status
sq_build_plan(struct bf_build **build, const struct bf_sizing *fold, struct bf_plan *plan,
              struct sq_connection *connection, struct bf_call *call)
{
	struct bf_room need;
	enum bf_status status;

	while ((status = bf_build_plan(*build, fold, plan, &need, call)) == BF_GROW)
	{
		status = sq_build_grow(build, &need, connection, call);
		if (status != BF_OK)
			break;
	}
	return status;
}

void
sq_result_free(struct sq_result *result)
{
	if (result != NULL && --result->nrefs == 0)
		sqlite3_free(result);
}

/* SQLite's destructor of a result: it knows the BLOB, not what is in front of it. */
static void
sq_build_release(void *filter)
{
	sq_result_free(
		(struct sq_result *)(void *)((char *)filter - offsetof(struct sq_result, filter)));
}

enum bf_status
sq_build_filter(struct sq_result **result, const struct bf_build *build, const struct bf_plan *plan,
                struct sq_connection *connection, struct bf_call *call)
{
	struct sq_result *made;
	enum bf_status status = sq_build_check_length(plan->nbytes, connection, call);

	if (status != BF_OK)
		return status;
	made = sqlite3_malloc64(sizeof *made + plan->nbytes);
	if (made == NULL)
		return bf_fail(call, BF_MSG_MEMORY, plan->nbytes);
	made->nrefs = 1;
	made->nbytes = plan->nbytes;
	status = bf_build_finish(build, plan, made->filter, call);
	if (status != BF_OK)
	{
		sqlite3_free(made);
		return status;
	}
	*result = made;
	return BF_OK;
}

void
sq_result_give(sqlite3_context *context, struct sq_result *result)
{
	result->nrefs++;
	sqlite3_result_blob64(context, result->filter, result->nbytes, sq_build_release);
}
