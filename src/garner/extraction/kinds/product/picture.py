"""Read the barcodes on a picture of a product, and its perceptual hash."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from garner.errors import InputError, PictureUnreadable
from garner.extraction.ocr import ocr
from garner.extraction.ocr.barcode import gtins_on
from garner.extraction.ocr.perceptual_hash import perceptual_hash

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class BarcodesAndHash:
    gtins: tuple[str, ...]
    print: int | None  # None for a picture with too little detail to be recognized by


def read_product_picture(body: bytes) -> BarcodesAndHash:
    """Return the barcodes and the perceptual hash of a picture. Takes some tenths of a second."""
    try:
        ocr.check_picture(body)
    except InputError as error:  # refused at upload; here it is one of many, and only this picture fails
        raise PictureUnreadable(error.message) from error
    return ocr.upright(body, _read_image)


def _read_image(image: "Image") -> BarcodesAndHash:
    return BarcodesAndHash(gtins_on(image), perceptual_hash(image))
