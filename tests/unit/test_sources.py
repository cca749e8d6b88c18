"""Sources report a full disk when they fetch a file."""

from pathlib import Path
from typing import cast

import obstore
import pytest
from obstore.store import MemoryStore, S3Store

from garner.errors import DiskFull
from garner.sources.bucket import BucketSource
from garner.sources.folder import Folder
from garner.sources.source import Source

FULL = Path("/dev/full")


async def _fetch(source: Source) -> None:
    (entry,) = (await source.list()).entries
    with pytest.raises(DiskFull):
        await source.fetch(entry, FULL, 1_000)


async def test_a_folder_reports_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_bytes(b"title\nPan\n")
    await _fetch(Folder.below([str(tmp_path)], str(tmp_path)))


async def test_a_bucket_reports_a_full_disk() -> None:
    store = MemoryStore()
    await obstore.put_async(store, "list.csv", b"title\nPan\n")
    await _fetch(BucketSource(cast("S3Store", store), "bucket"))
