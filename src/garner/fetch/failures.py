"""The foreign exceptions of a fetch, told as Garner's own. The boundary: nothing of aiohttp's passes it.

Through a proxy it matters who failed, because a site that is blamed is called more slowly and a proxy that is
blamed is used less. What the proxy does before it lets us through is its own doing (`ProxyFailed`). Once it
carries the bytes of a site, a broken connection looks the same whichever of the two broke it, and so does a
proxy's word that it cannot reach the site (`ProxyOrSiteFailed`): blame neither, and try another way. What can
only come out of the site, its certificate or a broken answer inside a tunnel, is told as without a proxy.
"""

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from garner.errors import (
    FetchError,
    FetchTimeout,
    NetworkError,
    ProxyFailed,
    ProxyOrSiteFailed,
    TooLarge,
)

FOREIGN_ERRORS = (aiohttp.ClientError, HttpProcessingError, OSError, ValueError, RuntimeError, EOFError)

# The first that fits is the one told, so a class stands before its base.
REASONS: tuple[tuple[type[Exception], type[FetchError], str], ...] = (
    (aiohttp.ClientConnectorCertificateError, NetworkError, "{host} has a certificate that is not trusted."),
    (aiohttp.ClientSSLError, NetworkError, "{host} does not speak TLS as it should."),
    (aiohttp.ClientConnectorError, NetworkError, "{host} cannot be connected to."),
    (aiohttp.InvalidURL, FetchError, "{host} is not a host that can be connected to."),
    (aiohttp.ServerDisconnectedError, NetworkError, "{host} closed the connection without an answer."),
    (aiohttp.ClientResponseError, NetworkError, "{host} answers with something that is not HTTP."),
    (aiohttp.ClientPayloadError, NetworkError, "{host} ended its answer before it was complete."),
    (HttpProcessingError, NetworkError, "{host} answers with something that is not HTTP."),
    (TimeoutError, FetchTimeout, "{host} did not answer in time."),
)
HEADERS_TOO_LARGE = ("Got more than", "Too many headers")
NOT_HTTP = (aiohttp.ClientResponseError, HttpProcessingError)

WANTS_PASSWORD = 407
# By their meaning the proxy works and the site does not, but an overloaded proxy says the same.
SITE_NOT_REACHED = frozenset({502, 503, 504})


class SiteNotReached(aiohttp.ClientConnectorError):
    """The proxy says that it cannot connect to this address; another of the site's may do."""


def translated(error: Exception, host: str | None) -> FetchError:
    if isinstance(error, aiohttp.ClientResponseError) and error.message.startswith(HEADERS_TOO_LARGE):
        return TooLarge(f"{host} sends larger headers than allowed.")
    for foreign, ours, reason in REASONS:
        if isinstance(error, foreign):
            return ours(reason.format(host=host))
    return NetworkError(f"The connection to {host} broke.")


def translated_on_the_way(error: Exception, proxy: str, site: URL) -> FetchError:
    """What went wrong while a proxy of HTTP was connected to and asked to connect to the site."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return not_let_through(error.status, proxy, site.host)
    if isinstance(error, aiohttp.ClientConnectorError) and (error.host, error.port) == (site.raw_host, site.port):
        return translated_behind(error, proxy, site, tunnel=True)  # the tunnel stood: this is TLS inside it
    if isinstance(error, NOT_HTTP):
        return ProxyFailed(f"{proxy} answers with something that is not HTTP.")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return ProxyFailed(f"{proxy} has a certificate that is not trusted.")
    if isinstance(error, aiohttp.ClientConnectorError):
        return ProxyFailed(f"{proxy} cannot be connected to.")
    return ProxyFailed(f"{proxy} closed the connection before it let us through.")


def translated_behind(error: Exception, proxy: str, site: URL, *, tunnel: bool) -> FetchError:
    """What went wrong once the proxy carried bytes; without a `tunnel` it is the proxy that speaks to us."""
    if isinstance(error, SiteNotReached):
        return ProxyOrSiteFailed(f"{proxy} could not reach {site.host}.")
    if tunnel and isinstance(error, (aiohttp.ClientConnectorCertificateError, *NOT_HTTP)):
        return translated(error, site.host)
    if isinstance(error, NOT_HTTP):
        told = translated(error, site.host)
        return told if isinstance(told, TooLarge) else ProxyFailed(f"{proxy} answers with something that is not HTTP.")
    return ProxyOrSiteFailed(f"The connection to {site.host} broke on the way through {proxy}.")


def not_let_through(status: int, proxy: str, host: str | None) -> ProxyFailed:
    if status == WANTS_PASSWORD:
        return password_wanted(proxy)
    if status in SITE_NOT_REACHED:
        return ProxyOrSiteFailed(f"{proxy} could not reach {host} (HTTP {status}).")
    return ProxyFailed(f"{proxy} does not let us through to {host} (HTTP {status}).")


def password_wanted(proxy: str) -> ProxyFailed:
    return ProxyFailed(f"{proxy} wants another user name and password than it was given.")
