"""
P1: no false negative against the engine's own =.  For any a and b of any two
types where SQL says a = b, a filter that a was added to contains b.
"""

from decimal import Decimal

import values
from engines import Failed, Lite

# What every pair of columns that can be equal has to have shown, at the least.
WANTED = 1000

# ---- PostgreSQL ----

NUMBERS = {
    "smallint": lambda v: values.is_int64(v) and -(2**15) <= v < 2**15,
    "integer": lambda v: values.is_int64(v) and -(2**31) <= v < 2**31,
    "bigint": values.is_int64,
    "oid": lambda v: values.is_int64(v) and 0 <= v < 2**32,
    "real": lambda v: v == 0 or Decimal("1e-40") < abs(v) < Decimal("3.4e38"),
    "double precision": lambda v: v == 0 or Decimal("4.9e-324") < abs(v) < Decimal("1.79769313486231571e308"),
    "numeric": lambda v: True,
    "small": lambda v: values.is_int64(v) and -(2**31) <= v < 2**31,  # a domain over integer
    "huge": lambda v: True,  # a domain over numeric, with values beyond double precision
}
FLOATS = ("real", "double precision")
TEXTS = ("text", "varchar", "varchar(70)", "char(60)", "bpchar", "name", "words")
# A NaN has a sign, which = ignores.
SIGN_OF_NAN = "CASE WHEN v = 'NaN' AND id % 2 = 0 THEN -v ELSE v END"
BLANKED = ("char(60)", "bpchar")
TYPES = tuple(NUMBERS) + TEXTS + ("bytea", "uuid", "boolean")


def table_name(type_name):
    return "v_" + "".join(c if c.isalnum() else "_" for c in type_name)


def pools(random):
    numbers = [Decimal(v) for v in (0, 1, 5, -1, 2**32 - 1, 2**53, 2**53 + 1, 2**62, 2**63, 2**63 - 1, -(2**63), -(2**63) - 2**11, "0.1", "0.5")]
    numbers += [values.number(random) for _ in range(24)]
    texts = ["", " ", "ab", "ab "] + [values.text(random) for _ in range(26)]
    blobs = [b""] + [values.data(random) for _ in range(24)]
    uuids = ["%032x" % random.getrandbits(128) for _ in range(15)]
    return numbers, texts, blobs, uuids


def column(random, type_name, pool, nrows):
    """Rows (value as text, whether it is a whole number that no double equals)."""
    numbers, texts, blobs, uuids = pool
    rows = []
    while len(rows) < nrows:
        if type_name in NUMBERS:
            special = random.random()
            if type_name in FLOATS + ("numeric", "huge") and special < 0.06:
                # numeric has infinities since PostgreSQL 14
                rows.append((random.choice(["NaN", "NaN", "Infinity", "-Infinity"]), "f"))
                continue
            if type_name in FLOATS and special < 0.10:
                rows.append(("-0", "f"))
                continue
            value = random.choice(numbers)
            if not NUMBERS[type_name](value):
                continue
            if type_name == "huge":
                rows.append((values.spelled(random, value.scaleb(random.choice([0, 0, 0, 0, 0, 0, 400, -400, 1000]))), "f"))
            elif type_name == "numeric":
                rows.append((values.spelled(random, value), "t" if values.no_double(value) else "f"))
            else:
                spelled = str(value) if type_name in FLOATS else str(int(value))
                rows.append((spelled, "t" if type_name not in FLOATS and values.no_double(value) else "f"))
        elif type_name in TEXTS:
            rows.append((random.choice(texts), "f"))
        elif type_name == "bytea":
            rows.append(("\\x" + random.choice(blobs).hex(), "f"))
        elif type_name == "uuid":
            value = random.choice(uuids)
            rows.append((random.choice([value, value.upper(), "{%s}" % value]), "f"))
        else:
            rows.append((random.choice("tf"), "f"))
    return rows


def exception(a, b):
    """The SQL condition of a documented exception for columns a.v, b.v; and its name."""
    if a in FLOATS and b in ("bigint", "numeric"):
        return "b.rounded", "a whole number beyond 2^53 that no double equals, against a double"
    if b in FLOATS and a in ("bigint", "numeric"):
        return "a.rounded", "a whole number beyond 2^53 that no double equals, against a double"
    if a in BLANKED and b in TEXTS and b not in BLANKED:
        return "right(b.v::text, 1) = ' '", "text with blanks at its end, against char(n)"
    if b in BLANKED and a in TEXTS and a not in BLANKED:
        return "right(a.v::text, 1) = ' '", "text with blanks at its end, against char(n)"
    if a == "oid" and b in ("smallint", "integer", "small"):
        return "b.v < 0", "a negative integer against an oid"
    if b == "oid" and a in ("smallint", "integer", "small"):
        return "a.v < 0", "a negative integer against an oid"
    return "false", None


def restriction(a, b):
    """What of a can be compared with b at all: PostgreSQL raises errors beyond."""
    if a == "bigint" and b == "oid":
        return "v BETWEEN 0 AND 4294967295"
    return "true"


def postgres(tap, random, pg, rounds):
    pg.rows("CREATE DOMAIN small AS integer; CREATE DOMAIN huge AS numeric; CREATE DOMAIN words AS varchar")
    pairs, checked, skipped, wrong, merged, distinct = [], {}, {}, [], [], 0
    version = int(pg.one("SHOW server_version_num"))
    for _ in range(rounds):
        pool = pools(random)
        for t in TYPES:
            for side in "ab":
                rows = column(random, t, pool, 180)
                if version < 140000 and t in ("numeric", "huge"):
                    rows = [r for r in rows if "Inf" not in r[0]]
                name = table_name(t) + side
                pg.load(name + "_in", "v text, rounded boolean", rows)
                pg.rows(
                    "DROP TABLE IF EXISTS %s; CREATE TABLE %s AS SELECT v, rounded, bloom_agg(v, 20) OVER (PARTITION BY id) AS one "
                    "FROM (SELECT id, %s AS v, rounded FROM (SELECT row_number() OVER () AS id, CAST(v AS %s) AS v, rounded FROM %s_in) AS r) AS s; ANALYZE %s"
                    % (name, name, SIGN_OF_NAN if t in FLOATS else "v", t, name, name)
                )
            pg.rows(
                "DROP TABLE IF EXISTS %(t)s_all; CREATE TABLE %(t)s_all AS SELECT bloom_agg(v) AS own, bloom_agg(v, 180) AS sized FROM %(t)sa"
                % {"t": table_name(t)}
            )
            # The other way round: one key for each value that = tells apart; but a numeric is rounded
            # to a double, and the smallest doubles have the bytes of the smallest integers.
            if t not in ("numeric", "huge"):
                floats = "WHERE NOT abs(v) < 1e-300 OR v = 0" if t in FLOATS else ""
                (row,) = pg.rows("SELECT count(DISTINCT v), count(DISTINCT bloom_hash(v)) FROM (SELECT v FROM %sa %s) AS s" % (table_name(t), floats))
                distinct += int(row[0])
                if row[0] != row[1]:
                    merged.append("%s: %s values, %s hashes" % ((t,) + row))
        if not pairs:
            for a in TYPES:
                for b in TYPES:
                    if "huge" in (a, b) and (a in FLOATS or b in FLOATS):
                        continue  # = raises an error: out of range for double precision
                    try:
                        pg.rows("SELECT 1 FROM %sa AS a, %sb AS b WHERE a.v = b.v LIMIT 0" % (table_name(a), table_name(b)))
                        pairs.append((a, b))
                    except Failed:
                        continue
        for a, b in pairs:
            condition, name = exception(a, b)
            sql = (
                "FROM (SELECT * FROM %sa WHERE %s OFFSET 0) AS a JOIN (SELECT * FROM %sb WHERE %s OFFSET 0) AS b ON a.v = b.v, %s_all AS c"
                % (table_name(a), restriction(a, b), table_name(b), restriction(b, a), table_name(a))
            )
            found = (
                "bloom_contains(a.one, b.v) AND bloom_contains(c.own, b.v) AND bloom_contains(c.sized, b.v)"
                " AND bloom_contains_any(a.one, ARRAY[b.v]) AND bloom_contains_all(c.own, ARRAY[b.v, a.v])"
                " AND bloom_contains_hash(a.one, bloom_hash(b.v))"
            )
            if a != b:
                found = found.replace("ARRAY[b.v, a.v]", "ARRAY[b.v]")
            (counts,) = pg.rows(
                "SELECT count(*) FILTER (WHERE NOT %(x)s), count(*) FILTER (WHERE NOT %(x)s AND NOT (%(f)s)),"
                " count(*) FILTER (WHERE %(x)s AND NOT bloom_contains(a.one, b.v)) %(sql)s" % {"x": "(%s)" % condition, "f": found, "sql": sql}
            )
            checked[a, b] = checked.get((a, b), 0) + int(counts[0])
            if name:
                skipped[name] = skipped.get(name, 0) + int(counts[2])
            if counts[1] != "0":
                wrong += [
                    "%s %s = %s %s, but a filter of the first does not contain the second" % (a, row[0], b, row[1])
                    for row in pg.rows(
                        "SELECT DISTINCT quote_literal(a.v::text), quote_literal(b.v::text) %s WHERE NOT (%s) AND NOT (%s) LIMIT 3"
                        % (sql, condition, found)
                    )
                ]
    few = ["%s = %s: %d pairs" % (a, b, n) for (a, b), n in sorted(checked.items()) if n < WANTED]
    tap(not wrong, "postgres: no false negative: %d equal pairs of %d pairs of types" % (sum(checked.values()), len(pairs)), wrong[:20])
    tap(
        not few and len(pairs) > 80,
        "postgres: at least %d equal pairs of each pair of types (fewest: %d, %s = %s)"
        % ((WANTED, min(checked.values())) + min(checked, key=checked.get)),
        few or ["only %d pairs of types have an =" % len(pairs)],
    )
    tap(not merged, "postgres: different values are different keys: %d values" % distinct, merged)
    for name, count in sorted(skipped.items()):
        tap(count > 0, "postgres: documented exception: %s (%d pairs)" % (name, count), ["it is none: no pair that = calls equal is not found"])

    # One of each by hand, so that the exceptions stay what the manual says.
    rows = pg.rows(
        "SELECT 9007199254740993::bigint = 9007199254740992::float8, bloom_contains(bloom_add(bloom_new(9), 9007199254740993), 9007199254740992::float8),"
        " 9007199254740993::numeric = 9007199254740992::float8, bloom_contains(bloom_add(bloom_new(9), 9007199254740993::numeric), 9007199254740992::float8),"
        " 'ab '::varchar = 'ab '::char(3), bloom_contains(bloom_add(bloom_new(9), 'ab '::char(3)), 'ab '::varchar),"
        " bloom_contains(bloom_add(bloom_new(9), 'ab '::char(3)), 'ab '::char(9)), bloom_contains(bloom_add(bloom_new(9), 'ab '::char(3)), 'ab'::varchar)"
    )
    tap(rows == [("t", "f", "t", "f", "t", "f", "t", "t")], "postgres: the exceptions are those of the manual", ["%s" % rows])
    return sum(checked.values())


# ---- SQLite ----

COLUMNS = (("i", "INTEGER"), ("r", "REAL"), ("t", "TEXT"), ("b", "BLOB"), ("n", "NUMERIC"), ("x", ""))


def lite_value(random, pool):
    numbers, texts, blobs, _ = pool
    shape = random.randrange(10)
    if shape < 2:
        value = random.choice(numbers)
        return int(value) if values.is_int64(value) else float(value)
    if shape < 4:
        return random.choice([float(random.choice(numbers)), float(random.choice(numbers)), -0.0, 0.0, float("inf"), float("-inf")])
    if shape < 8:
        return random.choice(texts + ["a\0b", "5", "5.0", "0"])
    return random.choice(blobs)


def sqlite(tap, random, rounds):
    """Columns of every affinity, in databases of every encoding."""
    total, wrong, few, hashes = 0, [], [], {}
    kind = "CASE typeof(%s) WHEN 'integer' THEN 1 WHEN 'real' THEN 1 WHEN 'text' THEN 2 ELSE 4 END"
    for encoding in "UTF-8", "UTF-16le", "UTF-16be":
        db = Lite(encoding)
        checked, other_kind = {}, 0
        for _ in range(rounds):
            pool = pools(random)
            made = []
            for _ in range(220):
                value = lite_value(random, pool)
                made.append((value,) * len(COLUMNS) if random.random() < 0.5 else tuple(lite_value(random, pool) for _ in COLUMNS))
            db.load("source", ", ".join("%s %s" % c for c in COLUMNS), made)
            # Text and blobs have their bytes for a key, NUL included, whatever the encoding.
            for column_name, _ in COLUMNS:
                for is_text in "text", "blob":
                    for value, hash_ in db.rows("SELECT DISTINCT %s, bloom_hash(%s) FROM source WHERE typeof(%s) = '%s'" % ((column_name,) * 3 + (is_text,))):
                        hashes.setdefault((is_text, value), set()).add(hash_)
            for c, _ in COLUMNS:
                db.rows("DROP TABLE IF EXISTS one_%s" % c)
                db.rows("CREATE TABLE one_%s AS SELECT rowid AS id, bloom_agg(%s, 20) AS one FROM source GROUP BY rowid" % (c, c))
            for a, _ in COLUMNS:
                for b, _ in COLUMNS:
                    same = "(%s) = (%s)" % (kind % ("a." + a), kind % ("b." + b))
                    found = (
                        "(bloom_contains(o.one, b.%(b)s) AND bloom_contains(c.own, b.%(b)s) AND bloom_contains(c.sized, b.%(b)s)"
                        " AND bloom_contains_any(o.one, b.%(b)s) AND bloom_contains_hash(o.one, bloom_hash(b.%(b)s)))" % {"b": b}
                    )
                    sql = (
                        "FROM source AS a JOIN source AS b ON a.%s = b.%s JOIN one_%s AS o ON o.id = a.rowid, "
                        "(SELECT bloom_agg(%s) AS own, bloom_agg(%s, 200) AS sized FROM source) AS c" % (a, b, a, a, a)
                    )
                    n, missing, differ = db.rows(
                        "SELECT coalesce(sum(%s), 0), coalesce(sum(CASE WHEN %s THEN NOT %s ELSE 0 END), 0), coalesce(sum(NOT (%s)), 0) %s"
                        % (same, same, found, same, sql)
                    )[0]
                    checked[a, b] = checked.get((a, b), 0) + n
                    other_kind += differ
                    if missing:
                        wrong += [
                            "%s: column %s %r = column %s %r, but a filter of the first does not contain the second" % ((encoding,) + row)
                            for row in db.rows(
                                "SELECT DISTINCT '%s', a.%s, '%s', b.%s %s WHERE CASE WHEN %s THEN NOT %s ELSE 0 END LIMIT 3"
                                % (a, a, b, b, sql, same, found)
                            )
                        ]
        total += sum(checked.values())
        few += ["%s: %s = %s: %d pairs" % (encoding, a, b, n) for (a, b), n in checked.items() if n < WANTED]
        tap(other_kind > 0, "sqlite: documented exception, %s: affinity makes values of two kinds equal (%d pairs)" % (encoding, other_kind), [])
    tap(not wrong, "sqlite: no false negative: %d equal pairs of %d pairs of columns in 3 encodings" % (total, len(COLUMNS) ** 2), wrong[:20])
    tap(not few, "sqlite: at least %d equal pairs of each pair of columns and encoding" % WANTED, few)

    several = ["%r has %d hashes" % (v, len(h)) for v, h in hashes.items() if len(h) != 1]
    tap(not several, "sqlite: one hash for a value in every encoding: %d values" % len(hashes), several[:8])
    for kind in "text", "blob":
        ours = [h for (k, _), each in hashes.items() if k == kind for h in each]
        tap(len(ours) == len(set(ours)), "sqlite: different values are different keys: %d values of %s" % (len(ours), kind))

    # What the manual says of affinity and collation.
    db = Lite()
    db.load("source", "i INTEGER, t TEXT, c TEXT COLLATE NOCASE", [(5, "5", "Ab")])
    equal = db.rows("SELECT i = t, c = 'aB' FROM source")[0]
    try:
        answer = db.one("SELECT bloom_contains(bloom_agg(i), t) FROM source")
    except Failed as error:
        answer = str(error)
    tap(
        equal == (1, 1) and "probed with text" in str(answer) and db.one("SELECT bloom_contains(bloom_agg(c), 'aB') FROM source") == 0,
        "sqlite: the exceptions are those of the manual",
        ["%s %s" % (equal, answer)],
    )
    return total
