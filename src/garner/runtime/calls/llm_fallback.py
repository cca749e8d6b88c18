"""Ask a language model for fields that nothing else found on a page, within the daily budget.

This is optional: an error is recorded with the kind that it was asked for, and the page is settled with the result that
it has without the model.
"""

import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from garner import observe
from garner.core.record import Kind
from garner.errors import LlmBadAnswer, LlmBudgetSpent, LlmError, Unavailable
from garner.extraction import Extraction
from garner.extraction.ladders import QUESTIONS
from garner.extraction.llm.grounding import MAX_SHOWN, Prompt, ground_answer, prompt
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.health import llm_spend

if TYPE_CHECKING:
    from garner.extraction.llm.client import Llm, LlmAnswer
    from garner.extraction.submitted import SubmittedPage


def make_llm(settings: Settings) -> "Llm | None":
    if not settings.llm.base_url or not settings.llm.model:
        return None
    from garner.extraction.llm.client import (
        Llm,
        LlmAccess,
    )  # takes long to import, and most workers have none

    key = settings.llm.api_key.get_secret_value() if settings.llm.api_key else None
    return Llm(LlmAccess(settings.llm.base_url, settings.llm.model, key, settings.llm.timeout_seconds))


TRIAL = "Toast\nA slice of bread, roasted until it is brown.\n"
TRIAL_TOKENS = 1_000  # an answer takes some twenty, unless the model thinks aloud


async def try_out(settings: Settings) -> int:
    """Ask the model for the title of a one-line recipe. Return the tokens used, or raise an `LlmError`."""
    llm = make_llm(settings)
    assert llm is not None
    question = replace(prompt(Kind.RECIPE, ["title"], TRIAL), answer_tokens=TRIAL_TOKENS)
    async with llm:
        answer = await llm.ask(question)
    if "title" not in ground_answer(Kind.RECIPE, answer.value, TRIAL).values:
        raise LlmBadAnswer("The LLM responds, but its answer does not fit the question.")
    return answer.tokens


def max_tokens_of_page() -> int:
    from garner.extraction.llm.client import max_tokens

    every_field = [question.field for question in QUESTIONS[Kind.RECIPE]]
    return max_tokens(prompt(Kind.RECIPE, every_field, "x" * MAX_SHOWN))


@dataclass(slots=True)
class FallbackAnswer:
    answers: dict[Kind, Mapping[str, Any]] = field(default_factory=dict)
    failures: dict[Kind, LlmError] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class About:
    """The page that is asked about."""

    url: str
    task_id: int | None = None


class LlmFallback:
    """The fallback to a language model. Without a database the spending is not counted: that is for a user at the
    keyboard, who asks once."""

    def __init__(self, database: Database | None, llm: "Llm", daily_tokens: int) -> None:
        self._database = database
        self._llm = llm
        self._daily_tokens = daily_tokens

    async def ask(self, about: About, extracted: Extraction, kinds: Collection[str]) -> FallbackAnswer:
        """Return the model's answers for the kinds that it may be asked for and that lack fields."""
        asked = FallbackAnswer()
        for kind, fields in extracted.wanting.items():
            if kind not in kinds or extracted.shown is None:
                continue
            try:
                asked.answers[kind] = await self._ask_and_log(about, kind, prompt(kind, fields, extracted.shown))
            except LlmError as error:
                asked.failures[kind] = error
        return asked

    async def _ask_and_log(self, about: About, kind: Kind, question: Prompt) -> Mapping[str, Any]:
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
            observe.emit(observe.LlmAsked(about.task_id, about.url, kind, outcome, tokens, seconds))
        return answer.value

    async def _within_budget(self, question: Prompt) -> "LlmAnswer":
        if self._database is None:
            return await self._llm.ask(question)
        from garner.extraction.llm.client import max_tokens

        async with self._database.transaction() as connection:
            reserved = await llm_spend.reserve(connection, max_tokens(question), self._daily_tokens)
        if reserved is None:
            raise LlmBudgetSpent("The daily LLM budget is used up.")
        try:
            answer = await self._llm.ask(question)
        except LlmError as error:
            await _correct(self._database, reserved, reserved.tokens if error.costs else 0)
            raise
        await _correct(self._database, reserved, answer.tokens)
        return answer


async def _correct(database: Database, reserved: llm_spend.Reservation, spent: int) -> None:
    with suppress(Unavailable):  # then more is reserved than was spent, until tomorrow
        async with database.transaction() as connection:
            await llm_spend.correct(connection, reserved, spent)


NO_KIND = "The LLM was not asked: specify which kind of record to look for."


async def complete_submitted(
    llm_fallback: LlmFallback, page: "SubmittedPage", read: Callable[["SubmittedPage"], Awaitable[Extraction]]
) -> Extraction:
    """Extract the page with the model's help. The model is asked for the wanted kind, or else for the one that the page
    seems to be: asking for every kind multiplies the cost, and finds records that are not there."""
    extracted = await read(page)
    best_kinds = [record.kind for record in extracted.best_first[:1]]
    kinds = page.kinds if len(page.kinds) == 1 else best_kinds
    if not kinds:
        return replace(extracted, warnings=(*extracted.warnings, NO_KIND))
    asked = await llm_fallback.ask(About(page.url), extracted, kinds)
    if asked.answers:
        extracted = await read(replace(page, answers=asked.answers))
    return with_failures(extracted, asked.failures)


def with_failures(extracted: Extraction, failures: Mapping[Kind, LlmError]) -> Extraction:
    """Add a warning to each record that the model could have completed and did not."""
    if not failures:
        return extracted
    records = {
        kind: replace(record, warnings=(*record.warnings, failures[kind].message)) if kind in failures else record
        for kind, record in extracted.records.items()
    }
    messages = (failure.message for kind, failure in failures.items() if kind not in records)
    return replace(extracted, records=records, warnings=(*extracted.warnings, *messages))
