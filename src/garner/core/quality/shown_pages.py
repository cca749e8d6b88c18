"""The pages that a report showed as different, so that applying it later changes exactly what was shown.

A page is stored as its task and a fingerprint of its shown result: sixteen bytes, because reports may be long and
several are kept. Beyond a maximum number of pages nothing more is stored, and the report cannot be applied as such.
"""

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

MAX_REMEMBERED = 250_000


class ShownPages:
    def __init__(self, limit: int = MAX_REMEMBERED) -> None:
        self._limit = limit
        self._tasks = array("q")
        self._prints = array("Q")
        self.is_whole = True

    def __len__(self) -> int:
        return len(self._tasks)

    def add(self, task_id: int, difference: int) -> None:
        """Store a page; the caller adds pages in the order of their tasks."""
        if len(self._tasks) >= self._limit:
            self.is_whole = False
            return
        self._tasks.append(task_id)
        self._prints.append(difference)

    def shows(self, task_id: int, difference: int) -> bool:
        index = bisect_left(self._tasks, task_id)
        return index < len(self._tasks) and self._tasks[index] == task_id and self._prints[index] == difference


def body_fingerprint(body: str | None, changed: Mapping[str, tuple[Any, Any]]) -> int:
    """Return a fingerprint of a page's result: its body, and by kind its record before and after."""
    content = repr((body, sorted(changed.items())))  # a candidate's record may hold values that JSON cannot
    return int.from_bytes(blake2b(content.encode(errors="surrogatepass"), digest_size=8).digest())
