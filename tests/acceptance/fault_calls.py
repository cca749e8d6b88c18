"""Functions that the tests run in other processes; in a module, since a new process must be able to import them.

It imports nothing of Garner at the top: every process that a test starts would pay a second for it.
"""

import os
import sys
import time
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from garner.extraction import Extraction
    from garner.extraction.submitted import SubmittedPage
    from garner.pools.extractors import PageToExtract


def warm_up() -> None:
    pass


def stay(seconds: float, ballast: bytes = b"") -> int:
    time.sleep(seconds)
    return os.getpid()


def leave_a_mark(path: Path) -> None:
    path.touch()


def leave(code: int) -> NoReturn:
    """Exit slowly."""
    Finalize(None, time.sleep, (0.3,), exitpriority=1)
    sys.exit(code)


def stay_marked(path: Path, seconds: float) -> int:
    leave_a_mark(path)
    return stay(seconds)


def fail(reason: str) -> NoReturn:
    raise LookupError(reason)


class Unportable(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def fail_unportably() -> NoReturn:
    raise Unportable("this", "that")


def read_or_hang(page: "SubmittedPage") -> "Extraction":
    """Hang on a page that contains "hang"."""
    from garner.extraction.submitted import extract_submitted

    if b"hang" in page.body:
        time.sleep(3600)
    return extract_submitted(page)


def die_of(page: "PageToExtract", *_: object) -> None:
    """Die of the signal whose number is the page's URL."""
    os.kill(os.getpid(), int(page.url))
