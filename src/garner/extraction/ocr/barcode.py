"""Read the barcodes on a picture that identify a product: EAN, UPC, ISBN and codes that carry one of them, such as
GS1."""

import re
from typing import TYPE_CHECKING

from garner.extraction.values.identifiers import GTIN_LENGTHS, has_right_check_digit

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BARCODES = 10
# Codes are read within some twenty degrees of straight, in all four directions: these rotations leave no gap.
TURNS = (0.0, 45.0, 22.5, 67.5)
LONG_SIDE = 2_000  # larger only costs time: a legible code is legible at that size

# GS1: the element `01` is the GTIN, alone in brackets, first in the code, or in a web address.
_ELEMENT = re.compile(r"(?:\(01\)|^\]?(?:C1|d2|Q3|e0)?01|/01/)(\d{14})(?!\d)")


def gtins_on(image: "Image") -> tuple[str, ...]:
    """Return each GTIN once, with 14 digits, the retail codes first."""
    upright = _at_reading_size(image)
    for turn in TURNS:
        turned = upright.rotate(turn, expand=True, fillcolor="white") if turn else upright
        if gtins := _gtins(turned):
            return gtins
    return ()


def _gtins(image: "Image") -> tuple[str, ...]:
    import zxingcpp

    barcodes = zxingcpp.read_barcodes(image)
    ordered = sorted(barcodes[: 4 * MAX_BARCODES], key=lambda code: 0 if _is_retail(str(code.format)) else 1)
    gtins = (gtin_in(code.text) for code in ordered if code.valid)
    return tuple(dict.fromkeys(gtin for gtin in gtins if gtin))[:MAX_BARCODES]


def gtin_in(text: str) -> str | None:
    """Return the GTIN that a code's text is, or carries, if its check digit is correct."""
    text = text.strip()
    carried = _ELEMENT.search(text)
    digits = carried.group(1) if carried else text
    if len(digits) not in GTIN_LENGTHS or not has_right_check_digit(digits):
        return None
    return digits.zfill(14)


def _is_retail(format_name: str) -> bool:
    return "EAN" in format_name.upper() or "UPC" in format_name.upper()


def _at_reading_size(image: "Image") -> "Image":
    grey = image.convert("L")
    grey.thumbnail((LONG_SIDE, LONG_SIDE))
    return grey
