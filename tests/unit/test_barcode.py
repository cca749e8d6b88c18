"""Barcodes on pictures: many formats, at any rotation, and only those that hold a GTIN."""

import numpy
import pytest
import zxingcpp
from PIL import Image

from garner.extraction.ocr.barcode import gtin_in, gtins_on

EAN = "4006381333931"


def draw_barcode(text: str, kind: str, scale: int = 3) -> Image.Image:
    code = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    picture = Image.fromarray(numpy.array(code.to_image(scale=scale))).convert("RGB")
    return paste_on_paper(picture)


def paste_on_paper(*pictures: Image.Image, room: int = 80) -> Image.Image:
    width = max(one.width for one in pictures) + 2 * room
    paper = Image.new("RGB", (width, sum(one.height + room for one in pictures) + room), "white")
    top = room
    for one in pictures:
        paper.paste(one, (room, top))
        top += one.height + room
    return paper


@pytest.mark.parametrize(
    ("text", "kind", "gtin"),
    [
        (EAN, "EAN13", "04006381333931"),
        ("036000291452", "UPCA", "00036000291452"),
        ("96385074", "EAN8", "00000096385074"),
        ("01234565", "UPCE", "00012345000065"),
        ("14006381333938", "ITF14", "14006381333938"),
        ("(01)04006381333931", "DataBar", "04006381333931"),
        ("https://id.example.com/01/04006381333931/10/abc", "QRCode", "04006381333931"),
        (EAN, "Code128", "04006381333931"),
    ],
)
def test_every_barcode_format_gives_its_gtin(text: str, kind: str, gtin: str) -> None:
    assert gtins_on(draw_barcode(text, kind)) == (gtin,)


@pytest.mark.parametrize("angle", [0, 12, 30, 45, 60, 75, 90, 135, 180, 225, 300])
def test_a_barcode_is_read_at_any_rotation(angle: int) -> None:
    turned = draw_barcode(EAN, "EAN13").rotate(angle, expand=True, fillcolor="white")
    assert gtins_on(turned) == ("04006381333931",)


def test_all_barcodes_on_a_picture_are_read_without_duplicates() -> None:
    both = paste_on_paper(draw_barcode("036000291452", "UPCA"), draw_barcode(EAN, "EAN13"), draw_barcode(EAN, "EAN13"))
    assert set(gtins_on(both)) == {"04006381333931", "00036000291452"}
    assert len(gtins_on(both)) == 2


def test_barcodes_without_a_gtin_are_ignored() -> None:
    assert gtins_on(draw_barcode("https://example.com/menu", "QRCode")) == ()
    assert gtins_on(draw_barcode("12345678", "Code128")) == ()  # a valid length, but a wrong check digit
    assert gtins_on(Image.new("RGB", (400, 300), "white")) == ()


@pytest.mark.parametrize("text", ["", "0000000000000", "4006381333930", "40063813339310", "abc", "(01)04006381333930"])
def test_a_text_without_a_valid_check_digit_is_not_a_gtin(text: str) -> None:
    assert gtin_in(text) is None
