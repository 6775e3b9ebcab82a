#!/bin/sh
# The core's unit tests: every test/core/test_*.c, under the address and undefined
# behaviour sanitizers.  TEST=name: that one only.
set -u
cd "$(dirname "$0")/.." || exit

# Randomised addresses can collide with the sanitizer's shadow memory on some kernels.
fixed=
if setarch "$(uname -m)" -R true 2>/dev/null; then fixed="setarch $(uname -m) -R"; fi

export CMOCKA_MESSAGE_OUTPUT=TAP
for source in test/core/test_${TEST:-*}.c; do
	name=${source##*/} && name=${name%.c}
	echo "# $name"
	if ! make -s "build/test/core/$name"; then
		echo "not ok - $name does not build"
		continue
	fi
	report=build/log/$name.tap
	mkdir -p build/log
	$fixed "build/test/core/$name" >"$report" 2>&1
	status=$?
	cat "$report"
	if ! grep -qE '^(not )?ok ' "$report"; then
		echo "not ok - $name ran no test (status $status)"
	elif [ "$status" != 0 ] && ! grep -q '^not ok' "$report"; then
		echo "not ok - $name stopped with status $status"
	fi
done

# The golden files, computed again from docs/format.md by a program that shares nothing with the core.
[ -n "${TEST-}" ] || python3 test/vectors/reference.py
