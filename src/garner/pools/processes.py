"""A pool of worker processes, any of which may hang, crash or be killed at any instant.

A pool whose processes take their work from one shared pipe also shares a lock for it, and a process that is killed
while it holds the lock, or has read half a message, takes the whole pool with it. Here nothing is shared: each process
has a pipe of its own, and its death ends that pipe and nothing else.

A call waits in this process's queue until it is sent to a worker process. Each is sent its next call ahead, so that it
need not wait for it. It reports when it begins a call and the call's result, so when it dies the pool knows which call
it was running: that one fails. Calls sent ahead were never begun and go back into the queue. A dead process is replaced
at once. One that does not come up, or is idle and does not begin the call it was sent, because it was stopped, is
killed and counts as dead.

A pool may have its processes start with the first call and end after some time without any, because each takes as much
memory as its imports.

A call whose future is canceled is not begun; if it was already begun, its process is killed. By then that process may
be running the next call, which is not at fault: it goes back into the queue as well, and so may be begun twice.

Two threads serve each process: one sends it calls, which may block, and one receives its messages.
"""

import multiprocessing
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self, TypeVar

# A fork would inherit the event loop, the sockets and the locks of this process.
SPAWNING = multiprocessing.get_context("spawn")
# Fork on Linux only: elsewhere even the system's own libraries do not support it.
FORKING = multiprocessing.get_context("fork") if sys.platform == "linux" else SPAWNING
Context = ForkContext | SpawnContext

AHEAD = 1
# A process is replaced after so many calls, so that leaks do not add up.
CALLS_PER_LIFE = 5000
# Pause between two processes that did not come up.
PAUSE_SECONDS = 1.0
END_SECONDS = 5.0
# Limits for coming up, which is mostly importing, and for beginning a call, which is reading it.
START_SECONDS = 60.0
BEGIN_SECONDS = 10.0
# Interval of checks on an idle process.
POLL_SECONDS = 1.0
# Time left to a call that was canceled after it was sent and before it was begun: most need far less.
UNWANTED_SECONDS = 1.0

READY = b"ready"
BEGUN = b"begun"

ResultT = TypeVar("ResultT")


class ProcessDied(Exception):
    """The process died while running this call; `by_signal` is the signal that killed it, if one did."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"exit code {exit_code}")
        self.by_signal = -exit_code if exit_code is not None and exit_code < 0 else None


@dataclass(slots=True, eq=False)
class PoolCall:
    message: bytes
    timeout: float
    future: "Future[Any]" = field(default_factory=Future)

    def succeed(self, result: Any) -> None:
        if self.future.set_running_or_notify_cancel():
            self.future.set_result(result)

    def fail(self, error: BaseException) -> None:
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)


class CallQueue:
    """The calls that wait for a process."""

    def __init__(self) -> None:
        self._calls: deque[PoolCall] = deque()
        self._changed = threading.Condition()
        self._expected = False
        self._closed = False

    def put(self, call: PoolCall) -> None:
        with self._changed:
            self._calls.append(call)
            self._changed.notify_all()

    def expect(self) -> None:
        """Have processes started for calls that will soon come."""
        with self._changed:
            self._expected = True
            self._changed.notify_all()

    def wait_until_needed(self) -> bool:
        """Wait for a call, and return False if none will come any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._calls or self._expected or self._closed)
            return not self._closed

    def take(self, is_over: Callable[[], bool]) -> PoolCall | None:
        """Wait for a call, and return None if the process that it is for ends first."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._calls or self._closed or is_over())
                if self._closed or is_over():
                    return None
                self._expected = False
                if not (call := self._calls.popleft()).future.cancelled():
                    return call

    def wake(self) -> None:
        """Have those who wait look again whether their process is over."""
        with self._changed:
            self._expected = False
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def cancel_all(self) -> None:
        with self._changed:
            while self._calls:
                self._calls.popleft().future.cancel()


@dataclass(frozen=True, slots=True)
class Duty:
    """The settings of every process of a pool."""

    warm_up: Callable[[], object]
    ahead: int
    calls_per_life: int
    begin_seconds: float
    idle_seconds: float | None


class Processes:
    def __init__(
        self,
        count: int,
        warm_up: Callable[[], object],
        *,
        ahead: int = AHEAD,
        calls_per_life: int = CALLS_PER_LIFE,
        begin_seconds: float = BEGIN_SECONDS,
        idle_seconds: float | None = None,
        forked: bool = False,
    ) -> None:
        """Create the pool. `ahead`: how many calls a process is sent beside the one it runs. They wait for that one
        even if another process is idle by then, so it is 0 where no call may wait for a slow one.

        `idle_seconds`: the processes start with the first call, and each ends after so long without one.

        `forked`: for a command that has neither threads nor an event loop yet and has imported what the processes need.
        They come up at once; their replacements are started like any other.
        """
        self._count = count
        self._duty = Duty(warm_up, ahead, calls_per_life, begin_seconds, idle_seconds)
        self._first_context = FORKING if forked else SPAWNING
        self._calls = CallQueue()
        self._closing = threading.Event()
        self._lives: dict[int, PoolProcess] = {}
        self._keepers: list[threading.Thread] = []

    def __enter__(self) -> Self:
        if self._duty.idle_seconds is None:
            for number in range(self._count):
                self._lives[number] = PoolProcess(self._calls, self._duty, self._first_context)
        for number in range(self._count):
            keeper = threading.Thread(target=self._keep, args=(number,), name=f"process-{number}", daemon=True)
            keeper.start()
            self._keepers.append(keeper)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._calls.close()
        for life in list(self._lives.values()):
            life.end()
        for keeper in self._keepers:
            keeper.join(END_SECONDS)
        self._calls.cancel_all()

    def expect_calls(self) -> None:
        """Start processes that are not running, for calls that will soon come."""
        self._calls.expect()

    def run(self, function: Callable[..., ResultT], *arguments: Any, timeout: float) -> "Future[ResultT]":
        """Call the function in one of the processes. Its time counts from when it is begun there; after the timeout the
        future fails with TimeoutError, and with ProcessDied if the process dies during the call."""
        call = PoolCall(pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL), timeout)
        self._calls.put(call)
        return call.future

    def _keep(self, number: int) -> None:
        if number in self._lives and not self._attend(number):
            return
        while self._duty.idle_seconds is None or self._calls.wait_until_needed():
            self._lives[number] = PoolProcess(self._calls, self._duty, SPAWNING)
            if self._closing.is_set():  # the closing thread may have seen only the old life
                self._lives[number].end()
            if not self._attend(number):
                return

    def _attend(self, number: int) -> bool:
        """Attend a process until its end, and return whether another may follow."""
        came_up = self._lives[number].attend()
        return not self._closing.is_set() and (came_up or not self._closing.wait(PAUSE_SECONDS))


class PoolProcess:
    """One process from its start to its end."""

    def __init__(self, calls: CallQueue, duty: Duty, context: Context) -> None:
        self._calls = calls
        self._begin_seconds = duty.begin_seconds
        self._idle_seconds = duty.idle_seconds
        self._idle_since = 0.0
        self._room = threading.Semaphore(1 + duty.ahead)
        self._changing = threading.Lock()
        self._given: deque[PoolCall] = deque()
        self._at_work: PoolCall | None = None
        self._deadline: float | None = time.monotonic() + START_SECONDS
        self._over = False
        self._killed = False  # not the fault of the call that it may be running
        self._pipe, theirs = context.Pipe()
        # A forked process also has our end of the pipe, and while it holds that it would not notice our death.
        inherited_pipe = self._pipe if context is FORKING else None
        self._process: BaseProcess = context.Process(target=_live, args=(theirs, inherited_pipe, duty), daemon=True)
        with _block_sigint(context):
            self._process.start()
        theirs.close()  # otherwise the process's death would not close the pipe

    def end(self) -> None:
        self._process.kill()

    def attend(self) -> bool:
        """Receive messages from the process until it is dead, and return whether it ever came up."""
        came_up = False
        while (message := self._receive()) is not None:
            if message == READY:
                came_up = True
                self._deadline, self._idle_since = None, time.monotonic()
                threading.Thread(target=self._give_calls, name="process-calls", daemon=True).start()
            elif message == BEGUN:
                self._begin()
            else:
                self._take_answer(message)
        self._discard()
        return came_up

    def _receive(self) -> bytes | None:
        with suppress(EOFError, OSError):
            while not self._pipe.poll(self._seconds_left()):
                if self._deadline is not None and self._deadline <= time.monotonic():
                    self._give_up()
                    return None
                if self._ends_idle():
                    return None
            return self._pipe.recv_bytes()
        return None

    def _ends_idle(self) -> bool:
        """End the process if it has had no call for some time."""
        with self._changing:
            if self._idle_seconds is None or self._deadline is not None:
                return False
            self._over = time.monotonic() - self._idle_since >= self._idle_seconds
            if self._over:
                self._process.kill()
            return self._over

    def _seconds_left(self) -> float:
        return POLL_SECONDS if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _give_up(self) -> None:
        with self._changing:
            call, self._at_work, self._killed = self._at_work, None, True
            self._process.kill()
        if call is not None:
            call.fail(TimeoutError("the call took too long"))

    def _begin(self) -> None:
        with self._changing:
            call = self._at_work = self._given.popleft()
            seconds = min(call.timeout, UNWANTED_SECONDS) if call.future.cancelled() else call.timeout
            self._deadline = time.monotonic() + seconds
        if not call.future.cancelled():
            call.future.add_done_callback(lambda _: self._call_off(call))

    def _call_off(self, call: PoolCall) -> None:
        if not call.future.cancelled():
            return
        with self._changing:
            if self._at_work is call and not self._over:
                self._killed = True
                self._process.kill()

    def _take_answer(self, message: bytes) -> None:
        with self._changing:
            call, self._at_work = self._at_work, None
            self._idle_since = time.monotonic()
            self._deadline = self._idle_since + self._begin_seconds if self._given else None
        self._room.release()
        succeeded, result = pickle.loads(message)
        if call is not None:
            call.succeed(result) if succeeded else call.fail(result)

    def _give_calls(self) -> None:
        with suppress(OSError):  # the process is gone: the receiving thread handles the calls that it was sent
            while True:
                self._room.acquire()
                call = self._calls.take(lambda: self._over)
                if call is None:
                    return
                if not self._takes(call):
                    self._calls.put(call)
                    return
                self._pipe.send_bytes(call.message)

    def _takes(self, call: PoolCall) -> bool:
        with self._changing:
            if not self._over:
                self._given.append(call)
                if self._deadline is None:
                    self._deadline = time.monotonic() + self._begin_seconds
            return not self._over

    def _discard(self) -> None:
        exit_code = self._exit_code()
        with self._changing:
            self._over = True
        self._calls.wake()
        self._room.release()
        for call in self._given:
            self._calls.put(call)
        if self._at_work is not None and self._killed:
            self._calls.put(self._at_work)
        elif self._at_work is not None:
            self._at_work.fail(ProcessDied(exit_code))

    def _exit_code(self) -> int | None:
        """Return the exit code. An exiting process closes its pipe some time before its end, and would be reported as
        killed if it were not given that time."""
        self._process.join(END_SECONDS)
        exit_code = self._process.exitcode
        self._process.kill()
        self._process.join()
        return exit_code


@contextmanager
def _block_sigint(context: Context) -> Iterator[None]:
    """Block SIGINT while a process starts, so that it is blocked there from the first moment, long before the process
    can ignore it: Ctrl-C is meant for this process, which ends its children. Here the signal only arrives a moment
    later."""
    if context is SPAWNING:
        resource_tracker.ensure_running()  # otherwise the first process would start it, and it would lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _live(pipe: Connection, inherited_pipe: Connection | None, duty: Duty) -> None:
    """Run calls for the lifetime of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if inherited_pipe is not None:
        inherited_pipe.close()
    duty.warm_up()
    with suppress(EOFError, OSError):  # the parent is gone
        pipe.send_bytes(READY)
        for _ in range(duty.calls_per_life):
            message = pipe.recv_bytes()
            pipe.send_bytes(BEGUN)
            pipe.send_bytes(_outcome(message))


def _outcome(message: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(message)
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note(traceback.format_exc())  # a traceback itself cannot be pickled
        return _failure(error)


def _failure(error: Exception) -> bytes:
    try:
        packed = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)  # an exception with its own arguments may pickle and not unpickle
    except Exception:
        return pickle.dumps((False, RuntimeError(repr(error))), pickle.HIGHEST_PROTOCOL)
    return packed
