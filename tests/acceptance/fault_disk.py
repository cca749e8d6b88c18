"""Disks that fill up: a small mounted disk where the machine permits mounting, and everywhere
a limit on the size of files that processes may write, like a quota. Both fail real writes of real processes."""

import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import psutil
import psycopg
from tests.acceptance.fault_processes import wait_until

from garner.postgres.embedded import postmaster_pid

MEGABYTE = 1024**2
DISK_BYTES = 256 * MEGABYTE
WAL_SEGMENT_BYTES = 16 * MEGABYTE
REFILL_SECONDS = 0.05
UNLIMITED = "unlimited"


class Disk(Protocol):
    """The disk of Garner's data folder."""

    folder: Path

    def stop_files_growing(self, processes: Iterable[int]) -> None:
        """Fail writes of these processes, at the latest when a file would exceed one megabyte."""
        ...

    def stop_tables_growing(self, url: str) -> None: ...
    def stop_the_database(self, url: str) -> None:
        """Leave the database no room to write, so that it crashes."""
        ...

    def make_room(self) -> None: ...


class MountedDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        self._roomy = threading.Event()
        self._filler: threading.Thread | None = None

    def stop_files_growing(self, processes: Iterable[int] = ()) -> None:
        self._roomy.clear()
        self._fill()
        self._filler = threading.Thread(target=self._keep_full, name="fault-disk", daemon=True)
        self._filler.start()

    def _keep_full(self) -> None:
        """Refill the space that deleted files free, until make_room is called."""
        while not self._roomy.wait(REFILL_SECONDS):
            self._fill()

    def _fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as ballast:
            for size in (MEGABYTE, 4096):
                with suppress(OSError):
                    while ballast.write(bytes(size)) == size:
                        pass

    def stop_tables_growing(self, url: str) -> None:
        self.stop_files_growing()

    def stop_the_database(self, url: str) -> None:
        _write_until_server_dies(url)

    def make_room(self) -> None:
        self._roomy.set()
        if self._filler is not None:
            self._filler.join()
        self._ballast.unlink(missing_ok=True)


class Quota:
    """Limit the size of files that a process and its children may write. A server that this kills may be restarted by
    a process without the limit, and then is back at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._limited: set[int] = set()

    def stop_files_growing(self, processes: Iterable[int]) -> None:
        self._limit(processes, MEGABYTE)

    def stop_tables_growing(self, url: str) -> None:
        # A refused WAL segment would crash the server, so the table must exceed the size of a segment.
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("alter system set autovacuum = off")
            connection.execute("select pg_reload_conf()")
            with connection.transaction(force_rollback=True):
                connection.execute(ROWS_THAT_STAY_AS_DEAD_WEIGHT)
        self._limit(self._server(), WAL_SEGMENT_BYTES)

    def stop_the_database(self, url: str) -> None:
        self._limit(self._server(), 0)
        _write_until_server_dies(url)

    def make_room(self) -> None:
        self._limit(self._server(), UNLIMITED)

    def _server(self) -> set[int]:
        """Return the processes of PostgreSQL and of its keeper, which would restart it."""
        postmaster = postmaster_pid(self.folder)
        keepers = [one.pid for one in psutil.process_iter() if _keeps(one, self.folder)]
        return {*keepers, *([postmaster, *_children(postmaster)] if postmaster else [])}

    def _limit(self, processes: Iterable[int], size: int | str) -> None:
        self._limited |= set(processes)
        for process in self._limited:
            with suppress(psutil.NoSuchProcess):
                # As the process's own account, since root in a container may not limit another's.
                user, group = psutil.Process(process).uids().real, psutil.Process(process).gids().real
                limit = ["prlimit", f"--fsize={size}:", "--pid", str(process)]
                done = subprocess.run(limit, user=user, group=group, extra_groups=[], capture_output=True, check=False)
                assert done.returncode == 0 or not psutil.pid_exists(process), done.stderr


ROWS_THAT_STAY_AS_DEAD_WEIGHT = f"""
    insert into job_items (id, origin, kind, last_error)
    select gen_random_uuid(), 'parse', 'recipe', repeat('x', 1600) from generate_series(1, {WAL_SEGMENT_BYTES // 1600})
"""


def _write_until_server_dies(url: str) -> None:
    """Switch WAL segments until the server fails; some segments may be preallocated."""
    with suppress(psycopg.OperationalError), psycopg.connect(url, autocommit=True) as connection:
        while not connection.broken:
            with suppress(psycopg.errors.DiskFull, psycopg.InternalError):
                connection.execute("select pg_logical_emit_message(false, 'full', ''), pg_switch_wal()")


def _keeps(process: psutil.Process, folder: Path) -> bool:
    with suppress(psutil.Error):
        return {"garner.postgres.keeper", str(folder)} <= set(process.cmdline())
    return False


def _children(process: int) -> list[int]:
    with suppress(psutil.NoSuchProcess):
        return [child.pid for child in psutil.Process(process).children(recursive=True)]
    return []


@contextmanager
def small_disk() -> Iterator[MountedDisk]:
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=755", "garner-test", name]
        subprocess.run(mount, check=True, capture_output=True)
        disk = MountedDisk(Path(name))
        try:
            yield disk
        finally:
            disk.make_room()
            wait_until(lambda: postmaster_pid(disk.folder) is None, what="the end of PostgreSQL")
            subprocess.run(["umount", "--lazy", name], check=True)


@contextmanager
def quota() -> Iterator[Quota]:
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name:
        limited = Quota(Path(name))
        try:
            yield limited
        finally:
            limited.make_room()
            wait_until(lambda: postmaster_pid(limited.folder) is None, what="the end of PostgreSQL")


def can_mount() -> bool:
    try:
        with small_disk():
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


DISKS = [quota, *([small_disk] if can_mount() else [])]
