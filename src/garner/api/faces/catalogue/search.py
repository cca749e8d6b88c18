"""Search: records of all kinds and the user's saved recipes."""

from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from fastapi import Query

from garner.api.access.identity import WITHOUT_TOKEN, PossiblyUser
from garner.api.faces.catalogue.filters import Gone, OtherLabels, PriceRange, ProductLabels, make_filters
from garner.api.faces.catalogue.shapes import SearchPage
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.core.record import Kind
from garner.core.search.query import MAX_LENGTH
from garner.errors import FieldError, InputError
from garner.runtime.services import Services
from garner.search.port import MAX_LIMIT, SearchAnswer, SearchRequest, Viewer
from garner.store.people.users import User

router = FaceRouter(prefix="/api", tags=["search"], responses=document_errors(WITHOUT_TOKEN, 429, 503))
FOR_GUESTS_TOO: dict[str, Any] = {"security": [{}]}  # they search the catalogue

BLANK = InputError("Say what to search for.", fields=[FieldError("q", "It is empty.")])

Words = Annotated[
    str,
    Query(
        description='Words, `"a phrase"`, `prefix*` and `-exclusion`; everything else is text. At most'
        f" {MAX_LENGTH:,} characters",
        examples=["cast iron pan"],
    ),
]
Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT)]
After = Annotated[str | None, Query(max_length=200, description="The `next` of the previous page")]
WithFacets = Annotated[bool, Query(description="Whether to count the values of the facets")]
PostedSince = Annotated[date | None, Query(alias="postedSince", description="Postings of this day or later")]


@router.get("/search", summary="Search", responses=document_errors(422), openapi_extra=FOR_GUESTS_TOO)
async def search(
    user: PossiblyUser,
    services: TheServices,
    labels: ProductLabels,
    more_labels: OtherLabels,
    price: PriceRange,
    q: Words,
    kind: Kind | None = None,
    posted_since: PostedSince = None,
    gone: Gone = "false",
    facets: WithFacets = True,
    limit: Limit = 20,
    after: After = None,
) -> SearchPage:
    """Finds records of the catalogue, your own records and your saved recipes. A misspelt word is corrected if no
    document has it. If a filter has several values, a hit has at least one of them."""
    filters = make_filters(kind, {**labels, **more_labels}, price, posted_since, gone)
    request = SearchRequest(q, kind=kind, filters=filters, limit=limit, after=after, with_facets=facets)
    return SearchPage.of(await run_search(services, user, request))


async def run_search(services: Services, user: User | None, request: SearchRequest) -> SearchAnswer:
    if not request.text.strip():
        raise BLANK.copy()
    viewer = Viewer(None if user is None else user.user_id)
    return await services.searches.search(replace(request, viewer=viewer))
