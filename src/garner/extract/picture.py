"""Recipes on pictures: what was read off, laid out as lines, made into a page, and read like one."""

from dataclasses import replace

from garner.core.record import Kind, Record
from garner.extract import extract
from garner.extract.layout import level, reading_lines
from garner.extract.ocr import read_words
from garner.extract.plain_text import page_of

STRATEGY = "ocr"
WARNING = "Read off a picture; please verify."


def extract_picture(body: bytes, kind: Kind) -> Record | None:
    """The record on the picture, if there is one. May take seconds, and some hundred megabytes."""
    page = page_of(reading_lines(level(read_words(body))))
    record = extract(page, url="", charset="utf-8", kinds=(kind,)).records.get(kind)
    if record is None:
        return None
    return replace(record, strategy=STRATEGY, warnings=(WARNING, *record.warnings))
