# The PostgreSQL extension, built by PGXS.  ./Makefile runs this in the folder
# build/postgres-<major>, with VPATH naming the top of the sources.
include $(VPATH)/core/files.mk
include $(VPATH)/postgres/files.mk
include $(VPATH)/tool/flags.mk

EXTENSION    = postgres/bloomfilter
MODULE_big   = bloomfilter
OBJS         = $(CORE_SRCS:.c=.o) $(PG_SRCS:.c=.o)
# "=", since PGXS sets srcdir.
DATA         = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/sql/*--*.sql))
PG_CPPFLAGS  = -I$(srcdir)/core -isystem $(shell $(PG_CONFIG) --includedir-server) $(PG_DEFINES)
PG_CFLAGS    = $(WARN_FLAGS) $(MATH_FLAGS)
SHLIB_LINK   = -lm

# One test: make installcheck TEST=name
REGRESS      = $(or $(TEST),$(patsubst $(srcdir)/test/postgres/sql/%.sql,%, \
               $(sort $(wildcard $(srcdir)/test/postgres/sql/*.sql))))
# Without --outputdir pg_regress would look for tests in our sql/.
REGRESS_OPTS = --inputdir=$(srcdir)/test/postgres --outputdir=regress \
               --encoding=UTF8 --no-locale --load-extension=bloomfilter
EXTRA_CLEAN  = regress

# No bitcode: the inliner binds our calls by name to functions of the server,
# and clang would become a requirement of make install.
override with_llvm := no

# PGXS makes no folders for objects, and pg_regress none for its output.
$(shell mkdir -p regress $(sort $(dir $(OBJS))))

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# Look for sources only: VPATH would take ./bloomfilter.so, the SQLite extension,
# for the module and leave it unbuilt.
srcdir := $(srcdir)
override VPATH :=
vpath %.c $(srcdir)
vpath %.control $(srcdir)

$(OBJS): $(addprefix $(srcdir)/,$(CORE_HDRS)) $(wildcard $(srcdir)/postgres/*.h) \
         $(addprefix $(srcdir)/,VERSION postgres/pgxs.mk postgres/files.mk core/files.mk tool/flags.mk)
