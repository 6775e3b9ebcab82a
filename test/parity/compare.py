"""usage: compare.py CORPUS SQLITE POSTGRES [NAME]

Compares what the two engines made of one file of the corpus and prints one TAP
line a test.  Of each engine it reads PREFIX.out, whose rows begin with the name
of their test, and PREFIX.err, whose errors are told apart by the line of their
statement.  A row that says "different" fails even if both say so.  In a file called errors*.sql every statement must fail; in the
others none may.
"""

import collections
import os
import re
import sys


def rows(path):
    """{test: its rows, in order}"""
    found = collections.OrderedDict()
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        for line in file.read().split("\n"):
            if line:
                found.setdefault(line.split("|")[0], []).append(line)
    return found


def sqlite_errors(path):
    """{line of the statement: message}"""
    found = {}
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        for line in file:
            match = re.match(r"[A-Za-z: ]*near line (\d+): (.*?)(?: \(\d+\))?$", line)
            if match:
                found[int(match.group(1))] = match.group(2)
            elif line.strip() and not line.startswith(" "):
                found.setdefault(0, line.strip())
    return found


def postgres_errors(path):
    found = {}
    number = 0
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        for line in file:
            match = re.match(r"psql:.*?:(\d+): (?:ERROR|FATAL|PANIC): +(.*)", line)
            if match:
                number = int(match.group(1))
                found[number] = match.group(2)
            elif line.startswith("HINT:"):
                found[number] += ". Hint: " + line[5:].strip()
            elif re.match(r"psql:.*?:\d+: (WARNING|NOTICE)", line):
                number = -1
                found[number] = ""
            elif line.startswith("psql:"):
                found.setdefault(0, line.strip())
    found.pop(-1, None)
    return found


def difference(a, b):
    """Two lines, cut to where they begin to differ."""
    at = next((i for i in range(min(len(a), len(b))) if a[i] != b[i]), min(len(a), len(b)))
    start = max(0, at - 60)
    cut = lambda s: (s[:70] + " ... " if start > 70 else s[:start]) + s[start : at + 60]
    return ["at character %d of %d and %d" % (at, len(a), len(b)), "  sqlite:   " + cut(a), "  postgres: " + cut(b)]


def without_function(message):
    """
    PostgreSQL checks a bytea in a filter's place in its cast, which has the name
    of the type: "bloomfilter: filter is damaged" instead of "bloom_info: ..".
    """
    return message.split(": ", 1)[-1]


def main():
    corpus, sqlite, postgres = sys.argv[1:4]
    name = sys.argv[4] if len(sys.argv) > 4 else os.path.basename(corpus)[:-4]
    results = []  # (test, lines that explain why it failed)

    with open(corpus, encoding="utf-8") as file:
        statements = file.read().split("\n")
    left, right = sqlite_errors(sqlite + ".err"), postgres_errors(postgres + ".err")
    if os.path.basename(corpus).startswith("errors"):
        bytes_ = "bytes" in corpus
        for number, statement in enumerate(statements, 1):
            if not statement.startswith("SELECT"):
                continue
            a, b = left.pop(number, "no error"), right.pop(number, "no error")
            if bytes_:
                same = without_function(a) == without_function(b) and b.split(":")[0] in ("bloomfilter", a.split(":")[0])
            else:
                same = a == b
            # A message of ours begins with the name of a function.
            ours = re.match(r"(bloom_\w+|bloomfilter): ", a) and "no error" not in (a, b)
            what = re.sub(r"x'(\w{9})\w*(\w{4})'", r"x'\1...\2'", statement)
            results.append((what[:110], [] if same and ours else ["sqlite:   " + a, "postgres: " + b]))
    for engine, errors in ("sqlite", left), ("postgres", right):
        for number, message in sorted(errors.items()):
            results.append(("%s fails in line %d" % (engine, number), [message]))

    if not os.path.basename(corpus).startswith("errors"):
        left, right = rows(sqlite + ".out"), rows(postgres + ".out")
        wanted = re.findall(r"^SELECT '([^']*)'", "\n".join(statements), re.M)
        for test in sorted(set(wanted) | set(left) | set(right), key=lambda t: wanted.index(t) if t in wanted else -1):
            a, b = left.get(test, []), right.get(test, [])
            wrong = []
            if not a or not b or len(a) != len(b):
                wrong = ["%d rows from sqlite, %d from postgres" % (len(a), len(b))]
            for x, y in zip(a, b):
                if x != y and len(wrong) < 12:
                    wrong += difference(x, y)
            wrong += [row[:300] for row in a + b if "different" in row.split("|")][:4]
            results.append(("%s (%d rows)" % (test, len(a)), wrong))

    for test, wrong in results:
        print("%sok - %s: %s" % ("not " if wrong else "", name, test.replace("#", "")))
        for line in wrong:
            print("#   " + line[:600])
    if not results:
        print("not ok - %s: no test in it" % name)
    return 1 if not results or any(wrong for _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main())
