"""Read a response body within the limits."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import ClientOSError, ClientResponse

from garner.errors import NetworkError, TooLarge
from garner.fetch.decoding import BodyDecoder

BODILESS = frozenset({204, 304})  # their Content-Length describes the body that is not sent
BITE = 16 * 1024  # encoded bytes decoded at a time, so that one step of decoding stays short
BREATH_SECONDS = 0.005  # the longest that decoding blocks the event loop

Sink = Callable[[bytes], object]  # takes the decoded body, piece by piece


@dataclass(frozen=True, slots=True)
class Body:
    content: bytes
    transferred: int


async def read_body(response: ClientResponse, max_bytes: int, *, cut: bool = False, sink: Sink | None = None) -> Body:
    """Return the whole body. A body larger than allowed is refused, or with `cut` truncated somewhat before the
    limit. With a `sink`, nothing of it is held here: the sink gets the pieces, and the result is empty."""
    if not cut and response.status not in BODILESS and (response.content_length or 0) > max_bytes:
        raise TooLarge(f"The response declares {response.content_length} bytes; {max_bytes} are allowed.")
    encodings = response.headers.getall("Content-Encoding", ())
    decoder = BodyDecoder(encodings, max_bytes) if encodings else None
    content: list[bytes] = []
    keep = content.append if sink is None else sink
    transferred = 0
    try:
        while chunk := await response.content.readany():
            transferred += len(chunk)
            if transferred > max_bytes:
                raise TooLarge(f"The body is larger than the {max_bytes:,} bytes allowed.")
            if decoder is None:
                keep(chunk)
            else:
                await _decode(decoder, chunk, keep)
    except TooLarge:
        if not cut:
            raise
        return Body(b"".join(content), transferred)
    _refuse_a_reset(response)
    if decoder is not None:
        decoder.finish()
    return Body(b"".join(content), transferred)


async def _decode(decoder: BodyDecoder, chunk: bytes, keep: Sink) -> None:
    clock = asyncio.get_running_loop().time
    breath_due = clock() + BREATH_SECONDS
    for start in range(0, len(chunk), BITE):
        for piece in decoder.pieces(chunk[start : start + BITE]):
            if piece:
                keep(piece)
            if clock() >= breath_due:
                await asyncio.sleep(0)
                breath_due = clock() + BREATH_SECONDS


def _refuse_a_reset(response: ClientResponse) -> None:
    """Raise a `NetworkError` if the connection was reset. A body without a length ends when the connection closes, and
    aiohttp takes a reset for such an end."""
    if response.content_length is not None or "Transfer-Encoding" in response.headers:
        return
    # The connection is already released. Only its protocol knows how it ended, and aiohttp has no public name for it.
    protocol = response._protocol
    if protocol is not None and isinstance(protocol.exception(), ClientOSError):
        raise NetworkError(f"{response.url.host} reset the connection before the response was complete.")
