#!/bin/sh
# VERSION is where the version is written; everything else that names it must agree,
# and META.json must be what PGXN asks for (https://pgxn.org/meta/spec.txt, 1.0.0).
set -u
cd "$(dirname "$0")/.." || exit
version=$(cat VERSION)

is() { # name, got: equal to VERSION?
	if [ "$2" = "$version" ]; then echo "ok - $1"; else echo "not ok - $1 says '$2', VERSION says '$version'"; fi
}
printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' &&
	echo 'ok - VERSION is major.minor.patch' || echo "not ok - VERSION is '$version'"
is 'postgres/bloomfilter.control' "$(sed -n "s/^default_version *= *'\(.*\)'/\1/p" postgres/bloomfilter.control)"
is 'the top entry of CHANGELOG.md' "$(sed -n 's/^## *\[\{0,1\}\([0-9.]*[0-9]\).*/\1/p' CHANGELOG.md | head -n 1)"

for setting in "module_pathname *= *'\$libdir/bloomfilter'" 'relocatable *= *true' 'trusted *= *true' "comment *= *'..*'"; do
	grep -qx "$setting" postgres/bloomfilter.control &&
		echo "ok - control: $setting" || echo "not ok - control: $setting"
done
if [ -f "sql/bloomfilter--$version.sql" ]; then
	echo 'ok - the install script'
else
	echo "not ok - there is no sql/bloomfilter--$version.sql"
fi

python3 - "$version" <<'EOF'
import json, os, re, sys

version = sys.argv[1]

def test(name, true, why=""):
    print(("ok - META.json: " if true else "not ok - META.json: ") + name + ("" if true else " " + str(why)))

meta = json.load(open("META.json", encoding="utf-8"))
required = {"abstract", "license", "maintainer", "meta-spec", "name", "provides", "version"}
known = required | {"description", "generated_by", "no_index", "prereqs", "release_status", "resources", "tags"}
test("required keys", required <= set(meta), required - set(meta))
test("no unknown key", all(k in known or k.lower().startswith("x_") for k in meta), set(meta) - known)
test("meta-spec 1.0.0", meta["meta-spec"].get("version") == "1.0.0", meta["meta-spec"])
test("name", meta["name"] == "bloomfilter", meta["name"])
test("version", meta["version"] == version, meta["version"])
test("license", meta["license"] == "postgresql", meta["license"])
test("release_status", meta.get("release_status", "stable") in ("stable", "testing", "unstable"))
test("provides the extension", "bloomfilter" in meta["provides"])
for name, part in meta["provides"].items():
    test(f"{name}: version", part.get("version") == version, part.get("version"))
    for key in ("file", "docfile"):
        if key == "file" or key in part:
            test(f"{name}: {key} is there", os.path.isfile(part.get(key, "")), part.get(key))
    test(f"{name}: file is the install script", part.get("file") == f"sql/bloomfilter--{version}.sql", part.get("file"))
triple = re.compile(r"\d+\.\d+\.\d+")
needs = [v for phase in meta.get("prereqs", {}).values() for kind in phase.values() for v in kind.values()]
test("versions of prereqs are semantic", all(v == 0 or triple.fullmatch(str(v)) for v in needs), needs)
EOF
