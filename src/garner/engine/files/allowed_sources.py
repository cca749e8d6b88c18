"""Check that a source may be scanned, and open it."""

import asyncio
from ipaddress import ip_address

from garner.blobs import S3Access, open_bucket
from garner.core.urls.source_url import Scheme, SourceUrl, is_one_of
from garner.errors import EgressRefused, Forbidden, NetworkError, Unavailable
from garner.fetch.guard import EgressGuard, Resolver, SystemResolver
from garner.settings import Settings
from garner.sources import BucketSource, Folder, FtpAccount, FtpFolder, Source


async def open_source(settings: Settings, url: SourceUrl, resolver: Resolver | None = None) -> Source:
    if url.scheme is Scheme.FILE:
        return await asyncio.to_thread(Folder.below, settings.ingest.scan_roots, url.path)
    if not is_one_of(url, settings.ingest.scan_sources):
        raise Forbidden(f"{url} is not inside a source listed in GARNER_INGEST_SOURCES.")
    if url.scheme is Scheme.S3:
        return BucketSource(open_bucket(url.host, url.path, S3Access.of(settings)), str(url))
    password = settings.ingest.ftp_password
    account = FtpAccount(settings.ingest.ftp_user, password.get_secret_value() if password else "")
    guard = EgressGuard(resolver or SystemResolver(), allow_private=settings.fetch.allow_private)
    return FtpFolder(await _address(guard, url.host), url.path, account, url.port)


async def _address(guard: EgressGuard, host: str) -> str:
    """Return the address that is connected to, so that the name cannot resolve elsewhere a moment later."""
    try:
        if _is_address(host):
            guard.require(host)
            return host
        return (await guard.resolve(host))[0]["host"]
    except EgressRefused as error:
        raise Forbidden(error.message) from error
    except NetworkError as error:
        raise Unavailable(error.message) from error


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
