"""Admin API: queue statistics, the numbers of `/metrics` that are shared by all processes."""

from datetime import datetime

from pydantic import Field

from garner.api.access.operators import operators_router
from garner.api.http.dependencies import TheServices
from garner.api.http.shapes import EXAMPLE_TIME, Shape, shape_config
from garner.errors import Unavailable
from garner.observe import QueueSnapshot

router = operators_router("queue statistics")

AWAY = Unavailable("The database is unavailable. Retry later.")
WORK = {"stage": "crawl", "waiting": 12, "leased": 3}
QUEUE_STATISTICS = {
    "openBreakers": 1,
    "throttledLanes": 0,
    "backlog": 0,
    "deadLetters": 4,
    "parserAlerts": 0,
    "oldestDueAt": EXAMPLE_TIME,
    "work": [WORK],
}


class WorkShape(Shape):
    model_config = shape_config(WORK)

    stage: str = Field(description="`crawl`, `extract` or `match`")
    waiting: int
    leased: int = Field(description="Held by a worker")


class StandingShape(Shape):
    model_config = shape_config(QUEUE_STATISTICS)

    open_breakers: int = Field(description="Sites that are not requested because they failed")
    throttled_lanes: int = Field(
        description="Sites with work that are requested more slowly because they asked to slow down"
    )
    backlog: int = Field(description="Pages that are due and wait for room in the queue")
    dead_letters: int = Field(description="Dead letters that were not replayed")
    parser_alerts: int = Field(description="Open alerts: sites and fields that are extracted worse than usual")
    oldest_due_at: datetime | None = Field(description="Since when the oldest due work waits; null if none waits")
    work: list[WorkShape] = Field(description="Work in the queue, by stage")

    @classmethod
    def of(cls, snapshot: QueueSnapshot) -> "StandingShape":
        stages = dict.fromkeys(stage for stage, _ in snapshot.work)
        work = [
            WorkShape(stage=stage, waiting=snapshot.work[stage, "waiting"], leased=snapshot.work[stage, "leased"])
            for stage in stages
        ]
        return cls(
            open_breakers=snapshot.open_breakers,
            throttled_lanes=snapshot.throttled_lanes,
            backlog=snapshot.backlog,
            dead_letters=snapshot.dead_letters,
            parser_alerts=snapshot.parser_alerts,
            oldest_due_at=snapshot.oldest_due_at,
            work=work,
        )


@router.get("/standing", summary="Get queue statistics")
async def show_standing(services: TheServices) -> StandingShape:
    """The numbers are updated at most every ten seconds, and each is counted up to 100,000."""
    snapshot = await services.queue_statistics.look()
    if snapshot is None:
        raise AWAY.copy()
    return StandingShape.of(snapshot)
