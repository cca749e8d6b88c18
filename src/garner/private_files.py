"""Files and folders that only their owner can read, regardless of the umask."""

import os
from pathlib import Path

FILE = 0o600
FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Create a folder and its parent, or restrict an existing one to its owner."""
    for path in (folder.parent, folder):
        path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    make_private(folder, FOLDER)


def make_private(path: Path, mode: int = FILE) -> None:
    """Restrict a file to its owner; leave it unchanged if another user owns it, who alone may change it."""
    status = path.stat()
    if status.st_mode & 0o777 != mode and status.st_uid == os.geteuid():
        path.chmod(mode)


def private_opener(path: str, flags: int) -> int:
    """Open a file for `open`; a file that it creates is private to its owner."""
    return os.open(path, flags, FILE)
