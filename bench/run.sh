#!/bin/sh
# usage: bench/run.sh [core] [sqlite] [postgres]     (make bench: all three)
# Builds and runs the benchmarks; bench/README.md says what each one is and keeps
# the figures.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- core sqlite postgres
mkdir -p build/bench

flags="-std=c11 -O2 -g $(make -s print-MATH_FLAGS)"
for bench; do
	echo "== $bench"
	case $bench in
	core)
		# shellcheck disable=SC2046,SC2086 # lists of words
		${CC:-cc} $flags -Icore bench/core_probe.c $(make -s print-CORE_SRCS) -o build/bench/core_probe -lbloom -lm
		build/bench/core_probe
		;;
	sqlite)
		make -s sqlite
		# shellcheck disable=SC2086 # a list of words
		${CC:-cc} $flags bench/sqlite_probe.c -o build/bench/sqlite_probe -lsqlite3
		build/bench/sqlite_probe ./bloomfilter.so
		;;
	postgres) sh bench/postgres.sh ;;
	*) echo "bench/run.sh: no benchmark is called $bench" >&2 && exit 1 ;;
	esac
	echo
done
