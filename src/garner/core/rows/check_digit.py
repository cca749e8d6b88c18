"""Check digits of GTINs and ISBNs, which distinguish misread numbers from valid ones."""

GTIN_LENGTHS = (8, 12, 13, 14)


def has_right_check_digit(digits: str) -> bool:
    """Return whether the last digit is the check digit of the others and the number is not all zeros."""
    if not digits.isascii() or not digits.isdecimal() or not digits.strip("0"):
        return False
    return sum_weighted_digits(digits) % 10 == 0


def sum_weighted_digits(digits: str) -> int:
    return sum(int(digit) * (3 if position % 2 else 1) for position, digit in enumerate(reversed(digits)))


def printed_gtin(digits: str) -> str:
    """Return a GTIN of 14 digits as it is printed on a product and searched for: without the zeros that only pad it."""
    bare = digits.lstrip("0")
    return bare.zfill(next((length for length in GTIN_LENGTHS if length >= len(bare)), len(digits)))


def isbn_13(old: str) -> str | None:
    """Return the 13-digit form of a 10-digit ISBN, which may end in X; None if its check digit is wrong."""
    values = [10 if digit in "xX" else int(digit) for digit in old]
    if sum(value * (10 - position) for position, value in enumerate(values)) % 11 or not any(values):
        return None
    body = "978" + old[:9]
    return body + str(-sum_weighted_digits(body + "0") % 10)
