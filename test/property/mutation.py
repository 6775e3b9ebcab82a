"""
P4: whatever bytes come in, the answer is a result or a clear error.  Every byte
of the header of several filters is set to other values, bodies are damaged,
filters are cut and extended; every function is asked, and bloom_valid says no.
Then headers whose checksum was made right again: what docs/format.md calls
legal is valid, and nothing else is.
"""

import os
import re
import struct
import tempfile

from algebra import model
from engines import Failed

U64 = (1 << 64) - 1

# What may be asked of a filter; @ stands for it, # for a good one of its geometry.
SHARED = (
    "bloom_contains(@, 5)", "bloom_contains(@, -77)", "bloom_contains(@, 0.5)", "bloom_contains_hash(@, 12345678901234567)",
    "bloom_add(@, 5)", "bloom_add(@, 424242)", "bloom_union(@, @)", "bloom_union(@, #)", "bloom_union(#, @)",
    "bloom_fold(@, 0.5)", "bloom_fold(@, 0.0001)", "bloom_cardinality(@)", "bloom_current_fpp(@)", "bloom_info(@)",
)  # fmt: skip
POSTGRES = SHARED + (
    "@",  # the cast from bytea alone
    "bloom_contains(@, 'x'::text)", "bloom_contains_any(@, ARRAY[1, 2])", "bloom_contains_all(@, ARRAY[5, 6])",
    "(SELECT bloom_add_agg(@, v) FROM generate_series(1, 300) AS v)",
    "(SELECT bloom_union_agg(f) FROM (VALUES (@), (#), (@)) AS t(f))",
)  # fmt: skip
SQLITE = SHARED + (
    "bloom_contains(@, 'x')", "bloom_contains_any(@, 1, 2)", "bloom_contains_all(@, 5, 6)",
    "(SELECT bloom_add_agg(@, value) FROM (WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < 300) SELECT * FROM s))",
    "(SELECT bloom_union_agg(f) FROM (SELECT @ AS f UNION ALL SELECT # UNION ALL SELECT @))",
)  # fmt: skip
# Where bytes enter PostgreSQL, the body is looked at too.
ENTERING = ("('\\x' || encode($1, 'hex'))::bloomfilter",)

# 22P03 no filter, 0A000 newer version, XX001 damaged, 22023 parameters, 42804 kind of key.
CLEAR = re.compile(r"(22P03|0A000|XX001|22023|42804) (bloom_\w+|bloomfilter): ")
CLEAR_SQLITE = re.compile(r"bloom_\w+: ")
BODY = re.compile(r"the checksum of its body does not match|its list of hashes is not in ascending order")
MAKES_FILTER = re.compile(r"\(?(SELECT )?bloom_(add|union|fold)")


def sign(hash_bytes, data):
    """The same with the checksums of body and header made right."""
    data = bytearray(data)
    data[56:60] = struct.pack("<I", hash_bytes(bytes(data[64:])) & 0xFFFFFFFF)
    data[60:64] = struct.pack("<I", hash_bytes(bytes(data[:60])) & 0xFFFFFFFF)
    return bytes(data)


def legal(hash_bytes, data):
    """(whether a reader has to take the header, whether all of it is valid), from docs/format.md."""
    if len(data) < 64:
        return False, False
    magic, version, layout, family, k, nblocks, seed, expected, fpp, kinds, encoding, zero, flags, count, body_sum, head_sum = struct.unpack(
        "<4sBBBBQQQdHBBIQII", data[:64]
    )
    header = (
        magic == b"\xb1oom" and version == 1 and layout in (0, 1) and family == 0 and 1 <= nblocks <= 8126464
        and seed == 0 and expected <= 2**53 and kinds <= 7 and encoding == 0 and zero == 0 and flags == 0
        and head_sum == hash_bytes(data[:60]) & 0xFFFFFFFF
    )  # fmt: skip
    if k == 0:  # the neutral filter, and no other
        header = header and (layout, nblocks, expected, kinds, count) == (0, 1, 0, 0, 0) and data[32:40] == bytes(8)
    else:
        header = header and k <= 16 and 0 < fpp < 1
    if layout == 0:
        header = header and count <= 8192 and 8 * count < 64 * nblocks and (kinds == 0) == (count == 0) and len(data) == 64 + 8 * count
    else:
        header = header and count == 0 and len(data) == 64 + 64 * nblocks
    if not header:
        return False, False
    good = body_sum == hash_bytes(data[64:]) & 0xFFFFFFFF
    if layout == 0:
        hashes = struct.unpack("<%dQ" % count, data[64:])
        good = good and all(a < b for a, b in zip(hashes, hashes[1:]))
    return True, good


def header_mutants(random, name, good):
    for at in range(64):
        others = {0, 1, 2, 4, 7, 8, 15, 16, 17, 64, 127, 128, 254, 255, good[at] ^ 1, (good[at] + 1) % 256, random.randrange(256)} - {good[at]}
        for value in [good[at] ^ 1] + random.sample(sorted(others), 4):
            yield "%s, byte %d is %d" % (name, at, value), good[:at] + bytes([value]) + good[at + 1 :]


def length_mutants(random, name, good):
    lengths = {0, 1, 3, 4, 59, 60, 63, 64, len(good) - 1, len(good) - 8, len(good) - 64, len(good) + 1, len(good) + 8, len(good) + 64, 2 * len(good)}
    lengths |= {random.randrange(len(good) + 100) for _ in range(5)}
    for length in sorted(lengths - {len(good)}):
        if length >= 0:
            yield "%s, %d bytes of %d" % (name, length, len(good)), good[:length] + bytes(max(0, length - len(good)))


def body_mutants(random, name, good):
    for _ in range(12):
        data = bytearray(good)
        for _ in range(random.choice([1, 1, 2, 50])):
            data[random.randrange(64, len(good))] ^= 1 << random.randrange(8)
        if data != good:
            yield "%s, body damaged" % name, bytes(data)


def signed_mutants(random, hash_bytes, name, good):
    """Damage with checksums that are right."""
    fields = [(7, "B", [0, 1, 2, 8, 9, 16, 17, 255]), (5, "B", [0, 1, 2, 3, 4]), (4, "B", [0, 2]), (6, "B", [1, 2]),
              (8, "Q", [0, 1, 2, 3, 4, 16, 8126464, 8126465, 2**32, 2**58, 2**61, U64]), (16, "Q", [1, 2**63]),
              (24, "Q", [0, 1, 2**53, 2**53 + 1, U64]), (32, "d", [0.0, -0.0, 1e-10, 5e-324, 0.5, 1.0, 2.0, -1.0, float("inf"), float("nan")]),
              (40, "H", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 256]), (42, "B", [1]), (43, "B", [1]), (44, "I", [1, 2**31]),
              (48, "Q", [0, 1, 2, 3, 7, 8, 9, 8192, 8193, 2**61, 2**63, U64])]  # fmt: skip
    for at, form, choices in fields:
        for value in choices:
            data = bytearray(good)
            data[at : at + struct.calcsize(form)] = struct.pack("<" + form, value)
            if data != good:
                yield "%s, field at %d is %r, signed" % (name, at, value), sign(hash_bytes, data)
    for _ in range(25):  # several at once
        data = bytearray(good)
        for at, form, choices in random.sample(fields, 2):
            data[at : at + struct.calcsize(form)] = struct.pack("<" + form, random.choice(choices))
        yield "%s, two fields, signed" % name, sign(hash_bytes, data)
    for length in {64, len(good) - 8, len(good) + 8, len(good) - 64, len(good) + 64, len(good) - 1}:
        if length >= 64:
            yield "%s, %d bytes, signed" % (name, length), sign(hash_bytes, good[:length] + bytes(max(0, length - len(good))))
    for _ in range(10 if len(good) > 64 else 0):
        data = bytearray(good)
        data[random.randrange(64, len(good))] ^= 1 << random.randrange(8)
        yield "%s, body damaged, signed" % name, sign(hash_bytes, data)


def filters(hash_bytes, hashes):
    """Good filters, built here."""
    make = lambda n, nblocks, k, kinds=1: model(hash_bytes, hashes[:n], kinds, nblocks, k, 60, 0.01)
    yield "a list", make(9, 3, 8), make(5, 3, 8)
    yield "blocks", make(40, 3, 8), make(5, 3, 8)
    yield "blocks, k 16", make(40, 4, 16), make(30, 4, 16)
    yield "blocks, k 1", make(70, 2, 1), make(1, 2, 1)
    yield "an empty list", make(0, 20, 8), make(200, 20, 8)
    neutral = bytearray(64)
    neutral[:5], neutral[8] = b"\xb1oom\x01", 1
    yield "the neutral filter", sign(hash_bytes, neutral), make(5, 3, 8)


def run(tap, random, pg, lite, rounds):
    hash_bytes = lambda data: lite.one("SELECT bloom_hash(?)", bytes(data)) & U64
    hashes = [lite.one("SELECT bloom_hash(?)", i) & U64 for i in range(1, 400)]
    cases = []  # (what, bytes, good one of the geometry)
    for _ in range(rounds):
        for name, good, other in filters(hash_bytes, hashes):
            assert legal(hash_bytes, good) == (True, True), name
            cases.append((name + ", as it is", good, other))
            made = list(header_mutants(random, name, good)) + list(length_mutants(random, name, good))
            made += list(body_mutants(random, name, good)) if len(good) > 64 else []
            made += list(signed_mutants(random, hash_bytes, name, good))
            cases += [(what, data, other) for what, data in made]
    judged = [legal(hash_bytes, data) for _, data, _ in cases]
    untouched = {data for what, data, _ in cases if what.endswith("as it is")}
    good_input = {data for (_, data, _), (_, valid) in zip(cases, judged) if valid}

    for engine, answers in ("sqlite", ask_sqlite(lite, cases)), ("postgres", ask_postgres(pg, cases)):
        clear = CLEAR if engine == "postgres" else CLEAR_SQLITE
        wrong = {w: [] for w in ("answer", "header", "body", "valid", "made", "entering")}
        counts = dict.fromkeys(wrong, 0)
        for number, call, error, answer in answers:
            what, data, _ = cases[number]
            header, valid = judged[number]
            say = "%s: %s gives %s: %s" % (what, call, error or answer[:80], data[:80].hex())
            if call.startswith("bloom_valid"):
                counts["valid"] += 1
                if error or answer not in ("true", "false", "1", "0") or (answer in ("true", "1")) != valid:
                    wrong["valid"].append(say)
                continue
            counts["answer"] += 1
            if error and not clear.match(error):
                wrong["answer"].append(say)
            if call in ENTERING:
                counts["entering"] += 1
                if bool(error) == valid:
                    wrong["entering"].append(say)
            elif not header:
                counts["header"] += 1
                if not error:
                    wrong["header"].append(say)
            else:
                counts["body"] += 1
                # "filters differ" and a kind of key not in it are right answers about a legal header; damage is not,
                # but for a damaged body that would be written again with a new checksum.
                refused = error and not valid and MAKES_FILTER.match(call) and BODY.search(error)
                if error and not refused and ("damaged" in error or "not a filter" in error or "which this library" in error):
                    wrong["body"].append(say)
                # A damaged body may come back as it is, when nothing had to be changed.
                if not error and MAKES_FILTER.match(call) and (valid or bytes.fromhex(answer) != data):
                    counts["made"] += 1
                    if not legal(hash_bytes, bytes.fromhex(answer))[1]:
                        wrong["made"].append(say)
        for key, what in (
            ("answer", "a result or a clear error, of %d calls with %d damaged filters"),
            ("header", "%d calls with a damaged header are errors"),
            ("body", "%d calls with a header that docs/format.md calls legal are not called damaged, but for their body"),
            ("valid", "bloom_valid says what docs/format.md says, of %d filters"),
            ("made", "%d filters made of them are valid"),
            ("entering", "a damaged body is refused where it enters, %d texts"),
        ):
            if key == "entering" and engine == "sqlite":
                continue
            tap(not wrong[key] and counts[key], "mutation, %s: " % engine + (what % ((counts[key], len(cases))[: what.count("%d")])), wrong[key][:8])
    tap(len(untouched) >= 6 and len(good_input) > len(untouched), "mutation: %d of the damaged headers are legal ones" % (len(good_input) - len(untouched)))
    receive(tap, pg, cases, judged)
    tap(lite.one("SELECT bloom_contains(bloom_add(bloom_new(10), 5), 5)") == 1, "mutation, sqlite: the connection survives")
    tap(pg.one("SELECT bloom_contains(bloom_add(bloom_new(10), 5), 5)") == "t", "mutation, postgres: the connection survives")


def ask_sqlite(lite, cases):
    for number, (_, data, good) in enumerate(cases):
        for call in SQLITE + ("bloom_valid(@)",):
            try:
                answer = lite.one("SELECT " + call.replace("@", "?1").replace("#", "?2") + " WHERE ?2 IS NOT NULL", data, good)
                yield number, call, None, answer.hex() if isinstance(answer, bytes) else str(answer)
            except Failed as error:
                yield number, call, str(error), None


def ask_postgres(pg, cases):
    pg.load("mutant", "id integer, b bytea, good bytea", [(str(i), "\\x" + data.hex(), "\\x" + good.hex()) for i, (_, data, good) in enumerate(cases)])
    calls = POSTGRES + ENTERING + ("bloom_valid($1)",)
    pg.load("call", "n integer, sql text", [(str(i), c.replace("@", "$1::bloomfilter").replace("#", "$2::bloomfilter")) for i, c in enumerate(calls)])
    pg.rows(
        "CREATE OR REPLACE FUNCTION ask(sql text, b bytea, good bytea, OUT error text, OUT answer text) LANGUAGE plpgsql AS $$ BEGIN"
        " EXECUTE 'SELECT (' || sql || ')::text' INTO answer USING b, good;"
        " EXCEPTION WHEN OTHERS THEN error := SQLSTATE || ' ' || replace(replace(SQLERRM, '|', '/'), chr(10), ' '); END $$"
    )
    for row in pg.rows("SELECT id, n, (ask(sql, b, good)).* FROM (SELECT * FROM mutant, call ORDER BY id, n) AS s"):
        number, call, error, answer = row
        if answer.startswith("\\x"):
            answer = answer[2:]
        yield int(number), calls[int(call)], None if error == "NULL" else error, answer


def receive(tap, pg, cases, judged):
    """Binary input: COPY .. FORMAT binary calls the type's receive function."""
    pg.rows("DROP TABLE IF EXISTS received; CREATE TABLE received (f bloomfilter)")
    wrong, taken, refused = [], 0, 0
    some = [i for i in range(len(cases)) if judged[i] != (False, False) or i % 7 == 0]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f")
        for number in some:
            what, data, _ = cases[number]
            with open(path, "wb") as file:
                file.write(b"PGCOPY\n\xff\r\n\0" + struct.pack(">IIhI", 0, 0, 1, len(data)) + data + struct.pack(">h", -1))
            try:
                pg.send("\\copy received FROM '%s' (FORMAT binary)\n" % path)
                taken += 1
                if not judged[number][1]:
                    wrong.append(what + " was taken")
            except Failed as error:
                refused += 1
                if judged[number][1] or "bloomfilter: " not in str(error):
                    wrong.append("%s: %s" % (what, error))
    # and out again: the send function gives the same bytes
    sent = pg.one("SELECT count(*) FROM received WHERE bloom_valid(f::bytea)")
    tap(not wrong and taken and refused and int(sent) == taken, "mutation, postgres: COPY takes %d filters in binary and refuses %d" % (taken, refused), wrong[:8])
