#!/bin/sh
# What the built modules export, and what the core takes from the C library.
# PostgreSQL itself exports functions called bloom_..: a clash would bind to the
# server's copy without a word, so only the entry points may be visible.
set -u
cd "$(dirname "$0")/.." || exit
PG_CONFIG=${PG_CONFIG:-pg_config}
CC=${CC:-cc}
work=build/symbols
rm -rf "$work" && mkdir -p "$work"

# Passes when stdin, a list of offending names, is empty.
none() {
	names=$(cat)
	if [ -z "$names" ]; then echo "ok - $1"; else echo "not ok - $1: $names" | tr '\n' ' ' && echo; fi
}
# Some linkers define these in each shared library.
exported() { nm -D --defined-only "$1" | awk '{ print $NF }' | grep -vxE '_init|_fini|_edata|_end|__bss_start'; }

module=build/postgres-$("$PG_CONFIG" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/')/bloomfilter.so
exported ./bloomfilter.so >"$work/sqlite"
exported "$module" >"$work/postgres"

grep -vxE 'sqlite3_bloomfilter_init|sqlite3_extension_init' "$work/sqlite" |
	none 'the SQLite extension exports its entry point only'
grep -cx sqlite3_bloomfilter_init "$work/sqlite" | grep -vx 1 | none 'the SQLite extension has its entry point'

# PG_FUNCTION_INFO_V1(f) defines f's record pg_finfo_f; each must have its f, and each f its record.
sed -n 's/^pg_finfo_//p' "$work/postgres" | sort >"$work/declared"
grep -vxE 'pg_finfo_.*|Pg_magic_func|_PG_init' "$work/postgres" | sort >"$work/functions"
comm -13 "$work/declared" "$work/functions" | none 'the PostgreSQL module exports SQL functions only'
comm -23 "$work/declared" "$work/functions" | none 'each SQL function of the PostgreSQL module is there'
grep -cx Pg_magic_func "$work/postgres" | grep -vx 1 | none 'the PostgreSQL module has its magic block'
cat "$work/sqlite" "$work/postgres" | grep '^bf_' | none 'no symbol of the core is visible'

# The core allocates nothing, prints nothing and never stops the process.
for source in $(make -s print-CORE_SRCS); do
	# shellcheck disable=SC2086 # CFLAGS are words
	$CC -std=c11 -ffp-contract=off ${CFLAGS:--O2} -fPIC -Icore -c "$source" -o "$work/$(basename "$source" .c).o" ||
		echo "not ok - $source does not compile"
done
nm --defined-only "$work"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$work/core"
# Memory, strings, numbers; and what compilers call by themselves.
allowed='mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp|chr)|v?snprintf|__(v?snprintf|mem(cpy|move|set))_chk'
allowed="$allowed|(sqrt|floor|ceil|trunc|rint|round|fabs|fmin|fmax|frexp|ldexp|scalbn|fmod|log|log2|log1p|exp|exp2|expm1|pow)"
allowed="$allowed|__stack_chk_fail.*|_GLOBAL_OFFSET_TABLE_|__[a-z]+[sdtf]i[0-9]?|__cpu_(model|indicator_init)|__x86\..*"
nm -u "$work"/*.o | awk 'NF == 2 && $1 == "U" { print $2 }' | sort -u |
	comm -23 - "$work/core" | grep -vxE "$allowed" | none 'the core calls nothing that allocates, prints or exits'
