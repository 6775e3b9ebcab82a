# Builds, installs and tests bloomfilter; `make help` lists the targets.  Works in
# place and from a build folder (make -f SRC/Makefile).  Everything generated is
# ./bloomfilter.so (SQLite) and build/.
TOP := $(patsubst %/,%,$(dir $(firstword $(MAKEFILE_LIST))))
include $(TOP)/core/files.mk
include $(TOP)/sqlite/files.mk
include $(TOP)/tool/flags.mk
MAKEFLAGS += --no-print-directory

CFLAGS    ?= -O2 -g
PREFIX    ?= /usr/local
SQLITEDIR ?= $(PREFIX)/lib/sqlite3
PG_CONFIG ?= pg_config
SQLITE3   ?= sqlite3
export CC PG_CONFIG SQLITE3

# The engines to build and install.  PG_CONFIG=.. on the command line, as pgxn and
# pg_buildext call us, means that server alone.
ENGINES ?= $(if $(filter command,$(origin PG_CONFIG)),,sqlite) postgres

# What an engine lacks to be built here, with the Debian package that gives it.
header        = $(shell $(CC) $(CPPFLAGS) -include $1 -E -x c /dev/null >/dev/null 2>&1 || echo '$1 ($2)')
PG_HEADERS    = $(wildcard $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)/postgres.h)
LACK_xxhash  := $(if $(shell command -v $(firstword $(CC))),$(call header,xxhash.h,libxxhash-dev),$(CC) (gcc))
LACK_sqlite   = $(strip $(or $(LACK_xxhash),$(call header,sqlite3ext.h,libsqlite3-dev)))
LACK_postgres = $(strip $(LACK_xxhash) \
                $(if $(PG_HEADERS),,postgres.h by $(PG_CONFIG) (postgresql-server-dev-all)))
need          = $(if $(LACK_$1),$(error $1 needs $(LACK_$1)))
BUILDABLE    := $(strip $(foreach e,$(ENGINES),$(if $(LACK_$e),,$e)))
LEFT_OUT     := $(filter-out $(BUILDABLE),$(ENGINES))
report        = @$(foreach e,$(LEFT_OUT),echo '$e left out: it needs $(LACK_$e)';) test -n '$(BUILDABLE)'

all: $(BUILDABLE)         ## build the engines whose headers are here
	$(report)

# SQLite: one command, from the sources to ./bloomfilter.so
SO        := bloomfilter.$(if $(filter Darwin,$(shell uname -s)),dylib,so)
LIB_SRCS   = $(addprefix $(TOP)/,$(CORE_SRCS) $(SQLITE_SRCS))
LIB_DEPS   = $(addprefix $(TOP)/,$(CORE_HDRS) core/files.mk sqlite/files.mk tool/flags.mk Makefile) \
             $(addprefix $(TOP)/,$(SQLITE_HDRS))
sqlite: $(SO)             ## build ./bloomfilter.so, the SQLite extension
$(SO): $(LIB_SRCS) $(LIB_DEPS)
	$(call need,sqlite)$(CC) $(WARN_FLAGS) $(CPPFLAGS) $(CFLAGS) $(MATH_FLAGS) -fPIC -shared \
	  -fvisibility=hidden -I$(TOP)/core $(LIB_SRCS) -o $@ $(LDFLAGS) -lm

# PostgreSQL: PGXS, in a folder for each major version
PG_BUILD   = build/postgres-$(shell $(PG_CONFIG) --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
PG_TOP     = $(if $(filter /%,$(TOP)),$(TOP),../../$(TOP))
pgxs       = $(call need,postgres)@mkdir -p $(PG_BUILD) && \
             $(MAKE) -C $(PG_BUILD) -f $(PG_TOP)/postgres/pgxs.mk VPATH=$(PG_TOP) PG_CONFIG='$(PG_CONFIG)'
postgres:                 ## build the PostgreSQL extension for PG_CONFIG
	+$(pgxs) all

install: $(addprefix install-,$(BUILDABLE))     ## install the same; one alone: install-sqlite, install-postgres
	$(report)
uninstall: $(addprefix uninstall-,$(ENGINES)) ## remove what install put there
install-sqlite: sqlite
	mkdir -p '$(DESTDIR)$(SQLITEDIR)'
	install -m 755 $(SO) '$(DESTDIR)$(SQLITEDIR)/$(SO)'
uninstall-sqlite:
	rm -f '$(DESTDIR)$(SQLITEDIR)/$(SO)'
install-postgres: postgres
	+$(pgxs) install
uninstall-postgres:
	+$(pgxs) uninstall
installcheck:             ## test the extension installed in a running server
	+$(pgxs) installcheck

demo:                     ## show it on this machine's package files, in SQLite; PG=1: PostgreSQL
	@sh $(TOP)/tool/deps.sh $(if $(PG),demo-pg,demo)
	@PG='$(PG)' sh $(TOP)/tool/demo.sh
bench:                    ## measure it; the numbers kept are in bench/README.md
	@sh $(TOP)/tool/deps.sh bench
	@sh $(TOP)/bench/run.sh
check:                    ## run all tests, after installing what they need (apt)
	@sh $(TOP)/test/run.sh
check-%:                  ## run one suite: core, sqlite, postgres, parity, property ...; TEST=name: one test
	@TEST='$(TEST)' sh $(TOP)/test/run.sh $*
check-sqlite check-parity check-property check-symbols: sqlite
check-symbols: postgres
deps:                     ## install what the tests need (apt), and nothing else
	@sh $(TOP)/tool/deps.sh check

# The core's unit tests, under the sanitizers
SAN_FLAGS  = $(WARN_FLAGS) $(MATH_FLAGS) -O1 -g -fno-omit-frame-pointer \
             -fsanitize=address,undefined -fno-sanitize-recover=all
SAN_OBJS   = $(CORE_SRCS:%.c=build/sanitized/%.o)
build/sanitized/%.o: $(TOP)/%.c $(LIB_DEPS)
	@mkdir -p $(@D)
	$(CC) $(SAN_FLAGS) -I$(TOP)/core -c $< -o $@
build/test/core/%: $(TOP)/test/core/%.c $(SAN_OBJS) $(wildcard $(TOP)/test/core/*.h)
	@mkdir -p $(@D)
	$(CC) $(SAN_FLAGS) -I$(TOP)/core $< $(SAN_OBJS) -o $@ -lcmocka -lm

print-%:
	@echo '$($*)'
clean:                    ## remove everything that was generated
	rm -rf build $(SO)
help:                     ## list the targets
	@sed -n 's/^\([a-z][a-z-]*%*\):[^#]*[#][#] /\1: /p' $(TOP)/Makefile | \
	  while IFS=: read -r target what; do printf '  make %-13s%s\n' "$$target" "$$what"; done
	@echo 'install puts $(SO) into DESTDIR/SQLITEDIR ($(SQLITEDIR)) and the PostgreSQL'
	@echo 'extension where PG_CONFIG says.  PG_CONFIG=.. on the command line: that server'
	@echo 'alone, without SQLite.  Honoured too: CC, CFLAGS, CPPFLAGS, LDFLAGS, SQLITE3.'

.PHONY: all sqlite postgres install uninstall install-sqlite uninstall-sqlite install-postgres \
        uninstall-postgres installcheck demo bench check test deps clean help
