"""Read recipes from pictures, which users send to their mailboxes and in batches."""

import time
from typing import TYPE_CHECKING

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.engine import Engine
from garner.extraction.recipe_picture import PictureText
from garner.pools.pictures import Pictures
from garner.runtime.calls.llm_fallback import About, LlmFallback, with_failures
from garner.runtime.stages.match.item_results import Settled, flat, make_settled
from garner.store.people import submitted_pages
from garner.store.queue.matching import ItemClaim

if TYPE_CHECKING:
    from garner.extraction.llm.client import Llm

KIND = Kind.RECIPE
NOTHING = "No recipe was found in the picture."


class RecipePictures:
    def __init__(self, engine: Engine, pictures: Pictures, llm: "Llm | None" = None) -> None:
        self._llm_fallback = LlmFallback(engine.database, llm, engine.settings.llm.daily_tokens) if llm else None
        self._pictures = pictures

    async def read(self, claim: ItemClaim, packed: bytes) -> Settled:
        started = time.monotonic()
        text = await self._read(packed, asks_llm=bool((claim.input or {}).get("use_llm")))
        recipe = text.extraction.records.get(KIND)
        seconds = time.monotonic() - started
        observe.emit(observe.PictureRead(str(claim.item_id), text.lines, KIND if recipe else "", seconds))
        if recipe is None:
            return make_settled(claim, ItemStatus.NOT_FOUND, code="no_record", error=NOTHING)
        result = submitted_pages.on_item(recipe) if claim.job_id is None else flat(recipe)
        return make_settled(claim, ItemStatus.DONE, result=result)

    async def _read(self, packed: bytes, *, asks_llm: bool) -> PictureText:
        """Read the picture, with the help of a language model if that is allowed and fields are missing."""
        may_ask = asks_llm and self._llm_fallback is not None
        text = await self._pictures.read(packed, KIND, asks_llm=may_ask)
        if self._llm_fallback is None or not text.extraction.wanting:
            return text
        asked = await self._llm_fallback.ask(About(""), text.extraction, (KIND,))
        if asked.answers:
            text = await self._pictures.read_again(text.page, KIND, asked.answers)
        return PictureText(text.lines, text.page, with_failures(text.extraction, asked.failures))
