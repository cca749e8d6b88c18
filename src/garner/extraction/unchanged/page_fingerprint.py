"""Decide whether a page still has the meaning that it had when it was last extracted.

If the page itself gives the record, the record's own fingerprint decides, regardless of other changes on the page.
Reading it costs some milliseconds on any rung but the last, so it is read rather than guessed: two pages that give the
same record are the same page, and two that do not are not (docs/decisions/0010). Words that the page shows in a
recipe's lists and its markup lacks count with the record, where the page is read for them (docs/decisions/0019).

If an essential field was missing, a language model may have read anything visible, and calling it again is expensive;
so the text must be unchanged too. That requires three conditions at once, because each alone can be fooled:

* SimHash of the visible text within a few bits. It tolerates a reworded sentence and stops drift, but on a long page it
  also tolerates a new price.
* Equal numbers in the main text, in their order: prices, salaries, amounts, times, dates.
* Equal short lines of the main text. Facts without a number stand in lines of a few words, in any language and markup:
  `Sold out`, `Salt to taste`, a title. Menus and lists of links are left out, unless they sell something.

Ages, counters and similar text that changes with every visit are removed first (`volatile_text`).

A fingerprint is only ever compared with that of the page last extracted, not last seen, so that small steps add up. It
covers the kinds it was computed for, and no others. The text is compared only if there is enough of it; a page that is
filled in by a script looks the same regardless of what it sells.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Self

from xxhash import xxh3_128_hexdigest

from garner.core.record import Kind, Record
from garner.core.word_lists import load_word_lists
from garner.extraction.ladder import Ladder, climb
from garner.extraction.ladders import LADDERS
from garner.extraction.page.document import Document
from garner.extraction.page.visible_text import VisibleLine
from garner.extraction.unchanged.simhash import distance, simhash
from garner.extraction.unchanged.volatile_text import remove_volatile

SIMHASH_THRESHOLD = 3
SHORT_LINE_WORDS = 20
MENU_ENTRIES = 3
MIN_WORDS = 30
NOTHING_SAID = ""
# Words that state whether a product is in stock or a job is open: they count anywhere.
_STATE = re.compile(load_word_lists(__package__).pattern("state"))
_NUMBER = re.compile(r"\d+(?:[.,:/'’–-]\d+)*|[¼-¾⅐-⅞]")


@dataclass(frozen=True, slots=True)
class TextFingerprint:
    simhash: int
    numbers: str
    lines: str


@dataclass(frozen=True, slots=True)
class PageFingerprint:
    """The fingerprint of a page, to recognize it later. An empty one equals no page, itself included."""

    records: Mapping[str, str] = field(default_factory=dict)  # for each requested kind, the fingerprint of its record
    whole: frozenset[str] = frozenset()  # the kinds without a missing essential field
    text: TextFingerprint | None = None  # only if a record depends on it and there is enough text to compare

    def to_json(self) -> dict[str, Any]:
        text = self.text and {"simhash": self.text.simhash, "numbers": self.text.numbers, "lines": self.text.lines}
        records = {str(kind): fingerprint for kind, fingerprint in self.records.items()}
        return {"records": records, "whole": sorted(map(str, self.whole)), "text": text}

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Read the output of `to_json`; any other value, such as an older format, gives an empty fingerprint."""
        match value:
            case {"records": dict(records), "whole": list(whole), "text": None}:
                return cls(records, frozenset(whole))
            case {
                "records": dict(records),
                "whole": list(whole),
                "text": {"simhash": int(bits), "numbers": str(numbers), "lines": str(lines)},
            }:
                return cls(records, frozenset(whole), TextFingerprint(bits, numbers, lines))
        return cls()


def fingerprint_page(document: Document, kinds: Iterable[Kind]) -> PageFingerprint:
    """Return the fingerprint of a page for these kinds. The text is read only if one of them lacks an essential
    field."""
    records: dict[str, str] = {}
    whole: set[str] = set()
    for kind in kinds:
        record = _read_record(LADDERS[kind], document)
        records[kind] = _fingerprint_record(LADDERS[kind], record, document) if record else NOTHING_SAID
        if record and _is_whole(LADDERS[kind], record):
            whole.add(kind)
    return PageFingerprint(records, frozenset(whole), None if whole == set(records) else fingerprint_text(document))


def is_unchanged(
    before: PageFingerprint, now: PageFingerprint, kinds: Iterable[Kind], threshold: int = SIMHASH_THRESHOLD
) -> bool:
    """Return whether extracting these kinds again would give the same result as before."""
    wanted = set(kinds)
    if not wanted or not all(_has_same_record(before, now, kind) for kind in wanted):
        return False
    return wanted <= before.whole & now.whole or has_same_text(before.text, now.text, threshold)


def _has_same_record(before: PageFingerprint, now: PageFingerprint, kind: Kind) -> bool:
    return kind in before.records and before.records[kind] == now.records.get(kind)


def has_same_text(before: TextFingerprint | None, now: TextFingerprint | None, threshold: int) -> bool:
    if before is None or now is None or distance(before.simhash, now.simhash) > threshold:
        return False
    return before.numbers == now.numbers and before.lines == now.lines


def _read_record(ladder: Ladder[Any], document: Document) -> Record | None:
    """Return the record as far as the page gives it; a name is enough, because a language model may build on it."""
    return climb(replace(ladder, required=(ladder.naming,)), document)[0]


def _fingerprint_record(ladder: Ladder[Any], record: Record, document: Document) -> str:
    """Return the fingerprint of the record, and of the related content on the page, if there is any."""
    beside = ladder.beside(record.data, document) if ladder.beside else ()
    return f"{record.content_hash} {_hash_of(beside)}" if beside else record.content_hash


def _is_whole(ladder: Ladder[Any], record: Record) -> bool:
    return {*ladder.required, *ladder.essential} <= set(record.sources)


def fingerprint_text(document: Document) -> TextFingerprint | None:
    """Return the fingerprint of the page's text, or None if there is too little of it to compare."""
    visible = document.text
    if len(visible.split(maxsplit=MIN_WORDS)) < MIN_WORDS:
        return None
    numbers: list[str] = []
    facts: list[str] = []
    for is_menu, lines in _by_menus(document.main_lines):
        texts = [remove_volatile(line.text.lower()) for line in lines]
        numbers += [number for text in texts for number in _NUMBER.findall(text)]
        facts += [text for text in texts if _STATE.search(text) or (not is_menu and _is_short(text))]
    return TextFingerprint(simhash(visible), _hash_of(numbers), _hash_of(facts))


def _by_menus(lines: Sequence[VisibleLine]) -> Iterator[tuple[bool, list[VisibleLine]]]:
    """Yield the lines in runs, each with whether it is a menu or another list of links."""
    for is_listed_link, run in groupby(lines, key=lambda line: line.is_listed_link):
        together = list(run)
        yield is_listed_link and len(together) >= MENU_ENTRIES, together


def _is_short(text: str) -> bool:
    return text.count(" ") < SHORT_LINE_WORDS


def _hash_of(parts: Iterable[str]) -> str:
    return xxh3_128_hexdigest("\n".join(parts).encode("utf-8", "replace"))
