"""Pools of values: small, so that equal ones meet often, and close to every edge."""

import struct
from decimal import Decimal, localcontext

TWO = [2**7, 2**8, 2**15, 2**16, 2**24, 2**31, 2**32, 2**53, 2**54, 2**62, 2**63, 2**64]


def number(random):
    """A number, exactly, as a Decimal; of all magnitudes and shapes."""
    shape = random.randrange(12)
    with localcontext() as context:
        context.prec = 2000
        if shape < 3:
            return Decimal(random.randint(-3, 9))
        if shape < 6:
            near = random.choice(TWO) + random.choice([-2, -1, 0, 0, 1, 2])
            return Decimal(random.choice([near, -near]))
        if shape == 6:
            near = Decimal(random.choice(TWO)) + random.choice([Decimal("0.5"), Decimal("-0.5"), Decimal("0.25"), Decimal("1e-20")])
            return random.choice([near, -near])
        if shape == 7:
            return Decimal(random.choice([1, -1, 3, 5])) / random.choice([2, 4, 8, 1024, 2**30])
        if shape == 8:
            return Decimal(random.choice(["0.1", "-0.1", "0.2", "0.3", "3.14", "1e-7", "0.1000000000000000000000000000000001"]))
        if shape == 9:  # what a float4 becomes as a float8
            return Decimal(struct.unpack("f", struct.pack("f", random.choice([0.1, 0.2, 3.14, 1e10, 1e-10, 1e30, 16777217.0])))[0])
        if shape == 10:
            return Decimal(random.choice(["1e15", "1e16", "1e17", "1e18", "1e19", "1e22", "1e23", "1e24", "1e30", "1e38", "1e300", "-1e300"]))
        return Decimal(random.choice(["1e-30", "1e-300", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308"]))


def is_int64(value):
    return value == value.to_integral_value() and -(2**63) <= value < 2**63


def no_double(value):
    """
    The documented exception of P1: a whole number in the range of bigint that no
    double equals.  PostgreSQL's = rounds it before it compares it with a double.
    """
    return is_int64(value) and int(float(int(value))) != int(value)


def spelled(random, value):
    """A numeric literal equal to value."""
    text = format(value, "f")
    if random.random() < 0.5:
        text += ("" if "." in text else ".") + "0" * random.choice([1, 2, 5, 20, 40])
    if random.random() < 0.1:
        sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
        text = sign + "000" + digits
    return text


LETTERS = ["a", "b", "A", "ab", "é", "ß", "ñandú", "€", "漢字", "😀", "𝄞", "'", "\\", "\t", "x y", "0", "5", "5.0", "-0", "NaN", "t", "e\u0301"]


def text(random):
    """Short text of 1 to 4 byte UTF-8, many with blanks at the end or front."""
    made = "".join(random.choice(LETTERS) for _ in range(random.choice([0, 1, 1, 1, 2, 3])))
    if random.random() < 0.1:
        made = random.choice(["", " "]) + made
    if random.random() < 0.05:
        made = made * 4
    while len(made.encode("utf-8")) > 50:
        made = made[:-1]
    return made + " " * random.choice([0, 0, 0, 1, 2])


def data(random):
    kind = random.randrange(5)
    if kind == 0:
        return bytes(random.randrange(256) for _ in range(random.choice([0, 1, 2, 16])))
    if kind == 1:
        return struct.pack("<q", random.randint(-2, 5))
    if kind == 2:
        return text(random).encode("utf-8")
    if kind == 3:
        return bytes(random.choice([0, 1, 15, 16, 17, 128, 129, 240, 241, 300]))
    return random.choice([b"", b"\0", b"\xff", b"\xb1oom", b"\\x00"])
