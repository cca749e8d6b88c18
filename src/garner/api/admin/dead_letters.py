"""Admin API: list work that ran out of attempts, by cause, and replay it."""

from typing import Annotated

from fastapi import Query
from pydantic import ConfigDict, Field, StrictInt, model_validator
from pydantic.alias_generators import to_camel

from garner.api.access.operators import BAD_INPUT, AfterId, Limit, Operator, operators_router
from garner.api.admin.shapes import AdminRequest, CauseShape, LetterShape, ReplayedShape
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape
from garner.engine.operating import operating

router = operators_router("dead letters")

CAUSE = r"^[\w.-]{1,64}$"


class Causes(Shape):
    causes: list[CauseShape]


class Letters(Shape):
    letters: list[LetterShape]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


class Replay(AdminRequest):
    """Either some dead letters, or all of a cause."""

    model_config = ConfigDict(
        alias_generator=to_camel, extra="forbid", json_schema_extra={"examples": [{"cause": "server_error"}]}
    )

    ids: list[Annotated[StrictInt, Field(ge=1, le=2**63 - 1)]] | None = Field(None, min_length=1, max_length=10_000)
    cause: str | None = Field(None, pattern=CAUSE)

    @model_validator(mode="after")
    def _require_ids_or_cause(self) -> "Replay":
        if (self.ids is None) == (self.cause is None):
            raise ValueError("Specify either `ids` or `cause`")
        return self


@router.get("/dead-letters/causes", summary="List the causes of dead letters")
async def list_causes(engine: TheEngine) -> Causes:
    """Most frequent first."""
    return Causes(causes=[CauseShape.model_validate(cause) for cause in await operating.list_causes(engine)])


@router.get("/dead-letters", summary="List dead letters", responses=document_errors(BAD_INPUT))
async def list_letters(
    engine: TheEngine,
    cause: Annotated[str | None, Query(pattern=CAUSE)] = None,
    after: AfterId = None,
    limit: Limit = 100,
) -> Letters:
    """Newest first. Excludes dead letters that were replayed."""
    letters = await operating.list_letters(engine, cause=cause, before=after, limit=limit)
    shapes = [LetterShape.model_validate(letter) for letter in letters]
    return Letters(letters=shapes, next=letters[-1].id if len(letters) == limit else None)


@router.post("/dead-letters/replay", summary="Replay dead letters", responses=document_errors(400, 413, BAD_INPUT))
async def replay(wanted: Replay, operator: Operator, engine: TheEngine) -> ReplayedShape:
    """The work starts again with all its attempts. Rows of jobs become pending again, and their jobs continue. Returns
    how many letters were replayed that had not been replayed before."""
    if wanted.cause is not None:
        return ReplayedShape.of(await operating.replay_cause(engine, wanted.cause, by=operator))
    return ReplayedShape.of(await operating.replay_letters(engine, wanted.ids or [], by=operator))
