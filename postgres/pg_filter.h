/*
 * pg_filter.h
 *	  Arguments that are filters.
 *
 * A filter argument may be flat in memory, compressed, or a pointer into a
 * TOAST table.  To fetch a stored filter whole takes 70 us for each MB; done on
 * every row, that is all a query would do.  So a stored filter is read by
 * slices, its header and then the one block that decides, until it has been
 * asked so often that fetching it would have been cheaper.
 */
#ifndef PG_FILTER_H
#define PG_FILTER_H

#include "pg_glue.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* A stored filter, known by its TOAST pointer and never by an address. */
struct pg_stored
{
	struct varatt_external pointer;
	struct bf_header header;
	uint64		nprobes;		/* answered by slices so far */
	struct varlena *whole;		/* all of it, once that is worth while */
	MemoryContextCallback forget;	/* takes it off the backend's count */
	bool		is_registered;
};

/*
 * What a call site remembers of the filters it saw last.  All zero: nothing.
 */
struct pg_filter_site
{
	/*
	 * The header of a flat filter that passed its check: a filter of the same
	 * length with the same 64 bytes passes too.
	 */
	uint64		nbytes;			/* 0: none */
	struct bf_header header;
	unsigned char bytes[BF_HEADER_BYTES];

	struct pg_stored stored;
	MemoryContext context;		/* where stored.whole is allocated */
};

/* A filter argument.  Valid until its site is used for the next one. */
struct pg_filter
{
	const struct bf_header *header;
	uint64		nbytes;
	const char *bytes;			/* NULL: stored, not fetched */
	struct varlena *copy;		/* to be pfree'd, or NULL */
	Datum		datum;			/* the argument as it came */
	struct pg_filter_site *site;
};

/*
 * pg_filter_open() takes a filter argument and checks its header.  It reads 64
 * bytes of a stored filter, and nothing of one that the site knows.
 */
extern void pg_filter_open_slow(struct pg_filter *filter, Datum datum,
								struct pg_filter_site *site, const char *function);

static inline void
pg_filter_open(struct pg_filter *filter, Datum datum, struct pg_filter_site *site,
			   const char *function)
{
	struct varlena *flat = (struct varlena *) DatumGetPointer(datum);

	/* The common case: flat, and the same header as in the last row. */
	if (likely(!VARATT_IS_EXTENDED(flat) &&
			   VARSIZE(flat) - VARHDRSZ == site->nbytes &&
			   site->nbytes > 0 &&
			   memcmp(VARDATA(flat), site->bytes, BF_HEADER_BYTES) == 0))
	{
		filter->header = &site->header;
		filter->nbytes = site->nbytes;
		filter->bytes = VARDATA(flat);
		filter->copy = NULL;
		filter->datum = datum;
		filter->site = site;
	}
	else
		pg_filter_open_slow(filter, datum, site, function);
}

/* pg_filter_check_kind() fails when the answer about this kind of key would be a silent no. */
extern void pg_filter_fail_kind(const struct pg_filter *filter, enum bf_kind kind,
								const char *function);

static inline void
pg_filter_check_kind(const struct pg_filter *filter, enum bf_kind kind, const char *function)
{
	if (unlikely(!bf_kind_known(filter->header, kind)))
		pg_filter_fail_kind(filter, kind, function);
}

/* pg_filter_probe() returns whether a hash may be in the filter. */
extern bool pg_filter_probe_stored(struct pg_filter *filter, uint64 hash, const char *function);

static inline bool
pg_filter_probe(struct pg_filter *filter, uint64 hash, const char *function)
{
	if (likely(filter->bytes != NULL))
		return bf_contains_hash(filter->header, filter->bytes, hash);
	return pg_filter_probe_stored(filter, hash, function);
}

/* pg_filter_fetch() makes filter->bytes the whole filter. */
extern void pg_filter_fetch(struct pg_filter *filter, const char *function);

static inline void
pg_filter_close(struct pg_filter *filter)
{
	if (filter->copy != NULL)
		pfree(filter->copy);
}

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif							/* PG_FILTER_H */
