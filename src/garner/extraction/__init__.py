"""Extract records from the bytes of a page: the names that other packages and extractors use."""

from garner.extraction.ladder import EXTRACTOR, VERSION, MissedKind
from garner.extraction.llm.cache import Answers
from garner.extraction.pipeline import Extraction, extract, extract_if_changed, has_records, is_incomplete

__all__ = [
    "EXTRACTOR",
    "VERSION",
    "Answers",
    "Extraction",
    "MissedKind",
    "extract",
    "extract_if_changed",
    "has_records",
    "is_incomplete",
]
