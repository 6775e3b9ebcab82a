#!/bin/sh
# usage: test/sqlite/run.sh [EXTENSION]     (make check-sqlite)
# Runs each test/sqlite/*.sql in the sqlite3 shell and compares what it prints
# with the .out beside it, then the C programs test/sqlite/*.c, which are linked
# with the sources and libsqlite3 under the sanitizers.  EXTENSION is the built
# library (./bloomfilter.so).  TEST=name: that test only.  $SQLITE3: the shell.
#
# A script runs in a folder of its own where ./bloomfilter is the extension and
# ./test this repository's; errors come where they happen, as "ERROR: message".
# KEEP=folder keeps what was printed.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
extension=${1:-$top/bloomfilter.so}
case $extension in /*) ;; *) extension=$PWD/$extension ;; esac
cd "$top" || exit
sqlite3=${SQLITE3:-sqlite3}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
ln -s "$extension" "$work/bloomfilter.${extension##*.}"
ln -s "$top/test" "$work/test"

report() { # status name
	[ "$1" = 0 ] && echo "ok - $2" || echo "not ok - $2"
}

# Line numbers, result codes, what stands before them and what .limit says differ between versions
# of the shell.
errors() {
	sed -e 's/^[A-Za-z ]*[Ee]rror:* near line [0-9]*: \(.*\)$/ERROR: \1/' -e '/^ERROR: /s/ ([0-9]*)$//' -e '/^ *length [0-9]*$/d'
}

for script in test/sqlite/${TEST:-*}.sql; do
	[ -f "$script" ] || continue
	name=$(basename "$script" .sql)
	(cd "$work" && "$sqlite3" -batch -init /dev/null "$work/$name.db" <"$top/$script" 2>&1) | errors >"$work/$name.out"
	if [ -n "${KEEP-}" ]; then mkdir -p "$KEEP" && cp "$work/$name.out" "$KEEP/"; fi
	diff -u "test/sqlite/$name.out" "$work/$name.out"
	report $? "$name"
done

# The C programs, with the address and undefined behaviour sanitizers where the
# compiler has them.
# shellcheck disable=SC2086 # sources are words
build() { # flags...
	mkdir -p "$work/objects" && (
		cd "$work/objects" &&
			${CC:-cc} -std=c11 -O1 -g "$@" -ffp-contract=off -DSQLITE_CORE -I"$top/core" -c $sources
	) &&
		${CC:-cc} -std=c11 -O1 -g "$@" "test/sqlite/$name.c" "$work"/objects/*.o -o "$work/$name" -lsqlite3 -lm
} 2>"$work/log"
sources=$(for file in $(make -s print-CORE_SRCS) $(make -s print-SQLITE_SRCS); do echo "$top/$file"; done)
for source in test/sqlite/${TEST:-*}.c; do
	[ -f "$source" ] || continue
	name=$(basename "$source" .c)
	if ! build -fsanitize=address,undefined -fno-sanitize-recover=all && ! build; then
		cat "$work/log"
		report 1 "$name does not build"
		continue
	fi
	"$work/$name" >"$work/$name.tap" 2>&1
	status=$?
	cat "$work/$name.tap"
	[ "$status" = 0 ] || grep -q '^not ok' "$work/$name.tap" || report 1 "$name stopped with status $status"
done
