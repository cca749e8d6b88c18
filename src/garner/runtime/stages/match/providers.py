"""Queries providers about a row: within their lanes' limits, one query at a time, and obeying their requests to slow
down.

An answer 429 slows the provider's lane for every worker. A row that would have to wait long for its slot is deferred
until then, and has not used up a run; a row whose query failed has.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from garner import observe
from garner.core.matching.provider import Provider, read_providers
from garner.core.pacing.outcome import asks_to_slow_down
from garner.core.urls.page_url import parse_page_url
from garner.errors import ConfigurationError, FetchError, InvalidUrl
from garner.fetch.caller import CallAnswer, Caller
from garner.postgres.database import Database
from garner.runtime.calls.host_calls import HostCalls, NotNow
from garner.settings import Settings
from garner.store.crawl.lanes import Politeness

CALL_SECONDS = 10.0
MAX_BYTES = 2_000_000
MAX_QUESTIONS = 2  # to one provider in one run
MAX_AT_ONCE = 50
MAX_FILE_BYTES = 1_000_000


def load_providers(path: Path | None) -> tuple[Provider, ...]:
    """Return the providers of the configured file. Raise a one-line error if it is invalid."""
    if path is None:
        return ()
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES).decode()
        return read_providers(text)
    except OSError as error:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} is not UTF-8 text.") from None
    except ConfigurationError as error:
        raise ConfigurationError(f"GARNER_PROVIDERS={path} is not valid: {error.message}.") from None


def make_provider_caller(settings: Settings) -> Caller:
    return Caller(
        timeout_seconds=CALL_SECONDS,
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=settings.server.sample_destination,
        concurrency=MAX_AT_ONCE,
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider's product that may be the one that a row names."""

    provider: str
    fields: Mapping[str, str]


@dataclass(slots=True)
class Searched:
    offers: list[Offer] = field(default_factory=list)
    wait_seconds: float | None = None  # until a provider that was not queried can be
    failures: list[str] = field(default_factory=list)  # worth another attempt
    refusals: list[str] = field(default_factory=list)  # not worth one


@dataclass(frozen=True, slots=True)
class _CallOutcome:
    """The outcome of a call."""

    outcome: str
    message: str = ""
    hits: Sequence[dict[str, str]] = ()


class Providers:
    def __init__(
        self,
        database: Database,
        caller: Caller,
        known: Sequence[Provider],
        politeness: Politeness,
        rng: Random | None = None,
    ) -> None:
        self._calls = HostCalls(database, caller, politeness, rng)
        self._known = known

    def __bool__(self) -> bool:
        return bool(self._known)

    async def search(self, row: Mapping[str, object], turn: int) -> Searched:
        """Query all providers, each with the queries that this row allows; `turn` says with which to begin (0, 1,
        …)."""
        searched = Searched()
        await asyncio.gather(*(self._search_one(provider, row, turn, searched) for provider in self._known))
        return searched

    async def _search_one(self, provider: Provider, row: Mapping[str, object], turn: int, searched: Searched) -> None:
        queries = provider.queries_for(row)
        start = turn * MAX_QUESTIONS % len(queries) if queries else 0
        for query in (queries[start:] + queries[:start])[:MAX_QUESTIONS]:
            call = await self._ask(provider, query, searched)
            if call is None:
                return
            if call.outcome == "refused":
                searched.refusals.append(call.message)
                return
            if call.outcome in ("failed", "throttled"):
                searched.failures.append(call.message)
                return
            searched.offers += [Offer(provider.name, hit) for hit in call.hits]
            if call.hits:
                return

    async def _ask(self, provider: Provider, query: str, searched: Searched) -> _CallOutcome | None:
        started = time.monotonic()
        try:
            page = parse_page_url(provider.address(query), allow_private=True)  # the caller guards private addresses
            asked = await self._calls.ask(page, provider.address(query), MAX_BYTES, provider.headers)
        except NotNow as error:
            searched.wait_seconds = max(searched.wait_seconds or 0.0, error.seconds)
            return None
        except InvalidUrl as error:
            return _CallOutcome("refused", f"{provider.name}: {error.message}")
        except FetchError as error:
            call = _CallOutcome("failed" if error.retryable else "refused", f"{provider.name}: {error.message}")
            seconds = time.monotonic() - started
        else:
            call, seconds = _classify_answer(provider, asked.answer), asked.seconds
        observe.emit(observe.ProviderCalled(provider.name, call.outcome, len(call.hits), seconds))
        return call


def _classify_answer(provider: Provider, answer: CallAnswer) -> _CallOutcome:
    status = f"{provider.name} answered HTTP {answer.status}."
    if asks_to_slow_down(answer.status, answer.retry_after):
        return _CallOutcome("throttled", status)
    if answer.status >= 500:
        return _CallOutcome("failed", status)
    if answer.status == 404:  # some providers answer this when they find nothing
        return _CallOutcome("nothing")
    if answer.status != 200:
        return _CallOutcome("refused", status)
    try:
        hits = provider.hits(answer.body)
    except ValueError as error:
        message = f"{provider.name} returned an answer that cannot be read: {str(error)[:200]}."
        return _CallOutcome("failed", message)
    return _CallOutcome("found" if hits else "nothing", hits=hits)
