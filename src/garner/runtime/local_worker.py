"""Run necessary work inside a server, beside its requests, when no worker is alive."""

import asyncio
from abc import ABC, abstractmethod

from garner import observe
from garner.engine.engine import Engine
from garner.errors import Unavailable
from garner.store.queue import workers


class LocalWorker(ABC):
    """A kind of such work, run by one task at a time."""

    name: str

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._doing: asyncio.Task[None] | None = None
        self._again = False

    @abstractmethod
    async def _do_all(self) -> None:
        """Do all the work that there is."""

    async def start_if_alone(self) -> None:
        async with self._engine.database.connection() as connection:
            if await workers.is_any_alive(connection):
                return
        self._again = True
        if self._doing is None or self._doing.done():
            self._doing = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._again:
            self._again = False  # the last query may have missed work that arrives from now on
            try:
                await self._do_all()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost(self.name, str(error.__cause__)))
            except Exception as error:  # no caller awaits this task, and the next request tries again
                observe.emit(observe.LoopFailed(self.name, repr(error)))
