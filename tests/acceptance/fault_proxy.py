"""A proxy in front of the database that can swallow data: connections stay open, data is accepted, and nothing
comes back. The kernel acknowledges every byte, so TCP keepalive detects nothing.
"""

import asyncio
import threading
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit


class SwallowingProxy:
    def __init__(self, database_url: str) -> None:
        parts = urlsplit(database_url)
        where = parse_qs(parts.query)
        self._socket = f"{where['host'][0]}/.s.PGSQL.{where['port'][0]}"
        self._database = parts.path.strip("/")
        self._swallowing = False
        self._doomed: set[asyncio.StreamWriter] = set()  # connections that have lost a byte are unusable
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fault-proxy", daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._port = 0

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self._port}/{self._database}"

    def swallow(self) -> None:
        self._swallowing = True

    def heal(self) -> None:
        """Serve new connections; a connection that lost data stays open and silent."""
        self._swallowing = False

    def __enter__(self) -> "SwallowingProxy":
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        behind, before = await asyncio.open_unix_connection(self._socket)
        pair = (writer, before)
        try:
            await asyncio.gather(self._pass_on(reader, before, pair), self._pass_on(behind, writer, pair))
        finally:
            for end in pair:
                end.close()
            self._doomed -= set(pair)

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, pair: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                if self._swallowing:
                    self._doomed |= set(pair)
                if target not in self._doomed:
                    target.write(data)
                    await target.drain()
        for end in pair:  # one side closed, so close the other
            end.close()
