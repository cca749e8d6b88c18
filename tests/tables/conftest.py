"""Fixtures that write table files and read their rows."""

from collections.abc import Callable
from pathlib import Path

import pytest

from garner.tables.reading import Limits, TableRow, open_table

Write = Callable[[str | bytes, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(content: str | bytes, name: str = "table.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


@pytest.fixture
def rows() -> Callable[..., list[TableRow]]:
    def read(path: Path, skip: int = 0, limits: Limits | None = None, header: bool | None = None) -> list[TableRow]:
        with open_table(path, path.name, limits=limits, header=header) as table:
            return [row for batch in table.batches(skip) for row in batch]

    return read
