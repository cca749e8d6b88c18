import pytest
import zstandard

from garner.blobs import unpack
from garner.errors import BodyMissing, TooLarge

PACKED = zstandard.compress(b"x" * 1000)


def test_a_packed_body_is_unpacked() -> None:
    assert unpack(PACKED, 1000) == b"x" * 1000


@pytest.mark.parametrize("damaged", [PACKED[:-3], b"garbage", b"", bytes(len(PACKED))])
def test_a_damaged_body_counts_as_missing(damaged: bytes) -> None:
    with pytest.raises(BodyMissing):
        unpack(damaged, 10_000)


def test_a_body_larger_than_allowed_is_not_unpacked() -> None:
    with pytest.raises(TooLarge):
        unpack(PACKED, 999)
