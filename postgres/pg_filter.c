/*
 * pg_filter.c
 *	  Arguments that are filters: flat, compressed or stored.
 */
#include "pg_filter.h"

/*
 * A slice costs about as much as reading this much of a filter when all of it
 * is fetched.  After nbytes / PG_SLICE_COST slices the two have cost the same,
 * so the total never exceeds a few times what foresight would have paid.
 */
#define PG_SLICE_COST 8192

/*
 * All call sites of the backend together keep no more than this of filters
 * fetched whole: a plan has a site for each partition, each arm of an OR and
 * so on.  The rest is answered by slices.
 */
#define PG_MAX_KEPT ((uint64) 64 * 1024 * 1024)

static uint64 kept_nbytes = 0;

/* Takes what a site kept off the count, when its memory goes away. */
static void
forget_kept(void *arg)
{
	struct pg_stored *stored = arg;

	if (stored->whole != NULL)
		kept_nbytes -= VARSIZE_ANY_EXHDR(stored->whole);
	stored->whole = NULL;
}

/* Drops what a site keeps, for another filter. */
static void
drop_kept(struct pg_stored *stored)
{
	struct varlena *whole = stored->whole;

	forget_kept(stored);
	if (whole != NULL)
		pfree(whole);
}

/* Keeps a filter that was fetched whole, as long as the site lives. */
static void
keep(struct pg_filter *filter, struct varlena *whole)
{
	struct pg_filter_site *site = filter->site;

	if (!site->stored.is_registered)
	{
		site->stored.forget.func = forget_kept;
		site->stored.forget.arg = &site->stored;
		MemoryContextRegisterResetCallback(site->context, &site->stored.forget);
		site->stored.is_registered = true;
	}
	site->stored.whole = whole;
	kept_nbytes += filter->nbytes;
}

/* A filter of the length its header promises, or an error. */
static struct varlena *
check_length(struct varlena *flat, uint64 nbytes, const char *function)
{
	struct bf_call call;

	if (VARSIZE_ANY_EXHDR(flat) != nbytes)
		pg_check(bf_fail(&call, BF_MSG_LENGTH, (uint64) VARSIZE_ANY_EXHDR(flat), nbytes),
				 function, &call);
	return flat;
}

static struct varlena *
slice(Datum datum, uint64 offset, uint64 nbytes, const char *function)
{
	struct varlena *part = PG_DETOAST_DATUM_SLICE(datum, offset, nbytes);

	return check_length(part, nbytes, function);
}

static void
open_stored(struct pg_filter *filter, const char *function)
{
	struct pg_stored *stored = &filter->site->stored;
	struct varlena *attr = (struct varlena *) DatumGetPointer(filter->datum);
	struct varatt_external pointer;

	VARATT_EXTERNAL_GET_POINTER(pointer, attr);
	filter->nbytes = pointer.va_rawsize - VARHDRSZ;
	if (memcmp(&stored->pointer, &pointer, sizeof(pointer)) != 0)
	{
		struct bf_header header;
		struct bf_call call;
		struct varlena *part;

		part = slice(filter->datum, 0, Min(filter->nbytes, BF_HEADER_BYTES), function);
		pg_check(bf_header_read(&header, VARDATA_ANY(part), filter->nbytes, &call),
				 function, &call);
		pfree(part);
		drop_kept(stored);
		stored->nprobes = 0;
		stored->header = header;
		stored->pointer = pointer;
	}
	filter->header = &stored->header;
	filter->bytes = stored->whole != NULL ? VARDATA_ANY(stored->whole) : NULL;
}

void
pg_filter_open_slow(struct pg_filter *filter, Datum datum, struct pg_filter_site *site,
					const char *function)
{
	struct varlena *attr = (struct varlena *) DatumGetPointer(datum);
	struct varlena *flat;

	filter->datum = datum;
	filter->site = site;
	filter->copy = NULL;
	if (VARATT_IS_EXTERNAL_ONDISK(attr))
	{
		open_stored(filter, function);
		return;
	}

	flat = pg_detoast_datum_packed(attr);
	if (flat != attr)
		filter->copy = flat;
	filter->nbytes = VARSIZE_ANY_EXHDR(flat);
	filter->bytes = VARDATA_ANY(flat);
	filter->header = &site->header;
	if (site->nbytes == 0 || site->nbytes != filter->nbytes ||
		memcmp(filter->bytes, site->bytes, BF_HEADER_BYTES) != 0)
	{
		struct bf_call call;

		site->nbytes = 0;
		pg_check(bf_header_read(&site->header, filter->bytes, filter->nbytes, &call),
				 function, &call);
		memcpy(site->bytes, filter->bytes, BF_HEADER_BYTES);
		site->nbytes = filter->nbytes;
	}
}

/* Whether all of a stored filter should be fetched now, and be kept. */
static bool
is_worth_keeping(const struct pg_stored *stored, uint64 nbytes)
{
	if (nbytes > PG_MAX_KEPT - Min(kept_nbytes, PG_MAX_KEPT))
		return false;

	/* Each slice of a compressed value decompresses all that precedes it. */
	return VARATT_EXTERNAL_IS_COMPRESSED(stored->pointer) ||
		stored->nprobes * PG_SLICE_COST > nbytes;
}

bool
pg_filter_probe_stored(struct pg_filter *filter, uint64 hash, const char *function)
{
	struct pg_stored *stored = &filter->site->stored;
	struct bf_range range;
	struct varlena *part;
	bool		found;

	if (is_worth_keeping(stored, filter->nbytes))
	{
		MemoryContext old = MemoryContextSwitchTo(filter->site->context);
		struct varlena *whole = PG_DETOAST_DATUM(filter->datum);

		MemoryContextSwitchTo(old);
		keep(filter, check_length(whole, filter->nbytes, function));
		filter->bytes = VARDATA(stored->whole);
		return bf_contains_hash(filter->header, filter->bytes, hash);
	}

	stored->nprobes++;
	range = bf_probe_range(filter->header, hash);
	if (range.nbytes == 0)
		return false;
	part = slice(filter->datum, range.offset, range.nbytes, function);
	found = bf_probe(filter->header, VARDATA_ANY(part), hash);
	pfree(part);
	return found;
}

void
pg_filter_fetch(struct pg_filter *filter, const char *function)
{
	if (filter->bytes != NULL)
		return;
	filter->copy = PG_DETOAST_DATUM(filter->datum);
	filter->bytes = VARDATA(check_length(filter->copy, filter->nbytes, function));
}

void
pg_filter_fail_kind(const struct pg_filter *filter, enum bf_kind kind, const char *function)
{
	struct bf_call call;

	pg_check(bf_kind_check(filter->header, kind, &call), function, &call);
}
