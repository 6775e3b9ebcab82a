/*
 * bloomfilter.h - the contract of the core.
 *
 * A filter is one flat run of bytes: a 64-byte header, then a body.  The same
 * bytes are a PostgreSQL datum, an SQLite BLOB and the form in memory;
 * docs/format.md specifies them.  This header is the only one the engines'
 * glue includes.
 *
 * What holds for every function here:
 *  - Nothing is allocated, printed or kept between calls; there are no globals.
 *    The caller owns all memory and may place it anywhere.
 *  - Filter bytes need no alignment.  A struct bf_build must be 8-byte aligned.
 *  - Filter bytes are never trusted: whatever they hold, a call ends in a result
 *    or an error and reads only the bytes it was given.
 *  - Read-only arguments may be shared between threads; an argument that is
 *    written to has one user at a time.
 *  - A function that can fail returns an enum bf_status and explains a failure
 *    in its struct bf_call.  Output arguments are then undefined, unless said
 *    otherwise.
 *  - Sizes are in bytes when a name ends in nbytes, in 64-byte blocks when it
 *    ends in nblocks.
 */
#ifndef BLOOMFILTER_H
#define BLOOMFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * The PostgreSQL server exports functions called bloom_*; hiding ours keeps any
 * clash impossible.  Before version 16 PGXS has no flag for it, so it is here.
 */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#define BF_PRINTF(nth, first) __attribute__((format(printf, nth, first)))
#else
#define BF_PRINTF(nth, first)
#endif

/* ---------------------------------------------------------------- limits */

#define BF_FORMAT_VERSION 1
#define BF_HEADER_BYTES 64
#define BF_BLOCK_BYTES 64
#define BF_MAX_K 16

/*
 * 31 * 2^18 blocks, a body of 496 MiB: PostgreSQL prints a value in hex and
 * cannot allocate 1 GB, so 512 MB would be stored but never dumped.  It has
 * five significant bits, as every size that sizing chooses.
 */
#define BF_MAX_BLOCKS 8126464
#define BF_MAX_BYTES (BF_HEADER_BYTES + (uint64_t)BF_MAX_BLOCKS * BF_BLOCK_BYTES)

/* A list stays within 64 KB, so that one read fetches it. */
#define BF_MAX_LIST 8192

/* Up to here every whole number is a double, the SQL type of `expected`. */
#define BF_MAX_EXPECTED 9007199254740992.0 /* 2^53 */

/*
 * Two keys share a 64-bit hash with probability 2^-64, so n keys add n / 2^64
 * to any rate.  A filter of the largest size at 1e-10 holds under 4e7 keys:
 * 2e-12, two per cent of the rate asked for.
 */
#define BF_MIN_FPP 1e-10
#define BF_DEFAULT_FPP 0.01

/* Without `expected`, distinct keys are kept exactly up to this many. */
#define BF_MAX_EXACT_KEYS 4194304 /* 2^22: a table of 64 MB */

/* ------------------------------------------------- statuses and messages */

/* Which SQLSTATE each one has is in messages.h, with all texts. */
enum bf_status {
	BF_OK = 0,
	BF_GROW,          /* not an error: the builder needs more room first */
	BF_E_NOT_FILTER,  /* the bytes are no filter at all */
	BF_E_VERSION,     /* a filter this version cannot read */
	BF_E_DAMAGED,     /* a filter whose bytes contradict each other */
	BF_E_PARAMETER,   /* an argument outside its legal range */
	BF_E_LIMIT,       /* a filter that would be too large */
	BF_E_KIND,        /* probed with a kind of key the filter never saw */
	BF_E_MISMATCH,    /* filters that cannot be merged */
	BF_E_TYPE,        /* a value of a type that is not supported */
	BF_E_MEMORY,      /* raised by the glue: out of memory */
	BF_E_INTERRUPTED  /* poll asked to stop */
};

#define BF_MESSAGE_BYTES 512

/*
 * What a call into the core carries.  poll, when set, is called after about
 * every MiB of work in functions that may run long; when it returns true the
 * function stops with BF_E_INTERRUPTED.  It may also not return at all
 * (longjmp): the core holds nothing that would leak.  After a failure, message
 * has the text without the name of the SQL function, hint a second sentence or
 * NULL, and sqlstate the five-letter code.
 */
struct bf_call {
	bool (*poll)(void *arg);
	void *poll_arg;
	const char *sqlstate;
	const char *hint;
	char message[BF_MESSAGE_BYTES];
};

#include "messages.h"

/*
 * bf_fail() fills *call and returns status.  Called with a row of messages.h:
 * return bf_fail(call, BF_MSG_LENGTH, nbytes, wanted).
 */
enum bf_status bf_fail(struct bf_call *call, enum bf_status status,
                       const char *hint, const char *format, ...) BF_PRINTF(4, 5);

/*
 * bf_decimal() returns a double as text with that many significant digits, as
 * printf's %g does in the C locale, whatever locale the program has set.
 */
struct bf_decimal {
	char text[32];
};
struct bf_decimal bf_decimal(double value, int digits);

/* ------------------------------------------------------------------ keys */

/* Bits of the header's mask of kinds. */
enum bf_kind { BF_NUMBER = 1, BF_TEXT = 2, BF_BYTES = 4 };

/* bf_kind_name() returns "number", "text" or "bytes". */
const char *bf_kind_name(enum bf_kind kind);

/*
 * A key in canonical form.  Values that SQL `=` calls equal have the same kind
 * and the same bytes.  bytes may point into the struct itself: do not copy it.
 */
struct bf_key {
	enum bf_kind kind;
	size_t nbytes;
	const void *bytes;
	unsigned char number[8];
};

/* Integers of every width: eight bytes, little-endian two's complement. */
void bf_key_int64(struct bf_key *key, int64_t value);

/*
 * Reals: one that is a whole number in [-2^63, 2^63) is the key of that
 * integer (so -0.0 is 0); any other is the eight bytes of the IEEE 754 double,
 * little-endian, with one NaN for all.
 */
void bf_key_double(struct bf_key *key, double value);

/* Text: UTF-8 bytes as they are, no collation.  Keeps the pointer. */
void bf_key_text(struct bf_key *key, const char *utf8, size_t nbytes);

/*
 * Bytes as they are.  Keeps the pointer.  A filter in place of a value is
 * nearly always a swapped argument or a missing bloom_union_agg, and fails
 * with BF_E_TYPE.
 */
enum bf_status bf_key_bytes(struct bf_key *key, const void *bytes, size_t nbytes,
                            struct bf_call *call);

/*
 * bf_key_hash() returns the 64-bit hash of a key: XXH3_64bits with seed 0,
 * frozen since xxHash 0.8.0 (https://xxhash.com).  The kind is not hashed.
 */
uint64_t bf_key_hash(const struct bf_key *key);

/* ---------------------------------------------------------------- sizing */

/*
 * The parameters a user asks for, as SQL gives them.  sized is false when
 * `expected` was not given.  signature names the order of arguments in the
 * messages: "(value, expected, fpp)".
 */
struct bf_request {
	bool sized;
	double expected; /* whole, 0 (taken as 1) .. 2^53 */
	double fpp;      /* BF_MIN_FPP <= fpp < 1 */
	const char *signature;
};

/*
 * bf_request_check() fails with BF_E_PARAMETER when a parameter is outside its
 * range, and names the order of arguments when they look swapped.
 */
enum bf_status bf_request_check(const struct bf_request *request, struct bf_call *call);

/*
 * What a rate costs.  It depends on fpp alone and takes about 0.5 ms to find:
 * keep the last one and reuse it while fpp is the same.  All zero bytes is a
 * valid "none yet".
 */
struct bf_sizing {
	double fpp;
	uint32_t bits_per_key; /* in 1/64 bit, rounded up */
	uint8_t k;
};

/*
 * bf_sizing_solve() fills *sizing for fpp, unless it is there already.  fpp
 * must have passed bf_request_check().  It finds, for each k, the load at which
 * bf_expected_fpp() reaches fpp, and takes the k with the fewest bits a key;
 * k = 8, whose kernel has no branch, when that is within 3 %.  Same answer on
 * every CPU: candidates come in ascending k and a later one must be better by
 * more than 0.1 %; from bits_per_key on all is integer arithmetic.
 */
void bf_sizing_solve(struct bf_sizing *sizing, double fpp);

/*
 * bf_sizing_nblocks() sets *nblocks for `expected` keys: ceil(expected *
 * bits_per_key / 512), at least 1, rounded up to five significant bits (at
 * most 1/16 more) so that filters can be folded.  expected 0 counts as 1.  Fails with BF_E_LIMIT above
 * BF_MAX_BLOCKS; the message has the size and the smallest fpp that fits.
 */
enum bf_status bf_sizing_nblocks(const struct bf_sizing *sizing, uint64_t expected,
                                 uint64_t *nblocks, struct bf_call *call);

/*
 * bf_expected_fpp() returns the false-positive rate of a block filter with on
 * average `load` keys a block: the mixture over Poisson(load) of the rate of
 * one block.  Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom
 * Filters (2007), equation 3, with the rate of one block for our block: one
 * probe a lane and round, k - 8 lanes probed twice when k > 8.  Slightly high
 * for k > 8.
 */
double bf_expected_fpp(double load, unsigned k);

/*
 * The classic formulas as Guava computes them, for filters of other programs:
 * bits = (int64)(-n ln p / (ln 2)^2), hashes = max(1, round(bits / n ln 2)).
 * Bloom: Space/Time Trade-offs in Hash Coding (1970).  They say nothing about
 * the filters made here.  Fail with BF_E_PARAMETER: expected as in a request
 * (0 is taken as 1), 0 < fpp < 1, bits from 1 to 2^63 - 1.
 */
enum bf_status bf_classic_bits(double expected, double fpp, int64_t *bits,
                               struct bf_call *call);
enum bf_status bf_classic_hashes(double expected, int64_t bits, int64_t *hashes,
                                 struct bf_call *call);

/* --------------------------------------------------------------- headers */

enum bf_layout { BF_LIST = 0, BF_BLOCK = 1 };

/* A header, checked and decoded. */
struct bf_header {
	uint64_t nblocks;  /* geometry; of a list: the blocks it would grow into */
	uint64_t expected; /* keys asked for; 0: sized by itself */
	uint64_t count;    /* hashes in a list, else 0 */
	double fpp;        /* rate asked for; 0 in the neutral filter */
	uint32_t body_sum;
	uint16_t kinds; /* mask of enum bf_kind; 0: no key was ever added */
	uint8_t layout; /* enum bf_layout */
	uint8_t k;      /* 1..16; 0 in the neutral filter */
};

/*
 * bf_header_read() checks the first 64 of the nbytes of a filter and decodes
 * them: magic, version, every field, the header's checksum, and that the body
 * they describe is just nbytes - 64 long.  Only min(nbytes, 64) bytes are
 * read.  O(1).  The body is not looked at: see bf_filter_check().
 */
enum bf_status bf_header_read(struct bf_header *header, const void *filter,
                              uint64_t nbytes, struct bf_call *call);

/*
 * The neutral filter: what an aggregate that saw no row returns, having seen no
 * parameters either.  It contains nothing, a union with it is the other filter,
 * and nothing can be added to it.
 */
static inline bool
bf_is_neutral(const struct bf_header *header)
{
	return header->k == 0;
}

/* Writes the neutral filter. */
void bf_neutral(unsigned char filter[BF_HEADER_BYTES]);

/*
 * bf_filter_check() is bf_header_read() and a look at the whole body: its
 * checksum, and that a list is strictly ascending.  For bytes that enter from
 * outside.  O(nbytes).
 */
enum bf_status bf_filter_check(struct bf_header *header, const void *filter,
                               uint64_t nbytes, struct bf_call *call);

/* --------------------------------------------------------------- probing */

/*
 * bf_kind_check() fails with BF_E_KIND when keys were added, none of them of
 * this kind: the answer would be a silent no.
 */
static inline bool
bf_kind_known(const struct bf_header *header, enum bf_kind kind)
{
	return header->kinds == 0 || (header->kinds & (unsigned)kind) != 0;
}
enum bf_status bf_kind_check(const struct bf_header *header, enum bf_kind kind,
                             struct bf_call *call);

#include "probe.h" /* bf_probe_range(), bf_probe(), bf_contains_hash() */

/* -------------------------------------------------------------- builders */

/*
 * A builder is what every function that makes a filter works on: an aggregate's
 * state, and the scratch of bloom_add, bloom_union and bloom_fold.  It is one
 * flat block of memory with no pointer inside, so it may be moved by memcpy and
 * is the same in a palloc'd datum and in sqlite3_malloc'd memory.  It starts
 * as a hash table of distinct 64-bit hashes and turns into blocks at one point
 * that depends on the set of keys alone: not on their order, nor on how they
 * were split between builders that are merged.
 *
 * The core cannot allocate.  When a call returns BF_GROW nothing has been lost;
 * the caller gets need->nbytes, calls bf_build_move(), and makes the same call
 * again.
 *
 * It is not a stored format: its bytes are valid within one build on one kind
 * of machine.
 */
enum bf_build_form { BF_FORM_TABLE = 0, BF_FORM_BLOCKS = 1 };

struct bf_build {
	uint32_t magic;
	uint8_t form; /* enum bf_build_form */
	uint8_t k;    /* 0: neutral, no parameters yet */
	uint16_t kinds;
	uint8_t self_sized; /* geometry follows from the number of keys, at the end */
	uint8_t asked;      /* made by bf_build_begin(): expected and fpp bind every row */
	uint8_t has_zero;   /* the hash 0, which marks a free slot, was added */
	uint8_t unused[5];
	uint64_t nblocks;  /* what the table turns into when it is full */
	uint64_t limit;    /* most hashes the table may hold before blocks are due */
	uint64_t count;    /* distinct hashes in the table */
	uint64_t nslots;   /* table form: a power of two */
	uint64_t expected; /* as in the header */
	double fpp;
	double asked_expected; /* as in struct bf_request */
	uint32_t bits_per_key; /* of fpp; self_sized only */
	uint32_t unused2;
	uint64_t salt; /* 0: the table is in the order of the hashes */
};

#define BF_BUILD_MIN_BYTES (sizeof(struct bf_build) + 8 * sizeof(uint64_t))

/* What bf_build_move() has to make room for. */
struct bf_room {
	uint64_t nbytes;
	uint64_t nslots; /* 0: blocks */
	uint64_t nblocks;
	bool scatter; /* the same number of slots, in another order */
};

/* bf_build_nbytes() returns how long a builder is. */
uint64_t bf_build_nbytes(const struct bf_build *build);

/*
 * bf_build_begin() makes an empty builder of BF_BUILD_MIN_BYTES for parameters
 * that have passed bf_request_check(), with the sizing of request->fpp.  Fails
 * with BF_E_LIMIT.  When !request->sized, the filter is sized at the end to the
 * distinct keys seen: exactly up to BF_MAX_EXACT_KEYS; above that it goes on in
 * the power of two of blocks that holds 53 M keys at fpp, at most 2^22 (2^20
 * at 1 %), and is folded at the end by its fill.
 */
enum bf_status bf_build_begin(struct bf_build *build, const struct bf_request *request,
                              const struct bf_sizing *sizing, struct bf_call *call);

/*
 * bf_build_begin_neutral() makes an empty builder of BF_BUILD_MIN_BYTES with no
 * parameters: it takes those of the first filter or builder merged into it.
 */
void bf_build_begin_neutral(struct bf_build *build);

/*
 * bf_build_same_request() returns whether a later row asks for what the first
 * one did; when it does not, bf_build_request_differs() says how.
 */
static inline bool
bf_build_same_request(const struct bf_build *build, const struct bf_request *request)
{
	return build->fpp == request->fpp && build->self_sized == !request->sized &&
	       (!request->sized || build->asked_expected == request->expected);
}
enum bf_status bf_build_request_differs(const struct bf_build *build,
                                        const struct bf_request *request,
                                        struct bf_call *call);

/*
 * bf_build_add() adds a key.  Returns BF_OK, BF_GROW, or BF_E_PARAMETER for a
 * neutral builder, which has no size yet.  Amortised O(1).  A builder of 1 MiB
 * or more queues up to 16 keys, so that it need not wait for memory.
 */
enum bf_status bf_build_add(struct bf_build *build, enum bf_kind kind, uint64_t hash,
                            struct bf_room *need, struct bf_call *call);

/*
 * bf_build_merge_filter() adds all keys of a filter whose header was read;
 * bf_build_merge() those of another builder.  Geometry must be equal (k and
 * nblocks), or one of the two neutral; two builders with bf_build_begin() must
 * have been asked the same.  The larger `expected` and fpp stay, so the order
 * does not matter.  A filter's body is checked as bf_filter_check() does.  Fail
 * with BF_E_MISMATCH, BF_E_DAMAGED, BF_GROW, BF_E_INTERRUPTED; after the last
 * one the builder holds some of the keys.
 */
enum bf_status bf_build_merge_filter(struct bf_build *build, const struct bf_header *header,
                                     const void *filter, struct bf_room *need,
                                     struct bf_call *call);
enum bf_status bf_build_merge(struct bf_build *build, const struct bf_build *other,
                              struct bf_room *need, struct bf_call *call);

/*
 * bf_build_move() makes dst, of need->nbytes, the larger form of src that need
 * describes.  src is left as it was.  Fails with BF_E_INTERRUPTED.
 */
enum bf_status bf_build_move(struct bf_build *dst, const struct bf_room *need,
                             const struct bf_build *src, struct bf_call *call);

/*
 * bf_build_check() checks nbytes of unknown origin as a builder: every later
 * call is then safe.  Fails with BF_E_DAMAGED, BF_E_INTERRUPTED.  O(nbytes), for
 * bytes that were not made to be slow.
 */
enum bf_status bf_build_check(const struct bf_build *build, uint64_t nbytes,
                              struct bf_call *call);

/* The filter that a builder holds now, as bf_build_finish() will write it. */
struct bf_plan {
	struct bf_header header;
	uint64_t nbytes;
	double estimated; /* distinct keys: the table's count, or from the fill */
	double rate;      /* false-positive rate to expect; list: count / 2^64 */
	bool overfull;    /* as in struct bf_stats */
	bool folded;      /* fold made it smaller */
};

/*
 * bf_build_plan() decides about the filter a builder holds and sets
 * plan->nbytes.  fold, when not NULL, asks for the smallest exact fold that
 * still meets fold->fpp at today's fill: blocks are halved while their number
 * is even; a list is sized anew for its count, when that is smaller.  Where that
 * saves something the header has expected 0 and that fpp, and folded is set.
 * Adds what is queued, which may need BF_GROW, and changes nothing else of the
 * builder: more keys may follow.  Blocks: one pass over them.
 */
enum bf_status bf_build_plan(struct bf_build *build, const struct bf_sizing *fold,
                             struct bf_plan *plan, struct bf_room *need, struct bf_call *call);

/*
 * bf_build_finish() writes the plan->nbytes of the filter, checksums included.
 * Nothing may have been added since bf_build_plan().
 */
enum bf_status bf_build_finish(const struct bf_build *build, const struct bf_plan *plan,
                               void *filter, struct bf_call *call);

/* ------------------------------------------------------------ statistics */

struct bf_stats {
	double fill;        /* share of the body's bits that are set; list: 0 */
	double estimated;   /* distinct keys, a whole number; list: exact; all bits set: infinite */
	double current_fpp; /* at today's fill; list: count / 2^64 */

	/*
	 * It holds so many keys that its rate is above 1.1 times the fpp asked
	 * for, even when the estimate is three standard errors too high.
	 */
	bool overfull;
};

/*
 * bf_stats() measures a filter whose header was read.  estimated is ln(1 - X/m)
 * / ln(1 - q) for X of m bits set, q the chance of one key to set a given bit:
 * Swamidass and Baldi, Mathematical Correction for Fingerprint Similarity
 * Measures (2007), exact for blocks because Poisson loads leave the whole
 * filter's fill as if it had none.  Its standard error is about 0.3 sqrt(n) at
 * the load sized for.  current_fpp is the mean over blocks of the chance that
 * k random probes all hit.  Fails with BF_E_INTERRUPTED.  O(nbytes).
 */
enum bf_status bf_stats(const struct bf_header *header, const void *filter,
                        struct bf_stats *stats, struct bf_call *call);

/*
 * bf_info_json() writes what is known of a filter as one JSON object, at most
 * BF_INFO_BYTES with the closing NUL.  Same bytes in both engines and every
 * locale.  An infinite estimate is null.
 */
#define BF_INFO_BYTES 512
void bf_info_json(const struct bf_header *header, uint64_t nbytes,
                  const struct bf_stats *stats, char json[BF_INFO_BYTES]);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
