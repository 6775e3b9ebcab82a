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
                value = random.choice([random.uniform(-1e3, 1e3), random.uniform(-1e300, 1e300), float(random.randrange(10**6)), 0.1 * random.randrange(10**6)])
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

    def some(self, random):
        """Keys of it, and others of the kind."""
        other = {"integers": lambda: random.randrange(-(2**15), 2**15), "reals": lambda: random.uniform(-1e6, 1e6)}
        other.update({"small integers": other["integers"], "text": lambda: values.text(random), "bytes": lambda: values.data(random)})
        some = [v for v in random.sample(self.rows, min(len(self.rows), 6)) if v is not None]
        some += [other[self.kind]() for _ in range(9)]
        random.shuffle(some)
        return some

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


class Case:
    """One scenario in one engine: its filter f, built at once, and what is known of it."""

    def __init__(self, e, s, hash_bytes):
        self.e, self.s = e, s
        self.arguments = "" if s.expected is None and s.fpp == 0.01 else ", %s, %r" % ("NULL" if s.expected is None else s.expected, s.fpp)
        self.f = self.agg("k")
        self.expected, self.fpp = struct.unpack("<Qd", self.f[24:40])
        self.k, self.nblocks = self.f[7], struct.unpack("<Q", self.f[8:16])[0]
        self.hashes = [int(h) & U64 for (h,) in e.engine.rows("SELECT bloom_hash(v) FROM k WHERE v IS NOT NULL")]
        self.hash_bytes = hash_bytes
        self.made = [self.f]  # every filter on the way

    def agg(self, source):
        return self.e.blob("SELECT bloom_agg(v%s) FROM %s" % (self.arguments, source))

    def model(self, hashes=None, **other):
        """The filter that the page specifies for the same keys, or with something else in it."""
        known = dict(kinds=KINDS[self.s.kind], nblocks=self.nblocks, k=self.k, expected=self.expected, fpp=self.fpp)
        known.update(other)
        return model(self.hash_bytes, self.hashes if hashes is None else hashes, **known)

    def union(self, a, b):
        """Both ways round."""
        return [self.e.blob("SELECT bloom_union(%s, %s)" % pair) for pair in ((a, b), (b, a))]


def building(check, c):
    e, s, f = c.e, c.s, c.f
    expected = 0 if s.expected is None else max(s.expected, 1)
    check(c.expected == expected and c.fpp == s.fpp, "expected and fpp are in the header", s, "%r %r" % (c.expected, c.fpp))
    check(c.model() == f, "the bytes are those of docs/format.md", s)
    for order in "o", "-o", "v":
        check(c.agg("(SELECT v FROM k ORDER BY %s) AS s" % order) == f, "any order of rows gives the same bytes", s)
    if s.n:
        c.made.append(e.add_each(f, 5))
        check(c.made[-1] == f, "bloom_add of a key that is in gives the same bytes", s)
    if s.n and f[5] == 0:
        check(float(e.engine.one("SELECT bloom_cardinality(%s)" % e.literal(f))) == s.n, "the cardinality of a list is exact", s)


def adding(check, c, few):
    e, s, f = c.e, c.s, c.f
    empty = e.blob("SELECT bloom_new(%s, %r)" % (s.expected, s.fpp))
    check(empty[:40] == f[:5] + b"\0" + f[6:40] and empty[40:56] == bytes(16), "bloom_new has the header of bloom_agg", s)
    check(e.blob("SELECT bloom_add_agg(%s, v) FROM k" % e.literal(empty)) == f, "bloom_add_agg to bloom_new is bloom_agg", s)
    check(e.add_each(empty, few) == c.agg("k WHERE o < %d" % few), "bloom_add one by one is bloom_agg", s)
    border = min(8 * c.nblocks, 8193)  # hashes from which it is blocks
    if len(c.hashes) >= border - 3:
        begin = c.agg("k WHERE o < %d" % max(1, border - 12))
        if begin[5] == 0:
            check(e.add_each(begin, border + 12) == c.agg("k WHERE o < %d" % (border + 12)), "bloom_add over the border of layouts is bloom_agg", s)


def merging(check, c):
    e, s, f = c.e, c.s, c.f
    parts = "SELECT p, bloom_agg(v%s) AS f FROM k GROUP BY p" % c.arguments
    for order in "p", "-p", "p * 7919 % 31":
        united = e.blob("SELECT bloom_union_agg(f) FROM (SELECT f FROM (%s) AS t ORDER BY %s) AS s" % (parts, order))
        check(united == f, "the union of any split is building at once", s)
    half = s.parts // 2
    low, high = ["(SELECT bloom_agg(v%s) FROM k WHERE %s)" % (c.arguments, where) for where in ("p < %d" % half, "p >= %d" % half)]
    check(c.union(low, high) == [f, f], "bloom_union of two halves is building at once", s)
    check(c.union(low, e.literal(f)) == [f, f], "a union with what is in already changes nothing", s)
    if len(e.engine.rows("SELECT p < %d FROM k GROUP BY 1" % half)) == 2:
        check(e.blob("SELECT bloom_add_agg(%s, v) FROM k WHERE p >= %d" % (low, half)) == f, "bloom_add_agg to one half is building at once", s)


def differing(check, c, number, other):
    """Unions of filters that differ, but not in geometry: in kinds, expected, fpp.  And in geometry."""
    e, s, f = c.e, c.s, c.f
    if s.n and s.expected is not None:
        is_text = KINDS[s.kind] != 2
        key = "'%d'%s" % (number, "::text" if e.postgres else "") if is_text else "%d" % number
        hash_ = int(e.engine.one("SELECT bloom_hash(%s)" % key)) & U64
        both = c.model(c.hashes + [hash_], kinds=KINDS[s.kind] | (2 if is_text else 1))
        check(e.blob("SELECT bloom_add(%s, %s)" % (e.literal(f), key)) == both, "bloom_add of another kind of key records it", s)
        alone = "(SELECT bloom_agg(%s, %d, %r))" % (key, s.expected, s.fpp)
        check(c.union(e.literal(f), alone) == [both, both], "a union has the kinds of both", s)
        c.made.append(both)

        more = e.literal(c.model(c.hashes[:3], expected=c.expected + 1, fpp=c.fpp * 0.999))
        united = c.union(e.literal(f), more)
        united.append(e.blob("SELECT bloom_union_agg(f) FROM (SELECT %s AS f UNION ALL SELECT %s) AS s" % (e.literal(f), more)))
        check(united == [c.model(expected=c.expected + 1)] * 3, "a union has the larger expected and fpp of the two", s)

    other = e.blob("SELECT bloom_new(%d, %r)" % other)
    same = other[7:16] == f[7:16]
    try:
        c.union(e.literal(f), e.literal(other))
        check(same, "filters of two geometries have no union", s)
    except Failed as error:
        check(not same and "filters differ" in str(error), "filters of two geometries have no union", s, error)


def answering(check, c, some):
    e, s, f = c.e, c.s, c.f
    each, any_, all_, groups = e.contains(f, s, some)
    inside = set(s.rows)
    check(all(found for found, v in zip(each, some) if v in inside), "every key is found", s)
    answers = iter(each)
    for group, x, y in zip(groups, any_, all_):
        found = [next(answers) for _ in group]
        check(x == any(found) and y == all(found), "any and all are the or and the and of contains", s)
    missing = e.engine.one("SELECT count(*) FROM k WHERE v IS NOT NULL AND NOT bloom_contains(%s, v)" % e.literal(f))
    check(int(missing) == 0, "every key is found", s, "%s are not" % missing)


def folding(check, c, p):
    e, s, f = c.e, c.s, c.f
    folded = e.blob("SELECT bloom_fold(%s, %r)" % (e.literal(f), p))
    c.made.append(folded)
    check(e.blob("SELECT bloom_fold(%s, %r)" % (e.literal(folded), p)) == folded, "folding again changes nothing", s)
    check(len(folded) <= len(f), "a fold is never larger", s)
    nblocks = struct.unpack("<Q", folded[8:16])[0]
    if folded != f:
        halved = f[5] == 0 or (folded[7] == c.k and nblocks in [c.nblocks >> i for i in range(1, 24) if c.nblocks % (1 << i) == 0])
        check(struct.unpack("<Qd", folded[24:40]) == (0, p) and halved, "a fold has expected 0, its fpp and halved blocks", s, "%d of %d blocks" % (nblocks, c.nblocks))
        check(c.model(nblocks=nblocks, k=folded[7], expected=0, fpp=p) == folded, "a fold is what building smaller gives", s)
    # The rate is modelled for the number of keys estimated; that of a few blocks scatters around it.
    if folded[5] == 1 and nblocks >= 32:
        before, after = [float(e.engine.one("SELECT bloom_current_fpp(%s)" % e.literal(x))) for x in (f, folded)]
        check(after <= 2 * max(p, before), "a fold meets the rate it was asked for", s, "%r for %r" % (after, p))
    return folded


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
    done, wrong = {}, {}  # by property: how often, and the failures
    layouts = [0, 0]

    def check(good, what, scenario, why=""):
        done[what] = done.get(what, 0) + 1
        failures = wrong.setdefault(what, [])
        if not good and len(failures) < 5:
            failures.append("%s %s" % (scenario, why))

    for nth in range(rounds):
        s = Scenario(random)
        if nth == 0:  # not left to chance
            s.rows, s.n = [], 0
        some, few, number, other = s.some(random), random.choice([1, 5, 25]), random.randrange(10**6), (random.randrange(10**6), random.choice([s.fpp, 0.5, 1e-9]))
        seen = {"bytes": [], "bloom_info": [], "a fold": []}
        for e in engines:
            e.load(s, random)
            c = Case(e, s, hash_bytes)
            if not s.rows:
                check(c.f == e.blob("SELECT bloom_union_agg(NULL)") and len(c.f) == 64, "of no row: the neutral filter", s)
                continue
            layouts[c.f[5]] += 1
            building(check, c)
            if s.expected is not None:
                adding(check, c, few)
                merging(check, c)
            differing(check, c, number, other)
            if s.n:
                answering(check, c, some)
            seen["bytes"].append(c.f)
            seen["a fold"].append([folding(check, c, p) for p in (s.fold, s.fpp)])
            seen["bloom_info"].append(e.engine.one("SELECT bloom_info(%s)" % e.literal(c.f)))
            for made in c.made:
                check(e.truth("SELECT bloom_valid(%s)" % e.raw(made)), "every filter made is valid", s)
        for what, both in seen.items():
            if both:
                check(both[0] == both[1], "both engines give the same: %s" % what, s)
    extreme(check, hash_bytes, engines)
    for what, failures in wrong.items():
        tap(not failures, "algebra: %s (%d times)" % (what, done[what]), failures)
    tap(min(layouts) >= rounds // 6, "algebra: both layouts were met (%d lists, %d blocks)" % tuple(layouts))
