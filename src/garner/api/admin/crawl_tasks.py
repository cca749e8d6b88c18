"""Admin API: order pages, once or repeatedly, and see their results."""

from typing import Annotated, Literal

from fastapi import Path, Query, Request
from pydantic import Field, StrictInt, model_validator

from garner.api.access.operators import BAD_INPUT, AfterId, Id, Limit, Operator, operators_router
from garner.api.admin.order_tables import read_order_table
from garner.api.admin.shapes import (
    MAX_AT_ONCE,
    ActedShape,
    AdminRequest,
    AttemptShape,
    CrawlOrder,
    ErrorGroupsShape,
    LoggedErrorShape,
    OrderedShape,
    Reprioritisation,
    ReprioritisedShape,
    TaskShape,
    Urls,
)
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors, validate_fields
from garner.api.http.json_bodies import read_json, unknown_fields
from garner.api.http.shapes import Moment, Shape, Text, schema_in_place
from garner.core import cursor
from garner.core.lifecycle import TaskStatus
from garner.engine import why_tasks_wait
from garner.engine.operating import operating
from garner.errors import FieldError, InputError, NotFound
from garner.fetch.page import charset, media_type
from garner.field_reasons import field_sentence
from garner.kinds.registry import KIND_NAMES
from garner.store.tasks.task_views import TaskCursor

router = operators_router("crawl tasks")

PATH = "/crawl-tasks"
MAX_ORDER_BYTES = 5_000_000
TABLE = "url,priority,crawlFrequency,scheduledAt\nhttps://shop.example/pan,1,PT6H,\nhttps://shop.example/pot,,once,\n"
NOT_UTF_8 = "The table is not text in UTF-8."
IN_BODY = "Must be in the body, with JSON"
NOT_AFTER = "Must be after `since`"
UNKNOWN = NotFound("There is no crawl task 7.")
NO_DOMAIN = NotFound("There is no domain shop.example.")
Verb = Literal["pause", "resume", "stop", "recrawl"]
ErrorType = Literal["network", "http", "parse", "validation", "blocked"]


class TasksNamed(AdminRequest):
    """Tasks by their ids, their URLs, or both."""

    ids: list[Annotated[StrictInt, Field(ge=1, le=2**63 - 1)]] = Field([], max_length=MAX_AT_ONCE)
    urls: Urls = Field([])

    @model_validator(mode="after")
    def _require_tasks(self) -> "TasksNamed":
        if not self.ids and not self.urls:
            raise ValueError("Specify tasks by `ids` or `urls`")
        return self


class Tasks(Shape):
    tasks: list[TaskShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


class Attempts(Shape):
    attempts: list[AttemptShape]
    next: int | None


class Errors(Shape):
    errors: list[LoggedErrorShape]
    next: int | None


async def _read_order(request: Request) -> CrawlOrder:
    declared = request.headers.get("content-type")
    body, content_type = await request.body(), media_type(declared)
    if content_type == "text/csv":
        kinds = {"kinds": request.query_params.getlist("kinds")}
        return read_order_table(_decode(body, charset(declared)), kinds)
    if content_type not in (None, "application/json"):
        raise InputError("Send the order as application/json or text/csv.")
    if "kinds" in request.query_params:
        raise InputError(field_sentence("kinds", IN_BODY), fields=[FieldError("kinds", IN_BODY)])
    fields = read_json(body, CrawlOrder) if body else None
    unknown_fields(CrawlOrder, fields)
    return validate_fields(CrawlOrder, fields)


def _decode(body: bytes, encoding: str | None) -> str:
    if encoding not in (None, "utf-8") or b"\0" in body:
        raise InputError(NOT_UTF_8)
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(NOT_UTF_8) from None


@router.post(
    PATH,
    summary="Order crawls of pages",
    responses=document_errors(400, 413, BAD_INPUT),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": schema_in_place(CrawlOrder)},
                "text/csv": {"schema": {"type": "string"}, "example": TABLE},
            },
        },
        "parameters": [
            {
                "name": "kinds",
                "in": "query",
                "schema": {"type": "array", "items": {"type": "string", "enum": list(KIND_NAMES)}},
                "description": "Kinds of records to extract, for a CSV",
            }
        ],
    },
)
async def order_pages(request: Request, operator: Operator, engine: TheEngine) -> OrderedShape:
    """Creates standing orders. An existing order is updated with the fields that are sent; the others stay as they are.
    That does not fetch its page sooner; use `recrawl` for that. If one page is invalid, nothing is done.

    Accepts JSON, or a CSV as `text/csv` with the column `url` and any of `priority`, `crawlFrequency` (`once` fetches
    once) and `scheduledAt`, and with `kinds` in the query. An error of a row has its line: `lines.4.priority`."""
    order = await _read_order(request)  # not a dependency: unknown parameters are refused first
    orders = order.to_orders(engine.settings.recrawl.max_retries)
    return OrderedShape.of(await operating.order_each(engine, orders, by=operator))


@router.get("/crawl-tasks", summary="List crawl tasks", responses=document_errors(BAD_INPUT))
async def list_tasks(
    engine: TheEngine,
    status: Annotated[TaskStatus | None, Query(description="Only tasks with this status")] = None,
    domain: Annotated[str | None, Query(max_length=255)] = None,
    after: Annotated[str | None, Query(max_length=100, description="`next` of the previous page")] = None,
    limit: Limit = 100,
) -> Tasks:
    """Most recently updated first."""
    before = None if after is None else TaskCursor(*cursor.decode(after))
    views = await operating.list_tasks(engine, status=status, domain=domain, before=before, limit=limit)
    more = cursor.encode(views[-1].updated_at, views[-1].id) if len(views) == limit else None
    waiting = await why_tasks_wait(engine, [view.id for view in views])
    return Tasks(tasks=[TaskShape.of(view, waiting.get(view.id)) for view in views], next=more)


@router.get("/crawl-tasks/{taskId}", summary="Get a crawl task", responses=document_errors(UNKNOWN, BAD_INPUT))
async def show_task(taskId: Id, engine: TheEngine) -> TaskShape:
    """Returns the state of a page and, while it is not finished, what it waits for."""
    view = await operating.find_task(engine, taskId)
    return TaskShape.of(view, (await why_tasks_wait(engine, [view.id])).get(view.id))


@router.get(
    "/crawl-tasks/{taskId}/attempts",
    summary="List the attempts of a crawl task",
    responses=document_errors(UNKNOWN, BAD_INPUT),
)
async def list_attempts(taskId: Id, engine: TheEngine, after: AfterId = None, limit: Limit = 100) -> Attempts:
    """Lists every request for the page, newest first."""
    attempts = await operating.list_attempts(engine, taskId, before=after, limit=limit)
    shapes = [AttemptShape.model_validate(attempt) for attempt in attempts]
    return Attempts(attempts=shapes, next=attempts[-1].id if len(attempts) == limit else None)


@router.post(
    "/crawl-tasks/reprioritise",
    summary="Change the priority of crawl tasks",
    responses=document_errors(400, NO_DOMAIN, 413, BAD_INPUT),
)
async def reprioritise_tasks(wanted: Reprioritisation, operator: Operator, engine: TheEngine) -> ReprioritisedShape:
    """Applies to all tasks that match the filter, in any number. Tasks in the backlog move to their new place at once;
    tasks that are already in the queue only move forward."""
    count = await operating.reprioritise_tasks(engine, wanted.filter.to_filter(), wanted.priority, by=operator)
    return ReprioritisedShape(count=count)


@router.post(
    "/crawl-tasks/{verb}",
    summary="Pause, resume, stop or recrawl pages",
    responses=document_errors(400, 413, BAD_INPUT),
)
async def act_on_tasks(
    verb: Annotated[Verb, Path()], named: TasksNamed, operator: Operator, engine: TheEngine
) -> ActedShape:
    """Use `recrawl` for events as well: when you learn that a page has changed, send its URL. Tasks that do not exist
    are skipped and listed in the answer."""
    return ActedShape.of(await operating.act_on_tasks(engine, verb, ids=named.ids, urls=named.urls, by=operator))


@router.get("/error-logs/groups", summary="Group crawl errors", responses=document_errors(BAD_INPUT))
async def group_errors(
    engine: TheEngine,
    since: Annotated[Moment | None, Query(description="Errors since then; the last 24 hours by default")] = None,
    until: Annotated[Moment | None, Query(description="Errors before then")] = None,
    domain: Annotated[Text | None, Query(max_length=255)] = None,
    error_type: Annotated[ErrorType | None, Query(alias="errorType")] = None,
    cause: Annotated[Text | None, Query(max_length=64, description="Only this code, such as `network_error`")] = None,
    limit: Limit = 100,
) -> ErrorGroupsShape:
    """By cause, domain and hour, the newest hour first, and in an hour the most errors first."""
    if since is not None and until is not None and since >= until:
        raise InputError(field_sentence("until", NOT_AFTER), fields=[FieldError("until", NOT_AFTER)])
    grouped = await operating.group_errors(
        engine, since=since, until=until, domain=domain, error_type=error_type, cause=cause, limit=limit
    )
    return ErrorGroupsShape.model_validate(grouped)


@router.get("/error-logs", summary="List crawl errors", responses=document_errors(BAD_INPUT))
async def list_errors(
    engine: TheEngine,
    task_id: Annotated[int | None, Query(alias="taskId", ge=1, le=2**63 - 1)] = None,
    error_type: Annotated[ErrorType | None, Query(alias="errorType")] = None,
    after: AfterId = None,
    limit: Limit = 100,
) -> Errors:
    """Newest first, with stack traces where available."""
    errors = await operating.list_errors(engine, task_id=task_id, error_type=error_type, before=after, limit=limit)
    shapes = [LoggedErrorShape.model_validate(error) for error in errors]
    return Errors(errors=shapes, next=errors[-1].id if len(errors) == limit else None)
