"""The word lists of Garner are data files: each is found, and a mistake in one is named."""

import subprocess
import tomllib
from pathlib import Path

import pytest

import garner
from garner.core.word_lists import WordListError, WordLists, load_word_lists

PACKAGE = Path(garner.__file__).parent
PROJECT = Path(__file__).parents[2]
LISTS = WordLists(
    "garner/words.toml", {"towns": ["Bern", "Zug"], "labels": {"pay": ["wage", "rate"], "hours": ["rate"]}}
)


def test_a_list_keeps_its_order() -> None:
    assert LISTS.words("towns") == ("Bern", "Zug")
    assert LISTS.pattern("towns") == "Bern|Zug"


def test_a_list_of_single_words_may_be_one_string() -> None:
    assert WordLists("garner/words.toml", {"units": "\n  g kg\n  mg\n"}).words("units") == ("g", "kg", "mg")


def test_a_table_gives_its_lists_and_the_key_of_each_word() -> None:
    assert LISTS.groups("labels") == {"pay": ("wage", "rate"), "hours": ("rate",)}
    assert LISTS.patterns("labels") == {"pay": "wage|rate", "hours": "rate"}
    assert LISTS.keys_by_word("labels") == {"wage": "pay", "rate": "hours"}


def test_a_missing_list_is_named_with_its_file() -> None:
    with pytest.raises(WordListError, match=r"garner/words\.toml has no list named cities\."):
        LISTS.words("cities")
    with pytest.raises(WordListError, match=r"garner/words\.toml has no table named towns\."):
        LISTS.groups("towns")


def test_an_entry_that_is_not_a_string_is_named() -> None:
    with pytest.raises(WordListError, match=r"an entry in labels\.pay that is not a string: 7\."):
        WordLists("garner/words.toml", {"labels": {"pay": ["wage", 7]}}).groups("labels")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(WordListError, match=r"garner/core/nonsense\.toml is missing"):
        load_word_lists("garner.core", "nonsense")


FILES = sorted(path for package in ("core", "extraction") for path in (PACKAGE / package).rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_list_has_an_empty_entry(path: Path) -> None:
    """An empty alternative in a regular expression would match everything."""
    contents = tomllib.loads(path.read_text("utf-8"))
    lists = [words for value in contents.values() for words in (value.values() if isinstance(value, dict) else [value])]
    assert lists
    assert not any(isinstance(words, list) and "" in words for words in lists)


def test_the_wheel_contains_every_data_file() -> None:
    """Hatchling packs the files of a package that git does not ignore, unless its settings exclude some."""
    build = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"] == {"packages": ["src/garner"]}
    assert build.keys() == {"artifacts", "targets"}
    data = [str(path) for suffix in ("toml", "sql", "json", "html", "css") for path in PACKAGE.rglob(f"*.{suffix}")]
    data = [path for path in data if not Path(path).is_relative_to(PACKAGE / "page")]
    command = ["git", "-C", str(PROJECT), "check-ignore", "--no-index", *data]
    ignored = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ignored.returncode, ignored.stdout, ignored.stderr) == (1, "", "")  # 1: git ignores none of them
