"""Every page in `tests/pages` gives the record in the file beside it. `garner fixture` adds one.

Only the fields in that file are compared: any other field or part may have any value.
"""

from pathlib import Path
from typing import Any

import pytest

from garner.cli.commands.fixture import read
from garner.extraction.submitted import extract_submitted

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*.json"))


def differences(expected: Any, found: Any, where: str = "record") -> list[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        return [line for name in expected for line in differences(expected[name], found.get(name), f"{where}.{name}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for at, pair in pairs for line in differences(*pair, f"{where}[{at}]")]
    return [] if expected == found else [f"{where}: {found!r}, which should be {expected!r}"]


@pytest.mark.parametrize("expected", PAGES, ids=lambda path: path.stem)
def test_a_page_gives_the_record_in_the_file_beside_it(expected: Path) -> None:
    page, kind, record = read(expected)
    found = extract_submitted(page).records.get(kind)
    assert found is not None, f"there is no {kind} on it any more"
    assert differences(record, found.data) == []


def test_there_is_a_page_of_every_kind() -> None:
    assert {read(expected)[1] for expected in PAGES} == {"recipe", "product", "posting"}


def test_only_the_expected_fields_are_compared() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}], "d": 3}) == []
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 2}]}) == ["record.a[0].b: 2, which should be 1"]
    assert differences({"a": [1]}, {"a": [1, 2]}) == ["record.a: [1, 2], which should be [1]"]
    assert differences({"a": 1}, {}) == ["record.a: None, which should be 1"]
