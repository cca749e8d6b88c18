"""A minimal site on many loopback addresses, each a domain of its own, in a process of its own, so that its callers are
measured. It records when and where each request arrived."""

import asyncio
import multiprocessing
import os
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection

import uvloop

from bench.pulse import Noticed, Pulse

PROCESSES = multiprocessing.get_context("spawn")
HOSTS_PER_BLOCK = 250

Answer = Callable[[str, str, int], bytes]  # of a host's address, a path and the port, the whole answer
Arrival = tuple[str, Noticed]  # at which address, and when


def address(host: int) -> str:
    """Return the address of the n-th host, from 0. It is never 127.0.0.1, where other servers may listen."""
    return f"127.1.{host // HOSTS_PER_BLOCK}.{host % HOSTS_PER_BLOCK + 1}"


def http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: text/html; charset=utf-8", *headers]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


NO_ROBOTS = http(b"", "404 Not Found")


class Conversation(asyncio.Protocol):
    def __init__(self, answer: Answer, port: int, pulse: Pulse, arrivals: list[Arrival]) -> None:
        self._answer = answer
        self._port = port
        self._pulse = pulse
        self._arrivals = arrivals
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._address = transport.get_extra_info("sockname")[0]

    def data_received(self, data: bytes) -> None:
        *requests, self._received = (self._received + data).split(b"\r\n\r\n")
        for request in requests:
            self._arrivals.append((self._address, self._pulse.notice()))
            path = request.split(b" ", 2)[1].decode()
            self._transport.write(self._answer(self._address, path, self._port))  # type: ignore[attr-defined]  # a stream's transport writes


def free_port() -> int:
    with socket.create_server((address(0), 0)) as unused:
        return int(unused.getsockname()[1])


def serve(answer: Answer, hosts: int, pipe: Connection) -> None:
    with suppress(PermissionError):  # on a busy machine, what comes late should not be the clock
        os.nice(-15)

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        arrivals: list[Arrival] = []
        pulse = Pulse()
        port = free_port()
        for host in range(hosts):
            conversation = partial(Conversation, answer, port, pulse, arrivals)
            await loop.create_server(conversation, address(host), port, backlog=1000)
        loop.add_reader(pipe.fileno(), lambda: pipe.send(arrivals) if pipe.recv() else None)
        pipe.send(port)
        await pulse.keep()

    uvloop.run(forever())


@dataclass(frozen=True)
class Site:
    port: int
    hosts: int
    pid: int
    _pipe: Connection

    def url(self, host: int, path: str) -> str:
        return f"http://{address(host)}:{self.port}{path}"

    def arrivals(self) -> dict[str, list[Noticed]]:
        """Return the arrivals so far, by address, in order."""
        self._pipe.send(True)
        by_address: dict[str, list[Noticed]] = defaultdict(list)
        for host, noticed in self._pipe.recv():
            by_address[host].append(noticed)
        return by_address


@contextmanager
def served(answer: Answer, hosts: int) -> Iterator[Site]:
    ours, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=serve, args=(answer, hosts, theirs), daemon=True)
    process.start()
    try:
        yield Site(ours.recv(), hosts, process.pid or 0, ours)
    finally:
        process.terminate()
        process.join()
