"""Processes whose system clock is wrong: time of day alone, as on a machine that nobody set by NTP. How fast time
passes, and the clock that only ever counts up, stay as they are."""

import importlib.util
import time
from datetime import datetime
from pathlib import Path

import orjson
from tests.acceptance.fault_processes import GarnerProcess

HOUR = 3600.0
AHEAD, RIGHT, BEHIND = HOUR, 0.0, -HOUR


def clock(seconds_off: float) -> dict[str, str]:
    """The environment of a process whose clock is so far off."""
    if not seconds_off:
        return {}
    return {
        "LD_PRELOAD": str(_library()),
        "FAKETIME": f"{seconds_off:+.0f}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DISABLE_SHM": "1",
        "NO_FAKE_STAT": "1",  # files bear the time of whoever stores them
    }


def _library() -> Path:
    # Found without being imported: only the library itself is needed, and only by other processes.
    package = importlib.util.find_spec("libfaketime")
    assert package is not None and package.origin is not None, "the tests' own dependencies are not installed"
    return Path(package.origin).parent / "vendor/libfaketime/src/libfaketime.so.1"


def seconds_off(process: GarnerProcess) -> float:
    """By how much the clock of a process was off when it said that it had started, to a minute."""
    [line] = [line for line in process.log.read_bytes().splitlines() if b'"started"' in line][:1]
    said = datetime.fromisoformat(orjson.loads(line)["timestamp"]).timestamp()
    return round((said - time.time()) / 60) * 60
