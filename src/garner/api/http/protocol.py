"""Limits how long, and how much, the server reads from a request that does not end.

Headers are kept in memory and joined piece by piece, which takes quadratic time, and the server underneath sets no
limit: one connection with a header that never ends would block the whole process, and an idle one would be kept
forever. So the data of a request besides its body is limited, and so is the time in which it must have arrived, or at
least have kept arriving at a reasonable rate. The body itself is limited by its reader.

Requests that are refused here, including data that is not HTTP at all, are answered in the shape of every other error.
The connection then stays half open for a moment and further data is discarded, because closing it at once would take
the answer away from a client that is still sending. The same applies to a body that is refused before all of it has
arrived: a client that reads only after it has sent everything, as Python's urllib does, gets the answer if its data is
within limits.
"""

import asyncio
from typing import Any, NamedTuple, cast

import orjson
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from garner import observe

MAX_BYTES_BESIDES_BODY = 65_536
# Data is counted in pieces of this size, so the limit is exact to one of them.
PIECE_BYTES = 8_192
REQUEST_SECONDS = 30.0
# A body that has delivered this much in that time may continue: large files take their time on a slow line.
BODY_BYTES_TO_GO_ON = 300_000
DRAIN_SECONDS = 1.0
# For a body whose request is already answered.
MAX_DRAINED_BYTES = 64_000_000


class ProtocolRefusal(NamedTuple):
    status: int
    code: str
    sentence: str


MALFORMED = ProtocolRefusal(400, "malformed_request", "The request is not valid HTTP.")
LATE = ProtocolRefusal(408, "request_timeout", "The request took too long to arrive.")
TOO_LARGE = ProtocolRefusal(
    431, "headers_too_large", f"The request has more than {MAX_BYTES_BESIDES_BODY:,} bytes of headers."
)


class DrainingTransport:
    """The connection of a single request: closing it waits for the rest of the request."""

    def __init__(self, transport: asyncio.Transport, protocol: "LimitedHttp") -> None:
        self._transport = transport
        self._protocol = protocol

    def close(self) -> None:
        self._protocol.close_after_request()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class LimitedHttp(HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the server's own
        super().connection_made(transport)
        self._arriving = False  # data was received that is not yet a complete request
        self._in_body = False
        self._besides_body = 0  # consecutive bytes that were not body
        self._of_body = 0  # bytes since the deadline was set
        self._drained = 0  # bytes of a body whose request is answered
        self._refused = False
        self._closes = False  # as soon as the request has ended
        self._deadline: asyncio.TimerHandle | None = None
        self._await_the_rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self._refused or self.transport.is_closing():
                return
            self._take(data[start : start + PIECE_BYTES])

    def _take(self, piece: bytes) -> None:
        self._arriving = True
        self._besides_body += len(piece)
        super().data_received(piece)
        if self._arriving and not self._refused:
            if self._besides_body > MAX_BYTES_BESIDES_BODY:
                self._refuse(TOO_LARGE)
            elif self._deadline is None:
                self._await_the_rest()

    def on_message_begin(self) -> None:
        self._arriving = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_body = True
        self._drained = 0
        if self.cycle is not None:
            self.cycle.transport = cast("asyncio.Transport", DrainingTransport(self.transport, self))

    def on_body(self, body: bytes) -> None:
        self._besides_body = 0
        self._of_body += len(body)
        if self.cycle.response_complete:
            self._drained += len(body)
            if self._drained > MAX_DRAINED_BYTES:
                self.transport.close()
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._arriving = self._in_body = False
        self._besides_body = 0
        self._cancel_deadline()
        if self._closes:
            self.transport.close()

    def close_after_request(self) -> None:
        if self._in_body and not self.transport.is_closing():
            self._closes = True
            self.transport.write_eof()
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self._refuse(MALFORMED)

    def _await_the_rest(self) -> None:
        self._of_body = 0
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._expire)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expire(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.flow.read_paused or self.pipeline or (answering and not self._in_body):
            self._await_the_rest()  # the server keeps the client waiting, with an earlier request
        elif self._of_body >= BODY_BYTES_TO_GO_ON:
            self._await_the_rest()
        elif self._arriving:
            self._refuse(LATE)
        else:
            self.transport.close()

    def _refuse(self, refusal: ProtocolRefusal) -> None:
        self._refused = True
        self._cancel_deadline()
        if not self._may_answer():
            self.transport.close()
            return
        if self.cycle is not None:  # the handler of the request has no client to answer any more
            self.cycle.disconnected = True
            self.cycle.waiting_for_100_continue = False
        observe.emit(observe.RequestAnswered("unknown", "unknown", refusal.status, 0.0))
        self.transport.write(self._answer(refusal))
        self.transport.write_eof()
        self.loop.call_later(DRAIN_SECONDS, self.transport.close)

    def _may_answer(self) -> bool:
        """Return whether an answer would not end up inside another one, or after the one that this request already
        had."""
        if self.pipeline:
            return False
        if self.cycle is None or not self.cycle.response_started:
            return True
        return self.cycle.response_complete and not self._in_body

    def _answer(self, refusal: ProtocolRefusal) -> bytes:
        body = orjson.dumps({"error": refusal.sentence, "code": refusal.code})
        headers = (
            *self.server_state.default_headers,
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        )
        return STATUS_LINE[refusal.status] + b"".join(b"%s: %s\r\n" % header for header in headers) + b"\r\n" + body
