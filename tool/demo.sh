#!/bin/sh
# usage: [PG=1] tool/demo.sh     (make demo)
# Which installed package owns a file?  The answer is in the package database of
# this machine, one list of paths a package.  With a Bloom filter for each list, a
# look-up reads only the few lists whose filter says "maybe".  The same SQL runs
# in SQLite and, with PG=1, on a private PostgreSQL server.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
lists=/var/lib/dpkg/info
PG=${PG-} SQLITE3=${SQLITE3:-sqlite3}

if [ ! -d "$lists" ]; then
	echo "make demo reads the package database of Debian and its relatives, $lists, which is not here" >&2
	exit 1
fi
if [ -n "$PG" ] && [ "${1-}" != served ]; then
	exec sh tool/pg_private.sh run -- sh tool/demo.sh served
fi
[ -n "$PG" ] || make -s sqlite

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' HUP INT TERM

# Runs a file of SQL.
run() {
	if [ -n "$PG" ]; then
		psql -XqAt -v ON_ERROR_STOP=1 -f "$1"
	else
		"$SQLITE3" -bail -cmd '.load ./bloomfilter' "$dir/db" <"$1"
	fi
}
sql() { echo "$1;" >"$dir/sql" && run "$dir/sql"; }
now() { date +%s%N; }

# owns(package, path): the lists as CSV.
for list in "$lists"/*.list; do
	package=${list##*/} && package=${package%.list}
	awk -v package="${package%:*}" '{ gsub(/"/, "\"\""); printf "%s,\"%s\"\n", package, $0 }' "$list"
done >"$dir/owns.csv"
{
	echo "CREATE TABLE owns (package text, path text);"
	if [ -n "$PG" ]; then
		echo "CREATE EXTENSION IF NOT EXISTS bloomfilter;"
		printf "\\\\copy owns from '%s' with (format csv)\n" "$dir/owns.csv"
	else
		printf '.mode csv\n.import "%s" owns\n' "$dir/owns.csv"
	fi
	echo "CREATE INDEX owns_package ON owns (package); ANALYZE owns;"
} >"$dir/load.sql"
run "$dir/load.sql"

start=$(now)
run tool/demo.sql
built=$(now)

# One look-up a path, as a service would do them: the whole table ...
sql 'SELECT path FROM probe ORDER BY path' >"$dir/probes"
quoted() { sed "s/'/''/g; s/.*/'&'/" "$dir/probes"; }
{
	echo 'BEGIN;'
	quoted | sed "s/.*/INSERT INTO truth SELECT path, package FROM owns WHERE path = &;/"
	echo 'COMMIT;'
} >"$dir/plain.sql"

# ... or the filters first, then the lists of the packages that they leave.
{
	echo 'BEGIN;'
	quoted | sed "s/.*/INSERT INTO candidate SELECT &, package FROM part WHERE bloom_contains(filter, &);\\
INSERT INTO answer SELECT o.path, o.package FROM candidate c JOIN owns o ON o.package = c.package AND o.path = c.path WHERE c.path = &;/"
	echo 'COMMIT;'
} >"$dir/filtered.sql"
sql 'CREATE INDEX candidate_path ON candidate (path)'
t0=$(now)
run "$dir/plain.sql"
t1=$(now)
run "$dir/filtered.sql"
t2=$(now)

pairs='(SELECT count(*) FROM probe) * (SELECT count(*) FROM part)'
wrong=$(sql 'SELECT (SELECT count(*) FROM (SELECT * FROM truth EXCEPT SELECT * FROM answer) a)
                  + (SELECT count(*) FROM (SELECT * FROM answer EXCEPT SELECT * FROM truth) b)
                  + abs((SELECT count(*) FROM truth) - (SELECT count(*) FROM answer))')
row() { printf '  %-44s %16s\n' "$1" "$2"; }
ms() { awk "BEGIN { printf \"%.1f ms\", ($1) / 1e6 }"; }

if [ -n "$PG" ]; then engine=$(psql -XAtc 'SHOW server_version') && engine="PostgreSQL ${engine%% *}"; else
	engine="SQLite $("$SQLITE3" :memory: 'SELECT sqlite_version()')"
fi
echo
echo "Which package owns a file?  The packages of this machine, in $engine"
echo
row 'packages, one filter each' "$(sql 'SELECT count(*) FROM part')"
row 'keys (package, path)' "$(sql 'SELECT sum(keys) FROM part')"
row 'bytes of data (paths)' "$(sql 'SELECT sum(length(path)) FROM owns')"
row 'bytes of filters' "$(sql "SELECT sum(length(filter$([ -z "$PG" ] || echo ::bytea))) FROM part")"
row 'time to build the filters' "$(ms "$built - $start")"
echo
probes=$(sql 'SELECT count(*) FROM probe')
row 'paths looked up, half of them owned by nobody' "$probes"
row 'packages skipped by their filters' \
	"$(sql "SELECT round(100.0 * (1 - 1.0 * (SELECT count(*) FROM candidate) / ($pairs)), 2)") %"
row 'false-positive rate asked for' '1 %'
row 'false-positive rate measured' \
	"$(sql "SELECT round(100.0 * ((SELECT count(*) FROM candidate) - (SELECT count(DISTINCT path || ' ' || package) FROM truth))
	             / (($pairs) - (SELECT count(DISTINCT path || ' ' || package) FROM truth)), 2)") %"
row 'time for a look-up without filters' "$(ms "($t1 - $t0) / $probes")"
row 'time for a look-up with filters' "$(ms "($t2 - $t1) / $probes")"
echo
if [ "$wrong" != 0 ]; then
	echo "WRONG: $wrong answers differ from the truth"
	exit 1
fi
echo "  All $(sql 'SELECT count(*) FROM truth') answers are equal to the truth.  Both ways read one table in memory; an index on"
echo '  path would beat them.  Filters pay where the lists are too many, too far or too'
echo '  large to index: partitions, archives, other servers.'
