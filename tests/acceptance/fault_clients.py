"""Load and faults from outside for the fault tests: posting clients, and an administrator that ends connections."""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Self

import httpx
import psycopg
from tests.acceptance.fault_site import HOSTS, FaultSite

POSTERS = 4
PAUSE_SECONDS = 0.05
TERMINATIONS_A_SECOND = 5

TERMINATE_ONE = """
    select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and application_name in ('garner', 'garner listen')
        order by random() limit 1) one
"""


class _Threads:
    """Run the same function in several threads until the context exits."""

    def __init__(self, act: Callable[[], None], count: int = 1) -> None:
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=act, daemon=True) for _ in range(count)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()


class Posters(_Threads):
    """Request one new page after another, and record the answers."""

    def __init__(self, address: str, site: FaultSite) -> None:
        super().__init__(self._post_on, POSTERS)
        self.accepted: list[tuple[float, str]] = []  # time of sending, and request id
        self.answers: Counter[int | str] = Counter()
        self.refusals: Counter[str] = Counter()  # by code
        self.slowest = 0.0
        self._address = address
        self._site = site
        self._numbers = itertools.count()

    def _post_on(self) -> None:
        with httpx.Client(base_url=self._address, timeout=30) as client:
            while not self._stopping.wait(PAUSE_SECONDS):
                self._post(client)

    def _post(self, client: httpx.Client) -> None:
        number = next(self._numbers)
        page = self._site.url(f"/pages/posted-{number}", host=number % HOSTS + 1)
        sent = time.monotonic()
        try:
            answer = client.post("/parse-requests", json={"url": page})
        except httpx.TransportError as error:
            self.answers[type(error).__name__] += 1
            return
        self.slowest = max(self.slowest, time.monotonic() - sent)
        lacks_retry_after = answer.status_code == 503 and "Retry-After" not in answer.headers
        self.answers["503 without Retry-After" if lacks_retry_after else answer.status_code] += 1
        if answer.status_code == 503:
            self.refusals[answer.json()["code"]] += 1
        if answer.status_code == 202:
            self.accepted.append((sent, answer.json()["requestId"]))

    def has_parsed_a_page_sent_after(self, moment: float) -> bool:
        sent_after = (request for sent, request in self.accepted if sent > moment)
        request = next(sent_after, None)
        if request is None:
            return False
        answer = httpx.get(f"{self._address}/parse-requests/{request}", timeout=30, verify=False)
        return answer.status_code == 200 and answer.json()["status"] == "COMPLETED"


class Terminator(_Threads):
    """Terminate a random database connection of Garner five times a second."""

    def __init__(self, url: str) -> None:
        super().__init__(self._terminate_on)
        self.terminated = 0
        self._url = url

    def _terminate_on(self) -> None:
        with psycopg.connect(self._url, autocommit=True, application_name="fault test") as connection:
            while not self._stopping.wait(1 / TERMINATIONS_A_SECOND):
                self.terminated += connection.execute(TERMINATE_ONE).rowcount
