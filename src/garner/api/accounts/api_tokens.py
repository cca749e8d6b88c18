"""Personal tokens for scripts. Managing them requires a sign-in: a token that could create another one would outlive
its own expiry. A token can only revoke itself."""

from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import Depends, Path
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from garner.api.access.identity import SIGN_IN_FOR_THAT, WITHOUT_TOKEN, CurrentUser, Person, Shown
from garner.api.http.dependencies import TheEngine, forbid_caching
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.core.accounts.api_tokens import is_api_token
from garner.engine.people.api_tokens import (
    NO_SUCH_TOKEN,
    TOO_MANY,
    create_api_token,
    list_api_tokens,
    revoke_api_token,
    revoke_itself,
)
from garner.store.people.api_tokens import ApiTokenView

router = FaceRouter(
    prefix="/api/tokens", tags=["accounts"], responses=document_errors(WITHOUT_TOKEN, SIGN_IN_FOR_THAT, 429, 503)
)

MAX_DAYS = 3650
TOKEN: dict[str, Any] = {
    "id": 7,
    "name": "nightly import",
    "hint": "k3Zq",
    "created_at": "2026-03-01T12:00:00Z",
    "expires_at": "2026-05-30T12:00:00Z",
    "last_used_at": "2026-03-02T03:00:00Z",
}
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")
]


class TokenWanted(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "nightly import", "expires_in_days": 90}]}
    )

    name: Name = Field(description="What the token is for")
    expires_in_days: int | None = Field(
        None,
        ge=1,
        le=MAX_DAYS,
        strict=True,
        description="Days until it expires; without it, the token is valid until revoked",
    )


class TokenListed(BaseModel):
    model_config = ConfigDict(from_attributes=True, json_schema_extra={"examples": [TOKEN]})

    id: int
    name: str
    hint: str = Field(description="The last characters of the token, to identify it")
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None = Field(description="Accurate to the minute")


class TokenCreated(TokenListed):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{**TOKEN, "token": "garner_dGhpcyBpcyBubyB0b2tlbiBidXQgYW4gZXhhbXBsZQk3Zq"}]}
    )

    token: str = Field(description="The token itself; shown only once")


class TokenList(BaseModel):
    tokens: list[TokenListed]


@router.post(
    "",
    status_code=201,
    summary="Create an API token",
    responses=document_errors(400, TOO_MANY, 413, 422),
    dependencies=[Depends(forbid_caching)],
)
async def create_token(wanted: TokenWanted, user: Person, engine: TheEngine) -> TokenCreated:
    """Store the token safely: it is shown only once. Send it in `Authorization: Bearer`, like an access token. It acts
    on your behalf until it expires or you revoke it."""
    life = None if wanted.expires_in_days is None else timedelta(days=wanted.expires_in_days)
    created = await create_api_token(engine, user.user_id, wanted.name, life)
    return TokenCreated(**_shape_of(created.view).model_dump(), token=created.token)


@router.get("", summary="List your API tokens")
async def list_tokens(user: Person, engine: TheEngine) -> TokenList:
    return TokenList(tokens=[_shape_of(view) for view in await list_api_tokens(engine, user.user_id)])


@router.delete(
    "/{token_id}", status_code=204, summary="Revoke an API token", responses=document_errors(NO_SUCH_TOKEN, 422)
)
async def revoke_token(
    token_id: Annotated[int, Path(ge=1, le=2**63 - 1)], shown: Shown, user: CurrentUser, engine: TheEngine
) -> None:
    """Takes effect immediately. A script can revoke its own token this way, but no other."""
    assert shown is not None  # or there would be no user
    if not is_api_token(shown.credentials):
        await revoke_api_token(engine, user.user_id, token_id)
    elif not await revoke_itself(engine, shown.credentials, token_id):
        raise SIGN_IN_FOR_THAT.copy()


def _shape_of(view: ApiTokenView) -> TokenListed:
    return TokenListed.model_validate(view)
