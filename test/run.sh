#!/bin/sh
# usage: test/run.sh [SUITE...]     (make check; make check-SUITE)
# Runs the suites and adds up what they report.  A suite is test/SUITE.sh or
# test/SUITE/run.sh; it prints one TAP line a test ("ok ..", "not ok ..",
# ".. # SKIP ..") and whatever else it likes.  One that stops without naming a
# failed test, or runs none, counts as a failure.  TEST=name: that test only.
set -u
cd "$(dirname "$0")/.." || exit
mkdir -p build/log

if [ $# -eq 0 ]; then
	set -- build version core symbols sqlite postgres parity property compile readme
	sh tool/deps.sh check || { echo '0 passed, 1 failed' && exit 1; }
fi

passed=0 failed=0 skipped=0
for suite; do
	script=test/$suite.sh
	[ -f "$script" ] || script=test/$suite/run.sh
	log=build/log/$suite.log
	start=$(date +%s)
	sh "$script" >"$log" 2>&1 </dev/null
	status=$?
	counts=$(awk '
		!/^(not )?ok( |$)/ { next }
		toupper($0) ~ /# *SKIP/ { s++; next }
		/^not/ { f++; next }
		{ p++ }
		END { print p + 0, f + 0, s + 0 }' "$log")
	p=${counts%% *} s=${counts##* } f=${counts#* }
	f=${f% *}
	why=
	if [ "$f" = 0 ] && [ "$status" != 0 ]; then
		f=1 why="$script stopped with status $status"
	elif [ "$counts" = '0 0 0' ]; then
		f=1 why="$script ran no test"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	[ "$f" = 0 ] || { sed 's/^/    /' "$log" && echo "    ${why:-see $log}"; }
	printf '%-10s %5d ok %4d failed %4d skipped %5d s\n' "$suite" "$p" "$f" "$s" $(($(date +%s) - start))
done

[ "$skipped" = 0 ] || echo "$skipped skipped: grep -i '# *skip' build/log/*.log"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
