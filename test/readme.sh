#!/bin/sh
# The README's first screens, run as a reader would: every statement that shows
# its result behind it, "SELECT ..; -- 1", must print that.
set -u
cd "$(dirname "$0")/.." || exit
SQLITE3=${SQLITE3:-sqlite3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The block of SQL behind "<!-- run in ENGINE -->".
block() {
	awk -v mark="<!-- run in $1 -->" '
		$0 == mark { wanted = 1; next }
		/^```/ { if (inside) exit; inside = wanted; next }
		inside' README.md
}
compare() {
	sed -n 's/^SELECT.*; *-- \(.*\)$/\1/p' "$dir/$1.sql" >"$dir/$1.expected"
	if [ -s "$dir/$1.expected" ] && diff "$dir/$1.expected" "$dir/$1.out" | sed 's/^/# /' &&
		cmp -s "$dir/$1.expected" "$dir/$1.out"; then
		echo "ok - README's first screen in $1"
	else
		echo "not ok - README's first screen in $1"
	fi
}

block sqlite >"$dir/sqlite.sql"
make -s sqlite && "$SQLITE3" <"$dir/sqlite.sql" >"$dir/sqlite.out" 2>&1
compare sqlite

block postgres >"$dir/postgres.sql"
sh tool/pg_private.sh run -- psql -XqAt -f - <"$dir/postgres.sql" >"$dir/postgres.out" 2>&1
compare postgres
