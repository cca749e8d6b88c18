"""The metrics folder of a server and its workers: removed in the end, whether servers stop or are killed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from garner.cli.serving.shared_metrics import FOLDER, METRICS, is_served, shared_metrics

SERVER = """
import sys
from pathlib import Path
from garner.cli.serving.shared_metrics import shared_metrics
with shared_metrics(Path(sys.argv[1])) as folder:
    (folder / "counter_1.db").write_bytes(b"numbers")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def restore_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "")


@contextmanager
def another_server(data_dir: Path) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    command = [sys.executable, "-c", SERVER, str(data_dir)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, Path(process.stdout.readline().strip())
        finally:
            process.kill()


def folders(data_dir: Path) -> list[Path]:
    return [path for path in (data_dir / METRICS).glob("*") if path.is_dir()]


def test_a_server_removes_its_folder_when_it_ends(tmp_path: Path) -> None:
    with shared_metrics(tmp_path) as folder:
        assert os.environ[FOLDER] == str(folder.resolve()) and is_served(tmp_path)
    assert folders(tmp_path) == [] and not is_served(tmp_path)


def test_the_folder_of_a_killed_server_is_removed_by_the_next_one(tmp_path: Path) -> None:
    with another_server(tmp_path) as (process, left):
        process.kill()
        process.wait()
        assert (left / "counter_1.db").exists() and not is_served(tmp_path)
        with shared_metrics(tmp_path) as mine:
            assert folders(tmp_path) == [mine]


def test_the_folder_of_a_running_server_is_kept(tmp_path: Path) -> None:
    with another_server(tmp_path) as (process, theirs), shared_metrics(tmp_path) as mine:
        assert sorted(folders(tmp_path)) == sorted([theirs, mine])
        assert (theirs / "counter_1.db").exists()
        process.communicate("")
        assert folders(tmp_path) == [mine] and is_served(tmp_path)


def test_the_metrics_of_a_killed_server_with_the_same_process_id_are_not_counted(tmp_path: Path) -> None:
    """As in a container, where every server has the same process id."""
    with shared_metrics(tmp_path) as folder:
        shutil.copytree(folder, left := tmp_path / METRICS / f"{os.getpid()}-left")
        (left / "counter_1.db").write_bytes(b"numbers")
    with shared_metrics(tmp_path) as folder:
        assert folders(tmp_path) == [folder]
        assert list(folder.glob("*.db")) == []
