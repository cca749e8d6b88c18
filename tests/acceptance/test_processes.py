"""Worker processes under real signals: a process that dies fails its own call and no other."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from tests.acceptance import fault_calls
from tests.acceptance.fault_processes import wait_until

from garner.core.record import Kind
from garner.errors import ExtractCrashed
from garner.pools.extractors import Extractors, PageToExtract
from garner.pools.processes import ProcessDied, Processes

LIMIT = 60.0  # for a machine that is busy; a process takes most of a second to start on one that is not


@pytest.fixture
def two() -> Iterator[Processes]:
    with Processes(2, fault_calls.warm_up) as processes:
        yield processes


@pytest.fixture
def one() -> Iterator[Processes]:
    with Processes(1, fault_calls.warm_up) as processes:
        yield processes


_OTHERS: set[int] = set()


@pytest.fixture(autouse=True)
def processes_of_other_tests() -> None:
    """Exclude processes that session fixtures started from those that are counted and killed."""
    _OTHERS.clear()
    _OTHERS.update(child.pid for child in spawned())


def spawned() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(command(child))]


def command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def children() -> list[psutil.Process]:
    return [child for child in spawned() if child.pid not in _OTHERS]


def pid_of(processes: Processes) -> int:
    return processes.run(fault_calls.stay, 0.0, timeout=LIMIT).result(LIMIT)


def outcomes(futures: list["Future[int]"]) -> list[BaseException | None]:
    assert not wait(futures, LIMIT).not_done
    return [future.exception() for future in futures]


def test_a_killed_process_fails_its_current_call_and_no_other(two: Processes) -> None:
    begun = {two.run(fault_calls.stay, 0.3, timeout=LIMIT) for _ in range(2)}
    wait(begun, LIMIT)
    victims = {future.result() for future in begun}
    calls = [two.run(fault_calls.stay, 0.3, timeout=LIMIT) for _ in range(10)]
    wait(calls[:1], LIMIT)
    time.sleep(0.1)  # until the next calls have begun
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    died = [error for error in outcomes(calls) if error is not None]
    assert 1 <= len(died) <= len(victims)
    assert all(isinstance(error, ProcessDied) and error.by_signal == signal.SIGKILL for error in died)


def test_kills_during_long_messages_leave_no_call_unanswered(two: Processes) -> None:
    chance = random.Random(7)
    ballast = bytes(3_000_000)
    for _ in range(6):
        pid_of(two)
        calls = [two.run(fault_calls.stay, 0.0, ballast, timeout=LIMIT) for _ in range(8)]
        time.sleep(chance.uniform(0.0, 0.01))
        victim = chance.choice(children())
        victim.kill()
        assert sum(error is not None for error in outcomes(calls)) <= 1


async def test_pages_that_wait_while_all_processes_are_killed_are_soon_extracted_or_failed() -> None:
    # No body at all, and long enough not to fit into a pipe.
    page = PageToExtract(os.urandom(1_000_000), "http://a/", None, (Kind.RECIPE,))
    with Extractors(processes=2, timeout_seconds=30, max_bytes=10_000_000) as extractors:
        await asyncio.gather(extractors.extract(page), return_exceptions=True)
        pages = [asyncio.create_task(extractors.extract(page)) for _ in range(8)]
        await asyncio.sleep(0)
        for child in children():
            child.kill()
        ended, waiting = await asyncio.wait(pages, timeout=LIMIT)
    assert not waiting
    assert sum(isinstance(page.exception(), ExtractCrashed) for page in ended) <= 2


@pytest.mark.parametrize(("killed_by", "is_retryable"), [(signal.SIGKILL, True), (signal.SIGSEGV, False)])
async def test_a_page_is_retried_if_its_process_was_killed_and_not_if_it_crashed(
    monkeypatch: pytest.MonkeyPatch, killed_by: signal.Signals, is_retryable: bool
) -> None:
    monkeypatch.setattr("garner.pools.extractors.extract_packed", fault_calls.die_of)
    with (
        Extractors(processes=1, timeout_seconds=30, max_bytes=10_000_000) as extractors,
        pytest.raises(ExtractCrashed) as failure,
    ):
        await extractors.extract(PageToExtract(b"", str(int(killed_by)), None, ()))
    assert failure.value.retryable is is_retryable


def test_an_idle_process_that_is_killed_is_replaced(one: Processes) -> None:
    first = pid_of(one)
    os.kill(first, signal.SIGKILL)
    assert pid_of(one) != first


def test_a_timed_out_call_ends_its_process_and_no_other_call(one: Processes) -> None:
    first = pid_of(one)
    hanging = one.run(fault_calls.stay, 3600.0, timeout=0.1)
    behind = one.run(fault_calls.stay, 0.0, timeout=LIMIT)
    assert isinstance(hanging.exception(LIMIT), TimeoutError)
    assert behind.result(LIMIT) != first
    assert not psutil.pid_exists(first)


def test_the_timeout_of_a_call_starts_when_the_call_begins(one: Processes) -> None:
    pid_of(one)
    calls = [one.run(fault_calls.stay, 0.5, timeout=2.5) for _ in range(6)]
    assert outcomes(calls) == [None] * 6


def test_a_process_that_exits_is_not_reported_as_killed(one: Processes) -> None:
    error = one.run(fault_calls.leave, 3, timeout=LIMIT).exception(LIMIT)
    assert isinstance(error, ProcessDied) and error.by_signal is None
    assert error.args == ("exit code 3",)


def test_a_stopped_idle_process_is_replaced() -> None:
    with Processes(1, fault_calls.warm_up, begin_seconds=0.2) as processes:
        stopped = pid_of(processes)
        os.kill(stopped, signal.SIGSTOP)
        assert pid_of(processes) != stopped
        assert not psutil.pid_exists(stopped)


def test_a_process_that_is_stopped_during_its_start_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.pools.processes.START_SECONDS", 1.0)
    with Processes(1, fault_calls.warm_up) as processes:
        monkeypatch.setattr("garner.pools.processes.START_SECONDS", LIMIT)
        stopped = processes._lives[0]._process.pid
        assert stopped is not None
        with suppress(ProcessLookupError):  # it was slow and has been replaced already
            os.kill(stopped, signal.SIGSTOP)
        assert pid_of(processes) != stopped


def begun(path: Path) -> None:
    wait_until(path.exists, LIMIT, "the call")
    time.sleep(0.1)  # until the parent has received that


def test_canceling_a_running_call_frees_its_process(one: Processes, tmp_path: Path) -> None:
    first = pid_of(one)
    unwanted = one.run(fault_calls.stay_marked, tmp_path / "mark", 3600.0, timeout=3600.0)
    begun(tmp_path / "mark")
    assert unwanted.cancel()
    assert pid_of(one) != first


def test_canceling_a_call_does_not_affect_others(one: Processes) -> None:
    """Also when the next call is about to begin."""
    for pause in (0.0, 0.0, 0.001, 0.002):
        pid_of(one)
        unwanted = one.run(fault_calls.stay, 0.01, timeout=LIMIT)
        wanted = [one.run(fault_calls.stay, 0.0, timeout=LIMIT) for _ in range(3)]
        time.sleep(0.009 + pause)
        unwanted.cancel()
        assert outcomes(wanted) == [None] * 3


def test_a_canceled_call_that_was_already_sent_has_a_short_timeout(one: Processes) -> None:
    pid_of(one)
    before = one.run(fault_calls.stay, 0.3, timeout=LIMIT)
    unwanted = one.run(fault_calls.stay, 3600.0, timeout=3600.0)
    wait_until(lambda: any(call.future is unwanted for call in one._lives[0]._given), what="the giving")
    assert unwanted.cancel()
    assert before.result(LIMIT) != pid_of(one)


def test_a_forked_process_works_and_its_successor_is_spawned() -> None:
    with Processes(1, fault_calls.warm_up, forked=True) as processes:
        forked = pid_of(processes)
        assert children() == [] and psutil.Process(forked).ppid() == os.getpid()
        hanging = processes.run(fault_calls.stay, 3600.0, timeout=0.1)
        assert isinstance(hanging.exception(LIMIT), TimeoutError)
        assert pid_of(processes) in [child.pid for child in children()]


def test_a_forked_process_does_not_outlive_its_parent() -> None:
    script = (
        "import os; from garner.pools.processes import Processes; from tests.acceptance import fault_calls\n"
        "with Processes(1, fault_calls.warm_up, forked=True) as processes:\n"
        "    print(processes.run(fault_calls.stay, 0.0, timeout=60).result(), flush=True); os.kill(os.getpid(), 9)\n"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT).stdout
    with suppress(psutil.NoSuchProcess):
        psutil.Process(int(process)).wait(LIMIT)
    assert not psutil.pid_exists(int(process))


@pytest.mark.parametrize("forked", [False, True])
def test_a_starting_process_ignores_ctrl_c(forked: bool) -> None:
    # In a separate process, where multiprocessing has not started its helper processes yet.
    script = (
        "import os, signal, time; from multiprocessing import active_children\n"
        "from garner.pools.processes import Processes; from tests.acceptance import fault_calls\n"
        f"with Processes(1, fault_calls.warm_up, forked={forked}) as processes:\n"
        "    (first,) = active_children()\n"
        "    for _ in range(40):\n"
        "        os.kill(first.pid, signal.SIGINT); time.sleep(0.01)\n"
        "    print(processes.run(fault_calls.stay, 0.0, timeout=60).result() == first.pid)\n"
        "    print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT)
    assert (told.stdout, told.stderr) == ("True\nset()\n", "")


def test_an_exception_keeps_its_traceback(one: Processes) -> None:
    error = one.run(fault_calls.fail, "not there", timeout=LIMIT).exception(LIMIT)
    assert isinstance(error, LookupError) and error.args == ("not there",)
    assert "in fail" in error.__notes__[0]


def test_an_exception_that_cannot_be_pickled_is_reported_as_text(one: Processes) -> None:
    error = one.run(fault_calls.fail_unportably, timeout=LIMIT).exception(LIMIT)
    assert isinstance(error, RuntimeError) and "this and that" in str(error)


def test_a_process_is_replaced_after_its_number_of_calls_and_no_call_is_lost() -> None:
    with Processes(1, fault_calls.warm_up, calls_per_life=3) as processes:
        calls = [processes.run(fault_calls.stay, 0.0, timeout=LIMIT) for _ in range(8)]
        lives = [call.result(LIMIT) for call in calls]
    # A call that was sent ahead to a process that ends returns to the end of the queue.
    assert sorted(Counter(lives).values()) == [2, 3, 3]


def test_a_pool_starts_with_the_first_call_and_ends_after_the_last() -> None:
    with Processes(2, fault_calls.warm_up, idle_seconds=0.1) as processes:
        assert children() == []
        first = processes.run(fault_calls.stay, 0.0, timeout=LIMIT).result(LIMIT)
        wait_until(lambda: children() == [], LIMIT, "the end of idle processes")
        assert processes.run(fault_calls.stay, 0.0, timeout=LIMIT).result(LIMIT) != first


def test_a_pool_that_expects_calls_starts_before_the_first() -> None:
    with Processes(1, fault_calls.warm_up, idle_seconds=60.0) as processes:
        processes.expect_calls()
        wait_until(lambda: children() != [], LIMIT, "its process")


def test_calls_that_come_while_processes_end_idle_are_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.pools.processes.POLL_SECONDS", 0.001)
    with Processes(2, fault_calls.warm_up, idle_seconds=0.0) as processes:
        for _ in range(20):
            calls = [processes.run(fault_calls.stay, 0.0, timeout=LIMIT) for _ in range(3)]
            assert all(call.result(LIMIT) for call in calls)


def test_a_canceled_call_is_not_begun(one: Processes, tmp_path: Path) -> None:
    one.run(fault_calls.stay, 0.3, timeout=LIMIT)
    one.run(fault_calls.stay, 0.0, timeout=LIMIT)
    unwanted = one.run(fault_calls.leave_a_mark, tmp_path / "mark", timeout=LIMIT)
    assert unwanted.cancel()
    pid_of(one)
    assert not (tmp_path / "mark").exists()


def test_closing_ends_all_processes_and_pending_calls() -> None:
    with Processes(2, fault_calls.warm_up) as processes:
        begun = processes.run(fault_calls.stay, 0.0, timeout=LIMIT).result(LIMIT)
        calls = [processes.run(fault_calls.stay, 3600.0, timeout=3600.0) for _ in range(8)]
    assert not psutil.pid_exists(begun)
    assert children() == []
    for call in calls:
        with pytest.raises((CancelledError, ProcessDied)):
            call.result(LIMIT)
