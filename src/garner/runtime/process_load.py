"""Measure this process's load once a second: memory within the limit of its container, processors, and the lag of the
event loop."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path

from garner import observe
from garner.core.tuning.process_load import Load, ProcessLoad

POLL_SECONDS = 1.0
CONTROLLER = "process_load"
CGROUPS = Path("/sys/fs/cgroup")
PROC = Path("/proc")


@dataclass(slots=True)
class LoadWatch:
    load: ProcessLoad
    memory_of: "MemoryGauge" = field(default_factory=lambda: MemoryGauge(CGROUPS, PROC))
    processors_of: "ProcessorGauge" = field(default_factory=lambda: ProcessorGauge(PROC))

    async def run(self) -> None:
        observe.emit(observe.ControllerDecided(CONTROLLER, self.load.share, "start"))
        while True:
            started = time.monotonic()
            await asyncio.sleep(POLL_SECONDS)
            self.look(max(0.0, time.monotonic() - started - POLL_SECONDS))

    def look(self, lag_seconds: float) -> None:
        cause = self.load.observe(Load(self.memory_of.read(), self.processors_of.read(), lag_seconds))
        if cause is not None:
            share, lag_ms = round(self.load.share, 3), round(lag_seconds * 1000, 1)
            observe.emit(observe.ControllerDecided(CONTROLLER, share, cause, lag_ms))


@dataclass(slots=True)
class MemoryGauge:
    """The share of memory in use: of the container if it has a limit, else of the machine."""

    cgroups: Path
    proc: Path

    def read(self) -> float | None:
        return max((share for share in (self._of_container(), self._of_machine()) if share is not None), default=None)

    def _of_container(self) -> float | None:
        """Return the container's share. Cached files count as its memory too but are evicted on demand, so they are
        subtracted."""
        folder = self._own_folder()
        limit, used = _number(folder / "memory.max"), _number(folder / "memory.current")
        if limit is None or used is None or limit <= 0:
            return None
        return max(used - (_read_field(folder / "memory.stat", "inactive_file") or 0), 0) / limit

    def _own_folder(self) -> Path:
        """Return this process's cgroup. Inside a container its own group is the visible root."""
        own = _text(self.proc / "self/cgroup").partition("::")[2].strip().lstrip("/")
        folder = self.cgroups / own
        return folder if (folder / "memory.max").exists() else self.cgroups

    def _of_machine(self) -> float | None:
        total, free = (
            _read_field(self.proc / "meminfo", "MemTotal:"),
            _read_field(self.proc / "meminfo", "MemAvailable:"),
        )
        return None if not total or free is None else 1 - free / total


@dataclass(slots=True)
class ProcessorGauge:
    """The share of processor time used since the last reading."""

    proc: Path
    _busy: int = 0
    _total: int = 0

    def read(self) -> float | None:
        words = _text(self.proc / "stat").partition("\n")[0].split()
        if words[:1] != ["cpu"]:
            return None
        ticks = [int(word) for word in words[1:9]]  # guest time is already included in user time
        busy, total = sum(ticks) - ticks[3] - ticks[4], sum(ticks)
        passed, worked = total - self._total, busy - self._busy
        first, self._busy, self._total = self._total == 0, busy, total
        return None if first or passed <= 0 else worked / passed


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _number(path: Path) -> int | None:
    text = _text(path).strip()
    return int(text) if text.isdigit() else None  # "max" is no limit


def _read_field(path: Path, name: str) -> int | None:
    for line in _text(path).splitlines():
        words = line.split()
        if words and words[0] == name:
            return int(words[1])
    return None
