"""What a worker tells the server that started it: that it is ready, or why these settings keep it from starting.

It is one line on the worker's standard output, which nothing else may use: processes that the worker starts do not
inherit it, and whatever a library prints goes to standard error.
"""

import os
import sys

READY = "ready"
MISCONFIGURED = 2  # how a worker ends that said why


class Supervisor:
    """The server, as its worker sees it."""

    def __init__(self) -> None:
        self._line = os.dup(sys.stdout.fileno())
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self.was_told = False

    def tell(self, what: str) -> None:
        os.write(self._line, " ".join(what.split()).encode() + b"\n")
        os.close(self._line)
        self.was_told = True
