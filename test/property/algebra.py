"""
The same keys and parameters give the same bytes: in both engines, in any order,
split in any way, one by one or at once; and the bytes are those of
docs/format.md, built a second time here.
"""

import struct

import values
from engines import Failed, copied

# Column types of PostgreSQL that can hold the keys of one kind.
COLUMNS = {
    "integers": ("bigint", "numeric", "double precision"),
    "small integers": ("smallint", "integer", "bigint", "numeric", "real"),
    "reals": ("double precision",),
    "text": ("text", "varchar"),
    "bytes": ("bytea",),
}
KINDS = {"integers": 1, "small integers": 1, "reals": 1, "text": 2, "bytes": 4}
U64 = (1 << 64) - 1


class Scenario:
    """Keys of one kind, with duplicates and NULLs, and what they are asked into."""

    def __init__(self, random):
        self.kind = random.choice(list(KINDS))
        n = int(10 ** random.uniform(0, 3.6)) if random.random() < 0.85 else random.choice([8191, 8192, 8193, 8500])
        if random.random() < 0.05:
            n = 0
        seen = {}  # by the key that they become, so that n is the number of distinct keys
        while len(seen) < n:
            if self.kind == "integers":
                value = random.randrange(-(2**53), 2**53) >> random.randrange(0, 50) if random.random() < 0.9 else random.choice([0, 1, -1])
            elif self.kind == "small integers":
                value = random.randrange(-(2**15), 2**15)
            elif self.kind == "reals":
                value = random.choice([random.uniform(-1e3, 1e3), random.uniform(-1e300, 1e300), float(random.randrange(10**6)), 1 / random.randrange(1, 10**6)])
            elif self.kind == "text":
                value = values.text(random) + str(random.randrange(10**6))
            else:
                value = values.data(random) + struct.pack("<I", random.randrange(10**6))
            seen[value] = True
        keys = list(seen)
        self.n = n
        self.rows = keys + [random.choice(keys) for _ in range(random.randrange(1 + n // 3))] if keys else []
        self.rows += [None] * random.choice([0, 0, 1, 3])
        random.shuffle(self.rows)
        self.column = random.choice(COLUMNS[self.kind])
        shape = random.random()
        if shape < 0.3:
            self.expected = None
        elif shape < 0.6:
            self.expected = max(n, 1)
        elif shape < 0.8:
            self.expected = random.choice([0, 1, 10, 2 * n + 1, n // 3])
        else:  # the border: 8 * count just about 64 * nblocks
            self.expected = max(1, int(n * random.uniform(0.6, 0.9) * 0.79 * 8))
        self.fpp = random.choice([0.01, 0.01, 0.1, 0.001, round(10 ** random.uniform(-10, -0.001), 12)])
        self.fpp = min(max(self.fpp, 1e-10), 0.999)
        self.parts = random.choice([1, 2, 3, 7, 40])
        self.fold = random.choice([0.5, 0.1, 0.9, 0.02])

    def __str__(self):
        return "%d distinct keys of %d rows of %s in a column %s, expected %s, fpp %r, %d parts" % (
            self.n, len(self.rows), self.kind, self.column, self.expected, self.fpp, self.parts,
        )  # fmt: skip


def model(hash_bytes, hashes, kinds, nblocks, k, expected, fpp):
    """The filter of a set of hashes, from docs/format.md."""
    hashes = sorted(set(hashes))
    if 8 * len(hashes) < 64 * nblocks and len(hashes) <= 8192:
        layout, count, body = 0, len(hashes), struct.pack("<%dQ" % len(hashes), *hashes)
    else:
        layout, count, body = 1, 0, bytearray(64 * nblocks)
        for h in hashes:
            at = 64 * (h * nblocks >> 64)
            g = (h ^ h >> 32) * 0x9E3779B97F4A7C15 & U64
            g ^= g >> 32
            second = g * 0xD6E8FEB86659FD93 & U64
            second ^= second >> 29
            for i in range(k):
                lane = ((g >> 61) + i) % 8
                position = (g if i < 8 else second) >> (13 + 6 * lane) & 63
                body[at + 8 * lane + position // 8] |= 1 << position % 8
    head = struct.pack("<4sBBBBQQQdHBBIQ", b"\xb1oom", 1, layout, 0, k, nblocks, 0, expected, fpp, kinds if hashes else 0, 0, 0, 0, count)
    head += struct.pack("<I", hash_bytes(bytes(body)) & 0xFFFFFFFF)
    return head + struct.pack("<I", hash_bytes(head) & 0xFFFFFFFF) + bytes(body)


class Engine:
    """Both engines behind the same few questions; filters are bytes here."""

    def __init__(self, engine):
        self.engine = engine
        self.postgres = engine.name == "postgres"

    def load(self, scenario, random):
        shuffled = list(range(len(scenario.rows)))
        random.shuffle(shuffled)
        rows = [(v, shuffled[i], random.randrange(scenario.parts)) for i, v in enumerate(scenario.rows)]
        if self.postgres:
            self.engine.load("k", "v %s, o integer, p integer" % scenario.column, [tuple(copied(c) for c in row) for row in rows])
            self.engine.rows(
                "CREATE OR REPLACE FUNCTION add_each(f bloomfilter, n integer) RETURNS bloomfilter LANGUAGE plpgsql AS $$"
                " DECLARE r record; BEGIN FOR r IN SELECT v FROM k WHERE o < n ORDER BY o LOOP f := bloom_add(f, r.v); END LOOP; RETURN f; END $$"
            )
        else:
            self.engine.load("k", "v, o INTEGER, p INTEGER", rows)

    def blob(self, sql):
        """The one value of a query, a filter."""
        if self.postgres:
            text = self.engine.one("SELECT f::text FROM (%s) AS one(f)" % sql)
            return None if text == "NULL" else bytes.fromhex(text[2:])
        return self.engine.one(sql)

    def literal(self, data):
        return "'\\x%s'::bloomfilter" % data.hex() if self.postgres else "x'%s'" % data.hex()

    def raw(self, data):
        return "'\\x%s'::bytea" % data.hex() if self.postgres else "x'%s'" % data.hex()

    def value(self, scenario, value):
        if self.postgres:
            return "CAST('%s' AS %s)" % (copied(value).replace("'", "''"), scenario.column)
        return "x'%s'" % value.hex() if isinstance(value, bytes) else repr(value) if not isinstance(value, str) else "'%s'" % value.replace("'", "''")

    def truth(self, sql):
        return {"t": True, "f": False, 1: True, 0: False}[self.engine.one(sql)]

    def add_each(self, filter_, rows):
        if self.postgres:
            return self.blob("SELECT add_each(%s, %d)" % (self.literal(filter_), rows))
        for (value,) in self.engine.rows("SELECT v FROM k WHERE o < ? ORDER BY o", rows):
            filter_ = self.engine.one("SELECT bloom_add(?, ?)", filter_, value)
        return filter_

    def contains(self, filter_, scenario, some):
        """(contains of each, any of groups of three, all of groups of three)"""
        f = self.literal(filter_)
        groups = [some[i : i + 3] for i in range(0, len(some), 3)]
        spelled = [[self.value(scenario, v) for v in g] for g in groups]
        each = ["bloom_contains(%s, %s)" % (f, v) for g in spelled for v in g]
        open_, close = ("ARRAY[", "]") if self.postgres else ("", "")
        each += ["bloom_contains_%s(%s, %s%s%s)" % (w, f, open_, ", ".join(g), close) for w in ("any", "all") for g in spelled]
        (row,) = self.engine.rows("SELECT " + ", ".join(each))
        row = [{"t": True, "f": False, 1: True, 0: False}[c] for c in row]
        n, m = len(some), len(groups)
        return row[:n], row[n : n + m], row[n + m :], groups


def extreme(check, hash_bytes, engines):
    """Hashes that no key is known for: 0, which marks a free slot in builders, and the last."""
    make = lambda hashes, nblocks: model(hash_bytes, hashes, 1, nblocks, 8, 60, 0.01)
    sets = [[0], [U64], [0, U64], [1, U64 - 1], [], [2**63], list(range(9)), [i << 61 for i in range(8)], list(range(30)), [i << 59 for i in range(32)]]
    for nblocks in 1, 2, 3:
        for a in sets:
            for b in sets:
                wanted = make(a + b, nblocks)
                for e in engines:
                    x, y = e.literal(make(a, nblocks)), e.literal(make(b, nblocks))
                    united = e.blob("SELECT bloom_union(%s, %s)" % (x, y))
                    gathered = e.blob("SELECT bloom_union_agg(f) FROM (SELECT %s AS f UNION ALL SELECT %s UNION ALL SELECT %s) AS s" % (x, y, x))
                    say = "%s: %s and %s in %d blocks" % (e.engine.name, a, b, nblocks)
                    check(united == wanted and gathered == wanted, "unions of extreme hashes", say, united.hex())
                    probes = ["bloom_contains_hash(%s, %d)" % (e.literal(united), h - (h >> 63 << 64)) for h in (0, U64, 2**63, 5)]
                    found = ["1" if str(c) in ("1", "t") else "0" for c in e.engine.rows("SELECT " + ", ".join(probes))[0]]
                    exact = ["01"[h in a + b] for h in (0, U64, 2**63, 5)]
                    good = found == exact if wanted[5] == 0 else all(x >= y for x, y in zip(found, exact))
                    check(good, "extreme hashes are found", say, found)


def run(tap, random, pg, lite, rounds):
    engines = [Engine(lite), Engine(pg)]
    hash_bytes = lambda data: lite.one("SELECT bloom_hash(?)", bytes(data)) & U64
    wrong = {}  # property: failures
    done = {}

    def check(good, what, scenario, why=""):
        done[what] = done.get(what, 0) + 1
        if not good and len(wrong.setdefault(what, [])) < 5:
            wrong[what].append("%s %s" % (scenario, why))
        elif good:
            wrong.setdefault(what, [])

    layouts = {0: 0, 1: 0}
    for _ in range(rounds):
        s = Scenario(random)
        arguments = "" if s.expected is None and s.fpp == 0.01 else ", %s, %r" % ("NULL" if s.expected is None else s.expected, s.fpp)
        whole = {}
        for e in engines:
            name = e.engine.name
            e.load(s, random)
            f = whole[name, "bytes"] = e.blob("SELECT bloom_agg(v%s) FROM k" % arguments)
            if not s.rows:
                check(f == e.blob("SELECT bloom_union_agg(NULL)") and len(f) == 64, "of no row: the neutral filter", s)
                continue
            made = [f]
            for order in "o", "-o", "v":
                check(e.blob("SELECT bloom_agg(v%s) FROM (SELECT v FROM k ORDER BY %s) AS s" % (arguments, order)) == f, "any order of rows gives the same bytes", s)
            expected, fpp, k, nblocks = *struct.unpack("<Qd", f[24:40]), f[7], struct.unpack("<Q", f[8:16])[0]
            hashes = [int(h) & U64 for (h,) in e.engine.rows("SELECT bloom_hash(v) FROM k WHERE v IS NOT NULL")]
            check(expected == (0 if s.expected is None else max(s.expected, 1)) and fpp == s.fpp, "expected and fpp are in the header", s, "%r %r" % (expected, fpp))
            layouts[f[5]] += 1
            check(model(hash_bytes, hashes, KINDS[s.kind], nblocks, k, expected, fpp) == f, "the bytes are those of docs/format.md", s)
            if s.expected is not None:
                empty = e.blob("SELECT bloom_new(%s, %r)" % (s.expected, s.fpp))
                check(empty[:40] == f[:5] + b"\0" + f[6:40] and empty[40:56] == bytes(16), "bloom_new has the header of bloom_agg", s)
                parts = "SELECT p, bloom_agg(v%s) AS f FROM k GROUP BY p" % arguments
                check(e.blob("SELECT bloom_union_agg(f) FROM (SELECT f FROM (%s) AS t ORDER BY p) AS s" % parts) == f, "the union of any split is building at once", s)
                check(e.blob("SELECT bloom_union_agg(f) FROM (SELECT f FROM (%s) AS t ORDER BY f IS NULL, p * 7919 %% 31, p DESC) AS s" % parts) == f, "the union of any split is building at once", s)
                two = ["(SELECT bloom_agg(v%s) FROM k WHERE %s)" % (arguments, w) for w in ("p < %d" % (s.parts // 2), "p >= %d" % (s.parts // 2))]
                for a, b in two, two[::-1]:
                    check(e.blob("SELECT bloom_union(%s, %s)" % (a, b)) == f, "bloom_union of two halves is building at once", s)
                check(e.blob("SELECT bloom_union(bloom_union(%s, f), f) FROM (SELECT bloom_agg(v%s) AS f FROM k) AS s" % (two[0], arguments)) == f, "a union with what is in already changes nothing", s)
                check(e.blob("SELECT bloom_add_agg(bloom_new(%s, %r), v) FROM k" % (s.expected, s.fpp)) == f, "bloom_add_agg to bloom_new is bloom_agg", s)
                halves = e.engine.rows("SELECT p < %d, count(*) FROM k GROUP BY 1" % (s.parts // 2))
                if len(halves) == 2:
                    half = e.blob("SELECT bloom_add_agg(%s, v) FROM k WHERE p >= %d" % (two[0], s.parts // 2))
                    check(half == f, "bloom_add_agg to one half is building at once", s)
                few = random.choice([1, 5, 25])
                check(
                    e.add_each(empty, few) == e.blob("SELECT bloom_agg(v%s) FROM k WHERE o < %d" % (arguments, few)),
                    "bloom_add one by one is bloom_agg", s,
                )  # fmt: skip
                # over the border between list and blocks, where that is near
                border = min(8 * nblocks, 8193)
                if len(hashes) >= border - 3:
                    begin = e.blob("SELECT bloom_agg(v%s) FROM k WHERE o < %d" % (arguments, max(1, border - 12)))
                    if begin is not None and begin[5] == 0:
                        check(e.add_each(begin, border + 12) == e.blob("SELECT bloom_agg(v%s) FROM k WHERE o < %d" % (arguments, border + 12)), "bloom_add over the border of layouts is bloom_agg", s)
            made.append(e.add_each(f, 5) if s.n and f[7] else f)
            check(made[-1] == f, "bloom_add of a key that is in gives the same bytes", s)

            # a second kind of key, and parameters that differ but not in geometry
            if s.n and s.expected is not None:
                other_kind, key = ("text", "'%d'" % random.randrange(10**6)) if KINDS[s.kind] != 2 else ("number", "%d" % random.randrange(10**6))
                if e.postgres and other_kind == "text":
                    key += "::text"
                kinds = KINDS[s.kind] | (2 if other_kind == "text" else 1)
                both = model(hash_bytes, hashes + [int(e.engine.one("SELECT bloom_hash(%s)" % key)) & U64], kinds, nblocks, k, expected, fpp)
                check(e.blob("SELECT bloom_add(%s, %s)" % (e.literal(f), key)) == both, "bloom_add of another kind of key records it", s)
                alone = "SELECT bloom_agg(%s, %d, %r)" % (key, s.expected, s.fpp)
                united = [e.blob("SELECT bloom_union(%s, %s)" % pair) for pair in ((e.literal(f), "(%s)" % alone), ("(%s)" % alone, e.literal(f)))]
                check(united == [both, both], "a union has the kinds of both", s)
                more = model(hash_bytes, hashes[:3], KINDS[s.kind], nblocks, k, expected + 1, fpp * 0.999)
                larger = model(hash_bytes, hashes, KINDS[s.kind], nblocks, k, expected + 1, fpp)
                united = [e.blob("SELECT bloom_union(%s, %s)" % pair) for pair in ((e.literal(f), e.literal(more)), (e.literal(more), e.literal(f)))]
                united.append(e.blob("SELECT bloom_union_agg(f) FROM (SELECT %s AS f UNION ALL SELECT %s) AS s" % (e.literal(f), e.literal(more))))
                check(united == [larger] * 3, "a union has the larger expected and fpp of the two", s)
                made.append(both)

            # answers
            some = [v for v in random.sample(s.rows, min(len(s.rows), 6)) if v is not None]
            if s.kind in ("integers", "small integers"):
                some += [random.randrange(-(2**15), 2**15) for _ in range(9)]
            elif s.kind == "reals":
                some += [random.uniform(-1e6, 1e6) for _ in range(9)]
            elif s.kind == "text":
                some += [values.text(random) for _ in range(9)]
            else:
                some += [values.data(random) for _ in range(9)]
            if s.n:
                random.shuffle(some)
                each, any_, all_, groups = e.contains(f, s, some)
                inside = set(s.rows)
                check(all(c for c, v in zip(each, some) if v in inside), "every key is found", s)
                answers = iter(each)
                for group, x, y in zip(groups, any_, all_):
                    found = [next(answers) for _ in group]
                    check(x == any(found) and y == all(found), "any and all are the or and the and of contains", s)
                count = e.engine.one("SELECT count(*) FROM k WHERE v IS NOT NULL AND NOT coalesce(%s, %s)" % (
                    "bloom_contains(%s, v)" % e.literal(f), "1 = 0")) if len(f) < 40000 else 0
                check(int(count) == 0, "every key is found", s, "%s are not" % count)

            # fold
            for p in s.fold, s.fpp:
                folded = e.blob("SELECT bloom_fold(%s, %r)" % (e.literal(f), p))
                made.append(folded)
                check(e.blob("SELECT bloom_fold(%s, %r)" % (e.literal(folded), p)) == folded, "folding again changes nothing", s)
                check(len(folded) <= len(f), "a fold is never larger", s)
                if folded != f:
                    new_blocks, head = struct.unpack("<Q", folded[8:16])[0], struct.unpack("<Qd", folded[24:40])
                    halved = f[5] == 0 or (folded[7] == k and nblocks % new_blocks == 0 and (nblocks // new_blocks).bit_count() == 1)
                    check(head == (0, p) and halved, "a fold has expected 0, its fpp and halved blocks", s, "%d of %d blocks" % (new_blocks, nblocks))
                    check(model(hash_bytes, hashes, KINDS[s.kind], new_blocks, folded[7], 0, p) == folded, "a fold is what building smaller gives", s)
                whole[name, p] = folded
                # The rate is modelled for the number of keys estimated; that of a few blocks scatters around it.
                if folded[5] == 1 and struct.unpack("<Q", folded[8:16])[0] >= 32:
                    before, after = [float(e.engine.one("SELECT bloom_current_fpp(%s)" % e.literal(x))) for x in (f, folded)]
                    check(after <= 2 * max(p, before), "a fold meets the rate it was asked for", s, "%r for %r" % (after, p))

            # geometries that differ
            other = e.blob("SELECT bloom_new(%d, %r)" % (random.randrange(10**6), random.choice([s.fpp, 0.5, 1e-9])))
            try:
                e.blob("SELECT bloom_union(%s, %s)" % (e.literal(f), e.literal(other)))
                check(f[7] == 0 or other[7:16] == f[7:16], "filters of two geometries have no union", s)
            except Failed as error:
                check(other[7:16] != f[7:16] and "filters differ" in str(error), "filters of two geometries have no union", s, error)
            for m in made:
                check(e.truth("SELECT bloom_valid(%s)" % e.raw(m)), "every filter made is valid", s)
            if s.n and f[5] == 0:
                check(float(e.engine.one("SELECT bloom_cardinality(%s)" % e.literal(f))) == s.n, "the cardinality of a list is exact", s)
            whole[name, "info"] = e.engine.one("SELECT bloom_info(%s)" % e.literal(f))
        for what in sorted({what for _, what in whole}, key=str):
            name = {"bytes": "both engines make the same bytes", "info": "bloom_info is the same in both engines"}
            check(whole.get(("sqlite", what)) == whole.get(("postgres", what)), name.get(what, "a fold is the same in both engines"), s)
    extreme(check, hash_bytes, engines)
    for what, failures in wrong.items():
        tap(not failures, "algebra: %s (%d times)" % (what, done[what]), failures)
    tap(min(layouts.values()) >= rounds // 6, "algebra: both layouts were met (%d lists, %d blocks)" % (layouts[0], layouts[1]))
