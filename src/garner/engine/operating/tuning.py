"""The self-tuning controllers: the bounds of each, and its last decision in every process that runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.core.lifecycle import Stage
from garner.core.tuning.controllers import ErrorPressure
from garner.core.tuning.process_load import LAG, MIN_SHARE
from garner.engine.engine import Engine
from garner.settings import Settings
from garner.store.health import controllers
from garner.store.health.controllers import Controller, SlowedLane

REMEMBERED = timedelta(hours=1)  # how long decisions of ended processes are listed
MAX_CONTROLLERS = 500
MAX_LANES = 100


@dataclass(frozen=True, slots=True)
class Bounds:
    """A controller's unit and range; what it measures, with the target and the limit of that duration."""

    unit: str
    lowest: float
    highest: float
    measures: str
    target_ms: float | None = None
    max_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Tuned:
    """A kind of controller, and its instances."""

    controller: str
    bounds: "Bounds"
    deciding: Sequence[Controller]


@dataclass(frozen=True, slots=True)
class Tuning:
    controllers: list[Tuned]
    lanes: list[SlowedLane] | None


def bounds(settings: Settings) -> dict[str, Bounds]:
    """Return the bounds by controller."""
    queue, ingest = settings.queue, settings.ingest
    slice_ms = queue.worker_target_slice_ms * queue.safety_factor
    claim = Bounds("items", queue.claim_min, queue.claim_max, "Time to process a claim", slice_ms)
    lease = Bounds("ms", queue.lock_floor_ms, queue.lock_cap_ms, "Time to process an item")
    spacing = Bounds("times", 1.0, ErrorPressure.max_spacing, "Share of failed attempts, given in the cause")
    rows = (ingest.min_rows, ingest.max_rows)
    batch = Bounds("rows", *rows, "Time to write a batch of rows", ingest.db_p50_ms, ingest.db_p95_ms)
    lag = (LAG.ease * 1000, LAG.trouble * 1000)
    return {
        "ingest_batch": batch,
        **{f"claim_size_{stage}": claim for stage in Stage},
        **{f"lease_{stage}": lease for stage in Stage},
        **{f"retry_spacing_{stage}": spacing for stage in Stage},
        "process_load": Bounds("share", MIN_SHARE, 1.0, "Event loop lag", *lag),
    }


async def see_tuning(engine: Engine, *, with_lanes: bool) -> Tuning:
    async with engine.database.connection() as connection:
        all_controllers = await controllers.listing(connection, within=REMEMBERED, limit=MAX_CONTROLLERS)
        lanes = await controllers.slowed_lanes(connection, MAX_LANES) if with_lanes else None
    known = bounds(engine.settings)
    deciding = {name: [controller for controller in all_controllers if controller.controller == name] for name in known}
    return Tuning([Tuned(name, known[name], deciding[name]) for name in known], lanes)
