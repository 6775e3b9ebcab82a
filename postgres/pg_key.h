/*
 * pg_key.h
 *	  SQL values to keys.
 */
#ifndef PG_KEY_H
#define PG_KEY_H

#include "pg_glue.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/*
 * The types that functions taking a value are overloaded for.  Seven and no
 * fewer: with smallint and bigint but no integer a call would be ambiguous.
 * X(suffix) stands for a pg_key_suffix() below and for C functions called
 * bloomfilter_.._suffix.
 */
#define PG_KEY_OVERLOADS(X) \
	X(int2) X(int4) X(int8) X(text) X(bytea) X(uuid) X(any)

/* A key, and what was allocated for it: NULL, or to be pfree'd. */
struct pg_key
{
	struct bf_key key;
	void	   *copy;
};

/* Makes the key of a value; fails as bf_key_bytes() does. */
typedef enum bf_status (*pg_encoder) (struct pg_key *key, Datum value, struct bf_call *call);

/*
 * What a call site has learned about its value argument.  Zero bytes: nothing.
 */
struct pg_key_site
{
	bool		is_text;		/* pg_check_text() passed */
	Oid			collation;		/* the last one seen that is deterministic */
	Oid			type;			/* the last type that encode was looked up for */
	pg_encoder	encode;
};

/*
 * pg_key_*() makes the key of argument argno, which is not NULL, or fails with
 * an error that names function.  Memory is taken from the current context.
 */
typedef void (*pg_key_function) (struct pg_key *key, FunctionCallInfo fcinfo, int argno,
								 const char *function);

static inline void
pg_key_int8(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	(void) function;
	key->copy = NULL;
	bf_key_int64(&key->key, PG_GETARG_INT64(argno));
}

static inline void
pg_key_int4(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	(void) function;
	key->copy = NULL;
	bf_key_int64(&key->key, PG_GETARG_INT32(argno));
}

static inline void
pg_key_int2(struct pg_key *key, FunctionCallInfo fcinfo, int argno, const char *function)
{
	(void) function;
	key->copy = NULL;
	bf_key_int64(&key->key, PG_GETARG_INT16(argno));
}

extern void pg_key_text(struct pg_key *key, FunctionCallInfo fcinfo, int argno,
						const char *function);
extern void pg_key_bytea(struct pg_key *key, FunctionCallInfo fcinfo, int argno,
						 const char *function);
extern void pg_key_uuid(struct pg_key *key, FunctionCallInfo fcinfo, int argno,
						const char *function);
extern void pg_key_any(struct pg_key *key, FunctionCallInfo fcinfo, int argno,
					   const char *function);

/*
 * pg_key_encoder() returns the encoder for values of a type, domains looked
 * through, or fails because the type is not supported.  Elements of arrays come
 * this way: an array knows its element type.
 */
extern pg_encoder pg_key_encoder(struct pg_key_site *site, Oid type, Oid collation,
								 const char *function);

static inline void
pg_key_release(struct pg_key *key)
{
	if (key->copy != NULL)
		pfree(key->copy);
}

/*
 * pg_check_collation() refuses a nondeterministic collation: values that it
 * calls equal need not have equal bytes.
 */
extern void pg_check_collation(struct pg_key_site *site, Oid collation, const char *function);

/*
 * pg_check_text() refuses an argument declared text that is of another type,
 * implicitly cast to text without a function.  That is citext and its like,
 * where = is not byte equality.  It looks at the expression, so it sees nothing
 * when there is none (Citus), or when the planner has made a constant of it.
 * An explicit cast passes.
 */
extern void pg_check_text(struct pg_key_site *site, FunctionCallInfo fcinfo, int argno,
						  const char *function);

/*
 * pg_text_to_utf8() makes the key of text in the server's encoding.  Text of a
 * database in SQL_ASCII has no known encoding and stays as it is.
 */
extern void pg_text_to_utf8(struct pg_key *key, const char *text, int nbytes);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif							/* PG_KEY_H */
