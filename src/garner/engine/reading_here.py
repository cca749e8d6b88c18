"""Where nobody works, whoever takes files reads them: rows are to be safe even if nothing comes of them yet."""

from uuid import uuid4

from garner.engine.decisions import Decisions
from garner.engine.engine import Engine
from garner.engine.here import Here
from garner.engine.ingest import Ingester


class ReadingHere(Here):
    """Files are read one after the other."""

    name = "ingest"

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        name = f"api-{uuid4().hex[:12]}"
        self._ingester = Ingester(engine, name)
        self._decisions = Decisions(engine.database, name)

    async def _do_all(self) -> None:
        async with self._decisions.told():
            while await self._ingester.run_next():
                pass
