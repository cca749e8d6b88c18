"""Stops reading that runs in a thread, from outside of that thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import Popen


class ReadingStopped(Exception):
    """Reading was stopped before its end."""


class StopSignal:
    """Is set by whoever no longer wants a file to be read; reading checks it between bounded steps."""

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
        """Kills the process when the signal is set, since whoever waits for its output cannot check."""
        self._processes.add(process)
        try:
            self.check()
            yield
        finally:
            self._processes.discard(process)
