"""Restrict access to a directory: to its owner alone, or to one other user too, who may pass through it by the
kernel's access control lists."""

import os
import re
import stat
import struct
from pathlib import Path

# An access control list as the kernel stores it: a version, then (tag, permissions, id) by tag and id.
ACL_ATTRIBUTE = "system.posix_acl_access"
ACL_VERSION = struct.pack("<I", 2)
ACL_ENTRY = struct.Struct("<HHI")
ACL_OWNER, ACL_USER, ACL_GROUP, ACL_MASK, ACL_OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
ACL_NO_ID = 0xFFFFFFFF
SEARCH = 1


# The entries that Garner creates in its data folder.
OWN_ENTRIES = re.compile(r"postgres(\..*)?|bodies|spool|metrics|[a-z]+\.secret(\..*)?|sample-site\.port")


def keep_data_folder_private(directory: Path) -> None:
    """Make Garner's data folder accessible only to its owner, and to users that `grant_search` let pass through it. A
    folder that holds other things too, or belongs to another user, is left as it is."""
    status = directory.stat()
    if status.st_uid != os.geteuid() or not all(OWN_ENTRIES.fullmatch(entry.name) for entry in directory.iterdir()):
        return
    try:
        os.getxattr(directory, ACL_ATTRIBUTE)
    except (OSError, AttributeError):  # there is no list; AttributeError: no such call on this operating system
        only_passed_through = stat.S_IMODE(status.st_mode) == stat.S_IRWXU | stat.S_IXOTH
        if not only_passed_through:
            directory.chmod(stat.S_IRWXU)
        return
    entries = _access_control(directory, status.st_mode)
    _write(directory, entries | {(ACL_GROUP, ACL_NO_ID): 0, (ACL_OTHERS, ACL_NO_ID): 0})


def grant_search(directory: Path, uid: int) -> bool:
    """Let one user pass through a directory, not list it; return False if the user already may.

    An access control list grants just that. If the file system has none, all users get the same right.
    """
    mode, owner = directory.stat().st_mode, directory.stat().st_uid
    if mode & stat.S_IXOTH or owner == uid:
        return False
    try:
        entries = _access_control(directory, mode)
        mine, mask = entries.get((ACL_USER, uid), 0), entries.get((ACL_MASK, ACL_NO_ID), mode >> 3 & 7)
        if mine & mask & SEARCH:
            return False
        entries |= {(ACL_USER, uid): mine | SEARCH, (ACL_MASK, ACL_NO_ID): mask | SEARCH}
        _write(directory, entries)
    except (OSError, AttributeError):  # AttributeError: no such call on this operating system
        directory.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)
    return True


def _write(directory: Path, entries: dict[tuple[int, int], int]) -> None:
    packed = [ACL_ENTRY.pack(tag, allowed, who) for (tag, who), allowed in sorted(entries.items())]
    os.setxattr(directory, ACL_ATTRIBUTE, ACL_VERSION + b"".join(packed))


def _access_control(directory: Path, mode: int) -> dict[tuple[int, int], int]:
    try:
        packed = os.getxattr(directory, ACL_ATTRIBUTE)[len(ACL_VERSION) :]
    except OSError:  # it has none: its mode applies
        owner, group, others = mode >> 6 & 7, mode >> 3 & 7, mode & 7
        return {(ACL_OWNER, ACL_NO_ID): owner, (ACL_GROUP, ACL_NO_ID): group, (ACL_OTHERS, ACL_NO_ID): others}
    return {(tag, who): allowed for tag, allowed, who in ACL_ENTRY.iter_unpack(packed)}
