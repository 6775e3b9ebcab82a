/*
 * messages.h - every error text of both engines.
 *
 * A row is what bf_fail() takes after its first argument: status, hint or NULL,
 * format.  The engines put the name of the SQL function and a colon in front of
 * the message; PostgreSQL shows the hint as HINT, SQLite after the message.
 * The compiler checks each format against its arguments at the place of use.
 * Doubles come as the text of bf_decimal(), which is the same in every locale.
 */
#ifndef BF_MESSAGES_H
#define BF_MESSAGES_H

#include <inttypes.h>

/* SQLSTATE of each status, in the order of enum bf_status. */
#define BF_SQLSTATES                                       \
	{                                                      \
		"00000", /* OK */                                  \
		"XX000", /* GROW: the caller has to handle it */   \
		"22P03", /* NOT_FILTER: invalid binary representation */ \
		"0A000", /* VERSION: feature not supported */      \
		"XX001", /* DAMAGED: data corrupted */             \
		"22023", /* PARAMETER: invalid parameter value */  \
		"54000", /* LIMIT: program limit exceeded */       \
		"42804", /* KIND: datatype mismatch */             \
		"22023", /* MISMATCH: invalid parameter value */   \
		"42804", /* TYPE: datatype mismatch */             \
		"53200", /* MEMORY: out of memory */               \
		"57014"  /* INTERRUPTED: query canceled */         \
	}

/* ---- bytes that should be a filter ---- */

#define BF_HINT_FILTER \
	"A filter comes from bloom_agg, bloom_new or another bloom_ function; it is the first argument."

#define BF_MSG_NO_MAGIC \
	BF_E_NOT_FILTER, BF_HINT_FILTER, "argument filter is not a filter: its first bytes are not B1 6F 6F 6D"
#define BF_MSG_SHORT \
	BF_E_NOT_FILTER, BF_HINT_FILTER, \
	"argument filter is not a filter: it has %" PRIu64 " bytes, the smallest filter has 64"
/* argument: the engine's name of the type */
#define BF_MSG_FILTER_TYPE \
	BF_E_NOT_FILTER, BF_HINT_FILTER, "argument filter is %s, it must be a filter (a BLOB)"
#define BF_MSG_VERSION \
	BF_E_VERSION, "Upgrade the bloomfilter library.", \
	"filter has format version %u, this library reads version 1"
#define BF_MSG_RESERVED \
	BF_E_VERSION, "Upgrade the bloomfilter library.", \
	"filter uses %s %" PRIu64 ", which this library does not know"
#define BF_MSG_LENGTH \
	BF_E_DAMAGED, NULL, "filter is damaged: it has %" PRIu64 " bytes, its header says %" PRIu64
#define BF_MSG_HEADER_SUM \
	BF_E_DAMAGED, NULL, "filter is damaged: the checksum of its header does not match"
#define BF_MSG_BODY_SUM \
	BF_E_DAMAGED, NULL, "filter is damaged: the checksum of its body does not match"
#define BF_MSG_LIST_ORDER \
	BF_E_DAMAGED, NULL, "filter is damaged: its list of hashes is not in ascending order"
/* arguments: name of the field, value, legal range */
#define BF_MSG_FIELD \
	BF_E_DAMAGED, NULL, "filter is damaged: %s is %" PRIu64 ", must be %s"
#define BF_MSG_FIELD_FPP \
	BF_E_DAMAGED, NULL, "filter is damaged: fpp is %s, must be above 0 and below 1"
#define BF_MSG_STATE \
	BF_E_DAMAGED, NULL, "aggregate state is damaged"

/* ---- parameters ---- */

#define BF_MSG_EXPECTED \
	BF_E_PARAMETER, NULL, \
	"expected is %s, must be a whole number from 0 to 9007199254740992 (2^53)"
#define BF_MSG_FPP \
	BF_E_PARAMETER, NULL, "fpp is %s, must be at least 1e-10 and below 1"
#define BF_MSG_CLASSIC_FPP \
	BF_E_PARAMETER, NULL, "fpp is %s, must be above 0 and below 1"
#define BF_MSG_CLASSIC_BITS \
	BF_E_PARAMETER, NULL, "bits is %" PRId64 ", must be from 1 to 9223372036854775807"
/* arguments: value, signature */
#define BF_HINT_SWAPPED "First the number of keys expected, then the false-positive rate."
#define BF_MSG_EXPECTED_SWAPPED \
	BF_E_PARAMETER, BF_HINT_SWAPPED, \
	"expected is %s, must be a whole number from 0 to 9007199254740992 (2^53); arguments are %s"
#define BF_MSG_FPP_SWAPPED \
	BF_E_PARAMETER, BF_HINT_SWAPPED, "fpp is %s, must be at least 1e-10 and below 1; arguments are %s"
/* arguments: expected, fpp, MiB needed, what would fit */
#define BF_MSG_TOO_LARGE \
	BF_E_LIMIT, "Split the keys over several filters.", \
	"a filter for %s keys at fpp %s needs %.0f MiB, the limit is 496 MiB; %s"
#define BF_MSG_REQUEST_DIFFERS \
	BF_E_PARAMETER, "expected and fpp are taken from the first row and must be the same in all.", \
	"%s is %s in one row and %s in another"
#define BF_MSG_EXPECTED_IN_ONE \
	BF_E_PARAMETER, "expected and fpp are taken from the first row and must be the same in all.", \
	"expected is given in one row and not in another"
#define BF_MSG_NEUTRAL_ADD \
	BF_E_PARAMETER, "Make an empty filter of a size with bloom_new(expected, fpp).", \
	"filter has no size: it was made by an aggregate that saw no row"
/* arguments: name of the argument, the engine's name of its type, what it must be */
#define BF_MSG_ARGUMENT_TYPE \
	BF_E_TYPE, NULL, "argument %s is %s, it must be %s"
#define BF_MSG_NO_VALUE \
	BF_E_PARAMETER, "Arguments are (filter, value, ...).", "at least one value is needed"

/* ---- values ---- */

#define BF_MSG_KIND \
	BF_E_KIND, "Cast the value to the type the filter was built from.", \
	"filter holds %s, probed with %s: cast the value"
#define BF_MSG_VALUE_IS_FILTER \
	BF_E_TYPE, "A filter is the first argument; to merge filters use bloom_union or bloom_union_agg.", \
	"argument value is a filter"
/* argument: name of the type */
#define BF_MSG_TYPE \
	BF_E_TYPE, "Cast the value, for example to text.", "values of type %s are not supported"
#define BF_MSG_TYPE_TIME \
	BF_E_TYPE, \
	"In building and probing alike, use (extract(epoch from x) * 1000000)::bigint or x::text.", \
	"values of type %s are not supported"
#define BF_MSG_TYPE_TEXT_LIKE \
	BF_E_TYPE, "Its = is not byte equality: use lower(x::text) for both building and probing.", \
	"values of type %s are not supported"
#define BF_MSG_COLLATION \
	BF_E_TYPE, "Its = is not byte equality: use COLLATE \"C\" where that is what you mean.", \
	"nondeterministic collations are not supported"

/* a polymorphic function of PostgreSQL, called without an expression */
#define BF_MSG_TYPE_UNKNOWN \
	BF_E_TYPE, "Cast the value, for example to bigint or text.", \
	"cannot tell the type of argument value"

/* ---- merging ---- */

/* arguments: k, blocks, k, blocks */
#define BF_MSG_GEOMETRY \
	BF_E_MISMATCH, \
	"Build both with the same expected and fpp; for filters that will be united, expected is the total.", \
	"filters differ: one has k %u and %" PRIu64 " blocks, the other k %u and %" PRIu64 " blocks"

/* ---- the engine ---- */

#define BF_MSG_MEMORY BF_E_MEMORY, NULL, "out of memory, %" PRIu64 " bytes wanted"
#define BF_MSG_SQLITE_LENGTH \
	BF_E_LIMIT, "The limit is set by sqlite3_limit(SQLITE_LIMIT_LENGTH).", \
	"the filter would have %" PRIu64 " bytes, this connection allows %d"
#define BF_MSG_INTERRUPTED BF_E_INTERRUPTED, NULL, "interrupted"
#define BF_MSG_INVERSE \
	BF_E_PARAMETER, "A key cannot be taken out of a Bloom filter: let the frame start at UNBOUNDED PRECEDING.", \
	"moving window frames are not supported"
/*
 * Warnings of PostgreSQL, not rows for bf_fail(): its own printf knows no locale.
 * Arguments: keys, rate, fpp; fpp.
 */
#define BF_WARNING_OVERFULL "about %.0f keys make its false-positive rate %.2g, asked for was %.15g"
#define BF_WARNING_FULL "all its bits are set, so that it contains everything; asked for was an fpp of %.15g"
#define BF_HINT_OVERFULL "Build it with the number of distinct keys as expected."
#define BF_MSG_OUTSIDE_AGGREGATE BF_E_PARAMETER, NULL, "can only be called as part of an aggregate"

#endif
