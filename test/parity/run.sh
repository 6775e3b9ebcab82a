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

serial='-c max_parallel_workers_per_gather=0'
parallel='-c max_parallel_workers_per_gather=2 -c min_parallel_table_scan_size=0 -c parallel_setup_cost=0
	-c parallel_tuple_cost=0 -c parallel_leader_participation=off'

createdb prelude && psql -Xq -v ON_ERROR_STOP=1 -d prelude -f $here/prelude/postgres.sql || exit

for corpus in "$here"/sql/*.sql; do
	name=$(basename "$corpus" .sql)
	wanted "$name" || continue
	in_sqlite "$corpus" "$work/$name.sqlite"
	settings=
	[ "$name" != large ] || settings=$parallel
	in_postgres "$corpus" "$work/$name.postgres" "$settings"
	compare "$corpus" "$work/$name.sqlite" "$work/$name.postgres"
done

# PostgreSQL again, in other plans: the same bytes, and the plans are what they
# are meant to be.  plan NAME SETTINGS PATTERN: each plan has a line like that.
plan() {
	in_postgres $here/sql/plans.sql "$work/plans-$1.postgres" "$2"
	compare $here/sql/plans.sql "$work/plans.sqlite" "$work/plans-$1.postgres" "plans, $1"
	sed -n "/^SELECT '/{s/^SELECT '\([^']*\)'/== \1\\n&/;p;}" $here/sql/plans.sql |
		sed "s/^== .*/\\\\echo &/; s/^SELECT/EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) &/" >"$work/explain.sql"
	PGOPTIONS="$PGOPTIONS $2" psql -XqAt -d "p$nth" -f "$work/explain.sql" >"$work/plans-$1.explain" 2>&1
	awk -v plan="$1" -v all="$3" -v groups="$4" '
		function report() {
			if (test == "") return
			pattern = test ~ /^groups/ ? groups : all
			if (text ~ pattern) good++
			else { print "not ok - plans, " plan ": " test " has no " pattern; gsub(/\n/, "\n#   ", text); print "#   " text }
			text = ""
		}
		/^== / { report(); test = substr($0, 4); next }
		{ text = text "\n" $0 }
		END { report(); if (good > 20) print "ok - plans, " plan ": " good " plans are " all (all == groups ? "" : ", of groups " groups) }
	' "$work/plans-$1.explain"
}
if wanted plans; then
	workers='Workers Launched: 2.*Partial'
	plan hashed "$serial -c enable_sort=off -c work_mem=64kB" Aggregate HashAggregate
	plan sorted "$serial -c enable_hashagg=off" Aggregate GroupAggregate
	plan 'parallel and hashed' "$parallel -c enable_sort=off" "$workers Aggregate" "$workers HashAggregate"
	plan 'parallel and sorted' "$parallel -c enable_hashagg=off" "$workers Aggregate" "$workers GroupAggregate"
fi

# A filter made in one engine is read, probed, extended and united in the other.
# shipped OUT: the filters that OUT.out has in hex, as a table `received`.
shipped() {
	cat $here/ship/make.sql
	echo 'CREATE TABLE received (name text, f blob);'
	sed -n "s/^made|\([^|]*\)|\(.*\)/INSERT INTO received VALUES ('\1', CAST(x'\2' AS blob));/p" "$1.out"
	cat $here/ship/use.sql
}
if wanted ship; then
	in_sqlite $here/ship/make.sql "$work/made.sqlite"
	in_postgres $here/ship/make.sql "$work/made.postgres"
	compare $here/ship/make.sql "$work/made.sqlite" "$work/made.postgres" ship
	shipped "$work/made.postgres" >"$work/from-postgres.sql"
	shipped "$work/made.sqlite" >"$work/from-sqlite.sql"
	in_sqlite "$work/from-postgres.sql" "$work/shipped.sqlite"
	in_postgres "$work/from-sqlite.sql" "$work/shipped.postgres"
	sed -i '/^made|/d' "$work/shipped.sqlite.out" "$work/shipped.postgres.out"
	compare $here/ship/use.sql "$work/shipped.sqlite" "$work/shipped.postgres" 'ship, to the other engine'
fi

# The golden files.
if wanted vectors; then
	for engine in sqlite postgres; do
		python3 $here/vectors.py sql $engine >"$work/vectors.$engine.sql" || status=1
		in_$engine "$work/vectors.$engine.sql" "$work/vectors.$engine"
		python3 $here/vectors.py check $engine "$work/vectors.$engine.out" || status=1
	done
fi
exit $status
