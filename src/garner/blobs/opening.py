"""Open the body storage: a local folder, or a bucket of S3 or an S3-compatible service."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from garner.blobs.store import BlobStore
from garner.errors import ConfigurationError
from garner.private_files import make_private_folder
from garner.settings import Settings

if TYPE_CHECKING:
    from obstore.store import S3Config  # it does not exist at run time

# Limits for any request. A caller that is processing a page waits less (`store.PUT_SECONDS`).
CONNECT_SECONDS = timedelta(seconds=5)
REQUEST_SECONDS = timedelta(seconds=30)
RETRY_SECONDS = timedelta(seconds=10)
RETRIES = 3


@dataclass(frozen=True, slots=True)
class S3Access:
    """S3 credentials and endpoint. Without keys, those of the AWS environment or machine role are used."""

    endpoint: str | None = None  # for MinIO or another service that is not AWS
    region: str = "us-east-1"
    access_key_id: str | None = None
    secret_access_key: str | None = None
    path_style: bool = True

    @classmethod
    def of(cls, settings: Settings) -> "S3Access":
        return cls(
            settings.storage.s3_endpoint,
            settings.storage.s3_region,
            settings.storage.s3_access_key_id,
            settings.storage.s3_secret_access_key,
            settings.storage.s3_path_style,
        )


def open_blobs(url: str | None, folder: Path, s3: S3Access | None = None) -> BlobStore:
    """Return the store that `url` names (`s3://bucket/prefix`), or the local folder if there is no URL."""
    if not url:
        return local_blobs(folder)
    parts = urlsplit(url)
    if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment:
        raise ConfigurationError(f"GARNER_BLOB_URL={url!r} is not valid: must be s3://bucket or s3://bucket/prefix")
    bucket, prefix = parts.netloc, parts.path.strip("/")
    return BlobStore(open_bucket(bucket, prefix, s3 or S3Access()), f"s3://{bucket}/{prefix}".rstrip("/"))


def local_blobs(folder: Path) -> BlobStore:
    make_private_folder(folder)
    return BlobStore(LocalStore(folder, automatic_cleanup=True), str(folder))


def open_bucket(bucket: str, prefix: str, access: S3Access) -> S3Store:
    if (access.access_key_id is None) != (access.secret_access_key is None):
        raise ConfigurationError("GARNER_S3_ACCESS_KEY_ID and GARNER_S3_SECRET_ACCESS_KEY must be set together")
    _require_a_web_address(access.endpoint)
    try:
        return S3Store(
            bucket,
            prefix=prefix or None,
            config=_config(access),
            client_options={
                "allow_http": (access.endpoint or "").startswith("http://"),  # a user who writes http:// means it
                "connect_timeout": CONNECT_SECONDS,
                "timeout": REQUEST_SECONDS,
            },
            retry_config={"max_retries": RETRIES, "retry_timeout": RETRY_SECONDS},
        )
    except (BaseError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ConfigurationError(f"The S3 settings (GARNER_BLOB_URL, GARNER_S3_…) do not work: {reason}") from error


def _require_a_web_address(endpoint: str | None) -> None:
    """Raise a `ConfigurationError` for an invalid endpoint. obstore accepts anything and fails at the first request."""
    parts = urlsplit(endpoint or "https://aws")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError(f"GARNER_S3_ENDPOINT={endpoint!r} is not valid: must start with https:// or http://")


def _config(access: S3Access) -> "S3Config":
    config: S3Config = {"region": access.region, "virtual_hosted_style_request": not access.path_style}
    if access.endpoint:
        config["endpoint"] = access.endpoint
    if access.access_key_id and access.secret_access_key:
        config["access_key_id"] = access.access_key_id
        config["secret_access_key"] = access.secret_access_key
    return config
