"""The self-tuning controllers: values, bounds, and the latest decisions with their causes."""

from datetime import datetime

from fastapi import Request
from pydantic import BaseModel, Field

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.access.operators import is_operator
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, shape_config
from garner.engine.operating.tuning import see_tuning

router = FaceRouter(prefix="/api/tuning", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

DECISION = {"at": EXAMPLE_TIME, "value": 128, "cause": "an item takes 27.3 ms", "measuredMs": 3494.4}
PROCESS = {"process": "host-4711-5f0e2c6d", "value": 128, "decidedAt": EXAMPLE_TIME, "decisions": [DECISION]}
CONTROLLER = {
    "controller": "claim_size_match",
    "unit": "items",
    "lowest": 1,
    "highest": 200,
    "measures": "Time to process a claim",
    "targetMs": 3500.0,
    "longestMs": None,
    "value": 128,
    "processes": [PROCESS],
}
LANE = {
    "domain": "shop.example",
    "throttleSeconds": 4.0,
    "latencySeconds": 0.21,
    "robotsDelaySeconds": 0.0,
    "throttledAt": EXAMPLE_TIME,
    "notBefore": None,
    "openedAt": None,
    "openUntil": None,
    "breakerCause": None,
}


class DecisionShape(BaseModel):
    model_config = shape_config(DECISION)

    at: datetime
    value: float
    cause: str
    measured_ms: float | None = Field(None, description="Measurement behind the decision; null before the first")


class DecidingShape(BaseModel):
    model_config = shape_config(PROCESS)

    process: str
    value: float
    decided_at: datetime
    decisions: list[DecisionShape] = Field(description="Latest first")


class ControllerShape(BaseModel):
    model_config = shape_config(CONTROLLER)

    controller: str
    unit: str
    lowest: float
    highest: float
    measures: str = Field(description="What `measuredMs` measures")
    target_ms: float | None = Field(description="Target of the measurement; null if there is none")
    longest_ms: float | None = Field(
        description="Above this measurement the value is reduced, if this is a separate bound"
    )
    value: float | None = Field(description="Latest decision; null before the first")
    processes: list[DecidingShape]


class LaneShape(BaseModel):
    model_config = shape_config(LANE)

    domain: str
    throttle_seconds: float
    latency_seconds: float | None
    robots_delay_seconds: float
    throttled_at: datetime | None
    not_before: datetime | None
    opened_at: datetime | None
    open_until: datetime | None
    breaker_cause: str | None


class TuningShape(BaseModel):
    model_config = shape_config({"controllers": [CONTROLLER], "lanes": [LANE]})

    controllers: list[ControllerShape]
    lanes: list[LaneShape] | None = Field(
        description="Sites that are currently throttled or not requested; null unless you are an operator"
    )


@router.get("", summary="Get the self-tuning controllers")
async def tuning(request: Request, user: CurrentUser, engine: TheEngine) -> TuningShape:
    """Returns every controller with its bounds, its value in each process, and the reason for it."""
    current_tuning = await see_tuning(engine, with_lanes=is_operator(request, engine, user))
    controllers = []
    for tuned in current_tuning.controllers:
        latest = max(tuned.deciding, key=lambda process: process.decided_at, default=None)
        controllers.append(
            ControllerShape(
                controller=tuned.controller,
                unit=tuned.bounds.unit,
                lowest=tuned.bounds.lowest,
                highest=tuned.bounds.highest,
                measures=tuned.bounds.measures,
                target_ms=tuned.bounds.target_ms,
                longest_ms=tuned.bounds.max_ms,
                value=latest.value if latest else None,
                processes=[DecidingShape.model_validate(process) for process in tuned.deciding],
            )
        )
    lanes = None if current_tuning.lanes is None else [LaneShape.model_validate(lane) for lane in current_tuning.lanes]
    return TuningShape(controllers=controllers, lanes=lanes)
