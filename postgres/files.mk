# The only list of PostgreSQL sources.
PG_SRCS = postgres/pg_module.c postgres/pg_glue.c postgres/pg_text.c postgres/pg_key.c \
          postgres/pg_filter.c postgres/pg_state.c postgres/pg_type.c postgres/pg_contains.c \
          postgres/pg_scalar.c postgres/pg_aggregate.c

# For PG_CPPFLAGS: what pg_get_loaded_modules() of PostgreSQL 18 shows.
PG_DEFINES = -DBLOOMFILTER_VERSION='"$(shell cat $(VPATH)/VERSION)"'
