"""The base class of events, and the subscribers that receive them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

Subscriber = Callable[["Event"], None]


@dataclass(frozen=True, slots=True)
class Event:
    level: ClassVar[str] = "info"
    sampled: ClassVar[bool] = False  # frequent, so only a sample is logged

    @classmethod
    def name(cls) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def sampled_with(self) -> str:
        """Return the sampling key; events with the same key share their quota of log lines."""
        return self.name()


_subscribers: list[Subscriber] = []


def emit(event: Event) -> None:
    for subscriber in _subscribers:
        subscriber(event)


def subscribe(subscriber: Subscriber) -> Callable[[], None]:
    """Add a subscriber and return a function that removes it."""
    _subscribers.append(subscriber)
    return lambda: _subscribers.remove(subscriber)
