"""The OpenAPI document without a server, from which the page's client is made."""

import os
import subprocess
import sys
from pathlib import Path

import orjson

from garner.api.app import create_app
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.server import make_services

# Settings with which a server would not start.
HOPELESS = {"GARNER_PORT": "nonsense", "GARNER_WORKERS": "-1", "DATABASE_URL": "nowhere", "GARNER_DATA_DIR": "/nowhere"}


def test_the_printed_document_matches_the_server_for_any_settings(settings: Settings, tmp_path: Path) -> None:
    away = Database("postgresql://nobody@127.0.0.1:1/none", size=1)
    engine = Engine(settings, away, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)
    (tmp_path / ".env").write_text("GARNER_PORT=nonsense\n")
    command = [sys.executable, "-m", "garner.api.document"]
    printed = subprocess.run(
        command, env=os.environ | HOPELESS, cwd=tmp_path, check=True, capture_output=True, timeout=60
    )
    assert orjson.loads(printed.stdout) == orjson.loads(orjson.dumps(create_app(make_services(engine)).openapi()))
    assert printed.stderr == b"" and [path.name for path in tmp_path.iterdir() if path.name != "bodies"] == [".env"]
