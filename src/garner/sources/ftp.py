"""A folder on an FTP server, as a source of files.

The caller has resolved the host's name and allowed the address. Nothing else is connected to: a server that names
another address for its data connection is ignored. Names are sent as raw bytes, since not every server uses UTF-8.
"""

import asyncio
import posixpath
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ftplib import FTP, all_errors, error_perm
from itertools import islice
from pathlib import Path

from garner.core.urls.source_url import FTP_PORT, is_finished
from garner.errors import NotFound, Unavailable
from garner.sources.source import (
    CHANGED,
    DEEPEST,
    MAX_FOLDERS,
    MAX_LISTED,
    PIECE_BYTES,
    Entry,
    LimitedWriter,
    Listing,
    require_room,
)

ANSWER_SECONDS = 20.0
LIST_SECONDS = 120.0
FETCH_SECONDS = 1800.0
_UNKNOWN_COMMAND = ("500", "501", "502", "504")
_NO_SUCH_THING = "550"
_BROKEN: tuple[type[Exception], ...] = (*all_errors, ValueError)


class _SuspiciousFTP(FTP):
    trust_server_pasv_ipv4_address = False  # data comes from the connected address, regardless of the server's reply


@dataclass(frozen=True, slots=True)
class _Child:
    name: str
    is_folder: bool
    size_bytes: int = 0
    modified: str = ""


@dataclass(frozen=True, slots=True)
class FtpAccount:
    user: str
    password: str = ""


class FtpFolder:
    writes_at_once = False

    def __init__(self, address: str, path: str, account: FtpAccount, port: int = FTP_PORT) -> None:
        self._address = address
        self._port = port
        self._path = path
        self._account = account

    async def list(self) -> Listing:
        return await asyncio.to_thread(self._list)

    def _list(self) -> Listing:
        with self._connect(LIST_SECONDS) as server:
            entries = list(islice(server.files_below(_encode_for_wire(self._path)), MAX_LISTED + 1))
        return Listing(entries[:MAX_LISTED], is_whole=len(entries) <= MAX_LISTED)

    async def fetch(self, entry: Entry, target: Path, max_bytes: int) -> None:
        await asyncio.to_thread(self._fetch, entry, target, max_bytes)

    def _fetch(self, entry: Entry, target: Path, max_bytes: int) -> None:
        with self._connect(FETCH_SECONDS) as server, target.open("wb") as output:
            writing = LimitedWriter(output, max_bytes)
            server.receive(entry.key, writing.write)
        if writing.written != entry.size_bytes:
            raise CHANGED.copy()

    @contextmanager
    def _connect(self, seconds: float) -> Iterator["_Server"]:
        ftp = _SuspiciousFTP(timeout=ANSWER_SECONDS, encoding="latin-1")
        try:
            ftp.connect(self._address, self._port)
            ftp.login(self._account.user, self._account.password)
            ftp.voidcmd("TYPE I")
            yield _Server(ftp, time.monotonic() + seconds)
        except error_perm as error:
            if str(error).startswith(_NO_SUCH_THING):
                raise NotFound(f"The FTP server has no such file or folder: {error}") from error
            raise Unavailable(f"The FTP server refused the request: {error}") from error
        except _BROKEN as error:
            require_room(error)
            raise Unavailable(f"The connection to the FTP server failed: {error}") from error
        finally:
            ftp.close()


class _Server:
    """Requests to an FTP server, with limits on time and size."""

    def __init__(self, ftp: FTP, deadline: float) -> None:
        self._ftp = ftp
        self._deadline = deadline
        self._knows_facts = True

    def receive(self, path: str, write: Callable[[bytes], None]) -> None:
        def take(piece: bytes) -> None:
            self._require_time()
            write(piece)

        self._ftp.retrbinary(f"RETR {path}", take, PIECE_BYTES)

    def files_below(self, path: str) -> Iterator[Entry]:
        top = posixpath.join(self._ftp.pwd(), path) if path else self._ftp.pwd()
        self._ftp.cwd(top)  # fails if there is no such folder: given a file, servers list arbitrary entries
        waiting = [(top, "", DEEPEST)]
        for _ in range(MAX_FOLDERS):
            if not waiting:
                return
            folder, above, depth = waiting.pop()
            for child in self._children_of_any(folder) if above else self._children(folder):
                whole, name = posixpath.join(folder, child.name), f"{above}{child.name}"
                if child.is_folder and depth:
                    waiting.append((whole, f"{name}/", depth - 1))
                elif not child.is_folder:
                    stamp = f"{child.size_bytes}-{child.modified}"
                    yield Entry(_decode_name(name), whole, child.size_bytes, stamp)

    def _children_of_any(self, folder: str) -> list[_Child]:
        """Return the children of a folder, or none if it is not readable or does not exist; other folders may still
        be."""
        try:
            return self._children(folder)
        except error_perm:
            return []

    def _children(self, folder: str) -> list[_Child]:
        if self._knows_facts:
            try:
                facts = [_child_of(line) for line in self._lines(f"MLSD {folder}")]
                return [child for child in facts if child is not None]
            except error_perm as error:
                if not str(error).startswith(_UNKNOWN_COMMAND):
                    raise
                self._knows_facts = False
        names = {posixpath.basename(line) for line in self._names_in(folder)}
        self._ftp.voidcmd("TYPE I")  # a listing changes the type, and sizes are reported in binary mode only
        return [self._query_child(folder, name) for name in sorted(names) if is_finished(name)]

    def _names_in(self, folder: str) -> list[str]:
        try:
            return self._lines(f"NLST {folder}")
        except error_perm as error:  # some servers report an empty folder this way
            if not str(error).startswith(_NO_SUCH_THING):
                raise
            return []

    def _query_child(self, folder: str, name: str) -> _Child:
        """Return a child by asking for its size and time, for servers that describe one file at a time and no
        folders."""
        path = posixpath.join(folder, name)
        try:
            size = int(self._ftp.sendcmd(f"SIZE {path}").split()[-1])
        except error_perm:
            return _Child(name, is_folder=True)
        modified = ""
        with suppress(error_perm):
            modified = self._ftp.sendcmd(f"MDTM {path}")
        return _Child(name, False, size, modified)

    def _lines(self, command: str) -> list[str]:
        lines: list[str] = []

        def take(line: str) -> None:
            self._require_time()
            if len(lines) <= MAX_LISTED:
                lines.append(line)

        self._ftp.retrlines(command, take)
        return lines

    def _require_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise TimeoutError("it took too long")


def _child_of(line: str) -> _Child | None:
    """Parse a line of an MLSD listing: `size=12;modify=20260301120000;type=file; name`."""
    facts_text, _, name = line.partition(" ")
    facts = dict(fact.lower().split("=", 1) for fact in facts_text.split(";") if "=" in fact)
    kind = facts.get("type", "file")
    if kind not in ("file", "dir") or "/" in name or not is_finished(name):
        return None
    return _Child(name, kind == "dir", int(facts.get("size", 0)), facts.get("modify", ""))


def _encode_for_wire(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def _decode_name(name: str) -> str:
    try:
        return name.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return name
