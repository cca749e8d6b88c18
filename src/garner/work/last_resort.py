"""Asking a language model for what nothing else found on a page, within the day's budget.

It is a favour and no duty: whatever goes wrong is kept beside the kind that it was asked for, and the page is settled
with what there is without it.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from garner import observe
from garner.core.record import Kind
from garner.errors import LlmBudgetSpent, LlmError, Unavailable
from garner.extract import Extraction
from garner.extract.grounding import Prompt, prompt
from garner.settings import Settings
from garner.store import llm_spend
from garner.store.database import Database
from garner.store.extraction import BodyClaim

if TYPE_CHECKING:
    from garner.extract.llm import Llm, LlmAnswer


def make_llm(settings: Settings) -> "Llm | None":
    if not settings.llm_base_url or not settings.llm_model:
        return None
    from garner.extract.llm import Llm, LlmAccess  # takes long to import, and most workers have none

    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
    return Llm(LlmAccess(settings.llm_base_url, settings.llm_model, key, settings.llm_timeout_seconds))


@dataclass(slots=True)
class Asked:
    answers: dict[Kind, Mapping[str, Any]] = field(default_factory=dict)
    failures: dict[Kind, LlmError] = field(default_factory=dict)


class LastResort:
    def __init__(self, database: Database, llm: "Llm", daily_tokens: int) -> None:
        self._database = database
        self._llm = llm
        self._daily_tokens = daily_tokens

    async def ask(self, claim: BodyClaim, extracted: Extraction) -> Asked:
        """What the model says of the kinds that it may be asked for and that lack something."""
        asked = Asked()
        for kind, fields in extracted.wanting.items():
            if kind not in claim.llm_kinds or extracted.shown is None:
                continue
            try:
                asked.answers[kind] = await self._told(claim, kind, prompt(kind, fields, extracted.shown))
            except LlmError as error:
                asked.failures[kind] = error
        return asked

    async def _told(self, claim: BodyClaim, kind: Kind, question: Prompt) -> Mapping[str, Any]:
        started = time.monotonic()
        outcome, tokens = LlmError.code, 0
        try:
            answer = await self._within_budget(question)
            outcome, tokens = "ok", answer.tokens
        except LlmError as error:
            outcome = error.code
            raise
        finally:
            seconds = time.monotonic() - started
            observe.emit(observe.LlmAsked(claim.task_id, claim.url, kind, outcome, tokens, seconds))
        return answer.value

    async def _within_budget(self, question: Prompt) -> "LlmAnswer":
        async with self._database.transaction() as connection:
            reserved = await llm_spend.reserve(connection, self._llm.most_tokens(question), self._daily_tokens)
        if reserved is None:
            raise LlmBudgetSpent("The day's LLM budget is spent.")
        try:
            answer = await self._llm.ask(question)
        except LlmError as error:
            await self._correct(reserved, reserved.tokens if error.costs else 0)
            raise
        await self._correct(reserved, answer.tokens)
        return answer

    async def _correct(self, reserved: llm_spend.Reservation, spent: int) -> None:
        with suppress(Unavailable):  # then more is reserved than was spent, until tomorrow
            async with self._database.transaction() as connection:
                await llm_spend.correct(connection, reserved, spent)


def with_failures(extracted: Extraction, failures: Mapping[Kind, LlmError]) -> Extraction:
    """A record that the model might have added to says why it did not."""
    if not failures:
        return extracted
    records = {
        kind: replace(record, warnings=(*record.warnings, failures[kind].message)) if kind in failures else record
        for kind, record in extracted.records.items()
    }
    return replace(extracted, records=records)
