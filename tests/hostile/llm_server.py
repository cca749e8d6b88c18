"""An LLM endpoint on loopback that sends the responses a test gives it, valid or not."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from tests.hostile.conftest import LOOPBACK, answer

Reply = bytes | Callable[[asyncio.StreamWriter], Awaitable[object]]


def said(value: Any, *, usage: Any = None) -> bytes:
    """Return a valid chat completion with this content, as JSON unless it is a text."""
    content = value if isinstance(value, str) else json.dumps(value)
    completion: dict[str, Any] = {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]}
    if usage is not None:
        completion["usage"] = {"total_tokens": usage}
    return answer(json.dumps(completion).encode(), "Content-Type: application/json")


def refused(status: str, *headers: str, message: str = "no") -> bytes:
    return answer(json.dumps({"error": {"message": message}}).encode(), *headers, status=status)


class Model:
    """Sends its replies in order, and then repeats the last one."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.heads: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next(line for line in head.lower().splitlines() if line.startswith("content-length:"))
                body = await reader.readexactly(int(length.partition(":")[2]))
                self.heads.append(head)
                self.requests.append(json.loads(body))
                reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
                if isinstance(reply, bytes):
                    writer.write(reply)
                else:
                    await reply(writer)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def model_saying(*replies: Reply) -> AsyncIterator[Model]:
    model = Model(*replies)
    server = await asyncio.start_server(model.talk, LOOPBACK, 0)
    model.url = f"http://{LOOPBACK}:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield model
    finally:
        server.close()
