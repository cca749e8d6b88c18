"""Entity tags of GET answers: a client that has the current representation gets 304 without a body."""

import hashlib
from typing import Annotated, Any

from fastapi import Header, Response
from pydantic import BaseModel

# What one user sees another may not, and what was seen once may have changed.
PRIVATE = "private, no-cache"
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {
    304: {"description": "The representation of `If-None-Match` is current"}
}

IfNoneMatch = Annotated[
    str | None, Header(alias="If-None-Match", description="The `ETag` of the representation that you have")
]


def answer_tagged(shape: BaseModel, if_none_match: str | None) -> Response:
    """Return the answer with its tag, or 304 if the client has it."""
    body = shape.model_dump_json(by_alias=True).encode()
    tag = f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": PRIVATE, "Vary": "Authorization"}
    if if_none_match is not None and _names(if_none_match, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def _names(if_none_match: str, tag: str) -> bool:
    """Return whether a header names the tag, by the weak comparison of RFC 9110."""
    tags = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return tag in tags or if_none_match.strip() == "*"
