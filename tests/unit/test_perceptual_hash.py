"""Perceptual hashes: similar for versions of the same picture, distant for different pictures."""

import io
import random
from collections.abc import Callable
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from garner.extraction.ocr.perceptual_hash import WITHIN, perceptual_hash
from garner.extraction.unchanged.simhash import distance

PICTURES = 30
SIZE = (600, 480)


def draw_picture(seed: int) -> Image.Image:
    chance = random.Random(seed)
    picture = Image.new("RGB", SIZE, tuple(chance.randint(150, 255) for _ in range(3)))
    pen = ImageDraw.Draw(picture)
    for _ in range(chance.randint(3, 9)):
        x, y, wide, high = (chance.randint(30, most) for most in (*SIZE, 300, 300))
        shape = pen.rectangle if chance.random() < 0.5 else pen.ellipse
        shape([x - wide // 2, y - high // 2, x + wide // 2, y + high // 2], fill=tuple(chance.choices(range(256), k=3)))
    return picture.filter(ImageFilter.GaussianBlur(1))


@cache
def pictures_with_hashes() -> list[tuple[Image.Image, int]]:
    """Pictures and their perceptual hashes, without the few that are nearly empty."""
    pictures = map(draw_picture, range(PICTURES + PICTURES // 10))
    found = [(picture, print_) for picture in pictures if (print_ := perceptual_hash(picture)) is not None]
    return found[:PICTURES]


def as_jpeg(picture: Image.Image) -> Image.Image:
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=30)
    return Image.open(io.BytesIO(written.getvalue()))


def bordered(picture: Image.Image) -> Image.Image:
    around = Image.new("RGB", (picture.width + 8, picture.height + 8), "white")
    around.paste(picture, (4, 4))
    return around


@pytest.mark.parametrize(
    "change",
    [
        lambda picture: picture.resize((SIZE[0] // 2, SIZE[1] // 2)),
        lambda picture: picture.resize((SIZE[0], SIZE[1] * 9 // 10)),
        as_jpeg,
        lambda picture: ImageEnhance.Brightness(picture).enhance(1.2),
        lambda picture: ImageEnhance.Brightness(picture).enhance(0.75),
        lambda picture: ImageEnhance.Contrast(picture).enhance(0.7),
        bordered,
        lambda picture: picture.convert("L"),
    ],
    ids=["half the size", "stretched", "jpeg", "lighter", "darker", "paler", "bordered", "grey"],
)
def test_the_same_picture_in_another_quality_has_a_similar_hash(change: Callable[[Image.Image], Image.Image]) -> None:
    prints = [(known, perceptual_hash(change(picture))) for picture, known in pictures_with_hashes()]
    distances = [distance(one, other) for one, other in prints if other is not None]
    assert sum(one <= WITHIN for one in distances) >= 0.9 * PICTURES, (len(distances), sorted(distances)[-5:])


def test_different_pictures_have_distant_hashes() -> None:
    prints = [print_ for _, print_ in pictures_with_hashes()]
    nearest = min(distance(one, other) for place, one in enumerate(prints) for other in prints[:place])
    assert nearest > WITHIN


def test_a_perceptual_hash_fits_a_bigint_and_is_deterministic() -> None:
    assert len(pictures_with_hashes()) == PICTURES
    assert all(-(2**63) <= print_ < 2**63 for _, print_ in pictures_with_hashes())
    assert all(perceptual_hash(picture) == print_ for picture, print_ in pictures_with_hashes())
    assert perceptual_hash(draw_picture(0)) == perceptual_hash(draw_picture(0))


def test_an_empty_picture_has_no_hash() -> None:
    assert perceptual_hash(Image.new("RGB", SIZE, "white")) is None
    assert perceptual_hash(Image.new("L", (1, 1), 0)) is None


def sheet(seed: int) -> Image.Image:
    """White paper with a barcode and some lines at random positions."""
    chance = random.Random(seed)
    paper = Image.new("RGB", (800, 600), "white")
    pen = ImageDraw.Draw(paper)
    for line in range(chance.randint(1, 5)):
        words = " ".join("".join(chance.choices("abcdefghij", k=6)) for _ in range(chance.randint(1, 4)))
        pen.text((40, 330 + 50 * line), words, fill="black", font=ImageFont.load_default(40))
    left, top = chance.randint(20, 250), chance.randint(20, 100)
    for bar in range(95):
        if chance.random() < 0.5:
            pen.rectangle([left + 3 * bar, top, left + 3 * bar + 2, top + 200], fill="black")
    return paper


def in_uneven_light(picture: Image.Image) -> Image.Image:
    light = Image.linear_gradient("L").resize(picture.size).point(lambda value: 170 + value // 8).convert("RGB")
    return ImageChops.multiply(picture.filter(ImageFilter.GaussianBlur(1)), light)


@pytest.mark.parametrize("seen", [lambda picture: picture, in_uneven_light, as_jpeg], ids=["drawn", "photo", "jpeg"])
def test_a_sheet_of_bars_and_lines_has_no_hash(
    seen: Callable[[Image.Image], Image.Image],
) -> None:
    assert [perceptual_hash(seen(sheet(seed))) for seed in range(PICTURES)] == [None] * PICTURES


def test_one_flat_shape_has_no_hash() -> None:
    picture = Image.new("RGB", SIZE, "white")
    ImageDraw.Draw(picture).ellipse([150, 100, 450, 400], fill="navy")
    assert perceptual_hash(picture) is None


def test_a_picture_of_an_object_with_a_barcode_has_a_hash() -> None:
    pictures = [picture.copy() for picture, _ in pictures_with_hashes()]
    for seed, picture in enumerate(pictures):
        picture.paste(sheet(seed).crop((250, 20, 500, 300)).resize((150, 120)), (400, 340))
    assert sum(perceptual_hash(picture) is not None for picture in pictures) >= 0.9 * PICTURES
