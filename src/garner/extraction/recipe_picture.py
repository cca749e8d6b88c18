"""Read recipes on pictures: OCR words are laid out as lines, converted into a page, and extracted like any page."""

from dataclasses import dataclass, replace

from garner.core.record import Kind
from garner.extraction.kinds.recipe.plain_text import page_of
from garner.extraction.llm.cache import Answers
from garner.extraction.ocr.layout import level, reading_lines
from garner.extraction.ocr.ocr import read_words
from garner.extraction.pipeline import Extraction, extract

STRATEGY = "ocr"
WARNING = "Read off a picture; please verify."


@dataclass(frozen=True, slots=True)
class PictureText:
    lines: int
    page: bytes  # the OCR text, converted into a page
    extraction: Extraction
    text: tuple[str, ...] = ()  # the same text as lines


def read_picture(body: bytes, kind: Kind, *, asks_llm: bool = False) -> PictureText:
    """Return the text and the record on a picture. Takes seconds, and some hundred megabytes."""
    lines = reading_lines(level(read_words(body)))
    read = _extract_text(page_of(lines), kind, len(lines), asks_llm=asks_llm)
    return replace(read, text=tuple(line.text for line in lines))


def read_page_again(page: bytes, kind: Kind, answers: Answers) -> PictureText:
    return _extract_text(page, kind, answers=answers)


def _extract_text(
    page: bytes, kind: Kind, lines: int = 0, *, asks_llm: bool = False, answers: Answers | None = None
) -> PictureText:
    extraction = extract(page, url="", charset="utf-8", kinds=(kind,), asks_llm=asks_llm, answers=answers)
    records = {
        kind: replace(record, strategy=STRATEGY, warnings=(WARNING, *record.warnings))
        for kind, record in extraction.records.items()
    }
    return PictureText(lines, page, replace(extraction, records=records))
