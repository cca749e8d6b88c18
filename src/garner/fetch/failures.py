"""The foreign exceptions of a fetch, told as Garner's own. The boundary: nothing of aiohttp's passes it."""

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError

from garner.errors import FetchError, FetchTimeout, NetworkError, TooLarge

FOREIGN_ERRORS = (aiohttp.ClientError, HttpProcessingError, OSError, ValueError, RuntimeError, EOFError)

# The first that fits is the one told, so a class stands before its base.
REASONS: tuple[tuple[type[Exception], type[FetchError], str], ...] = (
    (aiohttp.ClientConnectorCertificateError, NetworkError, "{host} has a certificate that is not trusted."),
    (aiohttp.ClientSSLError, NetworkError, "{host} does not speak TLS as it should."),
    (aiohttp.ClientConnectorDNSError, NetworkError, "The name {host} could not be resolved."),
    (aiohttp.ClientConnectorError, NetworkError, "{host} cannot be connected to."),
    (aiohttp.InvalidURL, FetchError, "{host} is not a host that can be connected to."),
    (aiohttp.ServerDisconnectedError, NetworkError, "{host} closed the connection without an answer."),
    (aiohttp.ClientResponseError, NetworkError, "{host} answers with something that is not HTTP."),
    (aiohttp.ClientPayloadError, NetworkError, "{host} ended its answer before it was complete."),
    (HttpProcessingError, NetworkError, "{host} answers with something that is not HTTP."),
    (TimeoutError, FetchTimeout, "{host} did not answer in time."),
)
HEADERS_TOO_LARGE = ("Got more than", "Too many headers")


def translated(error: Exception, host: str | None) -> FetchError:
    if isinstance(error, aiohttp.ClientResponseError) and error.message.startswith(HEADERS_TOO_LARGE):
        return TooLarge(f"{host} sends larger headers than allowed.")
    for foreign, ours, reason in REASONS:
        if isinstance(error, foreign):
            return ours(reason.format(host=host))
    return NetworkError(f"The connection to {host} broke.")
