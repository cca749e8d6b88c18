"""SimHash: a fingerprint of 64 bits that is equal for similar texts except for a few bits.

Every run of three words votes on every bit, and the majority wins, so that a text must change in many places before
many bits change. A run votes once regardless of its repetitions: with repetitions counted, a row of stars or a column
of equal labels outvotes the text that distinguishes two pages.

A word is hashed once, and a run's hash is mixed from those of its words in a few vector operations; the fingerprint
depends on the text alone, so it may be stored and compared with one computed elsewhere.
"""

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_64_intdigest

BITS = 64
SHINGLE_WORDS = 3
_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)  # one odd factor for each position in a run
_MIXERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_AT_ONCE = 1 << 16  # votes take a byte per bit: this bounds the memory that a huge page takes

Hashes = npt.NDArray[np.uint64]


def simhash(text: str) -> int:
    """Return the fingerprint of a text, as the signed number that a PostgreSQL bigint holds."""
    words = " ".join(text.lower().split()).encode("utf-8", "replace").split(b" ")
    if words == [b""]:
        return 0
    shingles = _different(_shingles(words))
    votes = np.zeros(BITS, dtype=np.int64)
    for start in range(0, len(shingles), _AT_ONCE):
        octets = shingles[start : start + _AT_ONCE].astype("<u8").view(np.uint8)
        votes += np.unpackbits(octets, bitorder="little").reshape(-1, BITS).sum(axis=0, dtype=np.int32)
    majority = np.packbits(votes * 2 > len(shingles), bitorder="little")
    return int.from_bytes(majority.tobytes(), "little", signed=True)


def _different(hashes: Hashes) -> Hashes:
    hashes.sort()
    return hashes[np.concatenate(([True], hashes[1:] != hashes[:-1]))]


def _shingles(words: list[bytes]) -> Hashes:
    """Return a hash for each run of three words; a shorter text is one run."""
    hashes = np.fromiter(map(xxh3_64_intdigest, words), dtype=np.uint64, count=len(words))
    runs = max(1, len(hashes) - SHINGLE_WORDS + 1)
    mixed = np.zeros(runs, dtype=np.uint64)
    for position, factor in zip(range(min(SHINGLE_WORDS, len(hashes))), _FACTORS, strict=False):
        mixed += hashes[position : position + runs] * np.uint64(factor)
    for shift, factor in zip((30, 27), _MIXERS, strict=True):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def distance(fingerprint: int, other: int) -> int:
    """Return the number of bits in which two fingerprints differ, signed or not."""
    return ((fingerprint ^ other) & (1 << BITS) - 1).bit_count()
