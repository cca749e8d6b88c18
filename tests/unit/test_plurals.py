"""A count and its noun agree."""

import re
from pathlib import Path

import pytest

import garner
from garner.core.plurals import format_count

SOURCES = Path(garner.__file__).parent


@pytest.mark.parametrize(
    ("count", "nouns", "written"),
    [
        (0, ("row",), "0 rows"),
        (1, ("row",), "1 row"),
        (2, ("row",), "2 rows"),
        (1234, ("row",), "1,234 rows"),
        (1, ("entry", "entries"), "1 entry"),
        (2, ("entry", "entries"), "2 entries"),
    ],
)
def test_the_noun_agrees_with_its_count(count: int, nouns: tuple[str, ...], written: str) -> None:
    assert format_count(count, *nouns) == written


def test_no_message_uses_an_optional_plural() -> None:
    """For example `1 worker(s)`. Word lists of pages are exempt, because they are data."""
    data = {"product_words.py", "posting_words.py"}
    sources = [path for path in SOURCES.rglob("*.py") if path.name not in data]
    assert [path.name for path in sources if re.search(r"\} \w+\(s\)", path.read_text())] == []
