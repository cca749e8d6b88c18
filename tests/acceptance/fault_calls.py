"""What the tests have processes do; here, since a new process must be able to import it."""

import os
import time
from pathlib import Path
from typing import NoReturn

from garner.work.extractors import PageToExtract


def warm_up() -> None:
    pass


def stay(seconds: float, ballast: bytes = b"") -> int:
    time.sleep(seconds)
    return os.getpid()


def leave_a_mark(path: Path) -> None:
    path.touch()


def fail(reason: str) -> NoReturn:
    raise LookupError(reason)


class Unportable(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def fail_unportably() -> NoReturn:
    raise Unportable("this", "that")


def die_of(page: PageToExtract, *_: object) -> None:
    """Of the signal that the page's address names."""
    os.kill(os.getpid(), int(page.url))
