"""Sources of files: a local folder, a bucket, a folder on an FTP server."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from garner.errors import FieldError, InputError

FTP_PORT = 21
_UNFINISHED = (".tmp", ".temp", ".part", ".partial", ".filepart", ".crdownload", ".download", ".swp", ".lock", "~")
_STARTS_OF_OTHERS = (".", "~$")  # hidden files, and lock files of editors


class Scheme(StrEnum):
    FILE = "file"
    S3 = "s3"
    FTP = "ftp"


@dataclass(frozen=True, slots=True)
class SourceUrl:
    scheme: Scheme
    host: str = ""  # or the bucket
    path: str = ""  # absolute for a local folder, else without a slash at either end
    port: int = FTP_PORT

    def __str__(self) -> str:
        if self.scheme is Scheme.FILE:
            return f"file://{self.path}"
        port = f":{self.port}" if self.port != FTP_PORT else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{port}/{self.path}".rstrip("/")

    def lies_in(self, other: "SourceUrl") -> bool:
        same = (self.scheme, self.host, self.port) == (other.scheme, other.host, other.port)
        return same and (not other.path or self.path == other.path or self.path.startswith(f"{other.path}/"))


def parse_source_url(text: str) -> SourceUrl:
    """Parse `/folder`, `file:///folder`, `s3://bucket/prefix` or `ftp://host/folder`."""
    if not text.isprintable():
        raise _unusable("It contains characters that are not allowed")
    if text.startswith("/"):
        return _folder("", text)
    scheme, separator, rest = text.partition("://")
    host, _, path = rest.partition("/")
    if not separator or scheme.lower() not in tuple(Scheme):
        raise _unusable("It must be a folder (/folder), s3://bucket/prefix or ftp://host/folder")
    if scheme.lower() == Scheme.FILE:
        return _folder(host, f"/{unquote(path)}")
    return _elsewhere(Scheme(scheme.lower()), host, path)


def _folder(host: str, path: str) -> SourceUrl:
    if host not in ("", "localhost"):
        raise _unusable("A folder needs three slashes: file:///folder")
    if not path.isprintable():
        raise _unusable("It contains characters that are not allowed")
    return SourceUrl(Scheme.FILE, path=path.rstrip("/") or "/")


def _elsewhere(scheme: Scheme, host: str, path: str) -> SourceUrl:
    if "@" in host:
        raise _unusable("Remove the account; it is set with GARNER_INGEST_FTP_USER")
    below = unquote(path) if scheme is Scheme.FTP else path
    parts = [part for part in below.split("/") if part]
    if not host or ".." in parts or not below.isprintable():
        raise _unusable(f"It must be {scheme}://{'bucket/prefix' if scheme is Scheme.S3 else 'host/folder'}")
    if scheme is Scheme.S3:
        return SourceUrl(scheme, host, "/".join(parts))
    try:
        authority = urlsplit(f"//{host}")
        return SourceUrl(scheme, authority.hostname or "", "/".join(parts), authority.port or FTP_PORT)
    except ValueError:
        raise _unusable("The host or port is not valid") from None


def _unusable(reason: str) -> InputError:
    return InputError(f"source: {reason}.", fields=[FieldError("source", reason)])


def is_one_of(source: SourceUrl, listed: Iterable[str]) -> bool:
    return any(source.lies_in(parse_source_url(text)) for text in listed)


def is_finished(name: str) -> bool:
    """Return whether a file's name does not mark it as hidden, as another program's, or as incomplete."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    hidden = any(part.startswith(_STARTS_OF_OTHERS) for part in parts)
    return bool(parts) and not hidden and not parts[-1].lower().endswith(_UNFINISHED)
