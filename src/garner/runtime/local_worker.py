"""Where nobody works, a server does itself what must not be left undone, beside its requests."""

import asyncio
from abc import ABC, abstractmethod

from garner import observe
from garner.engine.engine import Engine
from garner.errors import Unavailable
from garner.store.queue import workers


class LocalWorker(ABC):
    """One kind of such work, which is done by one task at a time."""

    name: str

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._doing: asyncio.Task[None] | None = None
        self._again = False

    @abstractmethod
    async def _do_all(self) -> None:
        """Whatever there is to do."""

    async def start_if_alone(self) -> None:
        async with self._engine.database.connection() as connection:
            if await workers.one_lives(connection):
                return
        self._again = True
        if self._doing is None or self._doing.done():
            self._doing = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._again:
            self._again = False  # whoever comes from now on may have been missed by the last look
            try:
                await self._do_all()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost(self.name, str(error.__cause__)))
            except Exception as error:  # nobody awaits this task, and whoever comes next tries again
                observe.emit(observe.LoopFailed(self.name, repr(error)))
