"""Translate foreign exceptions of a fetch into Garner's own. No aiohttp exception passes this boundary.

Through a proxy it matters which side failed, because a site that is blamed is requested more slowly and a proxy that is
blamed is used less. Failures before the proxy lets us through are the proxy's (`ProxyFailed`). Once it carries the
bytes of a site, a broken connection looks the same whichever of the two broke it, and so does a proxy's report that it
cannot reach the site (`ProxyOrSiteFailed`): neither is blamed, and another route is tried. Failures that can only come
from the site, such as its certificate or a broken answer inside a tunnel, are reported as without a proxy.
"""

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from garner.errors import FetchError, FetchTimeout, NetworkError, ProxyFailed, ProxyOrSiteFailed, TooLarge

FOREIGN_ERRORS = (aiohttp.ClientError, HttpProcessingError, OSError, ValueError, RuntimeError, EOFError)

# The first match is reported, so a class comes before its base class.
REASONS: tuple[tuple[type[Exception], type[FetchError], str], ...] = (
    (aiohttp.ClientConnectorCertificateError, NetworkError, "{host} has an untrusted certificate."),
    (aiohttp.ClientSSLError, NetworkError, "{host} failed the TLS handshake."),
    (aiohttp.ClientConnectorError, NetworkError, "Could not connect to {host}."),
    (aiohttp.InvalidURL, FetchError, "{host} is not a valid host."),
    (aiohttp.ServerDisconnectedError, NetworkError, "{host} closed the connection without a response."),
    (aiohttp.ClientResponseError, NetworkError, "{host} sent a response that is not HTTP."),
    (aiohttp.ClientPayloadError, NetworkError, "{host} closed the connection before the response was complete."),
    (HttpProcessingError, NetworkError, "{host} sent a response that is not HTTP."),
    (TimeoutError, FetchTimeout, "{host} did not respond in time."),
)
HEADERS_TOO_LARGE = ("Got more than", "Too many headers")
NOT_HTTP = (aiohttp.ClientResponseError, HttpProcessingError)

WANTS_PASSWORD = 407
# By their meaning the proxy works and the site does not, but an overloaded proxy sends the same codes.
SITE_NOT_REACHED = frozenset({502, 503, 504})


class SiteNotReached(aiohttp.ClientConnectorError):
    """A proxy's report that it cannot connect to this address; another address of the site may work."""


def translate_error(error: Exception, host: str | None) -> FetchError:
    if isinstance(error, aiohttp.ClientResponseError) and error.message.startswith(HEADERS_TOO_LARGE):
        return TooLarge(f"{host} sent headers that are larger than allowed.")
    for foreign, ours, reason in REASONS:
        if isinstance(error, foreign):
            return ours(reason.format(host=host))
    return NetworkError(f"The connection to {host} broke.")


def translate_proxy_error(error: Exception, proxy: str, site: URL) -> FetchError:
    """Translate an error that occurred while connecting to an HTTP proxy and asking it to connect to the site."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return not_let_through(error.status, proxy, site.host)
    if isinstance(error, aiohttp.ClientConnectorError) and (error.host, error.port) == (site.raw_host, site.port):
        return translate_error_behind_proxy(
            error, proxy, site, tunnel=True
        )  # the tunnel was established: this is TLS inside it
    if isinstance(error, NOT_HTTP):
        return ProxyFailed(f"{proxy} sent a response that is not HTTP.")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return ProxyFailed(f"{proxy} has an untrusted certificate.")
    if isinstance(error, aiohttp.ClientConnectorError):
        return ProxyFailed(f"{proxy} could not be reached.")
    return ProxyFailed(f"{proxy} closed the connection before it connected to the site.")


def translate_error_behind_proxy(error: Exception, proxy: str, site: URL, *, tunnel: bool) -> FetchError:
    """Translate an error that occurred once the proxy carried bytes. Without a `tunnel`, the proxy itself answers
    us."""
    if isinstance(error, SiteNotReached):
        return ProxyOrSiteFailed(f"{proxy} could not reach {site.host}.")
    if tunnel and isinstance(error, (aiohttp.ClientConnectorCertificateError, *NOT_HTTP)):
        return translate_error(error, site.host)
    if isinstance(error, NOT_HTTP):
        failure = translate_error(error, site.host)
        return failure if isinstance(failure, TooLarge) else ProxyFailed(f"{proxy} sent a response that is not HTTP.")
    return ProxyOrSiteFailed(f"{proxy} lost the connection to {site.host}.")


def not_let_through(status: int, proxy: str, host: str | None) -> ProxyFailed:
    if status == WANTS_PASSWORD:
        return password_wanted(proxy)
    if status in SITE_NOT_REACHED:
        return ProxyOrSiteFailed(f"{proxy} could not reach {host} (HTTP {status}).")
    return ProxyFailed(f"{proxy} refused to connect to {host} (HTTP {status}).")


def password_wanted(proxy: str) -> ProxyFailed:
    return ProxyFailed(f"{proxy} requires a valid user name and password.")
