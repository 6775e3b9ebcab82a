/*
 * info.c - a filter described in JSON.
 */
#include "internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

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
	char kinds[64], estimated[32] = "null";

	if (isfinite(stats->estimated))
		(void)snprintf(estimated, sizeof estimated, "%.0f", stats->estimated);
	info_kinds(kinds, header->kinds);
	(void)snprintf(json, BF_INFO_BYTES,
	               "{\"layout\": \"%s\", \"family\": \"native\", \"k\": %u, \"blocks\": %" PRIu64
	               ", \"bytes\": %" PRIu64 ", \"expected\": %" PRIu64
	               ", \"fpp\": %s, \"estimated\": %s, \"current_fpp\": %s, \"fill\": %s, "
	               "\"kinds\": %s, \"overfull\": %s}",
	               header->layout == BF_LIST ? "list" : "block", (unsigned)header->k,
	               header->nblocks, nbytes, header->expected, bf_decimal(header->fpp, 15).text,
	               estimated, bf_decimal(stats->current_fpp, 6).text,
	               bf_decimal(stats->fill, 6).text, kinds, stats->overfull ? "true" : "false");
}
