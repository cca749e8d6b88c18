"""Provide the folder for the shared metrics of a server and its workers, which is removed after the server ends in any
way.

The metrics are files that the processes map into memory. Each server has a folder of its own below the data folder and
holds a lock in it while it lives. A lock ends with its process, even by kill -9, and the next server that starts
removes the folders that are not locked. A process id would not work for that: ids are reused after a while, and in a
container every server has the same.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from garner.postgres.embedded import try_lock
from garner.private_files import make_private_folder

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
METRICS = "metrics"  # in the data folder
LOCK = "lock"


@contextmanager
def shared_metrics(data_dir: Path) -> Iterator[Path]:
    """Let all processes started in this context share their metrics."""
    home = data_dir / METRICS
    make_private_folder(home)
    folder, lock = _own_folder(home)
    os.environ[FOLDER] = str(folder.resolve())
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def is_served(data_dir: Path) -> bool:
    """Return whether a server on this machine uses this data folder."""
    return any(_is_held(folder) for folder in _folders(data_dir / METRICS))


def _own_folder(home: Path) -> tuple[Path, int]:
    """Create and lock a folder, and remove stale ones. One server at a time, because a folder exists before its lock is
    held."""
    turn = _open(home)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)
        for left in _folders(home):
            if not _is_held(left):
                shutil.rmtree(left, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=home))
        lock = _open(folder)
        fcntl.flock(lock, fcntl.LOCK_EX)
        return folder, lock
    finally:
        os.close(turn)


def _folders(home: Path) -> list[Path]:
    return [path for path in home.glob("*") if path.is_dir()]


def _is_held(folder: Path) -> bool:
    try:
        lock = _open(folder)
    except FileNotFoundError:  # its server has ended just now
        return False
    except PermissionError:  # another user's, who alone could remove it too
        return True
    try:
        return not try_lock(lock, fcntl.LOCK_SH)
    finally:
        os.close(lock)


def _open(folder: Path) -> int:
    return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
