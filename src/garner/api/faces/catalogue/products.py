"""Products: the catalogue as a list with filters, or as the hits of a search."""

from typing import Annotated

from fastapi import Path, Query, Response

from garner.api.access.identity import WITHOUT_TOKEN, PossiblyUser
from garner.api.faces.catalogue.filters import Wanted
from garner.api.faces.catalogue.product_shapes import (
    FoundProductsShape,
    ProductFacetsShape,
    ProductHistoryShape,
    ProductPageShape,
    ProductShape,
)
from garner.api.faces.catalogue.search import FOR_GUESTS_TOO, WithFacets, run_search
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.etags import NOT_MODIFIED, IfNoneMatch, answer_tagged
from garner.api.http.routing import FaceRouter
from garner.core.record import Kind
from garner.core.search.query import MAX_LENGTH
from garner.engine.asking.products import (
    NO_SUCH_PRODUCT,
    count_facets,
    list_products,
    read_history,
    read_product,
    read_products,
)
from garner.errors import FieldError, InputError
from garner.search.port import MAX_LIMIT, SearchRequest
from garner.store.records.products.lists import ProductSort

router = FaceRouter(prefix="/api/products", tags=["catalogue"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

MAX_PAGE_SIZE = 100
DEFAULT_PAGE_SIZE = 20
MAX_CURSOR_LENGTH = 4_000  # with a name of 512 characters

ProductId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The `id` of a product in a list")]
Words = Annotated[
    str | None,
    Query(
        description=f"Searches as `GET /api/search` does, in at most {MAX_LENGTH:,} characters; the answer has its"
        " fields beside `products`, best first. Without `q`, all products are listed."
    ),
]
Sort = Annotated[
    ProductSort | None,
    Query(
        description="`created` (newest first; the default), `updated` (last changed first), `price` (lowest first),"
        " `rating` (best first) or `name`. Products without a price or rating come last. Not with `q`"
    ),
]
PageSize = Annotated[
    int | None, Query(alias="pageSize", ge=1, le=MAX_PAGE_SIZE, description=f"At most {MAX_LIMIT} with `q`")
]
Limit = Annotated[int | None, Query(ge=1, le=MAX_LIMIT, description="Another name of `pageSize`, as in a search")]
After = Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH, description="The `next` of the previous page")]


@router.get(
    "",
    summary="List or search products",
    response_model=ProductPageShape | FoundProductsShape,
    responses={**NOT_MODIFIED, **document_errors(422)},
    openapi_extra=FOR_GUESTS_TOO,
)
async def list_catalogue(
    user: PossiblyUser,
    services: TheServices,
    wanted: Wanted,
    q: Words = None,
    sort: Sort = None,
    facets: WithFacets = True,
    page_size: PageSize = None,
    limit: Limit = None,
    after: After = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Lists the products of the catalogue and your own. Of several values of one filter, a product has at least one;
    case does not matter, and a category includes everything below it."""
    size = _size(page_size, limit)
    if q is None:
        page = await list_products(
            services.engine,
            None if user is None else user.user_id,
            wanted.of_list,
            wanted.domains,
            sort=sort or ProductSort.CREATED,
            limit=size,
            after=after,
        )
        return answer_tagged(ProductPageShape.of(page), if_none_match)
    _check_search(sort, size)
    request = SearchRequest(q, kind=Kind.PRODUCT, filters=wanted.of_search, limit=size, after=after, with_facets=facets)
    answer = await run_search(services, user, request)
    products = await read_products(services.engine, [int(hit.id) for hit in answer.hits])
    return answer_tagged(FoundProductsShape.of_products(answer, products), if_none_match)


@router.get(
    "/facets",
    summary="Count the values of filters",
    response_model=ProductFacetsShape,
    responses={**NOT_MODIFIED, **document_errors(422)},
    openapi_extra=FOR_GUESTS_TOO,
)
async def count_product_facets(
    user: PossiblyUser, services: TheServices, wanted: Wanted, q: Words = None, if_none_match: IfNoneMatch = None
) -> Response:
    """Counts the values that products of the list, or hits of the search, have. The values of a filter that you use are
    counted without it, so that they show what else there is."""
    if q is not None:
        request = SearchRequest(q, kind=Kind.PRODUCT, filters=wanted.of_search, limit=1)
        return answer_tagged(ProductFacetsShape.of_search(await run_search(services, user, request)), if_none_match)
    user_id = None if user is None else user.user_id
    counted = await count_facets(services.engine, user_id, wanted.of_list, wanted.domains)
    return answer_tagged(ProductFacetsShape.of(counted), if_none_match)


@router.get(
    "/{productId}",
    summary="Get a product",
    response_model=ProductShape,
    responses={**NOT_MODIFIED, **document_errors(NO_SUCH_PRODUCT, 422)},
    openapi_extra=FOR_GUESTS_TOO,
)
async def get_product(
    productId: ProductId, user: PossiblyUser, engine: TheEngine, if_none_match: IfNoneMatch = None
) -> Response:
    """Returns a product of the catalogue or one of your own, also when it does not exist any more."""
    product = await read_product(engine, None if user is None else user.user_id, productId)
    return answer_tagged(ProductShape.of(product), if_none_match)


@router.get(
    "/{productId}/history",
    summary="Get the prices of a product over time",
    response_model=ProductHistoryShape,
    responses={**NOT_MODIFIED, **document_errors(NO_SUCH_PRODUCT, 422)},
    openapi_extra=FOR_GUESTS_TOO,
)
async def get_product_history(
    productId: ProductId, user: PossiblyUser, engine: TheEngine, if_none_match: IfNoneMatch = None
) -> Response:
    """Returns the price, list price, currency and availability each time that one of them changed, of the last 2,000
    versions of the product."""
    entries = await read_history(engine, None if user is None else user.user_id, productId)
    return answer_tagged(ProductHistoryShape.of(entries), if_none_match)


def _size(page_size: int | None, limit: int | None) -> int:
    if page_size is not None and limit is not None:
        raise _make_error("limit", "Must not be given together with `pageSize`")
    return page_size or limit or DEFAULT_PAGE_SIZE


def _check_search(sort: ProductSort | None, size: int) -> None:
    if sort is not None:
        raise _make_error("sort", "Must be left out with `q`: the hits are in the order in which they fit")
    if size > MAX_LIMIT:
        raise _make_error("pageSize", f"Must be at most {MAX_LIMIT} with `q`")


def _make_error(field: str, reason: str) -> InputError:
    return InputError(f"{field}: {reason}.", fields=[FieldError(field, reason)])
