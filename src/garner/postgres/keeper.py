"""The keeper of an embedded PostgreSQL: starts it, restarts it when it dies, stops it at the end.

`embedded.py` explains the design; this is the process it starts. It has no terminal and no parent to report to: it
reports through the keeper file, whose lock it was passed, and prints to the server's log.
"""

import fcntl
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from garner.postgres.embedded import (
    DATABASE,
    FAILED,
    PORT,
    READY,
    STARTING,
    STOPPING,
    DataDir,
    KeeperStatus,
    PostgresAccount,
    command_line,
    let_server_reach,
    postmaster_pid,
    print_message,
    recorded_pid,
    tail,
    try_lock,
)
from garner.private_files import FILE

TICK_SECONDS = 0.2
STARTING_TICK_SECONDS = 0.01
# Commands come in a row, and the next finds the server of the last still running. Short, since a lingering server is
# one more thing to wait for before the folder can be copied or moved.
STOP_DELAY_SECONDS = 1.0
MAX_PAUSE_SECONDS = 2.0
MAX_LOG_BYTES = 10_000_000
LOW_MEMORY_BYTES = 4 * 1024**3

# Transient failures: the processes of a killed server have not all gone yet.
PASSING_FAILURES = ("lock file", "shared memory block")
PASSING_ATTEMPTS = 50

# The signals that stop a server, from polite to forced, and the seconds each is given.
STOP_SIGNALS = ((signal.SIGINT, 60.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 5.0))

CONFIGURATION = """\
# Written by Garner at every start. To override a setting, use ALTER SYSTEM or the end of postgresql.conf.

# Acknowledged transactions are on disk.
fsync = on
synchronous_commit = on
full_page_writes = on

# A crash stops the whole server, and its keeper restarts it until it runs. With automatic recovery, PostgreSQL 18 would
# hang forever if the recovery failed once, as it does on a full disk.
restart_after_crash = off

# One person's machine, short transactions, no analytics.
shared_buffers = {shared_buffers}
max_connections = 200
jit = off
random_page_cost = 1.1
wal_compression = on
checkpoint_timeout = 15min
max_wal_size = 4GB

# All rows of the queue's tables change many times a minute: vacuum little and often.
autovacuum_naptime = 10s
autovacuum_vacuum_cost_limit = 1000

timezone = 'UTC'
log_timezone = 'UTC'
log_checkpoints = off
log_autovacuum_min_duration = -1
log_min_error_statement = panic
"""


class StartFailed(Exception):
    """Raised when the server did not start; the message says why."""


class NoUsersLeft(Exception):
    """Raised when the last user is gone."""


class Users:
    """The users of the server, observed through the lock that every user shares."""

    def __init__(self, paths: DataDir, keeper_lock: int) -> None:
        self._paths = paths
        self._keeper_lock = keeper_lock
        self._lock = os.open(paths.users, os.O_RDWR | os.O_CREAT, 0o600)
        self._gone_since: float | None = None

    def require(self) -> None:
        """Raise Abandoned once there has been no user for a while; from then on new users wait for the lock."""
        if not self._folder_is_ours():
            raise NoUsersLeft
        if not try_lock(self._lock, fcntl.LOCK_EX):
            self._gone_since = None
            return
        now = time.monotonic()
        self._gone_since = self._gone_since or now
        if now - self._gone_since >= STOP_DELAY_SECONDS:
            raise NoUsersLeft
        fcntl.flock(self._lock, fcntl.LOCK_UN)

    def _folder_is_ours(self) -> bool:
        """Return whether the lock we hold is still the file of that name, not one of a folder deleted under us."""
        try:
            return os.path.samestat(os.fstat(self._keeper_lock), self._paths.keeper.stat())
        except FileNotFoundError:
            return False


class PostgresServer:
    """The running postmaster: our child, or one that an earlier keeper left behind."""

    def __init__(self, paths: DataDir, binaries: Path, users: Users) -> None:
        self._paths = paths
        self._binaries = binaries
        self._users = users
        self._account = PostgresAccount.of_server(paths)
        self._socket_directory = paths.socket_directory(self._account)
        self._child: subprocess.Popen[bytes] | None = None
        self._pid = 0

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        log_size = os.fstat(sys.stderr.fileno()).st_size
        self._child = None
        if running := postmaster_pid(self._paths.data_dir):
            self._pid = running
        else:
            self._remove_remains()
            self._launch()
        while not self._is_ready():
            if not self.is_alive() and self._child is None:  # it was stopping when we adopted it
                self._remove_remains()
                self._launch()
            elif not self.is_alive():
                end = tail(self._paths.log, since=log_size)
                raise StartFailed(f"PostgreSQL does not start; {self._paths.log} ends:\n{end}")
            self._users.require()
            time.sleep(STARTING_TICK_SECONDS)

    def is_alive(self) -> bool:
        if self._child is not None:
            return self._child.poll() is None
        return postmaster_pid(self._paths.data_dir) == self._pid

    def stop(self) -> None:
        for signal_number, seconds in STOP_SIGNALS:
            deadline = time.monotonic() + seconds
            if self._pid and self.is_alive():
                with suppress(ProcessLookupError):
                    os.kill(self._pid, signal_number)
            while self._pid and self.is_alive() and time.monotonic() < deadline:
                time.sleep(STARTING_TICK_SECONDS)
        if self._pid and self._socket_directory != self._paths.cluster:
            with suppress(OSError):
                self._socket_directory.rmdir()

    def _launch(self) -> None:
        cluster = self._paths.cluster
        let_server_reach(self._paths, self._binaries)
        configuration = cluster / "garner.conf"
        configuration.write_text(CONFIGURATION.format(shared_buffers=_shared_buffers()))
        self._account.own(configuration)
        if self._socket_directory != cluster:
            _make_private(self._socket_directory, self._account)
        # Given here and not in the file: no setting may put the server where its users do not find it.
        fixed = {
            "listen_addresses": "",
            "port": PORT,
            "unix_socket_directories": self._socket_directory,
            "unix_socket_permissions": "0700",
        }
        options = [word for name, value in fixed.items() for word in ("-c", f"{name}={value}")]
        command = [f"{self._binaries}/postgres", "-D", str(cluster), *options]
        child: subprocess.Popen[bytes] = subprocess.Popen(command, **self._account.process_options())
        self._child, self._pid = child, child.pid

    def _is_ready(self) -> bool:
        try:
            lines = (self._paths.cluster / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(self._pid) and lines[7].strip() == "ready"

    def _remove_remains(self) -> None:
        """Remove remains of a killed server that would keep the next one from starting."""
        cluster = self._paths.cluster
        pid = recorded_pid(cluster)
        if pid is None:
            return
        # PostgreSQL takes any process that has that id now, even an unrelated one or a zombie, for its predecessor and
        # refuses.
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, 0)
            (self._socket_directory / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)
            (cluster / "postmaster.pid").unlink()
        # A backend busy in a long query does not notice the death, and keeps the shared memory.
        for signal_number, seconds in STOP_SIGNALS[1:]:
            deadline = time.monotonic() + seconds
            while (orphans := _orphaned_backends(cluster)) and time.monotonic() < deadline:
                for orphan in orphans:
                    with suppress(ProcessLookupError):
                        os.kill(orphan, signal_number)
                time.sleep(STARTING_TICK_SECONDS)


def _orphaned_backends(cluster: Path) -> list[int]:
    """Return the processes of a server whose postmaster is dead: all that work in the cluster. Works on Linux only."""
    orphans = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink() == cluster:
                orphans.append(int(process.name))
    return [pid for pid in orphans if command_line(pid).startswith(b"postgres:")]


def _shared_buffers() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return "128MB" if memory < LOW_MEMORY_BYTES else "256MB"


def _make_private(directory: Path, account: PostgresAccount) -> None:
    """Create a private directory in a world-writable place, or raise StartFailed if the existing one is not
    private."""
    with suppress(FileExistsError):
        directory.mkdir(mode=0o700)
        account.own(directory)
    status = directory.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != account.uid or status.st_mode & 0o077:
        raise StartFailed(f"{directory} is not a private directory of PostgreSQL's user: remove it")


def make_cluster(paths: DataDir, binaries: Path) -> None:
    """Create the cluster and its database beside their final place and move them there whole, or not at all."""
    if paths.version() is not None:
        return
    if paths.cluster.exists() and any(paths.cluster.iterdir()):
        raise StartFailed(f"{paths.cluster} is not empty and contains no PostgreSQL cluster: move it away")
    account = PostgresAccount.of_server(paths)
    unfinished = paths.data_dir / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    account.own(unfinished)
    encoding = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", *_locale(binaries)]
    _run(account, [binaries / "initdb", "-D", unfinished, "--no-sync", "--no-instructions", *encoding])
    with (unfinished / "postgresql.conf").open("a") as configuration:
        configuration.write("\ninclude_if_exists = 'garner.conf'\n")
    create = f"CREATE DATABASE {DATABASE};\n"
    _run(account, [binaries / "postgres", "--single", "-D", unfinished, "postgres"], create)
    _run(account, [binaries / "initdb", "-D", unfinished, "--sync-only"])
    unfinished.rename(paths.cluster)
    _flush_names(paths.data_dir)


def _locale(binaries: Path) -> list[str]:
    """Return initdb's locale options: texts ordered by code point, letters as in Unicode, the same on every
    machine."""
    answer = subprocess.run([binaries / "initdb", "--help"], capture_output=True, text=True, check=True).stdout
    if "--builtin-locale" in answer:
        return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    return ["--locale=C.UTF-8"]


def _run(account: PostgresAccount, command: list[str | Path], typed: str = "") -> None:
    result = subprocess.run(
        command,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **account.process_options(),
    )
    # A single-user server that rejects a statement reports it and still exits with success.
    if result.returncode != 0 or "ERROR:" in result.stdout:
        raise StartFailed(f"PostgreSQL's {Path(command[0]).name} failed:\n{result.stdout.strip()}")


def _flush_names(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Keeper:
    def __init__(self, paths: DataDir, binaries: Path, lock: int) -> None:
        self._paths = paths
        self._binaries = binaries
        self._lock = lock
        self._users = Users(paths, lock)
        self._word = KeeperStatus()

    def run(self) -> None:
        server: PostgresServer | None = None
        try:
            signal.signal(signal.SIGTERM, lambda *_: self._end())
            signal.signal(signal.SIGCONT, lambda *_: self.rewrite_status())
            self.write_status(STARTING)
            make_cluster(self._paths, self._binaries)
            server = PostgresServer(self._paths, self._binaries, self._users)
            self._start_first(server)
            self._supervise(server)
        except (NoUsersLeft, SystemExit):
            self.write_status(STOPPING)
        except Exception as failure:  # waiting users must get the reason of any failure
            print_message(str(failure) or repr(failure))
            self.write_status(FAILED, str(failure) or repr(failure))
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server is being stopped already
            if server:
                server.stop()

    def _start_first(self, server: PostgresServer) -> None:
        for attempt in range(PASSING_ATTEMPTS):
            try:
                server.start()
                break
            except StartFailed as failure:
                passing = any(sign in str(failure) for sign in PASSING_FAILURES)
                if not passing or attempt == PASSING_ATTEMPTS - 1:
                    raise
                time.sleep(TICK_SECONDS)
        self.write_status(READY)

    def _supervise(self, server: PostgresServer) -> None:
        while True:
            self._users.require()
            if not server.is_alive():
                self.write_status(STARTING)
                print_message("PostgreSQL crashed and is being restarted")
                self._restart(server)
                self.write_status(READY)
            self._shorten_log()
            time.sleep(TICK_SECONDS)

    def _restart(self, server: PostgresServer) -> None:
        """Restart the server for as long as a user needs it: the cause, such as a full disk, may pass."""
        pause = STARTING_TICK_SECONDS
        while True:
            try:
                server.start()
                return
            except (StartFailed, OSError):
                time.sleep(pause)
                pause = min(pause * 2, MAX_PAUSE_SECONDS)
                self._users.require()

    def _shorten_log(self) -> None:
        """Rotate the log, keeping one predecessor. All writers append, so it may be truncated under them."""
        if os.fstat(sys.stderr.fileno()).st_size <= MAX_LOG_BYTES:
            return
        with suppress(OSError):  # a full disk must not end the keeper
            before = self._paths.log.with_name("postgres.log.1")
            before.touch(mode=FILE)
            shutil.copyfile(self._paths.log, before)
            os.ftruncate(sys.stderr.fileno(), 0)

    def write_status(self, word: str, message: str = "") -> None:
        self._word = KeeperStatus(word, os.getpid(), time.monotonic_ns(), message)
        written = self._word.serialize()
        os.pwrite(self._lock, written, 0)
        os.ftruncate(self._lock, len(written))

    def rewrite_status(self) -> None:
        """Write the status again, on a user's signal. Runs between any two instructions, including those of `say`,
        without harm."""
        if self._word.word in (STARTING, READY):
            with suppress(OSError):  # a full disk must not end the keeper
                self.write_status(self._word.word)

    def _end(self) -> None:
        """Exit by SystemExit, so that the server is stopped on the way out; a signal during that is not answered."""
        self.write_status(STOPPING)
        sys.exit(0)


def main() -> None:
    data_dir, binaries, lock = sys.argv[1:]
    if os.fork():
        os._exit(0)
    os.chdir("/")
    Keeper(DataDir(Path(data_dir)), Path(binaries), int(lock)).run()


if __name__ == "__main__":
    main()
