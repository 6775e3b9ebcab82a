#!/bin/sh
# Randomised tests of both engines; property.py says what they hold.  Prints TAP.
# BF_SEED=n runs the same again, BF_ROUNDS=n so many times as long; TEST=equality,
# equality_sqlite, algebra or mutation: that part.
set -u
cd "$(dirname "$0")/../.." || exit

# A python whose sqlite3 can load extensions; some builds leave that out.
for python in ${PYTHON:-python3 /usr/bin/python3}; do
	"$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null && break
	python=
done
[ -n "$python" ] || {
	echo 'not ok - no python3 with an sqlite3 module that loads extensions (Debian: python3)'
	exit 1
}
make -s sqlite || exit
exec sh tool/pg_private.sh run -- env PYTHONDONTWRITEBYTECODE=1 "$python" test/property/property.py
