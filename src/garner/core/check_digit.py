"""The last digit of a GTIN, by which a misread number is told from a right one."""

GTIN_LENGTHS = (8, 12, 13, 14)


def has_right_check_digit(digits: str) -> bool:
    """Whether the last digit is what the others say, and the number is not all zeros."""
    if not digits.isascii() or not digits.isdecimal() or not digits.strip("0"):
        return False
    return weighed(digits) % 10 == 0


def weighed(digits: str) -> int:
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))


def printed_gtin(digits: str) -> str:
    """A GTIN of 14 digits as it is printed on a product, and searched for: without the zeros that only fill it up."""
    bare = digits.lstrip("0")
    return bare.zfill(next((length for length in GTIN_LENGTHS if length >= len(bare)), len(digits)))


def isbn_13(old: str) -> str | None:
    """The ISBN of 13 digits for one of ten, of which the last may be an X; None if its check digit is wrong."""
    values = [10 if digit in "xX" else int(digit) for digit in old]
    if sum(value * (10 - place) for place, value in enumerate(values)) % 11 or not any(values):
        return None
    body = "978" + old[:9]
    return body + str(-weighed(body + "0") % 10)
