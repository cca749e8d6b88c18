"""The message that `garner serve` prints when it is ready."""

from pathlib import Path

import pytest

from garner.cli.serving.ready_message import ready_message, web_address
from garner.settings import Settings


def message(host: str, port: int = 8000, *, workers: int = 1, starting: int = 0, **settings: object) -> list[str]:
    made = Settings.from_values(**settings)
    return ready_message(made, host, port, workers=workers, starting=starting).plain.splitlines()


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://localhost:8000"),
        ("::1", 8000, "http://localhost:8000"),
        ("0.0.0.0", 9001, "http://localhost:9001"),
        ("::", 9001, "http://localhost:9001"),
        ("192.0.2.7", 80, "http://192.0.2.7:80"),
        ("2001:db8::7", 8000, "http://[2001:db8::7]:8000"),
    ],
)
def test_page_and_api_docs_are_shown_with_a_url_for_a_browser(host: str, port: int, address: str) -> None:
    assert web_address(host, port) == address
    lines = message(host, port)
    assert lines[0].endswith(f"is ready on {address}")
    assert f"  Page      {address}" in lines and f"  API docs  {address}/docs" in lines


def test_other_machines_are_mentioned_only_if_they_can_connect() -> None:
    assert "Other machines" in "".join(message("0.0.0.0"))
    assert "Other machines" not in "".join(message("127.0.0.1"))


def test_workers_are_counted_and_folder_names_are_shown_literally() -> None:
    running = message("127.0.0.1", data_dir=Path("[bold]"), database_url=None)[3:5]
    assert running == ["  Workers   1", "  Database  its own PostgreSQL in [bold]"]
    running = message("127.0.0.1", workers=3, starting=1, database_url="postgresql://db")[3:5]
    assert running == ["  Workers   3 (1 still starting)", "  Database  your PostgreSQL"]
