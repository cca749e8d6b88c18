"""Files and folders that only their owner can read, whatever the umask says."""

import os
from pathlib import Path

FILE = 0o600
FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Makes a folder, and the one that it is in, or takes one that is there from everybody but its owner."""
    for path in (folder.parent, folder):
        path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    make_private(folder, FOLDER)


def make_private(path: Path, mode: int = FILE) -> None:
    """Leaves what belongs to another user, who alone may change it, as it is."""
    status = path.stat()
    if status.st_mode & 0o777 != mode and status.st_uid == os.geteuid():
        path.chmod(mode)


def private_opener(path: str, flags: int) -> int:
    """For `open`: a file that is made by it is its owner's alone."""
    return os.open(path, flags, FILE)
