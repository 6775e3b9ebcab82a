#!/bin/sh
# Compiles everything with gcc and clang, warnings as errors: the core also as
# strict C11 and for 32 bits, the PostgreSQL glue for every server whose headers
# are installed.
set -u
cd "$(dirname "$0")/.." || exit
top=$(pwd)
work=build/compile
rm -rf "$work" && mkdir -p "$work"
# The flags of the real builds, with -Werror.
strict="$(make -s print-WARN_FLAGS print-MATH_FLAGS | tr '\n' ' ') -Werror"
flags="$strict -O2 -fPIC -I$top/core"
core=$(make -s print-CORE_SRCS)
sqlite=$(make -s print-SQLITE_SRCS)

# Prints the verdict on the test called $1: whether the command after it succeeds.
try() {
	name=$1 && shift
	if "$@"; then echo "ok - $name"; else echo "not ok - $name"; fi
}

# Compiler and flags, files.
compile() {
	for file in $2; do $1 -c "$file" -o "$work/object.o" || return; done
}
has32() { printf 'int x;\n' | $1 -m32 -include math.h -include stdio.h -x c -c - -o "$work/32.o" 2>/dev/null; }

# The server's flags may be unknown to clang, which also warns about what the
# server's macros expand to.
pgxs() {
	dir=$work/$1_postgres_$2
	mkdir -p "$dir"
	ours=$strict
	[ "$1" != clang ] || ours="$ours -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-sign-compare"
	make -s -C "$dir" -f "$top/postgres/pgxs.mk" VPATH="$top" PG_CONFIG="$3" CC="$1" PG_CFLAGS="$ours" all
}

for cc in gcc clang; do
	try "$cc, core" compile "$cc $flags" "$core"
	try "$cc, core as strict C11" compile "$cc $flags -Wpedantic" "$core"
	if has32 "$cc"; then try "$cc, core for 32 bits" compile "$cc -m32 -msse2 -mfpmath=sse $flags" "$core"; fi
	try "$cc, sqlite" compile "$cc $flags -fvisibility=hidden" "$sqlite"

	for config in /usr/lib/postgresql/*/bin/pg_config "${PG_CONFIG:-pg_config}"; do
		[ -f "$("$config" --includedir-server 2>/dev/null)/postgres.h" ] || continue
		major=$("$config" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
		[ -d "$work/${cc}_postgres_$major" ] || try "$cc, postgres $major" pgxs "$cc" "$major" "$config"
	done
done
rm -rf "$work"
