"""Stop reading in a thread from outside of that thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import Popen


class ReadingStopped(Exception):
    """Raised when reading was stopped before its end."""


class StopSignal:
    """A stop request for reading a file, set by the caller; the reader checks it between bounded steps."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._processes: set[Popen[bytes]] = set()

    def set(self) -> None:
        self._event.set()
        for process in list(self._processes):
            process.kill()

    def check(self) -> None:
        if self._event.is_set():
            raise ReadingStopped

    @contextmanager
    def kills(self, process: "Popen[bytes]") -> Iterator[None]:
        """Kill the process when the signal is set, because a reader that waits for its output cannot check."""
        self._processes.add(process)
        try:
            self.check()
            yield
        finally:
            self._processes.discard(process)
