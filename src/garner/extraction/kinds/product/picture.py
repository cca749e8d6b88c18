"""Products on pictures: the barcodes on one, and what it looks like."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from garner.errors import (
    InputError,
    PictureUnreadable,
)
from garner.extraction.ocr import ocr
from garner.extraction.ocr.barcode import gtins_on
from garner.extraction.ocr.perceptual_hash import perceptual_hash

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Looked:
    gtins: tuple[str, ...]
    print: int | None  # None of a picture with too little on it to be known by


def look_at_product(body: bytes) -> Looked:
    """Takes some tenths of a second."""
    try:
        ocr.look_at(body)
    except InputError as error:  # refused where it is sent; here it is one of many, and its own fault
        raise PictureUnreadable(error.message) from error
    return ocr.upright(body, _looked)


def _looked(image: "Image") -> Looked:
    return Looked(gtins_on(image), perceptual_hash(image))
