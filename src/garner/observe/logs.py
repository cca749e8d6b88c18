"""Events as lines on stderr: for people on a terminal, as JSON elsewhere."""

import sys
from dataclasses import asdict
from typing import Any

import orjson
import structlog

from garner.observe import subscribe


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
    subscribe(lambda event: getattr(logger, event.level)(event.name(), **asdict(event)))
