"""The perceptual hash of a picture, as 64 bits: the hashes of similar pictures differ in few of them.

The hash is taken of the picture's low frequencies (a cosine transform of its brightness at 32 by 32): each of the
lowest 8 by 8 contributes whether it is above their median. Another size, another quality, more or less light hardly
change it; another subject differs in about half of the bits, as expected by chance.

`WITHIN` is the number of bits in which two hashes of one subject may differ. Of 284 drawn pictures, all stayed within 8
at half the size, as JPEG of quality 30 or with a border, 98 % a fifth lighter or a quarter darker, 97 % paler. Of the
40,186 pairs of different ones the nearest were 14 apart; by chance alone one pair in two thousand million would be
within 8 (63 bits, each as likely as not).

That holds for pictures with a recognizable subject. A sheet of paper with a barcode or some lines on it is a grey spot
on white, as is the next one: of 1,770 pairs of drawn pages 26 were within 8, of single flat discs 29. Such pictures get
no hash. Two measures recognize them. `_solid`: the share of the picture that is entirely something other than its
ground; for strokes on paper it is nothing but some wide bars (at most 3.4 % of 180 drawn sheets, in uneven light too).
`_tones`: one flat shape on one ground has two. An object that fills less than a twenty-fifth of its picture gets no
hash either.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 32
WAVES = 8
WITHIN = 8
MIN_CONTRAST = 4.0  # of 255, standard deviation; a blank sheet looks like every other
FINE_SIDE = 512  # at which the bars of a barcode do not merge, unless it is small
MIN_SOLID = 0.04
NEAR_GROUND = 32  # of 255; paper is not lit evenly
SPECKS = 0.1  # share of the ground in a spot that is something else
TONES = 32
MIN_TONES = 3
TRACE = 0.005  # of all pixels: fewer of a tone are edges


def perceptual_hash(image: "Image") -> int | None:
    """Return the hash as a number that fits PostgreSQL's bigint, or None for a picture with too little detail."""
    import numpy

    grey = image.convert("L")
    pixels, fine = _scale(grey, SIDE), _scale(grey, FINE_SIDE)
    if pixels.std() < MIN_CONTRAST or _solid(fine) < MIN_SOLID or _tones(fine) < MIN_TONES:
        return None
    waves = _cosines()[:WAVES]
    coarse = (waves @ pixels @ waves.T).ravel()
    # The first is the brightness of the whole, which is independent of the subject, and would outweigh the others.
    bits = coarse > numpy.median(coarse[1:])
    bits[0] = False
    return int.from_bytes(numpy.packbits(bits).tobytes(), "big", signed=True)


def _scale(grey: "Image", side: int) -> Any:
    import numpy
    from PIL import Image

    return numpy.asarray(grey.resize((side, side), Image.Resampling.LANCZOS), dtype=numpy.float64)


def _solid(pixels: Any) -> float:
    """Return the share of the picture's spots that contain none of its ground, which is its most common tone."""
    import numpy

    counts = numpy.bincount(pixels.astype(int).ravel(), minlength=256)
    ground = numpy.convolve(counts, numpy.ones(NEAR_GROUND + 1), "same").argmax()
    spot = FINE_SIDE // SIDE
    spots = (abs(pixels - ground) <= NEAR_GROUND).reshape(SIDE, spot, SIDE, spot).mean(axis=(1, 3))
    return float((spots <= SPECKS).mean())


def _tones(pixels: Any) -> int:
    import numpy

    shares = numpy.bincount((pixels.astype(int) * TONES // 256).ravel(), minlength=TONES) / pixels.size
    return int((shares >= TRACE).sum())


@cache
def _cosines() -> Any:
    import numpy

    positions = numpy.arange(SIDE)
    return numpy.cos(numpy.pi / SIDE * (positions[None, :] + 0.5) * positions[:, None])
