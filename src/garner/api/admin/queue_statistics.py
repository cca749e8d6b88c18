"""Admin API: queue statistics, the numbers of `/metrics` that are shared by all processes."""

from datetime import datetime

from pydantic import Field

from garner.api.admin.operators import operators_router
from garner.api.admin.shapes import Shape
from garner.api.faces.batches.job_shapes import MOMENT, shown_as
from garner.api.http.dependencies import TheServices
from garner.errors import Unavailable
from garner.observe import QueueSnapshot

router = operators_router("standing")

AWAY = Unavailable("The database cannot be asked just now.")
WORK = {"stage": "crawl", "waiting": 12, "leased": 3}
STANDING = {
    "openBreakers": 1,
    "throttledLanes": 0,
    "backlog": 0,
    "deadLetters": 4,
    "parserAlerts": 0,
    "oldestDueAt": MOMENT,
    "work": [WORK],
}


class WorkShape(Shape):
    model_config = shown_as(WORK)

    stage: str = Field(description="`crawl`, `extract` or `match`")
    waiting: int
    leased: int = Field(description="A worker has it in hand")


class StandingShape(Shape):
    model_config = shown_as(STANDING)

    open_breakers: int = Field(description="Sites that are not called because they failed")
    throttled_lanes: int = Field(description="Sites with work that are called more slowly because they asked for it")
    backlog: int = Field(description="Pages that are due and wait for room in the queue")
    dead_letters: int = Field(description="What ran out of attempts and nobody has replayed")
    parser_alerts: int = Field(description="Sites and fields that are read worse than usual")
    oldest_due_at: datetime | None = Field(description="Since when the oldest work waits that is due; null: none does")
    work: list[WorkShape] = Field(description="What is in the queue, by stage")

    @classmethod
    def of(cls, standing: QueueSnapshot) -> "StandingShape":
        stages = dict.fromkeys(stage for stage, _ in standing.work)
        work = [
            WorkShape(stage=stage, waiting=standing.work[stage, "waiting"], leased=standing.work[stage, "leased"])
            for stage in stages
        ]
        return cls(
            open_breakers=standing.open_breakers,
            throttled_lanes=standing.throttled_lanes,
            backlog=standing.backlog,
            dead_letters=standing.dead_letters,
            parser_alerts=standing.parser_alerts,
            oldest_due_at=standing.oldest_due_at,
            work=work,
        )


@router.get("/standing", summary="How things stand")
async def show_standing(services: TheServices) -> StandingShape:
    """Counted at most every ten seconds, and up to 100,000 each."""
    standing = await services.queue_statistics.look()
    if standing is None:
        raise AWAY.copy()
    return StandingShape.of(standing)
