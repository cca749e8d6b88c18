"""Compute perceptual hashes of the catalogue's own pictures, so that users' pictures of the same products are
recognized.

The shops did not ask for these requests, so they are limited: they are made only while users have pictures to match, or
had within a day; only for the first picture of a product; each in its host's turn, which is shared with crawling; and
as robots.txt allows, which is read first if it is not known. A picture that cannot be fetched is retried a few times,
hours apart, and then no more.
"""

import time
from collections.abc import Sequence

from garner import observe
from garner.core.pacing.outcome import asks_to_slow_down
from garner.core.urls.page_url import parse_page_url
from garner.engine import Engine
from garner.errors import ExtractError, FetchError, InvalidUrl
from garner.fetch.caller import Caller
from garner.pools.pictures import Pictures
from garner.runtime.calls.host_calls import NotNow
from garner.runtime.duties.permitted_calls import PermittedCalls
from garner.store.records import catalogue_pictures
from garner.store.records.catalogue_pictures import ProductPicture

DUTY = "catalogue_pictures"
POLL_SECONDS = 10.0
MAX_PER_ROUND = 5  # per worker


class CataloguePictures:
    def __init__(self, engine: Engine, caller: Caller, pictures: Pictures) -> None:
        self._database = engine.database
        self._max_bytes = engine.settings.limits.image_max_bytes
        self._pictures = pictures
        self._calls = PermittedCalls(engine, caller)
        self._reached: int | None = None

    async def run_once(self) -> int:
        pictures = await self._take()
        for picture in pictures:
            await self._process(picture)
        return len(pictures)

    async def _take(self) -> Sequence[ProductPicture]:
        """Return the newest pictures, and when all of those are done, the next from where the last round ended."""
        async with self._database.transaction() as connection:
            if not await catalogue_pictures.are_wanted(connection):
                return ()
            newest = await catalogue_pictures.take(connection, MAX_PER_ROUND)
            if newest.shown:
                return newest.shown
            stretch = await catalogue_pictures.take(connection, MAX_PER_ROUND, self._reached or newest.reached)
            if len(stretch.shown) < MAX_PER_ROUND:
                self._reached = stretch.reached
            return stretch.shown

    async def _process(self, shown: ProductPicture) -> None:
        started = time.monotonic()
        outcome = await self._hash_picture(shown)
        observe.emit(observe.CataloguePictureLookedAt(shown.product_id, outcome, time.monotonic() - started))

    async def _hash_picture(self, shown: ProductPicture) -> str:
        """Process the picture, and return the outcome in a word."""
        try:
            page = parse_page_url(shown.image_url, allow_private=True)  # the caller guards against private addresses
            answer = (await self._calls.ask(page, self._max_bytes)).answer
            if answer.status != 200:
                is_final = answer.status < 500 and not asks_to_slow_down(answer.status, answer.retry_after)
                return await self._note_failure(shown, f"http_{answer.status}", is_final=is_final)
            looked = await self._pictures.look_at_body(answer.body)
        except NotNow as error:
            async with self._database.transaction() as connection:
                await catalogue_pictures.put_off(connection, shown, error.seconds)
            return "put_off"
        except (InvalidUrl, FetchError, ExtractError) as error:
            return await self._note_failure(shown, error.code, is_final=not error.retryable)
        async with self._database.transaction() as connection:
            await catalogue_pictures.keep(connection, shown, looked.print)
        return "unremarkable" if looked.print is None else "known"

    async def _note_failure(self, shown: ProductPicture, code: str, *, is_final: bool) -> str:
        async with self._database.transaction() as connection:
            await catalogue_pictures.fail(connection, shown, code, is_final=is_final)
        return code
