/*
 * info.c - a filter described in JSON.
 */
#include "internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* snprintf with a decimal point in every locale. */
static void
info_double(char text[32], const char *format, double value)
{
	if (isinf(value))
		(void)snprintf(text, 32, "null");
	else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		(void)snprintf(text, 32, format, value);
#pragma GCC diagnostic pop
	for (char *p = text; *p != '\0'; p++)
		if (*p == ',')
			*p = '.';
}

/* ["number", "text"] */
static void
info_kinds(char text[64], unsigned kinds)
{
	const char *comma = "";
	size_t n = 0;

	text[n++] = '[';
	for (unsigned kind = BF_NUMBER; kind <= BF_BYTES; kind *= 2)
	{
		if ((kinds & kind) == 0)
			continue;
		n += (size_t)snprintf(text + n, 64 - n, "%s\"%s\"", comma, bf_kind_name((enum bf_kind)kind));
		comma = ", ";
	}
	text[n++] = ']';
	text[n] = '\0';
}

void
bf_info_json(const struct bf_header *header, uint64_t nbytes, const struct bf_stats *stats,
             char json[BF_INFO_BYTES])
{
	char fpp[32], estimated[32], current_fpp[32], fill[32], kinds[64];

	info_double(fpp, "%.15g", header->fpp);
	info_double(estimated, "%.0f", stats->estimated);
	info_double(current_fpp, "%.6g", stats->current_fpp);
	info_double(fill, "%.6g", stats->fill);
	info_kinds(kinds, header->kinds);
	(void)snprintf(json, BF_INFO_BYTES,
	               "{\"layout\": \"%s\", \"family\": \"native\", \"k\": %u, \"blocks\": %" PRIu64
	               ", \"bytes\": %" PRIu64 ", \"expected\": %" PRIu64
	               ", \"fpp\": %s, \"estimated\": %s, \"current_fpp\": %s, \"fill\": %s, "
	               "\"kinds\": %s, \"overfull\": %s}",
	               header->layout == BF_LIST ? "list" : "block", (unsigned)header->k,
	               header->nblocks, nbytes, header->expected, fpp, estimated, current_fpp, fill,
	               kinds, stats->overfull ? "true" : "false");
}
