"""The match stage: works on items without a page, by their own content, a row or a picture."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from garner import observe
from garner.core.lifecycle import ItemStatus, Stage
from garner.core.record import Kind
from garner.core.rows.row import AWAITS_PAGES
from garner.engine import Engine
from garner.errors import ExtractCrashed, ExtractError, ExtractTimeout, FetchError, NotInstalled, Unavailable
from garner.extraction.ocr import ocr
from garner.pools.pictures import Pictures
from garner.postgres.database import Connection
from garner.runtime.loop import LeasedWork
from garner.runtime.stages.match.catalogue_statistics import CatalogueStatistics
from garner.runtime.stages.match.item_results import WAITS, Settled, settle_failure, unmatchable
from garner.runtime.stages.match.product_pictures import ProductPictures
from garner.runtime.stages.match.providers import Providers
from garner.runtime.stages.match.recipe_pictures import RecipePictures
from garner.runtime.stages.match.row_matching import RowMatcher
from garner.runtime.stages.match.rows import Rows
from garner.store.crawl import lanes
from garner.store.queue import matching, page_waits, slices
from garner.store.queue.matching import ItemClaim
from garner.store.records import perceptual_hashes, search_events

if TYPE_CHECKING:
    from garner.extraction.llm.client import Llm

SLACK_SECONDS = 15
THE_BEGINNING = datetime.min.replace(tzinfo=UTC)
AHEAD = 1  # so that the next picture is ready when one is done
PICTURES = ("ocr", "image")  # the types of jobs whose items are pictures
NO_POSTINGS = "Postings cannot be read from pictures."


class MatchStage:
    """The match stage. With a `job_id` it works for that job alone."""

    stage = Stage.MATCH

    def __init__(
        self,
        engine: Engine,
        pictures: Pictures,
        worker: str,
        llm: "Llm | None" = None,
        *,
        providers: Providers | None = None,
        statistics: CatalogueStatistics | None = None,
        reads_text: bool | None = None,
        job_id: int | None = None,
    ) -> None:
        self.concurrency = engine.settings.matching.concurrency
        self.deadline_seconds = pictures.timeout_seconds * (1 + AHEAD) + SLACK_SECONDS
        if llm is not None:
            self.deadline_seconds += engine.settings.llm.timeout_seconds
        self._reads_text = ocr.is_installed() if reads_text is None else reads_text
        matcher = RowMatcher(engine.database, statistics or CatalogueStatistics(engine.database), providers)
        self._rows = Rows(engine, matcher)
        self._recipes = RecipePictures(engine, pictures, llm)
        self._products = ProductPictures(engine, pictures, self._rows, matcher, reads_text=self._reads_text)
        self._engine = engine
        self._worker = worker
        self._job_id = job_id
        self._pictures_under_way = 0

    async def claim(self, limit: int, lease_seconds: float) -> list[ItemClaim]:
        """Claim items. Pictures that take long to read are claimed only as others are finished, since other workers may
        be idle. They are few, and come on top of the other claims."""
        readable = min(limit, 1 + AHEAD - self._pictures_under_way) if self._reads_text else 0
        async with self._engine.database.connection() as connection:
            claimed = await self._claim(connection, readable, lease_seconds, reads_text=True)
            if len(claimed) < limit:
                claimed += await self._claim(connection, limit, lease_seconds, reads_text=False)
            return claimed

    async def _claim(
        self, connection: Connection, limit: int, lease_seconds: float, *, reads_text: bool
    ) -> list[ItemClaim]:
        if limit <= 0:
            return []
        work_ids = None
        if self._job_id is not None:
            work_ids = await slices.find_rows(connection, self._job_id, limit, reads_text=reads_text)
        return await matching.claim(
            connection, self._worker, limit, lease_seconds, THE_BEGINNING, reads_text=reads_text, work_ids=work_ids
        )

    async def seconds_until_ready(self) -> float | None:
        async with self._engine.database.connection() as connection:
            if self._job_id is not None:
                return await slices.seconds_until_ready(connection, Stage.MATCH, self._job_id)
            return await lanes.seconds_until_ready(connection, Stage.MATCH)

    async def work(self, claim: ItemClaim, lease: LeasedWork) -> Settled:
        lease.check()
        try:
            if claim.job_type not in PICTURES:
                return await self._rows.match(claim)
            self._pictures_under_way += 1
            try:
                return await self._work_on_picture(claim)
            finally:
                self._pictures_under_way -= 1
        except (ExtractError, FetchError, NotInstalled, Unavailable) as error:
            return settle_failure(claim, error, self._engine.rng.random())

    async def _work_on_picture(self, claim: ItemClaim) -> Settled:
        if claim.kind == Kind.POSTING:
            return unmatchable(claim, NO_POSTINGS)
        packed = await self._engine.blobs.get_packed(str((claim.input or {})["path"]))
        if claim.kind == Kind.RECIPE:
            return await self._recipes.read(claim, packed)
        return await self._products.match(claim, packed)

    def fail(self, claim: ItemClaim, error: BaseException, trace: str) -> Settled:
        chance = self._engine.rng.random()
        what = "Reading the picture" if claim.job_type in PICTURES else "Matching the row"
        if isinstance(error, TimeoutError):
            return settle_failure(claim, ExtractTimeout(f"{what} took longer than allowed."), chance)
        return settle_failure(claim, ExtractCrashed(f"{what} failed unexpectedly: {type(error).__name__}."), chance)

    async def settle(self, results: Sequence[Settled]) -> set[int]:
        """Settle the results. An item that has to wait through no fault of its own is put back without using up an
        attempt."""
        for_pages = [result for result in results if _waits(result) and result.code == AWAITS_PAGES]
        waiting = [result for result in results if _waits(result) and result.code != AWAITS_PAGES]
        others = [result for result in results if not _waits(result)]
        owned = await self._put_off(for_pages) if for_pages else set()
        for result in waiting:
            async with self._engine.database.transaction() as connection:  # its own: lanes are locked before work
                owned |= await _put_back(connection, self._worker, result)
        async with self._engine.database.transaction() as connection:
            most = self._engine.settings.queue.max_attempts_not_found
            owned |= await matching.settle(connection, self._worker, others, most) if others else set()
            searches = [result.search for result in others if result.search is not None and result.work_id in owned]
            await search_events.write(connection, searches)
            for result in others:
                if (learned := result.learned) is not None and result.work_id in owned:
                    await perceptual_hashes.learn(connection, learned.product_id, learned.print, learned.user_id)
        for result in others:
            if result.work_id in owned:
                _report(result)
        return owned

    async def _put_off(self, results: Sequence[Settled]) -> set[int]:
        """Put rows that wait for pages of their own jobs, which may be very many, back into the backlog together."""
        retry_seconds = self._engine.settings.matching.not_found_retry_seconds
        async with self._engine.database.transaction() as connection:
            return await page_waits.put_off(connection, self._worker, results, retry_seconds=retry_seconds)


def _waits(result: Settled) -> bool:
    return result.status is ItemStatus.PENDING and result.code in WAITS


def _report(result: Settled) -> None:
    item = str(result.item_id)
    if result.status is ItemStatus.PENDING:
        facts = (result.code, result.run, result.delay_seconds)
        observe.emit(observe.ItemRetried(item, result.job_id, *facts))
    else:
        observe.emit(observe.ItemEnded(item, result.job_id, None, result.kind, result.status, result.code, None))


async def _put_back(connection: Connection, worker: str, result: Settled) -> set[int]:
    rows = await matching.lock_owned(connection, worker, [result.work_id], [result.fence])
    await matching.put_back(
        connection,
        rows,
        delay_seconds=result.delay_seconds,
        count_attempt=False,
        code=result.code,
        error=result.error,
    )
    return set(rows)
