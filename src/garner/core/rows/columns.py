"""Map the columns of a file to canonical fields, and rows to canonical values.

A column is recognised by its name, in several languages and spellings, or by its content: a column of web addresses is
`url` under any name. The sender of the file may give an explicit mapping, which takes precedence. An unmapped column
stays in the raw row, so nothing is lost.

In a canonical row a price is a number and a GTIN has 14 digits (`canonical_cells`); everything else is text as written.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from operator import itemgetter

from garner.core.rows.canonical_cells import (
    MAX_CHARACTERS,
    POINT,
    CellDoubts,
    Doubt,
    amount_of,
    decimal_of,
    gtin_of,
    isbn_of,
    number_of,
)
from garner.core.rows.column_names import INCLUDING, NAMES, QUALIFIERS, TAXES
from garner.core.rows.column_words import meaning_of, without_accents
from garner.errors import FieldError, InputError

CANONICAL = (
    "title", "brand", "sku", "mpn", "gtin", "url", "price", "currency", "category", "description", "image", "id",
)  # fmt: skip
NUMERIC = ("price",)
GTIN = "gtin"
ISBN = "isbn"  # in the name of a column of GTINs
ADDRESSES = ("url", "image")
VAGUE_ADDRESSES = ("page", "web", "address")  # may be pages of a catalogue, or postal addresses
Convert = Callable[[str], str | float | Doubt | None]
MAX_CANONICAL_CHARS = 100_000  # characters; longer text is no field of a product
MAX_NAMED = 20  # columns that an error lists

# Ranks of a name's meaning; lower is more certain. A position in NAMES adds to these.
QUALIFIED = 1_000
BY_WORDS = 1_400
AS_ALTERNATIVE = 200  # added to the rank
BY_CONTENT = 2_000

# Placeholders for an empty cell.
NOTHING = frozenset(
    ("", "-", "--", "—", "n/a", "n.a.", "#n/a", "na", "null", "none", "nan", "nil", "undefined", "(null)")
)
MAX_NOTHING_LENGTH = max(map(len, NOTHING))
# The keys under which an object has its main value.
INNER = ("name", "value", "title", "url", "amount", "@value", "@id", "id")
MAX_NESTED = 3

MAX_NAME_CHARS = 200
MAX_ADDRESS_CHARS = 2_100  # characters that are checked

_IN_PARENTHESES = re.compile(r"[(\[{<（【][^)\]}>）】]*[)\]}>）】]?")
_PER_UNIT = re.compile(r"/\s?(?=unit\b)", re.IGNORECASE)  # its slash does not separate alternatives either
_PART_NUMBER = re.compile(r"\bP\s?[/.]\s?N\b\.?", re.IGNORECASE)  # its slash does not separate alternatives
_NUMBER_SIGN = re.compile(r"[#№]|\b[Nn][°º]")
_BETWEEN_ALTERNATIVES = re.compile(r"[/|,;&+]|\b(?:or|oder|ou)\b", re.IGNORECASE)
_MOSTLY_DIGITS = re.compile(r"\W*+\d[\d\s.,-]{6,}+(?:[eE]\+?\d++)?\W*+|\+?\d[.,]?\d*+[eE]\+?\d++")
_NOT_OF_WORDS = re.compile(r"[\W_]+")
_IN_CAMEL_CASE = re.compile(r"(?<=[a-zà-þ])(?=[A-ZÀ-Þ])")
_WEB_ADDRESS = re.compile(r"https?://\S+|www\.[^\s/][^\s/.]*+\.\S+", re.IGNORECASE)
_WITH_SCHEME = re.compile(r"[a-z][a-z\d+.-]*://\S*", re.IGNORECASE)
_OF_PICTURE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif|bmp|tiff?)(?:[?#]|$)", re.IGNORECASE)
# Share of filled cells that must be web addresses to make a column one of addresses: against the meaning of its name,
MIN_CONTENT_SHARE = 0.8
MIN_UNNAMED = 0.5  # and for a name without meaning. In a single column any share suffices, as it can be nothing else.


def fold_name(name: str) -> str:
    """Return the name without case, accents, spaces and punctuation."""
    return "".join(letter for letter in without_accents(name[:MAX_NAME_CHARS]) if letter.isalnum())


_RANKS = {
    fold_name(name): (meaning, rank) for meaning in reversed(CANONICAL) for rank, name in enumerate(NAMES[meaning])
}


@dataclass(frozen=True)
class ColumnMapping:
    """A mapping of headers to canonical fields."""

    by_header: Mapping[str, str] = field(default_factory=dict)
    decimals: Mapping[str, str] = field(default_factory=dict)  # the decimal sign of numeric columns, if known

    @cached_property
    def _steps(self) -> tuple[tuple[str, str, Convert | None], ...]:
        """Return the columns in order, each with its converter."""
        return tuple((header, meaning, self._converter(header, meaning)) for header, meaning in self.by_header.items())

    def _converter(self, header: str, meaning: str) -> Convert | None:
        if meaning == GTIN:
            return isbn_of if ISBN in fold_name(header) else gtin_of
        decimal = self.decimals.get(header)
        return (lambda text: amount_of(text, decimal)) if meaning in NUMERIC else None

    def canonical(
        self, raw: Mapping[str, object], doubts: CellDoubts | None = None, line: int | None = None
    ) -> dict[str, object]:
        """Return a canonical row without empty values. Of several columns with one meaning, the first non-empty one
        counts. `doubts` collects ambiguous cells that are kept as typed, with the row's `line`."""
        row: dict[str, object] = {}
        for header, meaning, convert in self._steps:
            value = raw.get(header)
            # Fast path: most of the millions of cells are plain text.
            text = value.strip() if type(value) is str else _as_text(value)
            if text and (len(text) > MAX_NOTHING_LENGTH or text.casefold() not in NOTHING) and meaning not in row:
                if len(text) > MAX_CANONICAL_CHARS:
                    text = text[:MAX_CANONICAL_CHARS]
                if convert is None:
                    row[meaning] = text
                elif meaning in NUMERIC and type(value) in (int, float):
                    row[meaning] = value
                else:
                    canonical_value = convert(text)
                    if isinstance(canonical_value, Doubt):
                        if doubts is not None:
                            doubts.note(header, canonical_value, line)
                        canonical_value = canonical_value.kept
                    row[meaning] = text if canonical_value is None else canonical_value
        return row

    def with_decimals(self, sample: Sequence[Mapping[str, object]]) -> "ColumnMapping":
        """Return the mapping with the usual decimal sign of each numeric column."""
        numeric = [header for header, meaning in self.by_header.items() if meaning in NUMERIC]
        signs = {
            header: decimal_of(cell.strip() for row in sample if type(cell := row.get(header)) is str)
            for header in numeric
        }
        return replace(self, decimals={header: sign for header, sign in signs.items() if sign is not None})

    def apply_edit(
        self, normalized: Mapping[str, object], raw: Mapping[str, object], named: Mapping[str, object]
    ) -> dict[str, object]:
        """Return the canonical row after an edit: `raw` is the new raw row, `named` the cells that the user set. These
        take precedence over other columns with the same meaning, and meanings without an edited column stay."""
        touched = {self.by_header[header] for header in named if header in self.by_header}
        kept = {meaning: value for meaning, value in normalized.items() if meaning not in touched}
        again = {meaning: value for meaning, value in self.canonical(raw).items() if meaning in touched}
        return kept | again | self.canonical(named)


def map_columns(
    headers: Sequence[str],
    explicit: Mapping[str, str] | None = None,
    sample: Sequence[Mapping[str, object]] = (),
) -> ColumnMapping:
    """Map columns. `explicit` is {canonical name: header} or {header: canonical name}; `sample` is some rows, for
    columns whose names have no known meaning."""
    explicit_meanings = _read_explicit(headers, explicit or {})
    taken, best = set(explicit_meanings.values()), dict[str, tuple[int, str]]()
    for header in headers:
        if header in explicit_meanings:
            continue
        for meaning, rank in _meanings(header, sample, alone=len(headers) == 1):
            if meaning not in taken and (meaning not in best or rank < best[meaning][0]):
                best[meaning] = (rank, header)
                break
    meanings = {header: meaning for meaning, (_, header) in best.items()} | explicit_meanings
    return ColumnMapping({header: meanings[header] for header in headers if header in meanings}).with_decimals(sample)


def add_columns(known: ColumnMapping, headers: Sequence[str], sample: Sequence[Mapping[str, object]]) -> ColumnMapping:
    """Extend a mapping with new headers. Known headers keep their meaning and take precedence; several new ones may
    share a meaning, the most certain first. A column recognised by its content alone gets no meaning that another
    column has."""
    likeliest = [
        (rank, header, meaning)
        for header in headers
        for meaning, rank in islice(_meanings(header, sample, alone=len(headers) == 1), 1)
    ]
    meanings, taken = dict(known.by_header), set(known.by_header.values())
    for rank, header, meaning in sorted(likeliest, key=itemgetter(0)):
        if rank < BY_CONTENT or meaning not in taken:
            meanings.setdefault(header, meaning)
            taken.add(meaning)
    return ColumnMapping(meanings, known.decimals)


def is_known_header(header: str) -> bool:
    """Return whether it is a known name of a column."""
    return _by_name(header) is not None


def is_web_address(text: str) -> bool:
    return _WEB_ADDRESS.fullmatch(text.strip()[:MAX_ADDRESS_CHARS]) is not None


def has_scheme(text: str) -> bool:
    """Return whether it is a URL of any scheme."""
    return _WITH_SCHEME.fullmatch(text.strip()) is not None


def is_page_address(text: str) -> bool:
    """Return whether it is a web address that does not look like a picture's."""
    return is_web_address(text) and _OF_PICTURE.search(text) is None


def _read_explicit(headers: Sequence[str], explicit: Mapping[str, str]) -> dict[str, str]:
    known = {fold_name(header): header for header in reversed(headers)} | {header: header for header in headers}
    header_of = {name: known.get(name) or known.get(fold_name(name)) for pair in explicit.items() for name in pair}
    # {"title": "brand"} is ambiguous if both are headers: read the canonical name first if all pairs allow it.
    first = all(key in CANONICAL and header_of[value] for key, value in explicit.items())
    meanings: dict[str, str] = {}
    for key, value in explicit.items():
        meaning, name = (key, value) if first or value not in CANONICAL or not header_of[key] else (value, key)
        header = header_of[name]
        if meaning not in CANONICAL or header is None:
            raise _unknown(key, value, headers)
        if header in meanings or meaning in meanings.values():
            raise _mapping_error(f"{name[:60]!r} or {meaning!r} is mapped twice.")
        meanings[header] = meaning
    return meanings


def _unknown(key: str, value: str, headers: Sequence[str]) -> InputError:
    if key in CANONICAL or value in CANONICAL:
        header = value if key in CANONICAL else key
        more = ", …" if len(headers) > MAX_NAMED else ""
        there = ", ".join(header[:60] for header in headers[:MAX_NAMED])
        return _mapping_error(f"There is no column {header[:60]!r}. The columns are: {there}{more}.")
    return _mapping_error(
        f"Neither {key[:60]!r} nor {value[:60]!r} is a known field. The fields are: {', '.join(CANONICAL)}."
    )


def _mapping_error(reason: str) -> InputError:
    return InputError("The column mapping is not valid.", fields=[FieldError("mapping", reason)])


def _meanings(header: str, sample: Sequence[Mapping[str, object]], *, alone: bool) -> Iterator[tuple[str, int]]:
    """Yield the possible meanings of a column, the likeliest first. Among columns of addresses, more addresses rank
    higher."""
    named = _by_name(header)
    cells = [text for row in sample if (text := _as_text(row.get(header)))]
    addresses = sum(map(is_web_address, cells))
    if named is not None:
        meaning, rank = named
        # An "id" or "item" with web addresses is a URL column; a "link" without any is not.
        is_address = addresses >= MIN_CONTENT_SHARE * max(len(cells), 1) and meaning not in ADDRESSES
        is_sure = rank < BY_WORDS and fold_name(header) not in VAGUE_ADDRESSES
        if not is_address and (is_sure or _may_hold(meaning, cells)):
            yield meaning, rank
    if addresses and (alone or addresses >= MIN_UNNAMED * len(cells)):
        pictures = sum(_OF_PICTURE.search(cell) is not None for cell in cells)
        fewer = len(sample) - addresses
        yield ("image" if pictures >= MIN_CONTENT_SHARE * len(cells) else "url"), BY_CONTENT + fewer


def _may_hold(meaning: str, cells: Sequence[str]) -> bool:
    """Return whether the cells have the type that the name implies, for a name that is vague or was only understood by
    words."""
    if meaning in NUMERIC:
        return 2 * sum(number_of(cell, POINT) is not None for cell in cells) >= len(cells)
    if meaning == GTIN:
        return 2 * sum(map(_is_mostly_digits, cells)) >= len(cells)
    if meaning in ADDRESSES:
        return sum(map(is_web_address, cells)) >= MIN_UNNAMED * len(cells)
    return True


def _is_mostly_digits(cell: str) -> bool:
    return len(cell) <= MAX_CHARACTERS and _MOSTLY_DIGITS.fullmatch(cell) is not None


@lru_cache(maxsize=4096)
def _by_name(header: str) -> tuple[str, int] | None:
    """Look up the whole name, else the name without its parentheses, else as alternatives (`EAN / GTIN`), of which the
    first counts if each has a meaning."""
    name = _NUMBER_SIGN.sub(" no ", _PART_NUMBER.sub(" pn ", _PER_UNIT.sub(" per ", header[:MAX_NAME_CHARS])))
    bare = _IN_PARENTHESES.sub(" ", name)
    ranked_meaning = _by_one_name(name) or _by_one_name(bare)
    if ranked_meaning is not None:
        return ranked_meaning
    parts = [_by_one_name(part) for part in _BETWEEN_ALTERNATIVES.split(bare) if part.strip()]
    first = parts[0] if len(parts) > 1 else None
    return (first[0], first[1] + AS_ALTERNATIVE) if first is not None and all(parts) else None


def _by_one_name(name: str) -> tuple[str, int] | None:
    ranked_meaning = _RANKS.get(fold_name(name))
    if ranked_meaning is not None:
        return ranked_meaning
    words = [(word, _IN_CAMEL_CASE.split(word)) for word in _NOT_OF_WORDS.split(name)]
    including = any(part.casefold() in INCLUDING for _, parts in words for part in parts)
    left_out = QUALIFIERS | TAXES if including else QUALIFIERS
    # Try a word as a whole before splitting it: `MwSt` is one word.
    unqualified_name = "".join(
        part
        for word, parts in words
        if word.casefold() not in left_out
        for part in parts
        if part.casefold() not in left_out
    )
    ranked_meaning = _RANKS.get(fold_name(unqualified_name))
    if ranked_meaning is not None:
        return ranked_meaning[0], ranked_meaning[1] + QUALIFIED
    meaning_by_words = meaning_of(name)
    return (meaning_by_words[0], BY_WORDS + meaning_by_words[1]) if meaning_by_words is not None else None


def _trim(text: str) -> str:
    text = text.strip()[:MAX_CANONICAL_CHARS]
    return "" if text[: MAX_NOTHING_LENGTH + 1].casefold() in NOTHING else text


def _as_text(value: object, depth: int = 0) -> str:
    match value:
        case None:
            return ""
        case str():
            return _trim(value)
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case Mapping() if depth < MAX_NESTED:
            return next((text for name in INNER if (text := _as_text(value.get(name), depth + 1))), "")
        case Sequence() if depth < MAX_NESTED:
            return next((text for element in value[:MAX_NAMED] if (text := _as_text(element, depth + 1))), "")
    return ""
