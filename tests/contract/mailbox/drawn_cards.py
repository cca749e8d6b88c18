"""Recipe cards, drawn: as a scanner, a phone or a careless photographer would see them."""

import io
import textwrap
from typing import Any

import numpy
from PIL import Image, ImageDraw, ImageFont

TITLE = "Lemon Drizzle Cake"
FACTS = "Serves 8    Prep 15 min    Cook 50 min"
INGREDIENTS = (
    "225 g unsalted butter, softened",
    "225 g caster sugar",
    "4 eggs",
    "225 g self-raising flour",
    "1 lemon, finely grated zest",
)
STEPS = (
    "Heat the oven to 180 C and line a loaf tin with baking paper.",
    "Beat together the butter and sugar until pale and creamy, then add the eggs one at a time.",
    "Sift in the flour, add the lemon zest and mix until well combined.",
    "Bake for 45-50 minutes until a skewer comes out clean.",
)
FEW_INGREDIENTS = INGREDIENTS[:2]
FEW_STEPS = (STEPS[0], STEPS[3])
PROSE = (
    "Butter bread as grandmother made it",
    "You need some good bread and salted butter.",
    "Spread the butter thickly on the bread.",
)
INK = "#222222"


def _write(canvas: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int) -> None:
    canvas.text(at, text, fill=INK, font=ImageFont.load_default(size))


def one_column() -> Image.Image:
    card = Image.new("RGB", (1000, 1150), "white")
    canvas = ImageDraw.Draw(card)
    _write(canvas, (60, 40), TITLE, 56)
    _write(canvas, (60, 125), FACTS, 26)
    _write(canvas, (60, 190), "Ingredients", 34)
    for row, line in enumerate(INGREDIENTS):
        _write(canvas, (60, 245 + 40 * row), line, 27)
    _write(canvas, (60, 475), "Method", 34)
    top = 530
    for number, step in enumerate(STEPS, 1):
        for line in textwrap.wrap(f"{number}. {step}", 60):
            _write(canvas, (60, top), line, 27)
            top += 38
        top += 14
    return card


def small_card() -> Image.Image:
    """Half of the recipe on a third of the area: read in a fraction of the time."""
    card = Image.new("RGB", (500, 440), "white")
    canvas = ImageDraw.Draw(card)
    _write(canvas, (30, 20), TITLE, 42)
    _write(canvas, (30, 84), FACTS, 20)
    _write(canvas, (30, 128), "Ingredients", 26)
    for row, line in enumerate(FEW_INGREDIENTS):
        _write(canvas, (30, 168 + 30 * row), line, 21)
    _write(canvas, (30, 244), "Method", 26)
    top = 284
    for number, step in enumerate(FEW_STEPS, 1):
        for line in textwrap.wrap(f"{number}. {step}", 42):
            _write(canvas, (30, top), line, 21)
            top += 29
        top += 10
    return card


def two_columns() -> Image.Image:
    card = Image.new("RGB", (1500, 800), "#fffbe8")
    canvas = ImageDraw.Draw(card)
    _write(canvas, (60, 30), TITLE, 64)
    _write(canvas, (60, 150), "INGREDIENTS", 32)
    for row, line in enumerate(INGREDIENTS):
        _write(canvas, (60, 205 + 42 * row), line, 27)
    _write(canvas, (640, 150), "METHOD", 32)
    top = 205
    for step in STEPS:
        for line in textwrap.wrap(step, 52):
            _write(canvas, (640, top), line, 27)
            top += 37
        top += 22
    return card


def prose() -> Image.Image:
    """A recipe in prose, which only a language model finds."""
    card = Image.new("RGB", (1000, 400), "white")
    canvas = ImageDraw.Draw(card)
    for row, line in enumerate(PROSE):
        _write(canvas, (60, 60 + 60 * row), line, 30)
    return card


def landscape() -> Image.Image:
    """A picture with nothing to read on it."""
    shades = numpy.linspace(60, 220, 240, dtype="uint8")
    return Image.fromarray(numpy.repeat(shades[:, None], 320, axis=1)).convert("RGB")


def noisy(image: Image.Image) -> Image.Image:
    grain = numpy.random.default_rng(7).normal(0, 18, (image.height, image.width, 3))
    return Image.fromarray((numpy.asarray(image) + grain).clip(0, 255).astype("uint8"))


def faint(image: Image.Image) -> Image.Image:
    return image.point(lambda value: 150 + value * 60 // 255)


def askew(image: Image.Image, degrees: float) -> Image.Image:
    return image.rotate(degrees, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)


def on_its_side(image: Image.Image) -> bytes:
    """Return the picture as a phone stores it: rotated, with an EXIF orientation."""
    note = Image.Exif()
    note[0x0112] = 6
    return encoded(image.rotate(90, expand=True), exif=note)


def encoded(image: Image.Image, form: str = "JPEG", **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()
