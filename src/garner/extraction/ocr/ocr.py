"""Read the text on a picture, without calling a service outside this machine.

The OCR engine is an extra (`make ocr`): a few models, and libraries that need system packages which not every machine
has. So a separate process tests whether it can be loaded, once, and only where a user sends a picture.

A picture is first scaled to the size at which the models read best: in smaller ones they lose lines, and larger ones
only cost time. Lines are cut out with a larger margin than the models' default, because without it the spaces between
words are lost: on drawn cards 70 to 90 % of the words were read correctly without it, and 96 to 100 % with it.
"""

import importlib.util
import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

from garner.errors import BodyTooLarge, NotInstalled, PictureUnreadable, WrongMediaType
from garner.extraction.ocr.layout import Quad

if TYPE_CHECKING:
    from PIL.Image import Image

ResultT = TypeVar("ResultT")

MEDIA_TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
MAX_PIXELS = 50_000_000  # a phone's largest picture; a header that claims more is there to fill the memory
MAX_TEXT = 60_000
_READER = "rapidocr_onnxruntime"
_LONG_SIDE = 1_800
_MAX_ENLARGED = 2.0
_MIN_SIDE = 20
# The detection of lines: the required confidence of a line, the margin around it, and the required confidence of its
# text.
_CUT = {"box_thresh": 0.4, "unclip_ratio": 2.4, "text_score": 0.5}
_PROBE_SECONDS = 60.0
# `Cook50 min`, `4eggs`: too long a word to be a unit or a name with a number.
_WORD_AND_NUMBER = re.compile(r"(?<=[a-zà-ÿ]{3})(?=\d)|(?<=\d)(?=[a-zà-ÿ]{3})", re.I)
_SPACE = 1.4  # of a letter's width: such a gap between two letters is a space, even if the engine reports none

NOT_HERE = NotInstalled("This server cannot read pictures. Its operator can install the OCR engine with `make ocr`.")


def is_installed() -> bool:
    """Return whether the engine is installed. Whether it can be loaded is a separate question."""
    try:
        return importlib.util.find_spec(_READER) is not None and importlib.util.find_spec("PIL") is not None
    except (ImportError, ValueError):
        return False


def problem() -> str | None:
    """Return the reason why pictures cannot be read here, or None if they can. Takes a second or two the first time."""
    return _failure_to_load() if is_installed() else f"{_READER} is not installed"


def require() -> None:
    if problem() is not None:
        raise NOT_HERE.copy()


@cache
def _failure_to_load() -> str | None:
    """Try the import in another process: it takes memory that a process which only accepts pictures does not need."""
    try:
        tried = subprocess.run(
            [sys.executable, "-c", f"import PIL.Image, {_READER}"],
            capture_output=True,
            text=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:  # a timeout on a busy machine does not show what is installed
        return None
    lines = tried.stderr.strip().splitlines()
    return None if tried.returncode == 0 else lines[-1][:300] if lines else f"exit code {tried.returncode}"


def check_picture(body: bytes) -> str:
    """Return the media type of a picture by its content, regardless of its name; refuse one that cannot be accepted."""
    image = _open_image(body)
    if image.width * image.height > MAX_PIXELS:
        raise BodyTooLarge(f"The picture has more than {MAX_PIXELS // 1_000_000} million pixels.")
    # Some cameras put several pictures into one JPEG; the first is the picture.
    written_as = "JPEG" if image.format == "MPO" else str(image.format)
    return MEDIA_TYPES[written_as]


def _open_image(body: bytes) -> "Image":
    from PIL import Image, UnidentifiedImageError

    try:
        return Image.open(io.BytesIO(body), formats=tuple(MEDIA_TYPES))
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        if isinstance(error, Image.DecompressionBombError):
            raise BodyTooLarge(f"The picture has more than {MAX_PIXELS // 1_000_000} million pixels.") from None
        raise WrongMediaType("This is not a readable picture. Send a JPEG, PNG or WebP file.") from error


def read_words(body: bytes) -> list[tuple[str, Quad]]:
    """Return pieces of text and their positions, from top to bottom."""
    check_picture(body)
    pieces, _ = _reader()(_pixels(_decode_image(body)), return_word_box=True, **_CUT)
    return list(_sure_words(pieces or ()))


def _decode_image(body: bytes) -> "Image":
    from PIL import ImageOps

    return upright(body, lambda image: ImageOps.autocontrast(_at_reading_size(image), cutoff=1))


def upright(body: bytes, bring: Callable[["Image"], ResultT]) -> ResultT:
    """Return the result of `bring` for the picture decoded, upright and on white; a damaged picture is distinguished
    from an internal error."""
    from PIL import Image, ImageOps

    image = _open_image(body)
    try:
        image.draft("RGB", (2 * _LONG_SIDE, 2 * _LONG_SIDE))  # a JPEG need not be decoded larger than needed
        image = ImageOps.exif_transpose(image)
        if image.has_transparency_data:
            clear = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
        return bring(image.convert("RGB"))
    except MemoryError:
        raise
    except Exception as error:  # decoders raise arbitrary exceptions on broken input
        raise PictureUnreadable("The picture is damaged.") from error


def _at_reading_size(image: "Image") -> "Image":
    from PIL import Image

    if min(image.size) < _MIN_SIDE:
        raise ValueError("too small to hold text")
    factor = min(_LONG_SIDE / max(image.size), _MAX_ENLARGED)
    size = max(_MIN_SIDE, round(image.width * factor)), max(_MIN_SIDE, round(image.height * factor))
    return image.resize(size, Image.Resampling.LANCZOS)


def _pixels(image: "Image") -> Any:
    import numpy

    return numpy.asarray(image)[:, :, ::-1]  # blue first, as the engine expects them


@cache
def _reader() -> Any:
    try:
        import cv2
        from rapidocr_onnxruntime import RapidOCR
    except Exception as error:  # system packages may be missing in various ways
        raise NOT_HERE.copy() from error
    # One picture at a time on one core: more would only take cores from the other work on this machine.
    cv2.setNumThreads(1)
    return RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1, max_side_len=_LONG_SIDE)


def _sure_words(pieces: Sequence[Any]) -> Iterator[tuple[str, Quad]]:
    room = MAX_TEXT
    for corners, text, _score, *letters in pieces:
        spaced = _WORD_AND_NUMBER.sub(" ", _with_spaces(text, letters))
        room -= len(spaced)
        if room < 0:
            return
        if spaced.strip():
            first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
            yield spaced, (first, second, third, fourth)


def _with_spaces(text: str, letters: Sequence[Any]) -> str:
    """Restore wide gaps, which the engine omits (`Serves 8Prep 15 min`), from the positions of the letters."""
    if len(letters) < 2 or len(letters[0]) != len(text) or len(text) < 2:
        return text
    edges = [(box[0][0], box[1][0]) for box in letters[0]]
    usual = median(right - left for left, right in edges)
    spaced = text[0]
    for (_, before), (after, _), letter in zip(edges, edges[1:], text[1:], strict=False):
        is_gap = after - before > _SPACE * usual and letter != " " and spaced[-1] != " "
        spaced += f" {letter}" if is_gap else letter
    return spaced
