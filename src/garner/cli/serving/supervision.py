"""The message of a worker to the server that started it: that it is ready, or which setting keeps it from starting.

It is one line on the worker's standard output, which nothing else may use: processes that the worker starts do not
inherit it, and output of libraries goes to standard error.
"""

import os
import select
import sys

READY = "ready"
MISCONFIGURED = 2  # exit code of a worker that has reported a reason


class Supervisor:
    """The worker's connection to its server."""

    def __init__(self) -> None:
        self._line = os.dup(sys.stdout.fileno())
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self.has_reported = False

    def report(self, what: str) -> None:
        os.write(self._line, " ".join(what.split()).encode() + b"\n")
        os.close(self._line)
        self.has_reported = True


def sleep_while_supervised(seconds: float) -> None:
    """Sleep, and exit when standard input closes: the server has died."""
    readable, _, _ = select.select([sys.stdin], [], [], seconds)
    if readable and not os.read(sys.stdin.fileno(), 1024):
        raise SystemExit(0)
