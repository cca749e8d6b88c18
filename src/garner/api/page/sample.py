"""Sample data to try Garner without the internet: pages of a sample site, and a small table of them.

The site is served by `garner serve` itself while it runs. The creator of the application passes the sample; without
one, the API reports that there is none.
"""

from typing import Annotated, Any

from fastapi import Depends, Response
from pydantic import Field

from garner.api.http.context import SampleContent
from garner.api.http.dependencies import TheContext
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import Shape, shape_config
from garner.core.record import Kind
from garner.errors import NotFound

router = FaceRouter(prefix="/api/sample", tags=["page"])

TABLE_PATH = "/api/sample/table.csv"
NO_SAMPLE = NotFound("The sample site is not available on this server (GARNER_SAMPLE_SITE).")


PAGE = {"url": "http://127.0.0.1:41873/recipes/lemon-drizzle-cake", "kind": "recipe", "title": "Lemon drizzle cake"}
TABLE = {"name": "sample-table.csv", "url": TABLE_PATH, "rows": 12}
SAMPLE: dict[str, Any] = {"pages": [PAGE], "table": TABLE, "picture": None}


class SamplePageShape(Shape):
    model_config = shape_config(PAGE)

    url: str
    kind: Kind
    title: str


class SampleFileShape(Shape):
    model_config = shape_config(TABLE)

    name: str
    url: str = Field(description="Path of the file on this server")
    rows: int


class SampleShape(Shape):
    model_config = shape_config(SAMPLE)

    pages: list[SamplePageShape] = Field(description="Pages to parse, one at a time or together")
    table: SampleFileShape = Field(
        description="A table to upload as a job of kind `auto`; some of its rows fail on purpose"
    )
    picture: SampleFileShape | None = Field(description="A picture of a recipe; null if there is none")


async def sample_of(context: TheContext) -> SampleContent:
    if context.sample is None:
        raise NO_SAMPLE.copy()
    return context.sample


TheSample = Annotated[SampleContent, Depends(sample_of)]


@router.get("", summary="Get the sample data", responses=document_errors(NO_SAMPLE))
async def show_sample(sample: TheSample) -> SampleShape:
    """Available while the sample site is served. No sign-in is needed."""
    table = SampleFileShape(name=sample.table_name, url=TABLE_PATH, rows=sample.table_rows)
    pages = [SamplePageShape.model_validate(page) for page in sample.pages]
    return SampleShape(pages=pages, table=table, picture=None)


@router.get(
    "/table.csv",
    summary="Download the sample table",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "Names and URLs"}, **document_errors(NO_SAMPLE)},
)
async def sample_table(sample: TheSample) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{sample.table_name}"', "Cache-Control": "no-cache"}
    return Response(sample.table, media_type="text/csv; charset=utf-8", headers=named)
