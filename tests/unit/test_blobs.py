import hashlib
from pathlib import Path

import pytest

from garner.blobs import local_blobs, unpack
from garner.errors import BodyMissing, TooLarge


async def kept(folder: Path, body: bytes) -> bytes:
    blobs = local_blobs(folder)
    return await blobs.get_packed(await blobs.put(hashlib.sha256(body).hexdigest(), body))


@pytest.mark.parametrize("size", [0, 10, 1_000_000])
async def test_a_body_comes_back_as_it_was(tmp_path: Path, size: int) -> None:
    body = b"x" * size
    assert unpack(await kept(tmp_path, body), 2_000_000) == body


async def test_a_body_that_is_gone_says_so(tmp_path: Path) -> None:
    with pytest.raises(BodyMissing):
        await local_blobs(tmp_path).get_packed("ab/nothing.zst")


async def test_a_damaged_body_is_as_good_as_gone(tmp_path: Path) -> None:
    packed = await kept(tmp_path, b"x" * 1000)
    for damaged in (packed[:-3], b"garbage", b""):
        with pytest.raises(BodyMissing):
            unpack(damaged, 10_000)


async def test_a_body_larger_than_allowed_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        unpack(await kept(tmp_path, b"x" * 10_001), 10_000)
