"""Asks providers about a row: in their lanes' turn, one question at a time, and heeding what they ask for.

An answer 429 slows the provider's lane, which every worker keeps to. A row that would have to wait long for its turn is
put back until then, and has not spent a run; one whose question was not answered has.
"""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from garner import observe
from garner.core.lane import Observed
from garner.core.outcome import LaneEffect
from garner.core.provider import Provider, read_providers
from garner.core.urls import parse_page_url
from garner.errors import ConfigurationError, FetchError, InvalidUrl
from garner.fetch.caller import Answer, Caller
from garner.settings import Settings
from garner.store import lanes, provider_turns
from garner.store.database import Database
from garner.store.lanes import Politeness
from garner.store.provider_turns import ProviderTurn

CALL_SECONDS = 10.0
LONGEST_WAIT_SECONDS = 5.0
MOST_BYTES = 2_000_000
MOST_QUESTIONS = 2  # to one provider in one run
MOST_AT_ONCE = 50
LARGEST_FILE = 1_000_000
_SLOW_DOWN = (420, 429, 503)


def load_providers(path: Path | None) -> tuple[Provider, ...]:
    """Those of the setting's file; one clear line if it is wrong."""
    if path is None:
        return ()
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE).decode()
        return read_providers(text)
    except OSError as error:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} is no text in UTF-8.") from None
    except ConfigurationError as error:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} is not valid: {error.message}.") from None


def make_provider_caller(settings: Settings) -> Caller:
    return Caller(
        timeout_seconds=CALL_SECONDS,
        user_agent=settings.fetch_user_agent,
        allow_private=settings.fetch_allow_private,
        concurrency=MOST_AT_ONCE,
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """What a provider has that may be what a row names."""

    provider: str
    fields: Mapping[str, str]


@dataclass(slots=True)
class Searched:
    offers: list[Offer] = field(default_factory=list)
    wait_seconds: float | None = None  # until a provider can be asked that was not
    failures: list[str] = field(default_factory=list)  # worth another try
    refusals: list[str] = field(default_factory=list)  # not worth one


@dataclass(frozen=True, slots=True)
class _Told:
    """What a call came to."""

    outcome: str
    effect: LaneEffect
    code: str
    message: str = ""
    hits: Sequence[dict[str, str]] = ()
    retry_after: float | None = None


class Providers:
    def __init__(self, database: Database, caller: Caller, known: Sequence[Provider], politeness: Politeness) -> None:
        self._database = database
        self._caller = caller
        self._known = known
        self._politeness = politeness

    def __bool__(self) -> bool:
        return bool(self._known)

    async def search(self, row: Mapping[str, object], turn: int) -> Searched:
        """All of them, each with the questions that this row allows; `turn` says with which to begin (0, 1, …)."""
        searched = Searched()
        await asyncio.gather(*(self._search_one(one, row, turn, searched) for one in self._known))
        return searched

    async def _search_one(self, provider: Provider, row: Mapping[str, object], turn: int, searched: Searched) -> None:
        queries = provider.queries_for(row)
        start = turn * MOST_QUESTIONS % len(queries) if queries else 0
        for query in (queries[start:] + queries[:start])[:MOST_QUESTIONS]:
            told = await self._ask(provider, query, searched)
            if told is None:
                return
            if told.outcome == "refused":
                searched.refusals.append(told.message)
                return
            if told.outcome in ("failed", "throttled"):
                searched.failures.append(told.message)
                return
            searched.offers += [Offer(provider.name, hit) for hit in told.hits]
            if told.hits:
                return

    async def _ask(self, provider: Provider, query: str, searched: Searched) -> _Told | None:
        try:
            page = parse_page_url(provider.address(query), allow_private=True)  # the guard is the caller's
        except InvalidUrl as error:
            return _Told("refused", LaneEffect.NEUTRAL, "invalid_url", f"{provider.name}: {error.message}")
        async with self._database.transaction() as connection:
            turn = await provider_turns.take(
                connection, page.domain, page.base_url, self._politeness, LONGEST_WAIT_SECONDS
            )
        if not turn.taken:
            searched.wait_seconds = max(searched.wait_seconds or 0.0, turn.wait)
            return None
        await asyncio.sleep(turn.wait)
        started = time.monotonic()
        told = await self._call(provider, provider.address(query))
        seconds = time.monotonic() - started
        await self._learn(turn, told, seconds)
        observe.emit(observe.ProviderCalled(provider.name, told.outcome, len(told.hits), seconds))
        return told

    async def _call(self, provider: Provider, address: str) -> _Told:
        try:
            answer = await self._caller.ask(address, provider.headers, MOST_BYTES)
        except FetchError as error:
            told = f"{provider.name}: {error.message}"
            if error.retryable:
                return _Told("failed", LaneEffect.FAILURE, error.code, told)
            return _Told("refused", LaneEffect.NEUTRAL, error.code, told)
        return _judged(provider, answer)

    async def _learn(self, turn: ProviderTurn, told: _Told, seconds: float) -> None:
        seen = Observed(turn.asked_at, 0, told.effect, seconds, told.retry_after, told.code)
        async with self._database.transaction() as connection:
            await lanes.hold(connection, [turn.lane_id])
            await lanes.learn(connection, {turn.lane_id: [seen]}, self._politeness, random.random())


def _judged(provider: Provider, answer: Answer) -> _Told:
    status = f"{provider.name} answered HTTP {answer.status}."
    if answer.status in _SLOW_DOWN:
        wait = answer.retry_after
        return _Told("throttled", LaneEffect.THROTTLED, "throttled", status, retry_after=wait)
    if answer.status >= 500:
        return _Told("failed", LaneEffect.FAILURE, "server_error", status)
    if answer.status == 404:  # how some say that they found nothing
        return _Told("nothing", LaneEffect.ANSWER, "gone")
    if answer.status != 200:
        return _Told("refused", LaneEffect.ANSWER, "unexpected_status", status)
    try:
        hits = provider.hits(answer.body)
    except ValueError as error:
        message = f"{provider.name} gave an answer that cannot be read: {str(error)[:200]}."
        return _Told("failed", LaneEffect.ANSWER, "ok", message)
    return _Told("found" if hits else "nothing", LaneEffect.ANSWER, "ok", hits=hits)
