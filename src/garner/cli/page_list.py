"""Read the list of requested pages: URLs, and files that list them."""

import csv
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from garner.errors import InputError

STANDARD_INPUT = "-"
_URL_COLUMN = "url"
_DELIMITERS = ",;\t"
_COMMENT = "#"
_STARTS_A_PAGE = re.compile(r"\s*<(?!https?:)[a-z!?]", re.IGNORECASE)
_IS_URL = re.compile(r"https?:", re.IGNORECASE)
# None of these is a top-level domain.
_NAMES_A_FILE = re.compile(r"[^/]*\.(txt|csv|tsv|list|lst|urls?|log|text|dat|jsonl?|xlsx?|gz)", re.IGNORECASE)
_LOOKS_LIKE_A_HOST = re.compile(r"[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?(/.*)?", re.IGNORECASE)


def read_sources(sources: Iterable[str]) -> list[str]:
    """Return every requested page, in the order given. A line of a file that is not a URL is kept: it fails by itself,
    later."""
    return [url for source in sources for url in ([source] if is_url(source) else _urls_in_file(source))]


def read_tables(sources: Iterable[str], columns: Collection[str]) -> dict[str, str]:
    """Return the text of those sources that are tables of pages with at least one of these columns."""
    wanted = {column.lower() for column in columns}
    texts = {source: _text_of(source) for source in sources if source != STANDARD_INPUT and not is_url(source)}
    return {
        source: text
        for source, text in texts.items()
        for names in [_column_names(text.partition("\n")[0], delimiter) for delimiter in _DELIMITERS]
        if _URL_COLUMN in names and wanted & set(names)
    }


def is_url(source: str) -> bool:
    return _IS_URL.match(source.strip()) is not None


def is_web_page(text: str) -> bool:
    return _STARTS_A_PAGE.match(text) is not None


def _urls_in_file(name: str) -> list[str]:
    text = _text_of(name)
    if is_web_page(text):
        shown = "Standard input" if name == STANDARD_INPUT else name
        raise InputError(
            f"{shown} is a web page, not a list of URLs. To extract its record, run `garner extract {name}`."
        )
    if "\0" in text:
        raise InputError(f"{name} is not a text file with one URL per line.")
    lines = text.splitlines()
    header = next((line for line in lines if _says_something(line)), "")
    for delimiter in _DELIMITERS:
        if _URL_COLUMN in _column_names(header, delimiter):
            return list(_url_column(lines[lines.index(header) :], delimiter))
    return [line.strip() for line in lines if _says_something(line)]


def _text_of(name: str) -> str:
    try:
        content = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except FileNotFoundError:
        if _NAMES_A_FILE.fullmatch(name):
            raise InputError(f"There is no file {name!r}.") from None
        hint = f"; did you mean https://{name}?" if _LOOKS_LIKE_A_HOST.fullmatch(name) else "."
        raise InputError(f"{name!r} is neither a URL nor a file{hint}") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise InputError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return content.decode("utf-8-sig", errors="replace")


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(_COMMENT)


def _column_names(header: str, delimiter: str) -> list[str]:
    return [cell.strip().lower() for cell in next(csv.reader([header], delimiter=delimiter), [])]


def _url_column(lines: list[str], delimiter: str) -> Iterator[str]:
    at = _column_names(lines[0], delimiter).index(_URL_COLUMN)
    # Line ends are put back: a quoted cell may run over several lines.
    for row in csv.reader((line + "\n" for line in lines[1:]), delimiter=delimiter):
        if len(row) > at and _says_something(row[at]):
            yield row[at].strip()
