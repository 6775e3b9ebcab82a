# The only list of the SQLite glue's sources.
SQLITE_SRCS = sqlite/sq_error.c sqlite/sq_value.c sqlite/sq_build.c \
              sqlite/sq_probe.c sqlite/sq_make.c sqlite/sq_inspect.c \
              sqlite/sq_aggregate.c sqlite/sq_ext.c
SQLITE_HDRS = sqlite/sq_glue.h
