"""The embedded PostgreSQL under real processes and signals: shared, stopped after the last user, never stuck."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psutil
import psycopg
import pytest
from tests.acceptance.pg_ctl import stop_server

from garner.errors import ConfigurationError
from garner.postgres import embedded
from garner.postgres.access_control import OWN_ENTRIES
from garner.postgres.embedded import (
    FAILED,
    READY,
    STARTING,
    STOPPING,
    DataDir,
    KeeperStatus,
    PostgresAccount,
    embedded_postgres,
    postmaster_pid,
)
from garner.postgres.keeper import Keeper

USER_PROGRAM = """
import sys
from pathlib import Path
from garner.postgres.embedded import embedded_postgres
with embedded_postgres(Path(sys.argv[1])) as url:
    print(url, flush=True)
    sys.stdin.read()
"""
STOP_SECONDS = 3.0


class User:
    """A separate process that uses the server until it leaves or is killed."""

    def __init__(self, data_dir: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", USER_PROGRAM, data_dir],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def url(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def leave(self) -> None:
        self.process.communicate()

    def kill(self) -> None:
        self.process.kill()
        self.leave()


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A folder that is removed at the end, when all servers in it have stopped: the server of one test may outlast it.

    In memory if there is enough: about twenty clusters of some thousand files each are copied and deleted.
    """
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 4 * 1024**3
    with tempfile.TemporaryDirectory(prefix="garner-test-", dir=memory if roomy else None) as name:
        root = Path(name)
        yield root
        wait_until(lambda: all(no_processes_of(log.parent) for log in root.rglob("postgres.log")))


@pytest.fixture(scope="module")
def made_cluster(root: Path) -> Path:
    """A cluster that was created, used and stopped: copying it is faster than creating one for each test."""
    with embedded_postgres(root / "made") as url:
        execute(url, "CREATE TABLE kept (number int PRIMARY KEY)")
    wait_until(lambda: no_processes_of(root / "made"))
    return root / "made"


@pytest.fixture
def folder(root: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=root))


@pytest.fixture
def data_dir(folder: Path, made_cluster: Path) -> Path:
    return copy_of(made_cluster, folder / "data")


@pytest.fixture
def user() -> Iterator[Callable[[Path], User]]:
    with ExitStack() as started:

        def start(data_dir: Path) -> User:
            new = User(data_dir)
            started.callback(new.kill)
            return new

        yield start


def copy_of(made_cluster: Path, data_dir: Path) -> Path:
    subprocess.run(["cp", "-a", made_cluster, data_dir], check=True)  # keeps the owner, as copytree does not
    return data_dir


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def answers(url: str, question: str = "SELECT count(*) FROM kept") -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(question.encode()).fetchone()
        return row and row[0]


def accepts(url: str) -> bool:
    try:
        return answers(url, "SELECT 1") == 1
    except psycopg.OperationalError:
        return False


def wait_until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)


def keepers(data_dir: Path) -> list[psutil.Process]:
    wanted = ["garner.postgres.keeper", str(data_dir)]
    return [process for process in psutil.process_iter() if wanted == command(process)[3:5]]


def command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def hold_keepers_lock(data_dir: Path, seconds: float) -> None:
    """Hold the lock as a killed keeper does until it is gone: no keeper responds, and none may be started."""
    lock = os.open(DataDir(data_dir).keeper, os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    threading.Timer(seconds, os.close, (lock,)).start()


def no_processes_of(data_dir: Path) -> bool:
    return postmaster_pid(data_dir) is None and not keepers(data_dir)


def test_two_processes_share_one_server_and_the_last_one_stops_it(data_dir, user):
    first, second = user(data_dir), user(data_dir)
    assert first.url() == second.url()
    server = postmaster_pid(data_dir)
    first.leave()
    time.sleep(STOP_SECONDS / 2)  # longer than the keeper waits after the last user
    assert postmaster_pid(data_dir) == server
    second.leave()
    wait_until(lambda: no_processes_of(data_dir))


def test_the_server_stops_when_its_last_user_is_killed(data_dir, user):
    only = user(data_dir)
    url = only.url()
    execute(url, "INSERT INTO kept VALUES (1)")
    only.kill()
    wait_until(lambda: no_processes_of(data_dir))
    with embedded_postgres(data_dir) as url:
        assert answers(url) == 1


@pytest.mark.slow
def test_the_next_command_reuses_the_running_server(data_dir):
    with embedded_postgres(data_dir):
        server = postmaster_pid(data_dir)
    with embedded_postgres(data_dir):
        assert postmaster_pid(data_dir) == server


@pytest.mark.slow
def test_a_user_that_arrives_while_the_server_stops_gets_a_new_one(data_dir):
    with embedded_postgres(data_dir):
        first = postmaster_pid(data_dir)
    wait_until(lambda: postmaster_pid(data_dir) is None)
    with embedded_postgres(data_dir) as url:
        assert postmaster_pid(data_dir) != first
        assert accepts(url)


def test_concurrent_first_users_start_one_server(folder, user):
    data_dir = folder / "new"
    together = [user(data_dir) for _ in range(4)]
    [url] = {one.url() for one in together}
    assert accepts(url)
    assert len(keepers(data_dir)) == 1


@pytest.mark.slow
def test_a_killed_keeper_is_replaced_while_users_remain(data_dir, user):
    only = user(data_dir)
    url = only.url()
    server = postmaster_pid(data_dir)
    [keeper] = keepers(data_dir)
    keeper.kill()
    wait_until(lambda: [new for new in keepers(data_dir) if new != keeper])
    assert postmaster_pid(data_dir) == server
    assert accepts(url)
    only.leave()
    wait_until(lambda: no_processes_of(data_dir))


@pytest.mark.slow
def test_a_server_whose_keeper_and_users_were_all_killed_is_adopted(data_dir, user):
    only = user(data_dir)
    only.url()
    server = postmaster_pid(data_dir)
    only.process.send_signal(signal.SIGSTOP)  # so that it cannot replace the keeper before it dies
    [keeper] = keepers(data_dir)
    keeper.kill()
    only.kill()
    with embedded_postgres(data_dir) as url:
        assert postmaster_pid(data_dir) == server
        assert accepts(url)
    wait_until(lambda: no_processes_of(data_dir))


@pytest.mark.slow
def test_the_status_of_a_dying_keeper_is_ignored(data_dir):
    DataDir(data_dir).keeper.write_bytes(KeeperStatus(READY, 0, 1).serialize())
    hold_keepers_lock(data_dir, 0.3)
    with embedded_postgres(data_dir) as url:
        assert accepts(url)


@pytest.mark.slow
def test_a_user_that_leaves_while_the_keeper_dies_starts_another(data_dir):
    with embedded_postgres(data_dir):
        server, [keeper] = postmaster_pid(data_dir), keepers(data_dir)
        keeper.kill()
        hold_keepers_lock(data_dir, 0.3)
    assert postmaster_pid(data_dir) == server
    wait_until(lambda: no_processes_of(data_dir))


@pytest.mark.parametrize(("word", "answers"), [(STARTING, True), (READY, True), (STOPPING, False), (FAILED, False)])
def test_only_a_keeper_that_stays_answers_a_signal(folder, word, answers):
    place = DataDir(folder)
    with closing(place.keeper.open("w+b", buffering=0)) as lock:
        keeper = Keeper(place, folder, lock.fileno())
        keeper.write_status(word, "why")
        before = KeeperStatus.read(place)
        keeper.rewrite_status()
        assert (KeeperStatus.read(place) != before) == answers


@pytest.mark.slow
def test_a_live_keeper_that_does_not_answer_is_trusted_after_a_while(data_dir, monkeypatch):
    with embedded_postgres(data_dir) as url:
        monkeypatch.setattr(embedded, "SILENCE_SECONDS", 0.2)
        monkeypatch.setattr(embedded, "_signal_keeper", lambda word: None)
        with embedded_postgres(data_dir) as same_url:
            assert url == same_url


@pytest.mark.slow
def test_a_stopping_server_is_awaited_and_started_again(data_dir, user):
    only = user(data_dir)
    with closing(psycopg.connect(only.url())) as connection:
        server, [keeper] = postmaster_pid(data_dir), keepers(data_dir)
        only.process.send_signal(signal.SIGSTOP)
        keeper.kill()
        only.kill()
        stop_server(data_dir, "smart")  # stops when its last connection is closed
        second = user(data_dir)
        wait_until(lambda: KeeperStatus.read(DataDir(data_dir)).keeper not in (0, keeper.pid))
        connection.execute("SELECT 1")
    assert accepts(second.url())
    assert postmaster_pid(data_dir) != server


@pytest.mark.slow
def test_an_adopted_server_that_dies_is_started_again(data_dir, user):
    only = user(data_dir)
    url = only.url()
    [keeper] = keepers(data_dir)
    keeper.kill()
    wait_until(lambda: [new for new in keepers(data_dir) if new != keeper])
    server = postmaster_pid(data_dir)
    os.kill(server, signal.SIGKILL)
    wait_until(lambda: postmaster_pid(data_dir) not in (None, server) and accepts(url))


@pytest.mark.slow
def test_a_killed_postmaster_restarts_automatically_with_all_commits(data_dir):
    with embedded_postgres(data_dir) as url:
        execute(url, "INSERT INTO kept SELECT generate_series(1, 1000)")
        os.kill(postmaster_pid(data_dir), signal.SIGKILL)
        wait_until(lambda: accepts(url))
        assert answers(url) == 1000


@pytest.mark.slow
def test_a_postmaster_killed_with_a_busy_backend_restarts(data_dir):
    with embedded_postgres(data_dir) as url, closing(psycopg.connect(url)) as connection:
        backend = connection.info.backend_pid
        connection.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 1e15::bigint) AS number")
        wait_until(lambda: psutil.Process(backend).cpu_times().user > 0.05)
        os.kill(postmaster_pid(data_dir), signal.SIGKILL)
        wait_until(lambda: accepts(url))
        wait_until(lambda: not psutil.pid_exists(backend))


@pytest.mark.slow
def test_a_crashed_server_that_cannot_recover_at_first_restarts_once_it_can(data_dir):
    place = DataDir(data_dir)
    journal, elsewhere = place.cluster / "pg_wal", place.cluster / "pg_wal.elsewhere"
    with embedded_postgres(data_dir) as url, closing(psycopg.connect(url)) as connection:
        execute(url, "INSERT INTO kept SELECT generate_series(1, 1000)")
        journal.rename(elsewhere)
        os.kill(connection.info.backend_pid, signal.SIGKILL)
        wait_until(lambda: 'directory "pg_wal" does not exist' in place.log.read_text())
        elsewhere.rename(journal)
        wait_until(lambda: accepts(url))
        assert answers(url) == 1000


@pytest.mark.slow
def test_a_server_stopped_manually_restarts(data_dir):
    with embedded_postgres(data_dir) as url:
        stop_server(data_dir, "immediate")
        wait_until(lambda: accepts(url))


@pytest.mark.slow
@pytest.mark.parametrize("seconds", ["60", "0"], ids=["a stranger", "a zombie"])
def test_a_reused_process_id_of_a_dead_server_does_not_prevent_its_start(data_dir, seconds):
    account = PostgresAccount.of_server(DataDir(data_dir))
    other = subprocess.Popen(["sleep", seconds], **account.process_options())
    try:
        wait_until(lambda: seconds != "0" or psutil.Process(other.pid).status() == psutil.STATUS_ZOMBIE)
        cluster = DataDir(data_dir).cluster
        for lock_file in (cluster / "postmaster.pid", cluster / ".s.PGSQL.5432.lock"):
            lock_file.write_text(f"{other.pid}\n{cluster}\n1700000000\n5432\n{cluster}\n\n  1  1\nready   \n")
            account.own(lock_file)
        assert postmaster_pid(data_dir) is None
        with embedded_postgres(data_dir) as url:
            assert accepts(url)
        assert psutil.pid_exists(other.pid)
    finally:
        other.kill()
        other.wait()


@pytest.mark.slow
def test_a_cluster_left_incomplete_by_a_killed_start_is_created_again(folder):
    data_dir = folder / "new"
    half = data_dir / "postgres.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with embedded_postgres(data_dir) as url:
        assert answers(url, "SELECT current_database()") == "garner"
    assert not half.exists()


@pytest.mark.slow
def test_a_folder_path_that_is_too_long_for_a_socket_works(folder, made_cluster):
    data_dir = copy_of(made_cluster, folder / ("long and, odd " * 10).strip())
    with embedded_postgres(data_dir) as url:
        assert accepts(url)
        place = DataDir(data_dir)
        directory = place.socket_directory(PostgresAccount.of_server(place))
        assert directory != place.cluster
        assert directory.stat().st_mode & 0o077 == 0
    wait_until(lambda: no_processes_of(data_dir))
    assert not directory.exists()


def test_a_socket_directory_created_by_another_user_is_rejected(folder, made_cluster):
    data_dir = copy_of(made_cluster, folder / ("long " * 20).strip())
    place = DataDir(data_dir)
    directory = place.socket_directory(PostgresAccount.of_server(place))
    directory.mkdir(mode=0o777)
    directory.chmod(0o777)
    try:
        with pytest.raises(ConfigurationError, match="not a private directory"), embedded_postgres(data_dir):
            pass
    finally:
        directory.rmdir()


@pytest.mark.slow
def test_two_folders_have_two_servers(data_dir, folder, made_cluster):
    other = copy_of(made_cluster, folder / "other")
    with embedded_postgres(data_dir) as url, embedded_postgres(other) as other_url:
        assert postmaster_pid(data_dir) != postmaster_pid(other)
        execute(url, "INSERT INTO kept VALUES (1)")
        assert (answers(url), answers(other_url)) == (1, 0)


@pytest.mark.slow
def test_a_cluster_of_another_version_is_rejected_in_one_line(data_dir):
    (data_dir / "postgres" / "PG_VERSION").write_text("9\n")
    with (
        pytest.raises(ConfigurationError, match="was created by PostgreSQL 9, and only") as refusal,
        embedded_postgres(data_dir),
    ):
        pass
    assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_a_failed_start_shows_the_end_of_the_log_and_can_be_retried_at_once(data_dir):
    settings = data_dir / "postgres" / "postgresql.conf"
    good = settings.read_text()
    settings.write_text(good + "no_such_setting = 1\n")
    with pytest.raises(ConfigurationError, match="no_such_setting"), embedded_postgres(data_dir):
        pass
    settings.write_text(good)
    with embedded_postgres(data_dir) as url:
        assert accepts(url)


@pytest.mark.slow
def test_a_pipeline_ends_with_its_command_while_the_server_keeps_running(data_dir):
    ended = subprocess.run(
        [sys.executable, "-c", USER_PROGRAM, data_dir], input="", capture_output=True, text=True, check=True
    )
    assert postmaster_pid(data_dir) is not None
    assert ended.stdout.startswith("postgresql://")


@pytest.mark.slow
def test_interrupting_the_process_group_of_the_first_user_does_not_stop_the_server(data_dir, user):
    first = user(data_dir)
    url = first.url()
    second = user(data_dir)
    second.url()
    server = postmaster_pid(data_dir)
    [keeper] = keepers(data_dir)
    assert keeper.ppid() != first.process.pid
    os.killpg(first.process.pid, signal.SIGINT)
    first.process.wait()
    assert accepts(url)
    assert postmaster_pid(data_dir) == server
    assert keeper.is_running()


def test_an_open_data_folder_is_closed_to_other_users_at_startup(data_dir):
    data_dir.chmod(0o755)
    with embedded_postgres(data_dir) as url:
        assert answers(url, "SELECT 1") == 1
        assert data_dir.stat().st_mode & 0o006 == 0
        assert all(OWN_ENTRIES.fullmatch(entry.name) for entry in data_dir.iterdir())
        assert DataDir(data_dir).log.stat().st_mode & 0o077 == 0


def test_nothing_listens_outside_a_private_directory_and_commits_are_durable(data_dir):
    with embedded_postgres(data_dir) as url:
        listening = psutil.Process(postmaster_pid(data_dir)).net_connections("inet")
        assert listening == []
        place = DataDir(data_dir)
        assert place.socket_directory(PostgresAccount.of_server(place)).stat().st_mode & 0o077 == 0
        settings = {name: answers(url, f"SHOW {name}") for name in ("fsync", "synchronous_commit", "timezone")}
        assert settings == {"fsync": "on", "synchronous_commit": "on", "timezone": "UTC"}
        assert (
            answers(
                url,
                "SELECT lower('ÄÉ') || (SELECT string_agg(c, '' ORDER BY c) FROM (VALUES ('b'), ('B')) v(c))",
            )
            == "äéBb"
        )


def test_no_secret_is_in_the_environment_of_the_server(data_dir, monkeypatch):
    monkeypatch.setenv("GARNER_JWT_SECRET", "hidden")
    monkeypatch.setenv("PGPORT", "1")
    with embedded_postgres(data_dir) as url:
        assert accepts(url)
        assert "hidden" not in psutil.Process(postmaster_pid(data_dir)).environ().values()


@pytest.mark.slow
def test_deleting_the_folder_stops_its_server(data_dir):
    with embedded_postgres(data_dir):
        server, [keeper] = postmaster_pid(data_dir), keepers(data_dir)
        shutil.rmtree(data_dir, ignore_errors=True)
        wait_until(lambda: not psutil.pid_exists(server) and not keeper.is_running())
        data_dir.mkdir(exist_ok=True)


@pytest.mark.slow
@pytest.mark.parametrize("as_root", [True] if os.geteuid() == 0 else [])  # only root's server runs as another user
def test_the_server_of_root_works_in_a_closed_parent_that_stays_closed_to_others(folder, made_cluster, as_root, capfd):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    data_dir = copy_of(made_cluster, closed / "data")
    with embedded_postgres(data_dir) as url:
        assert accepts(url)
    assert closed.stat().st_mode & 0o007 == 0
    output = capfd.readouterr().err
    assert (
        f"refuses to run as root, so it runs as the user {PostgresAccount.of_server(DataDir(data_dir)).name}" in output
    )
    assert f"{closed} to reach its files" in output
    closed.chmod(0o700)  # revokes the granted permission
    wait_until(lambda: no_processes_of(data_dir))
    with embedded_postgres(data_dir) as url:
        assert accepts(url)
