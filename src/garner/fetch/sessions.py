"""HTTP sessions with limits on response headers, without cookies, and without automatic resending of requests."""

from collections.abc import Mapping

import aiohttp

from garner.fetch.before_send_hook import AnnouncedRequest

MAX_HEADER_BYTES = 16 * 1024
MAX_HEADERS = 128


def open_session(connector: aiohttp.TCPConnector, headers: Mapping[str, str]) -> aiohttp.ClientSession:
    session = aiohttp.ClientSession(
        connector=connector,
        headers=headers,
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        max_line_size=MAX_HEADER_BYTES,
        max_field_size=MAX_HEADER_BYTES,
        max_headers=MAX_HEADERS,
        request_class=AnnouncedRequest,
    )
    session._retry_connection = False  # aiohttp has no public option that prevents resending a request
    return session
