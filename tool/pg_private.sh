#!/bin/sh
# usage: tool/pg_private.sh run -- COMMAND...     (without a command: psql)
# Runs a command next to a private, throw-away PostgreSQL server that has this
# extension installed, then removes the server.  Nothing is installed into the
# system, and no port is opened: the server of PG_CONFIG is copied, since
# PostgreSQL finds its files relative to its own programs, and listens on a socket
# that only its owner can reach.  The command finds it through PGHOST, PGPORT,
# PGUSER and PGDATABASE, and the server's programs first in PATH.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
umask 022
[ "${1-}" != run ] || shift
[ "${1-}" != -- ] || shift
[ $# -gt 0 ] || set -- psql

PG_CONFIG=${PG_CONFIG:-pg_config}
bindir=$("$PG_CONFIG" --bindir)
pkglibdir=$("$PG_CONFIG" --pkglibdir)
sharedir=$("$PG_CONFIG" --sharedir)
[ -x "$bindir/postgres" ] || {
	echo "$0: no PostgreSQL server in $bindir, the folder $PG_CONFIG names" >&2
	exit 1
}

# The server refuses to run as root.
owner=
if [ "$(id -u)" = 0 ]; then
	owner=postgres
	id "$owner" >/dev/null 2>&1 || owner=nobody
fi

# Right under /tmp: the path of a socket has at most 107 bytes, and the server's
# user may not be able to reach the sources.
dir=$(mktemp -d /tmp/bloomfilter.XXXXXX)
bin=$dir/inst$bindir

as_owner() {
	(
		cd "$dir" && export LC_ALL=C
		if [ -n "$owner" ]; then
			exec setpriv --reuid="$owner" --regid="$(id -g "$owner")" --clear-groups -- "$@"
		else
			exec "$@"
		fi
	)
}

# shellcheck disable=SC2317 # called by the trap
cleanup() {
	[ ! -f "$dir/data/postmaster.pid" ] ||
		as_owner "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null || return
	mkdir -p "$top/build/log"
	[ ! -f "$dir/log" ] || cp "$dir/log" "$top/build/log/server.log"
	rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 130' HUP INT TERM

mkdir -p "$bin" "$dir/inst$pkglibdir" "$dir/inst$sharedir"
for program in postgres initdb pg_ctl psql createdb dropdb pg_dump pg_restore pg_dumpall pgbench; do
	[ ! -x "$bindir/$program" ] || cp -L "$bindir/$program" "$bin"
done
cp -R "$pkglibdir/." "$dir/inst$pkglibdir"
cp -R "$sharedir/." "$dir/inst$sharedir"
make -C "$top" -s install-postgres DESTDIR="$dir/inst" PG_CONFIG="$PG_CONFIG" >"$dir/log" 2>&1 || {
	cat "$dir/log" >&2
	exit 1
}

: >"$dir/log"
[ -z "$owner" ] || chown "$owner" "$dir" "$dir/log"
as_owner "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >>"$dir/log" 2>&1 || {
	cat "$dir/log" >&2
	exit 1
}
cat >>"$dir/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$dir'
fsync = off
synchronous_commit = off
full_page_writes = off
timezone = 'UTC'
log_timezone = 'UTC'
CONF
as_owner "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start >/dev/null || {
	cat "$dir/log" >&2
	exit 1
}

unset PGHOSTADDR PGSERVICE PGOPTIONS PGDATA
export PGHOST="$dir" PGPORT=5432 PGUSER=postgres PGDATABASE=postgres PGCLIENTENCODING=UTF8
export PATH="$bin:$PATH" PG_CONFIG
status=0
"$@" || status=$?
exit "$status"
