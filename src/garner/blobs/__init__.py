"""Storage of page bodies in a folder or in S3: writing, reading and cleaning."""

from garner.blobs.cleaning import CleaningReport, clean_bodies
from garner.blobs.opening import S3Access, local_blobs, open_blobs, open_bucket
from garner.blobs.store import BlobStore, unpack

__all__ = [
    "BlobStore",
    "CleaningReport",
    "S3Access",
    "clean_bodies",
    "local_blobs",
    "open_blobs",
    "open_bucket",
    "unpack",
]
