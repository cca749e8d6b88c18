"""PostgreSQL's own measure: the number of small durable transactions that this machine commits per second."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bench.server import Server, fastest

SCALE = 20
CLIENT_COUNTS = (4, 8, 16, 32)


class Pgbench:
    """`pgbench -N`: an UPDATE, a SELECT and an INSERT per transaction, at the best number of clients."""

    def __init__(self, server: Server, url: str) -> None:
        self._server = server
        self._url = url
        server.run("pgbench", "--initialize", "--quiet", "--scale", str(SCALE), url)
        self.clients = fastest(CLIENT_COUNTS, lambda clients: self.transactions_per_second(1, clients))

    def transactions_per_second(self, seconds: int, clients: int | None = None) -> float:
        report = self._server.run(
            "pgbench",
            "--skip-some-updates",
            "--no-vacuum",
            "--protocol=prepared",
            f"--client={clients or self.clients}",
            "--jobs=2",
            f"--time={seconds}",
            self._url,
        )
        found = re.search(r"^tps = ([\d.]+)", report, re.MULTILINE)
        assert found is not None, report
        return float(found[1])


@contextmanager
def ready(server: Server) -> Iterator[Pgbench]:
    with server.empty() as url:
        yield Pgbench(server, url)
