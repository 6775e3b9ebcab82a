#!/bin/sh
# usage: tool/deps.sh demo|demo-pg|check|bench
# Makes sure that what a make target needs is here.  Installs what is missing on
# Debian and its relatives; elsewhere names it and stops.  Does nothing, quickly,
# when nothing is missing.
set -eu

profile=${1:?usage: tool/deps.sh demo|demo-pg|check|bench}
PG_CONFIG=${PG_CONFIG:-pg_config}

# Debian package | who needs it | probe: true when it is here already | why
# @PG@ is a PostgreSQL major version.
# shellcheck disable=SC2016 # probes are expanded when they run
table='
gcc                      | demo demo-pg check bench | has gcc               | compiles the C sources
libc6-dev                | demo demo-pg check bench | header stdio.h        | headers of the C library
make                     | demo demo-pg check bench | has make              | runs the build
libxxhash-dev            | demo demo-pg check bench | header xxhash.h       | XXH3, the hash of every filter
libsqlite3-dev           | demo check bench         | header sqlite3ext.h   | the interface of SQLite extensions
sqlite3                  | demo check bench         | has "${SQLITE3:-sqlite3}" | the SQLite shell that loads the extension
postgresql-@PG@            | demo-pg check bench      | pg_server             | the PostgreSQL server, for a private instance
postgresql-server-dev-@PG@ | demo-pg check bench      | pg_headers            | headers and PGXS, to build the extension
clang                    | check                    | has clang             | the second compiler of the compile test
libcmocka-dev            | check                    | header cmocka.h       | runs the unit tests of the core
python3                  | check                    | python                | writes and compares the test corpora
binutils                 | check                    | has nm                | lists exported symbols
libbloom-dev             | bench                    | header bloom.h        | the library the core is measured against
'

has() { command -v "$1" >/dev/null 2>&1; }
header() { ${CC:-cc} -include "$1" -E -x c /dev/null >/dev/null 2>&1; }
# One whose sqlite3 loads extensions; some builds leave that out.
python() {
	for python in python3 /usr/bin/python3; do
		"$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null && return
	done
	return 1
}
pg_headers() {
	dir=$("$PG_CONFIG" --includedir-server 2>/dev/null) && [ -f "$dir/postgres.h" ] &&
		[ -f "$("$PG_CONFIG" --pgxs)" ]
}
pg_server() {
	if pg_headers; then [ -x "$("$PG_CONFIG" --bindir)/postgres" ]; else [ -n "$(pg_installed)" ]; fi
}
pg_installed() {
	for dir in /usr/lib/postgresql/*; do
		[ ! -x "$dir/bin/postgres" ] || echo "${dir##*/}"
	done | sort -n | tail -n 1
}

# The major version meant by PG_CONFIG, else the one installed, else the one of the distribution.
pg_major() {
	case $PG_CONFIG in
	/usr/lib/postgresql/*) dir=${PG_CONFIG#/usr/lib/postgresql/} && echo "${dir%%/*}" && return ;;
	esac
	if pg_headers; then
		"$PG_CONFIG" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/'
	elif [ -n "$(pg_installed)" ]; then
		pg_installed
	else
		apt-cache depends postgresql 2>/dev/null |
			sed -n 's/.*Depends: postgresql-\([0-9][0-9]*\)$/\1/p' | head -n 1
	fi
}

# Prints "package|why" for each row of the table that the profile needs and the machine lacks.
missing() {
	printf '%s\n' "$table" | while IFS='|' read -r package profiles probe why; do
		case " $profiles " in *" $profile "*) ;; *) continue ;; esac
		eval "$probe" || printf '%s|%s\n' "${package%% *}" "${why# }"
	done
}

lacking=$(missing)
[ -n "$lacking" ] || exit 0

if ! has apt-get; then
	echo "make $profile lacks the following (the names are those of Debian's packages):"
	printf '%s\n' "$lacking" | sed 's/@PG@/NN/; s/^/  /; s/|/: /'
	exit 1
fi >&2

if [ "$(id -u)" != 0 ] && has sudo && sudo -n true 2>/dev/null; then
	exec sudo -n env "PG_CONFIG=$PG_CONFIG" "CC=${CC:-cc}" "SQLITE3=${SQLITE3:-sqlite3}" sh "$0" "$profile"
fi

# Never asks, and waits for another apt to end.
apt() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" </dev/null; }

log=$(mktemp)
# The server's packages would make and start a cluster for the whole machine;
# this asks them not to, while they are being installed.
no_cluster=/etc/postgresql-common/createcluster.d/bloomfilter-private.conf
trap 'rm -f "$log" "$no_cluster"' EXIT
trap 'exit 130' HUP INT TERM

if [ "$(id -u)" = 0 ]; then
	apt update >"$log" 2>&1 || { cat "$log"; echo 'apt-get update failed; going on with the package lists there are'; }
fi
case $lacking in
*@PG@*) lacking=$(printf '%s\n' "$lacking" | sed "s/@PG@/$(pg_major)/") ;;
esac
printf '%s\n' "$lacking" | sed 's/^/needs /; s/|/: /'
packages=$(printf '%s\n' "$lacking" | sed 's/|.*//' | tr '\n' ' ')
if [ "$(id -u)" != 0 ]; then
	echo "as root, or with sudo: apt-get install --no-install-recommends $packages" >&2
	exit 1
fi

echo "installing them with apt-get ..."
case $packages in
*postgresql-[0-9]*)
	mkdir -p "${no_cluster%/*}"
	echo 'create_main_cluster = false' >"$no_cluster"
	;;
esac
# shellcheck disable=SC2086 # one word a package
apt install -y --no-install-recommends $packages >"$log" 2>&1 || {
	cat "$log" >&2
	exit 1
}

lacking=$(missing)
[ -z "$lacking" ] || {
	echo "still missing after installing:" && printf '%s\n' "$lacking" | sed 's/^/  /; s/|/: /'
	exit 1
} >&2
