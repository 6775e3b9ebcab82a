#!/bin/sh
# usage: bench/postgres.sh     ROWS=1e7 ROUNDS=5 PG_CONFIG=pg_config
# Measures the PostgreSQL extension in a private server: processor time, medians of
# ROUNDS interleaved runs over ROWS rows.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
PG_CONFIG=${PG_CONFIG:-pg_config}

if [ "${1-}" != inside ]; then
	export PG_CONFIG
	exec sh "$top/tool/pg_private.sh" run -- sh "$top/bench/postgres.sh" inside
fi

# The server's user must be able to read it.
module=$PGHOST/bench.so
${CC:-cc} -O2 -fPIC -shared -I"$("$PG_CONFIG" --includedir-server)" "$top/bench/postgres.c" -o "$module"
psql -X -q -v rows="$(printf '%.0f' "${ROWS:-1e7}")" -v rounds="${ROUNDS:-5}" -v module="$module" -f "$top/bench/postgres.sql"
