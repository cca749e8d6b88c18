"""Every error Garner raises on purpose.

    GarnerError
    ├── InputError              the input cannot be used                         422
    │   ├── InvalidUrl          not a URL that Garner fetches                    422
    │   ├── MalformedBody       the request's body is not the expected JSON      400
    │   ├── OffsetPage          the list has cursors and no page numbers         400
    │   ├── BodyTooLarge        the request's body is too large                  413
    │   ├── WrongMediaType      the media type is not supported here             415
    │   ├── FileUnreadable      an uploaded file is damaged                      422
    │   │   ├── EmptyFile       the file is empty                                422
    │   │   ├── NoRows          the file has nothing below its header            422
    │   │   ├── FileLocked      the file is protected by a password              422
    │   │   └── FileTooLarge    the file unpacks to too much, or is too wide     413
    │   ├── NoWebPage           the submitted page is not a web page             422
    │   ├── EmptyPage           the submitted page is empty                      422
    │   ├── ChallengePage       it is a challenge in front of a page             422
    │   └── SignInPage          it is a sign-in form in front of a page          422
    ├── NotFound                it does not exist, or it is not yours            404
    ├── Conflict                the current state does not allow it              409
    │   ├── KnownFile           a scan has already imported this file            409
    │   └── FileChanged         the file changed while it was read               409
    ├── Unauthorized            the client must authenticate                     401
    ├── Forbidden               the client may not do that                       403
    ├── TooManyRequests         slow down                                        429
    ├── NotInstalled            an optional part is not installed                501
    ├── Unavailable             a part Garner needs does not answer              503
    │   ├── DiskFull            a disk is full                                   503
    │   └── Overloaded          too many requests at the same time               503
    ├── ConfigurationError      a setting is wrong; stops the start
    │   ├── Unsealable          there is no key to seal a password with          409
    │   └── WrongKey            a sealed secret does not open with the set key
    ├── NotPublished            a message was not accepted by its consumer       retryable
    │   └── MessageRefused      it never will be
    ├── FetchError              a page could not be fetched
    │   ├── NetworkError        no connection, reset, broken TLS                 retryable
    │   ├── FetchTimeout        took longer than allowed                         retryable
    │   ├── ProxyFailed         the proxy is at fault, not the site              retryable
    │   │   └── ProxyOrSiteFailed  broke behind a proxy; either may be at fault  retryable
    │   ├── BrowserCrashed      the browser that rendered the page died          retryable
    │   ├── EgressRefused       the address is private
    │   ├── RobotsDisallowed    the site's robots.txt forbids it
    │   ├── TooManyRedirects
    │   ├── BadRedirect         the redirect target is no web page
    │   ├── TooLarge            more bytes than allowed, before or after decompression
    │   ├── UndecodableBody     declared as compressed, and is not               retryable
    │   └── ProviderFailed      a search endpoint gave no usable answer          retryable
    └── ExtractError            a page was fetched, and gave no record
        ├── ExtractTimeout      extraction took longer than allowed
        ├── ExtractCrashed      the extraction process died
        ├── BodyMissing         the stored body is gone                          retryable
        ├── PictureUnreadable   a picture cannot be decoded, despite its first bytes
        └── LlmError            a call of a language model gave no result
            ├── LlmTimeout      it took longer than allowed                      retryable
            ├── LlmUnreachable  no connection, or an error of its server         retryable
            ├── LlmBusy         it asks to slow down                             retryable
            ├── LlmRefused      it rejects the request, or our access
            ├── LlmBadAnswer    its answer cannot be parsed
            └── LlmBudgetSpent  it was not called: the day's tokens are spent

A class has a machine-readable code, the HTTP status of a face's answer, and whether a retry may help. Adapters
translate foreign exceptions into these at their boundary.
"""

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field of a request, and its error."""

    field: str
    reason: str


class GarnerError(Exception):
    code: ClassVar[str] = "internal"
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, fields: Sequence[FieldError] = (), retry_after: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fields = tuple(fields)
        self.retry_after = retry_after

    def copy(self) -> Self:
        """Return a copy to raise: an instance that is raised repeatedly keeps the frames of every time."""
        return type(self)(self.message, fields=self.fields, retry_after=self.retry_after)


class InputError(GarnerError):
    code = "invalid_input"
    http_status = 422


class InvalidUrl(InputError):
    code = "invalid_url"


class MalformedBody(InputError):
    code = "malformed_body"
    http_status = 400


class OffsetPage(InputError):
    code = "offset_page"
    http_status = 400


class BodyTooLarge(InputError):
    code = "body_too_large"
    http_status = 413


class WrongMediaType(InputError):
    code = "wrong_media_type"
    http_status = 415


class FileUnreadable(InputError):
    code = "unreadable_file"


class EmptyFile(FileUnreadable):
    code = "empty_file"


class NoRows(FileUnreadable):
    code = "no_rows"


class FileLocked(FileUnreadable):
    code = "locked_file"


class FileTooLarge(FileUnreadable):
    code = "file_too_large"
    http_status = 413


class NoWebPage(InputError):
    code = "wrong_type"


class EmptyPage(InputError):
    code = "empty"


class ChallengePage(InputError):
    code = "soft_block"


class SignInPage(InputError):
    code = "login_wall"


class NotFound(GarnerError):
    code = "not_found"
    http_status = 404


class ChangesDeleted(GarnerError):
    http_status = 410
    code = "changes_deleted"


class Conflict(GarnerError):
    code = "conflict"
    http_status = 409


class KnownFile(Conflict):
    code = "known_file"


class FileChanged(Conflict):
    code = "file_changed"


class Unauthorized(GarnerError):
    code = "unauthorized"
    http_status = 401


class Forbidden(GarnerError):
    code = "forbidden"
    http_status = 403


class TooManyRequests(GarnerError):
    code = "too_many_requests"
    http_status = 429
    retryable = True


class NotInstalled(GarnerError):
    code = "not_installed"
    http_status = 501


class Unavailable(GarnerError):
    code = "unavailable"
    http_status = 503
    retryable = True


class DiskFull(Unavailable):
    code = "disk_full"


class Overloaded(Unavailable):
    code = "overloaded"


def disk_full(disk: str) -> DiskFull:
    message = f"{disk} is full, or its quota is used up. Free some space and retry. Run `garner doctor` for details."
    return DiskFull(message, retry_after=30)


_FULL_DISK_WORDS = ("No space left on device", "Disk quota exceeded", "File too large")


def says_disk_full(error: BaseException) -> bool:
    """Return whether a foreign error says that a disk is full or a quota on it is used up."""
    is_full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return is_full or any(words in str(error) for words in _FULL_DISK_WORDS)


class ConfigurationError(GarnerError):
    code = "configuration"


class Unsealable(ConfigurationError):
    code = "secret_key_missing"
    http_status = 409


class WrongKey(ConfigurationError):
    code = "wrong_secret_key"


class NotPublished(GarnerError):
    """A message was not accepted. `accepted` messages before it were."""

    retryable = True

    def __init__(self, message: str, *, accepted: int = 0) -> None:
        super().__init__(message)
        self.accepted = accepted


class MessageRefused(NotPublished):
    retryable = False


class FetchError(GarnerError):
    code = "fetch_failed"


class NetworkError(FetchError):
    code = "network_error"
    retryable = True


class FetchTimeout(FetchError):
    code = "fetch_timeout"
    retryable = True


class ProxyFailed(FetchError):
    code = "proxy_failed"
    retryable = True


class ProxyOrSiteFailed(ProxyFailed):
    code = "proxy_or_site_failed"


class BrowserCrashed(FetchError):
    code = "browser_crashed"
    retryable = True


class EgressRefused(FetchError):
    code = "private_address"


class RobotsDisallowed(FetchError):
    code = "robots_disallowed"


class TooManyRedirects(FetchError):
    code = "too_many_redirects"


class BadRedirect(FetchError):
    code = "bad_redirect"


class TooLarge(FetchError):
    code = "too_large"


class UndecodableBody(FetchError):
    code = "undecodable_body"
    retryable = True


class SitemapUnreadable(FetchError):
    code = "sitemap_unreadable"


class SourceRefused(FetchError):
    code = "source_refused"


class SourceUnavailable(FetchError):
    code = "source_unavailable"
    retryable = True


class ProviderFailed(FetchError):
    code = "provider_failed"
    retryable = True


class ExtractError(GarnerError):
    code = "extract_failed"


class ExtractTimeout(ExtractError):
    code = "extract_timeout"


class ExtractCrashed(ExtractError):
    code = "extract_crashed"


class BodyMissing(ExtractError):
    code = "body_missing"
    retryable = True


class PictureUnreadable(ExtractError):
    code = "picture_unreadable"


class LlmError(ExtractError):
    code = "llm_failed"
    costs: ClassVar[bool] = False  # whether tokens may have been spent anyway


class LlmTimeout(LlmError):
    code = "llm_timeout"
    retryable = True
    costs = True


class LlmUnreachable(LlmError):
    code = "llm_unreachable"
    retryable = True


class LlmBusy(LlmError):
    code = "llm_busy"
    retryable = True


class LlmRefused(LlmError):
    code = "llm_refused"


class LlmBadAnswer(LlmError):
    code = "llm_bad_answer"
    costs = True


class LlmBudgetSpent(LlmError):
    code = "llm_budget_spent"
