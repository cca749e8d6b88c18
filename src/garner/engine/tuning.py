"""What tunes itself: each controller's bounds, and what it decided last in every process that has one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.core.lifecycle import Stage
from garner.core.process_load import LEAST_SHARE
from garner.engine.engine import Engine
from garner.settings import Settings
from garner.store import controllers
from garner.store.controllers import Controller, SlowedLane

REMEMBERED = timedelta(hours=1)  # what a process decided that has since gone
MOST_CONTROLLERS = 500
MOST_LANES = 100


@dataclass(frozen=True, slots=True)
class Tuned:
    """A kind of controller, and those that there are of it."""

    controller: str
    unit: str
    lowest: float
    highest: float
    deciding: Sequence[Controller]


@dataclass(frozen=True, slots=True)
class Tuning:
    controllers: list[Tuned]
    lanes: list[SlowedLane] | None


def bounds(settings: Settings) -> dict[str, tuple[str, float, float]]:
    """By controller: what it counts in, the least and the most that it comes to."""
    claim = ("items", settings.claim_min, settings.claim_max)
    lease = ("ms", settings.lock_floor_ms, settings.lock_cap_ms)
    return {
        "ingest_batch": ("rows", settings.ingest_min_rows, settings.ingest_max_rows),
        **{f"claim_size_{stage}": claim for stage in Stage},
        **{f"lease_{stage}": lease for stage in Stage},
        "process_load": ("share", LEAST_SHARE, 1.0),
    }


async def see_tuning(engine: Engine, *, with_lanes: bool) -> Tuning:
    async with engine.database.connection() as connection:
        found = await controllers.listing(connection, within=REMEMBERED, limit=MOST_CONTROLLERS)
        lanes = await controllers.slowed_lanes(connection, MOST_LANES) if with_lanes else None
    known = bounds(engine.settings)
    deciding = {name: [one for one in found if one.controller == name] for name in known}
    return Tuning([Tuned(name, *known[name], deciding[name]) for name in known], lanes)
