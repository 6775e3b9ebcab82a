"""usage: vectors.py sql ENGINE >FILE.sql    the golden files of test/vectors as SQL
       vectors.py check ENGINE OUTPUT      compares what the engine made of them

One row of a file is one statement, so that an error costs one row.  NULL stands
for a row that is meant to be an error.
"""

import csv
import os
import re
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vectors")


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def keys(row, engine):
    if row[engine] == "":
        return None  # SQLite has no NaN
    return "bloom_hash(%s)" % row[engine], row["hash"]


def filters(row, engine):
    wanted = row["filter"].upper()
    first, last = int(row["first"]), int(row["last"])
    given = [p for p in (row["expected"], row["fpp"]) if p]
    if last < first and given:
        return "hex(bloom_new(%s))" % ", ".join(given), wanted
    value = {"number": "value", "text": "CAST(value AS text)", "bytes": "CAST(CAST(value AS text) AS %s)"}[row["kind"]]
    if row["kind"] == "bytes":
        value %= "bytea" if engine == "postgres" else "blob"
    if not row["fpp"]:
        arguments = value
    else:
        arguments = ", ".join([value, row["expected"] or "NULL", row["fpp"]])
    rows = "(SELECT value FROM generate_series(%d, %d) AS value) AS s" % (min(first, last), last)
    return "hex(bloom_agg(%s)) FROM %s WHERE %s" % (arguments, rows, "1 = 1" if first <= last else "1 = 0"), wanted


def geometry(row, engine):
    call = "%s, %s" % (row["expected"], row["fpp"])
    nblocks = row["nblocks"]
    return (
        "bloom_size(%s) || ' ' || replace(substr(hex(bloom_new(%s)), 15, 18), '|', '')" % (call, call),
        "%d %02X%s" % (64 + 64 * int(nblocks), int(row["k"]), int(nblocks).to_bytes(8, "little").hex().upper()),
    )


def guava_bits(row, engine):
    return "bloom_classic_bits(%s, %s)" % (row["n"], row["fpp"]), row["optimalNumOfBits"]


def guava_hashes(row, engine):
    return "bloom_classic_hashes(%s, %s)" % (row["n"], row["optimalNumOfBits"]), row["k"]


TESTS = (
    ("keys.csv", keys),
    ("filters.csv", filters),
    ("geometry.csv", geometry),
    ("guava_sizing.csv: bits", guava_bits),
    ("guava_sizing.csv: hashes", guava_hashes),
)


def cases(engine):
    for name, make in TESTS:
        for number, row in enumerate(read(name.split(":")[0]), 1):
            made = make(row, engine)
            if made:
                yield "%s %d" % (name, number), name, made, row


def main():
    engine = sys.argv[2]
    if sys.argv[1] == "sql":
        for label, _, (sql, _), _ in cases(engine):
            print("SELECT '%s', %s;" % (label, sql))
        return 0
    with open(sys.argv[3], encoding="utf-8") as file:
        got = dict(line.rstrip("\n").split("|", 1) for line in file if "|" in line)
    counts, wrong = {name: 0 for name, _ in TESTS}, {name: [] for name, _ in TESTS}
    for label, name, (sql, wanted), row in cases(engine):
        counts[name] += 1
        if got.get(label) != wanted:
            at = [("no answer" if label not in got else got[label]), wanted]
            wrong[name].append("%s: %s gives %s, not %s" % (label, sql[:120], at[0][:200], at[1][:200]))
    for name, _ in TESTS:
        bad = wrong[name] or not counts[name]
        print("%sok - vectors: %s in %s, %d rows" % ("not " if bad else "", name, engine, counts[name]))
        for line in wrong[name]:
            print("#   " + line)
    return 1 if any(wrong.values()) or not all(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
