#!/bin/sh
# One SQL corpus, sql/*.sql, is run by SQLite and by PostgreSQL: the same filters
# to the byte, the same answers, the same words of errors.  Prints TAP.
# TEST=name: that file, or "ship", "vectors".  Outputs are left in build/parity.
set -u
cd "$(dirname "$0")/../.." || exit
if [ "${1-}" != inside ]; then
	make -s sqlite || exit
	exec sh tool/pg_private.sh run -- sh test/parity/run.sh inside
fi

here=test/parity
work=build/parity
status=0
rm -rf "$work" && mkdir -p "$work"
export PSQLRC=/dev/null PGOPTIONS='-c search_path=public,corpus'

wanted() { [ "${TEST:-$1}" = "$1" ]; }

# sqlite FILE OUT: each statement on its own, errors with their line.
in_sqlite() { "${SQLITE3:-sqlite3}" -batch -init $here/prelude/sqlite.sql :memory: <"$1" >"$2.out" 2>"$2.err"; }

# postgres FILE OUT [SETTINGS]: in a database of its own.
nth=0
in_postgres() {
	nth=$((nth + 1))
	createdb -T prelude "p$nth" || exit
	PGOPTIONS="$PGOPTIONS ${3-}" psql -XqAt -P null=NULL -v SHOW_CONTEXT=never -d "p$nth" -f "$1" >"$2.out" 2>"$2.err"
}

compare() { python3 $here/compare.py "$@" || status=1; }

createdb prelude && psql -Xq -v ON_ERROR_STOP=1 -d prelude -f $here/prelude/postgres.sql || exit

for corpus in $here/sql/*.sql; do
	name=$(basename "$corpus" .sql)
	wanted "$name" || continue
	in_sqlite "$corpus" "$work/$name.sqlite"
	in_postgres "$corpus" "$work/$name.postgres"
	compare "$corpus" "$work/$name.sqlite" "$work/$name.postgres"
done
exit $status
