/*
 * golden.h - reading the CSV files of test/vectors.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "helpers.h"

/* The next field of a line of CSV without quotes. */
static inline char *
field(char **line)
{
	char *start = *line;
	size_t n = strcspn(start, ",\n");

	*line = start + n + (start[n] != '\0');
	start[n] = '\0';
	return start;
}

static inline enum bf_kind
kind_of(const char *name)
{
	return strcmp(name, "number") == 0 ? BF_NUMBER : strcmp(name, "text") == 0 ? BF_TEXT : BF_BYTES;
}

/* The bytes that hex spells, in malloc'd memory. */
static inline unsigned char *
bytes_of_hex(const char *hex)
{
	size_t nbytes = strlen(hex) / 2;
	unsigned char *bytes = allocate(nbytes);

	for (size_t i = 0; i < nbytes; i++)
	{
		unsigned byte;

		assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}

#endif
