"""Admin API: what people search for, and what they do not find."""

from datetime import datetime
from typing import Annotated

from fastapi import Query
from pydantic import Field

from garner.api.access.operators import Limit, operators_router
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape
from garner.engine.asking.search import list_searches

router = operators_router("searches")


class FrequentSearchShape(Shape):
    query: str
    searches: int
    empty: int = Field(description="How many of them found no record with all words")
    last_at: datetime


class FrequentSearches(Shape):
    searches: list[FrequentSearchShape]


@router.get("/searches", summary="List frequent searches", responses=document_errors(422))
async def frequent_searches(
    engine: TheEngine,
    empty: Annotated[bool, Query(description="Only queries that found nothing")] = False,
    days: Annotated[int, Query(ge=1, le=365, description="Searches of the last days")] = 30,
    limit: Limit = 100,
) -> FrequentSearches:
    """Most frequent first, among the last 50,000 searches."""
    frequent = await list_searches(engine, only_empty=empty, days=days, limit=limit)
    return FrequentSearches(searches=[FrequentSearchShape.model_validate(each) for each in frequent])
