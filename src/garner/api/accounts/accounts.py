"""The user's own account, as the user sees it. Its id is internal and never shown."""

from datetime import datetime
from typing import Any

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict, Field, StrictStr

from garner.api.access.identity import SIGN_IN_FOR_THAT, WITHOUT_TOKEN, CurrentGrant, CurrentUser, Person
from garner.api.access.operators import is_operator
from garner.api.http.dependencies import TheEngine, forbid_caching
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.engine import Engine
from garner.engine.people.account_removal import remove_user
from garner.engine.people.accounts import stream_token
from garner.errors import FieldError, InputError
from garner.store.people.users import User

router = FaceRouter(prefix="/api", tags=["accounts"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

NOT_YOURS = "Enter the email address of your own account to confirm its deletion."
USER_EXAMPLE: dict[str, Any] = {
    "email": "ana@example.com",
    "name": "Ana",
    "picture_url": "https://example.com/ana.png",
    "settings": {"enabled_companies": ["ALL"], "title_filters": []},
    "is_admin": False,
    "is_operator": False,
    "created_at": "2026-03-01T12:00:00Z",
    "last_login": "2026-03-02T08:30:00Z",
}


class UserAnswer(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [USER_EXAMPLE]})

    email: str
    name: str | None
    picture_url: str | None
    settings: dict[str, Any]
    is_admin: bool = Field(
        description="Whether GARNER_ADMIN_EMAILS lists you; admins can also see the data of other users"
    )
    is_operator: bool = Field(
        description="Whether `/api/admin` accepts your token: you are an admin, or no operator is configured "
        "and you connect from the server's own machine"
    )
    created_at: datetime
    last_login: datetime | None


class StreamToken(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"token": "eyJhbGciOi…", "expires_in": 60}]})

    token: str
    expires_in: int = Field(description="Lifetime in seconds")


class Removal(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"email": "ana@example.com"}]})

    email: StrictStr = Field(description="The email address of your own account, as a confirmation")


def answer_of(request: Request, engine: Engine, user: User) -> UserAnswer:
    return UserAnswer(
        email=user.email,
        name=user.name,
        picture_url=user.picture_url,
        settings=user.settings,
        is_admin=engine.is_admin(user.email),
        is_operator=is_operator(request, engine, user),
        created_at=user.created_at,
        last_login=user.last_login,
    )


@router.get("/user", summary="Get your account")
async def show_user(request: Request, user: CurrentUser, engine: TheEngine) -> UserAnswer:
    return answer_of(request, engine, user)


@router.delete(
    "/user",
    status_code=204,
    summary="Delete your account",
    responses=document_errors(400, SIGN_IN_FOR_THAT, 413, 422),
)
async def remove_account(body: Removal, user: Person, engine: TheEngine) -> None:
    """Permanently deletes the account with its jobs, saved recipes, tokens and webhooks. Requests of other users are
    not affected. Signing in again creates a new account."""
    if body.email.strip().lower() != user.email:
        raise InputError(NOT_YOURS, fields=[FieldError("email", NOT_YOURS)])
    await remove_user(engine, user)


@router.post("/stream-token", summary="Create a stream token", dependencies=[Depends(forbid_caching)])
async def give_stream_token(grant: CurrentGrant, engine: TheEngine) -> StreamToken:
    """Returns a token for a browser's EventSource, which cannot send headers. Add it as `?token=` to the URL of a
    stream or of a job's export, and open that URL within a minute. It is valid for nothing else. It expires with the
    token that created it, as do the streams that it opened."""
    token, life = stream_token(engine, grant)
    return StreamToken(token=token, expires_in=int(life.total_seconds()))
