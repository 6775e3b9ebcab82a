#!/bin/sh
# pg_regress over test/postgres/sql/*.sql, in a private server.  Prints TAP, whatever
# the age of pg_regress, and the differences.  TEST=name: that one only.
set -u
cd "$(dirname "$0")/../.." || exit
mkdir -p build/log
report=build/log/pg_regress.out
PG_CONFIG=${PG_CONFIG:-pg_config}
major=$("$PG_CONFIG" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/')

sh tool/pg_private.sh run -- make -s installcheck PG_CONFIG="$PG_CONFIG" TEST="${TEST-}" >"$report" 2>&1
status=$?

# Up to PostgreSQL 15: "test name ... ok  12 ms"; later TAP.
awk '
	$1 == "test" && $3 == "..." { print ($4 == "ok" ? "ok" : "not ok") " - " $2; next }
	/^(not )?ok / { sub(/ +[0-9]+ ms$/, ""); print; next }
	{ print "# " $0 }' "$report"

[ "$status" = 0 ] || sed 's/^/# /' "build/postgres-$major/regress/regression.diffs" 2>/dev/null
exit "$status"
