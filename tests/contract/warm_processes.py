"""Start processes by forking one that has already imported Garner.

Importing what `garner parse` and its extraction process need takes three seconds of CPU time, most commands under test
need a tenth of one. The fork server of the standard library imports it once per test process. What it forks is a
process like any other: it has its own streams, environment, working directory and process id and can be killed. It has
one thread and no event loop, as a new one has.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Self

from garner.pools import processes

FORK_SERVER = multiprocessing.get_context("forkserver")
FORK_SERVER.set_forkserver_preload(["tests.contract.warm_modules"])
POLL_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Ran:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


@contextmanager
def warm_extraction_processes() -> Iterator[None]:
    """Fork extraction processes from the fork server instead of spawning them."""
    spawning = processes.SPAWNING
    _use_fork_server()
    try:
        yield
    finally:
        processes.SPAWNING = spawning


def _use_fork_server() -> None:
    processes.SPAWNING = FORK_SERVER  # type: ignore[assignment]  # it has the same methods


class CommandProcess:
    """A running `garner` command, with the interface of `asyncio.subprocess.Process`."""

    def __init__(self, process: ForkServerProcess, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader) -> None:
        self._process = process
        self.stdout, self.stderr = stdout, stderr

    @classmethod
    async def start(cls, *arguments: str, environment: Mapping[str, str], folder: Path, given: bytes = b"") -> Self:
        """Start a command; `given` is its standard input, at most the size of a pipe buffer."""
        out, their_out = multiprocessing.Pipe(duplex=False)
        err, their_err = multiprocessing.Pipe(duplex=False)
        their_in, standard_input = multiprocessing.Pipe(duplex=False)
        os.write(standard_input.fileno(), given)
        standard_input.close()
        theirs = (their_in, their_out, their_err)
        process = _start(arguments, environment, folder, theirs)
        for connection in theirs:
            connection.close()
        return cls(process, await _reader(out), await _reader(err))

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    async def communicate(self) -> tuple[bytes, bytes]:
        out, err = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await _exit_code(self._process)
        return out, err


async def run_command(*arguments: str, environment: Mapping[str, str], folder: Path, given: bytes = b"") -> Ran:
    process = await CommandProcess.start(*arguments, environment=environment, folder=folder, given=given)
    out, err = await process.communicate()
    assert process.returncode is not None
    return Ran(process.returncode, out.decode(), err.decode())


async def run_command_in_terminal(*arguments: str, environment: Mapping[str, str], folder: Path, terminal: int) -> int:
    """Run a command whose streams are all this terminal; return its exit code. Closes the descriptor."""
    stream = Connection(terminal)
    process = _start(arguments, environment, folder, (stream, stream, stream))
    stream.close()
    return await _exit_code(process)


def _start(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path, streams: tuple[Connection, ...]
) -> ForkServerProcess:
    process = FORK_SERVER.Process(target=_be_command, args=(arguments, dict(environment), str(folder), streams))
    process.start()
    return process


async def _reader(connection: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    pipe = os.fdopen(os.dup(connection.fileno()), "rb", buffering=0)
    connection.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


async def _exit_code(process: ForkServerProcess) -> int:
    while process.exitcode is None:
        await asyncio.sleep(POLL_SECONDS)
    return process.exitcode


def _be_command(
    arguments: Sequence[str], environment: dict[str, str], folder: str, streams: tuple[Connection, ...]
) -> None:
    """Run the command in the forked process."""
    from garner.cli.main import app

    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    for stream in streams:
        stream.close()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # open for as long as the process lives
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    # The fork server may have been started for an extraction process, hence with Ctrl-C blocked.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    _share_fork_server()
    _use_fork_server()
    app(list(arguments), prog_name="garner")


def _share_fork_server() -> None:
    """Fork the children of this process from the server that forked it, instead of starting another server."""
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]  # no other way to share it
