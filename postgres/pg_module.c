/*
 * pg_module.c
 *	  The magic block that makes this a module of PostgreSQL.
 */
#include "pg_glue.h"

#if PG_VERSION_NUM >= 180000
#ifndef BLOOMFILTER_VERSION
#define BLOOMFILTER_VERSION NULL
#endif
PG_MODULE_MAGIC_EXT(.name = "bloomfilter", .version = BLOOMFILTER_VERSION);
#else
PG_MODULE_MAGIC;
#endif
