"""Letting one other user pass through a directory, with the access control lists that the kernel keeps."""

import os
import stat
import struct
from pathlib import Path

# An access control list as the kernel keeps it: a version, then (tag, permissions, id) by tag and id.
ACL_ATTRIBUTE = "system.posix_acl_access"
ACL_VERSION = struct.pack("<I", 2)
ACL_ENTRY = struct.Struct("<HHI")
ACL_OWNER, ACL_USER, ACL_GROUP, ACL_MASK, ACL_OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
ACL_NO_ID = 0xFFFFFFFF
SEARCH = 1


def grant_search(directory: Path, uid: int) -> bool:
    """Lets one user pass through a directory, not list it; False when it already might.

    An access control list says just that. Where the file system has none, all users get the same right.
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
        packed = [ACL_ENTRY.pack(tag, allowed, who) for (tag, who), allowed in sorted(entries.items())]
        os.setxattr(directory, ACL_ATTRIBUTE, ACL_VERSION + b"".join(packed))
    except (OSError, AttributeError):  # AttributeError: no such call on this operating system
        directory.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)
    return True


def _access_control(directory: Path, mode: int) -> dict[tuple[int, int], int]:
    try:
        packed = os.getxattr(directory, ACL_ATTRIBUTE)[len(ACL_VERSION) :]
    except OSError:  # it has none: what its mode says
        owner, group, others = mode >> 6 & 7, mode >> 3 & 7, mode & 7
        return {(ACL_OWNER, ACL_NO_ID): owner, (ACL_GROUP, ACL_NO_ID): group, (ACL_OTHERS, ACL_NO_ID): others}
    return {(tag, who): allowed for tag, allowed, who in ACL_ENTRY.iter_unpack(packed)}
