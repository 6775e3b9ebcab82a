#!/usr/bin/env python3
"""A second implementation of the filter format, to check the golden files with.

Written from docs/format.md and the description of XXH3 in the xxHash project,
not from the C sources; standard library only.  Slow and plain on purpose.

    python3 test/vectors/reference.py      checks the files beside it, prints TAP
"""

import csv
import math
import os
import re
import struct
import sys

U64 = (1 << 64) - 1


# ---- XXH3_64bits, seed 0 ----------------------------------------------------

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def u32(data, at):
    return struct.unpack_from("<I", data, at)[0]


def u64(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def rotate(x, n):
    return (x << n | x >> (64 - n)) & U64


def multiply_fold(a, b):
    product = a * b
    return (product & U64) ^ (product >> 64)


def avalanche(h):
    h ^= h >> 37
    h = h * 0x165667919E3779F9 & U64
    return h ^ h >> 32


def avalanche_xxh64(h):
    h ^= h >> 33
    h = h * P64_2 & U64
    h ^= h >> 29
    h = h * P64_3 & U64
    return h ^ h >> 32


def mix16(data, at, secret_at):
    return multiply_fold(u64(data, at) ^ u64(SECRET, secret_at), u64(data, at + 8) ^ u64(SECRET, secret_at + 8))


def xxh3_short(data):
    n = len(data)
    if n == 0:
        return avalanche_xxh64(u64(SECRET, 56) ^ u64(SECRET, 64))
    if n <= 3:
        combined = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche_xxh64(combined ^ u32(SECRET, 0) ^ u32(SECRET, 4))
    if n <= 8:
        h = (u32(data, n - 4) + (u32(data, 0) << 32)) ^ u64(SECRET, 8) ^ u64(SECRET, 16)
        h ^= rotate(h, 49) ^ rotate(h, 24)
        h = h * 0x9FB21C651E98DF25 & U64
        h ^= (h >> 35) + n
        h = h * 0x9FB21C651E98DF25 & U64
        return h ^ h >> 28
    low = u64(data, 0) ^ u64(SECRET, 24) ^ u64(SECRET, 32)
    high = u64(data, n - 8) ^ u64(SECRET, 40) ^ u64(SECRET, 48)
    swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
    return avalanche((n + swapped + high + multiply_fold(low, high)) & U64)


def xxh3_middle(data):
    n = len(data)
    h = n * P64_1
    if n <= 128:
        for i in reversed(range((n + 31) // 32)):
            h += mix16(data, 16 * i, 32 * i) + mix16(data, n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h & U64)
    for i in range(8):
        h += mix16(data, 16 * i, 16 * i)
    h = avalanche(h & U64)
    for i in range(8, n // 16):
        h += mix16(data, 16 * i, 16 * (i - 8) + 3)
    return avalanche((h + mix16(data, n - 16, 136 - 17)) & U64)


def xxh3_long(data):
    acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]

    def accumulate(at, secret_at):
        for i in range(8):
            value = u64(data, at + 8 * i)
            key = value ^ u64(SECRET, secret_at + 8 * i)
            acc[i ^ 1] = (acc[i ^ 1] + value) & U64
            acc[i] = (acc[i] + (key & 0xFFFFFFFF) * (key >> 32)) & U64

    n = len(data)
    for stripe in range((n - 1) // 64):
        accumulate(64 * stripe, 8 * (stripe % 16))
        if stripe % 16 == 15:
            for i in range(8):
                acc[i] = (acc[i] ^ acc[i] >> 47 ^ u64(SECRET, 128 + 8 * i)) * P32_1 & U64
    accumulate(n - 64, 192 - 64 - 7)
    h = n * P64_1
    for i in range(4):
        h += multiply_fold(acc[2 * i] ^ u64(SECRET, 11 + 16 * i), acc[2 * i + 1] ^ u64(SECRET, 19 + 16 * i))
    return avalanche(h & U64)


def xxh3(data):
    if len(data) <= 16:
        return xxh3_short(data)
    return xxh3_middle(data) if len(data) <= 240 else xxh3_long(data)


# ---- keys (docs/format.md, "Keys") ------------------------------------------

KINDS = {"number": 1, "text": 2, "bytes": 4}


def number_key(value):
    if isinstance(value, float):
        if math.isnan(value):
            return struct.pack("<Q", 0x7FF8000000000000)
        if math.isinf(value) or value != math.floor(value) or not -(2.0**63) <= value < 2.0**63:
            return struct.pack("<d", value)
    return struct.pack("<q", int(value))


def key(kind, value):
    """The bytes of a key, from the column `value` of keys.csv."""
    if kind == "number":
        return number_key(int(value) if re.fullmatch(r"-?\d+", value) else float(value))
    return value.encode() if kind == "text" else bytes.fromhex(value)


# ---- sizing (docs/format.md, "Sizing") --------------------------------------


def modelled_rate(load, k):
    e = max(0, k - 8)
    s = k - 2 * e
    total = 0.0
    for j in range(int(load + 40 * math.sqrt(load) + 60)):
        weight = math.exp(-load + j * math.log(load) - math.lgamma(j + 1))
        if e == 0:
            rate = (1 - (1 - k / 512) ** j) ** k
        else:
            z = ((1 - 1 / 64) * (1 - e / 512)) ** j
            b = ((1 - 2 / 64) * (1 - 2 * e / 512)) ** j
            rate = (1 - z) ** s * max(0.0, (1 - z + 63 * (1 - 2 * z + b)) / 64) ** e
        total += weight * rate
    return total


def largest_load(fpp, k):
    low, high = 0.02, 4096.0
    if modelled_rate(low, k) > fpp:
        return 0.0
    for _ in range(30):
        middle = math.sqrt(low * high)
        if modelled_rate(middle, k) > fpp:
            high = middle
        else:
            low = middle
    return low


def solve(fpp, known={}):
    """(bits a key in 1/64 bit, k) for a rate."""
    if fpp not in known:
        loads = [largest_load(fpp, k) for k in range(1, 17)]
        best = 0
        for i in range(16):
            if loads[i] > (loads[best] if i else 0) * 1.001:
                best = i
        if loads[7] * 1.03 >= loads[best]:
            best = 7
        known[fpp] = (math.ceil(32768 / loads[best]), best + 1)
    return known[fpp]


def size(expected, fpp):
    """(blocks, k)"""
    units, k = solve(fpp)
    blocks = -(-max(expected, 1) * units // 32768)
    unit = 1 << max(0, blocks.bit_length() - 5)
    return -(-blocks // unit) * unit, k


# ---- filters (docs/format.md, "Header", "List", "Blocks") -------------------


def set_bits(body, blocks, k, h):
    block = h * blocks >> 64
    g = (h ^ h >> 32) * 0x9E3779B97F4A7C15 & U64
    g ^= g >> 32
    g2 = g * 0xD6E8FEB86659FD93 & U64
    g2 ^= g2 >> 29
    for i in range(k):
        lane = ((g >> 61) + i) % 8
        bit = ((g if i < 8 else g2) >> (13 + 6 * lane)) & 63
        body[64 * block + 8 * lane + bit // 8] |= 1 << bit % 8


def filter_bytes(keys, kind, expected, fpp):
    """The filter over keys; expected None: sized by itself, 0: as 1; fpp None: neutral."""
    hashes = sorted({xxh3(k) for k in keys})
    expected = None if expected is None else max(expected, 1)
    if fpp is None:
        blocks, k = 1, 0
    else:
        blocks, k = size(len(hashes) if expected is None else expected, fpp)
    if 8 * len(hashes) < 64 * blocks and len(hashes) <= 8192:
        layout, count = 0, len(hashes)
        body = struct.pack("<%dQ" % count, *hashes)
    else:
        layout, count = 1, 0
        body = bytearray(64 * blocks)
        for h in hashes:
            set_bits(body, blocks, k, h)
    head = struct.pack(
        "<4sBBBBQQQdHBBIQI", b"\xb1oom", 1, layout, 0, k, blocks, 0, expected or 0, fpp or 0.0,
        KINDS[kind] if hashes else 0, 0, 0, 0, count, xxh3(bytes(body)) & 0xFFFFFFFF,
    )  # fmt: skip
    return head + struct.pack("<I", xxh3(head) & 0xFFFFFFFF) + bytes(body)


# ---- the golden files -------------------------------------------------------


def check_key(row):
    made = key(row["kind"], row["value"])
    signed = struct.unpack("<q", struct.pack("<Q", xxh3(made)))[0]
    return made.hex() == row["bytes"] and signed == int(row["hash"])


def check_filter(row):
    spelled = [str(i) for i in range(int(row["first"]), int(row["last"]) + 1)]
    keys = [number_key(int(s)) if row["kind"] == "number" else s.encode() for s in spelled]
    expected = int(row["expected"]) if row["expected"] else None
    fpp = float(row["fpp"]) if row["fpp"] else None
    return filter_bytes(keys, row["kind"], expected, fpp).hex() == row["filter"]


def check_geometry(row):
    return size(int(row["expected"]), float(row["fpp"])) == (int(row["nblocks"]), int(row["k"]))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    failed = 0
    for name, check in ("keys", check_key), ("filters", check_filter), ("geometry", check_geometry):
        with open(os.path.join(here, name + ".csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        wrong = [row for row in rows if not check(row)]
        for row in wrong:
            print("# %s.csv: %s" % (name, ", ".join(row.values())[:200]))
        print("%sok - %s.csv: %d rows" % ("not " if wrong or not rows else "", name, len(rows)))
        failed += bool(wrong or not rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
