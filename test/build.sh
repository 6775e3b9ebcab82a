#!/bin/sh
# The make targets that users and packagers call: build, install, uninstall.
# Builds both engines for the suites that come after.
set -u
cd "$(dirname "$0")/.." || exit
top=$(pwd)
PG_CONFIG=${PG_CONFIG:-pg_config}
stage=$top/build/stage
rm -rf "$stage" build/packager

# Runs the rest as a command and prints its verdict as the test called $1.
try() {
	name=$1 && shift
	if "$@"; then echo "ok - $name"; else echo "not ok - $name"; fi
}
files() { find "$stage" -type f | sed "s|^$stage||" | sort; }

try 'make sqlite' make -s sqlite
try 'make postgres' make -s postgres

installed() {
	make -s install DESTDIR="$stage" ENGINES='sqlite postgres' &&
		[ -f "$stage/usr/local/lib/sqlite3/bloomfilter.so" ] &&
		[ -f "$stage$("$PG_CONFIG" --pkglibdir)/bloomfilter.so" ] &&
		[ -f "$stage$("$PG_CONFIG" --sharedir)/extension/bloomfilter.control" ] &&
		[ -f "$stage$("$PG_CONFIG" --sharedir)/extension/bloomfilter--$(cat VERSION).sql" ]
}
try 'make install' installed

uninstalled() { make -s uninstall DESTDIR="$stage" ENGINES='sqlite postgres' && [ -z "$(files)" ]; }
try 'make uninstall removes all that was installed' uninstalled

# As pg_buildext does: from a folder of its own, for one server.
packaged() {
	mkdir -p build/packager
	make -s -C build/packager -f "$top/Makefile" VPATH="$top" PG_CONFIG="$PG_CONFIG" all install DESTDIR="$stage" &&
		[ -f "$stage$("$PG_CONFIG" --pkglibdir)/bloomfilter.so" ] && ! files | grep sqlite
}
try 'PG_CONFIG on the command line builds and installs that server alone' packaged

stray() { find . -name .git -prune -o -path ./build -prune -o \
	\( -name '*.o' -o -name '*.bc' -o -name '*.so' ! -path ./bloomfilter.so -o -name 'regression.*' \) -print; }
clean_tree() { [ -z "$(stray)" ] || { stray && false; }; }
try 'nothing is generated outside ./bloomfilter.so and build/' clean_tree
rm -rf "$stage" build/packager
