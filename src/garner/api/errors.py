"""Every error of the API has one shape: `{error: sentence, code, fields?: [{field, reason}]}`."""

import math
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from garner import observe
from garner.errors import FieldError, GarnerError, InputError, MalformedBody


class FieldReason(BaseModel):
    field: str
    reason: str


class ErrorAnswer(BaseModel):
    error: str = Field(description="One clear sentence", examples=["The URL must start with http:// or https://."])
    code: str = Field(description="The same for machines", examples=["invalid_url"])
    fields: list[FieldReason] | None = Field(None, description="What is wrong with which field")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For a route's `responses`: these statuses answer with the common error."""
    return {status: {"model": ErrorAnswer} for status in statuses}


def answer(error: GarnerError, status: int | None = None) -> JSONResponse:
    body: dict[str, Any] = {"error": error.message, "code": error.code}
    if error.fields:
        body["fields"] = [{"field": field.field, "reason": field.reason} for field in error.fields]
    headers = {} if error.retry_after is None else {"Retry-After": str(max(1, math.ceil(error.retry_after)))}
    return JSONResponse(body, status or error.http_status, headers)


def _field_errors(problems: Sequence[Any]) -> list[FieldError]:
    return [
        FieldError(
            ".".join(str(part) for part in problem["loc"][1:]) or "body",
            problem["msg"].removeprefix("Value error, "),
        )
        for problem in problems
    ]


def _invalid(error: RequestValidationError) -> GarnerError:
    problems = error.errors()
    if any(problem["type"] in ("json_invalid", "bytes_invalid") for problem in problems):
        return MalformedBody("The body is not valid JSON.")
    if any(problem["loc"] == ("body",) for problem in problems):
        return InputError("Send a JSON object, with Content-Type: application/json.")
    fields = _field_errors(problems)
    first = fields[0]
    return InputError(f"{first.field}: {first.reason}.".replace("..", "."), fields=fields)


_PHRASES = {
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
}


def install(app: FastAPI) -> None:
    @app.exception_handler(GarnerError)
    async def _garner(request: Request, error: GarnerError) -> JSONResponse:
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def _validation(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(_invalid(error))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, GarnerError):  # FastAPI wraps whatever is raised while it reads a body
            return answer(error.__cause__)
        sentence = _PHRASES.get(error.status_code, str(error.detail))
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
        return JSONResponse({"error": sentence, "code": code}, error.status_code, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def _unforeseen(request: Request, error: Exception) -> JSONResponse:
        observe.emit(observe.RequestFailed(request.method, request.url.path, repr(error)))
        return JSONResponse({"error": "Something went wrong on our side; it has been logged.", "code": "internal"}, 500)
