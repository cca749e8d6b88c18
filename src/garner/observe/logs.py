"""Write events as lines to stderr: for people on a terminal, as JSON elsewhere."""

import logging
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import orjson
import structlog

from garner.observe import Event, subscribe

LEVELS = ("debug", "info", "warning", "error")


def log_events(level: str, format: str) -> None:
    people = sys.stderr.isatty() if format == "auto" else format == "console"
    renderer: Any = (
        structlog.dev.ConsoleRenderer()
        if people
        else structlog.processors.JSONRenderer(lambda value, **_: orjson.dumps(value, default=str).decode())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logger = structlog.get_logger()
    subscribe(EventLog(logger, level))
    logging.basicConfig(handlers=[LibraryHandler(logger)], level=logging.WARNING, force=True)


@dataclass(slots=True)
class Sampler:
    """A sampler of similar lines: it passes the first few of each period and counts the others."""

    max_lines: ClassVar[int] = 5
    seconds: ClassVar[float] = 10.0

    _began: float = -math.inf
    _let_through: int = 0
    _left_out: int = 0

    def take(self, now: float) -> int | None:
        """Return how many lines were dropped before this one; None if this one is dropped."""
        if now - self._began >= self.seconds:
            self._began, self._let_through = now, 0
        if self._let_through == self.max_lines:
            self._left_out += 1
            return None
        self._let_through += 1
        left_out, self._left_out = self._left_out, 0
        return left_out


class EventLog:
    """A log of the events at or above a level. At `debug` it writes every event, else a sample of the frequent ones."""

    def __init__(self, logger: Any, level: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._min_level = LEVELS.index(level)
        self._clock = clock
        self._samplers: defaultdict[str, Sampler] = defaultdict(Sampler)

    def __call__(self, event: Event) -> None:
        # Most events are below the level, so return before collecting their fields.
        if LEVELS.index(event.level) < self._min_level:
            return
        left_out: int | None = 0
        if event.sampled and self._min_level > 0:
            left_out = self._samplers[event.sampled_with()].take(self._clock())
        if left_out is None:
            return
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        if left_out:
            values["left_out"] = left_out
        getattr(self._logger, event.level)(event.name(), **values)


class LibraryHandler(logging.Handler):
    """A handler that sends log records of libraries to the same log."""

    def __init__(self, logger: Any) -> None:
        super().__init__()
        self._logger = logger

    def emit(self, record: logging.LogRecord) -> None:
        say = self._logger.error if record.levelno >= logging.ERROR else self._logger.warning
        say("library", name=record.name, message=record.getMessage())
