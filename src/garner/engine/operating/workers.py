"""List the workers and the work that they hold."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from garner.engine.engine import Engine
from garner.store.queue import worker_views
from garner.store.queue.worker_views import LeasedWorkView, WorkerView

MAX_HELD = 20  # pieces of work that are shown per worker


@dataclass(frozen=True, slots=True)
class SeenWorker:
    worker: WorkerView
    held: list[LeasedWorkView]


async def list_workers(engine: Engine, *, after: str, limit: int) -> list[SeenWorker]:
    async with engine.database.connection() as connection:
        workers = await worker_views.page_of(connection, after=after, limit=limit)
        held = await worker_views.list_leased(
            connection, [worker.name for worker in workers if worker.holding], limit=MAX_HELD
        )
    return with_held(workers, held)


def with_held(workers: Iterable[WorkerView], held: Iterable[LeasedWorkView]) -> list[SeenWorker]:
    of_each: defaultdict[str, list[LeasedWorkView]] = defaultdict(list)
    for piece in held:
        of_each[piece.worker].append(piece)
    return [SeenWorker(worker, of_each[worker.name]) for worker in workers]
