# The only list of core sources; the SQLite, PostgreSQL and test builds read it.
CORE_SRCS = core/call.c core/key.c core/hash.c core/request.c core/size.c core/classic.c \
            core/header.c core/block.c core/probe.c core/check.c core/build.c core/state.c core/finish.c \
            core/stats.c core/info.c
CORE_HDRS = core/bloomfilter.h core/probe.h core/messages.h core/internal.h core/table.h
