"""Events as lines on stderr: for people on a terminal, as JSON elsewhere."""

import logging
import sys
from dataclasses import fields
from typing import Any

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
    least = LEVELS.index(level)

    def log(event: Event) -> None:
        # Most events are below the level; their fields are not even collected.
        if LEVELS.index(event.level) >= least:
            values = {field.name: getattr(event, field.name) for field in fields(event)}
            getattr(logger, event.level)(event.name(), **values)

    subscribe(log)
    logging.basicConfig(handlers=[LibraryHandler(logger)], level=logging.WARNING, force=True)


class LibraryHandler(logging.Handler):
    """What libraries have to say goes the same way."""

    def __init__(self, logger: Any) -> None:
        super().__init__()
        self._logger = logger

    def emit(self, record: logging.LogRecord) -> None:
        say = self._logger.error if record.levelno >= logging.ERROR else self._logger.warning
        say("library", name=record.name, message=record.getMessage())
