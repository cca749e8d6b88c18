"""Count how well this worker reads pages, as they are settled, and add the counts to the database every few seconds.

Settling a page does not wait for this. A worker that is killed loses a few seconds of counts, which does not matter for
their purpose. Unchanged pages are not read again, and so are not counted; nor are those that a browser is to fetch
first.

A page requested for any kind is not a failed recipe because it is a product. Its record counts under the record's kind;
whether it gave a record at all counts under a kind of its own, `auto`. So a page without a record counts against no
parser that it was not requested for, and a site that is no longer read at all is still noticed.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from garner.core.pacing.outcome import Action
from garner.core.quality.parser_health import HealthTally, Parser, fields_read
from garner.core.record import AUTO, pick_most_confident
from garner.core.urls.page_url import parse_page_url
from garner.extraction import EXTRACTOR, VERSION
from garner.extraction.questions import RUNG as LANGUAGE_MODEL
from garner.postgres.database import Database
from garner.store.crawl.extraction import ExtractionResult
from garner.store.records import parser_health

FLUSH_SECONDS = 5.0


class ParserTally:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._tally = HealthTally()

    def count(self, results: Iterable[ExtractionResult]) -> None:
        for result in results:
            if _was_read(result):
                self._count(result)

    def _count(self, result: ExtractionResult) -> None:
        domain = _domain_of("/".join(result.url.split("/", 3)[:3]))
        for kind, fields in _count_by_kind(result):
            self._tally.count(Parser(domain, kind, EXTRACTOR, VERSION), fields)

    async def flush(self) -> int:
        taken = self._tally.take()
        if not taken:
            return 0
        try:
            async with self._database.transaction() as connection:
                await parser_health.add(connection, taken)
        except BaseException:
            self._tally.give_back(taken)
            raise
        return 0


def _count_by_kind(result: ExtractionResult) -> Iterator[tuple[str, Sequence[str] | None]]:
    """Yield the kinds that a page counts for, each with the fields that were read, or None if it gave no such
    record."""
    if not result.looked_for_all:
        records = {record.kind: record for record in result.found}
        yield from ((kind, fields_read(records.get(kind), besides=LANGUAGE_MODEL)) for kind in result.kinds)
        return
    record = pick_most_confident(result.found)
    fields = fields_read(record, besides=LANGUAGE_MODEL)
    if record is None or fields is None:
        yield AUTO, None
    else:
        yield AUTO, ()
        yield record.kind, fields


@lru_cache(maxsize=4096)
def _domain_of(origin: str) -> str:
    return parse_page_url(f"{origin}/", allow_private=True).domain


def _was_read(result: ExtractionResult) -> bool:
    """Return whether the page was read, with or without a record. A missing body is no fault of the parser."""
    if result.verdict.action is Action.EXTRACT:
        return not result.unchanged and not result.render
    return result.verdict.action is Action.FAIL and not result.refetch
