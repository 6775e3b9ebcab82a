/*
 * size_table.c - prints what sizing decides for many rates; test_size.c compiles it
 * with other compilers and flags, and compares.
 */
#include "bloomfilter.h"

#include <math.h>
#include <stdio.h>

int
main(void)
{
	for (int i = 1; i <= 120; i++)
	{
		struct bf_sizing sizing = {0};
		double fpp = i <= 100 ? exp2(-i / 3.0) : 1 - exp2((100 - i) / 2.0);

		bf_sizing_solve(&sizing, fpp);
		printf("%a %u %u\n", fpp, (unsigned)sizing.bits_per_key, (unsigned)sizing.k);
	}
	return 0;
}
