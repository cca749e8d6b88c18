"""Signing in: by Google, or on a machine of one's own by an address alone.

By an address alone anybody may be anybody, so that is only for whoever sits at the machine: while the server listens
on loopback, to a call that was made here, and while there is no Google client to sign in by. An operator may switch it
on for everybody who reaches the server, for a trial behind a door of their own; but nobody is believed to be an admin
for it who would not be let in to operate without.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field, StrictStr, field_validator

from garner.api.accounts import USER_EXAMPLE, UserAnswer, answer_of, never_kept
from garner.api.dependencies import engine_of, guest_limit
from garner.api.errors import documented
from garner.api.identity import SIGN_IN_FOR_THAT, WITHOUT_TOKEN, Person, Shown
from garner.api.locality import is_local, is_loopback, is_of_own_page
from garner.core.identity import Identity, email_address
from garner.engine import Engine
from garner.engine.accounts import SignedIn, is_admin, renew, sign_in, sign_in_by_google
from garner.engine.google import REFUSED, WITHOUT_CLIENT
from garner.errors import Forbidden
from garner.settings import Settings

router = APIRouter(
    prefix="/auth", tags=["accounts"], responses=documented(429, 503), dependencies=[Depends(never_kept)]
)

TheEngine = Annotated[Engine, Depends(engine_of)]
BY_ADDRESS = "Signing in by an address alone"
NOT_HERE = Forbidden(f"{BY_ADDRESS} is off here (GARNER_LOCAL_SIGN_IN=off).")


class GoogleToken(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"token": "eyJhbGciOiJSUzI1NiIs…"}]})

    token: StrictStr = Field(description="The ID token that Google gave the page")


class LocalSignIn(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"email": "ana@example.com"}]})

    email: StrictStr

    @field_validator("email")
    @classmethod
    def _is_an_address(cls, email: str) -> str:
        return email_address(email)


class SignedInAnswer(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "access_token": "eyJhbGciOiJIUzI1NiIs…",
                    "token_type": "bearer",
                    "expires_in": 3600,
                    "user": USER_EXAMPLE,
                }
            ]
        }
    )

    access_token: str
    token_type: str
    expires_in: int = Field(description="Seconds; renew it before they are over")
    user: UserAnswer


@router.post(
    "/google",
    summary="Sign in by Google",
    responses=documented(400, REFUSED, 413, 422, WITHOUT_CLIENT),
    dependencies=[Depends(guest_limit)],
)
async def google(body: GoogleToken, engine: TheEngine) -> SignedInAnswer:
    """Takes the ID token that Google's button gives a page, and answers with a token of ours. Whoever comes for the
    first time is given an account."""
    return _answer(engine, await sign_in_by_google(engine, body.token))


@router.post(
    "/local",
    summary="Sign in on a machine of your own",
    responses=documented(400, NOT_HERE, 413, 422),
    dependencies=[Depends(guest_limit)],
)
async def local(body: LocalSignIn, request: Request, engine: TheEngine) -> SignedInAnswer:
    """By an address alone, without any proof: only on the very machine that the server runs on, and only while no
    Google client is set, unless GARNER_LOCAL_SIGN_IN says otherwise."""
    why_not = _why_not(request, engine.settings) or _why_no_admin(request, engine, body.email)
    if why_not is not None:
        raise Forbidden(why_not)
    return _answer(engine, await sign_in(engine, Identity(body.email)))


@router.post("/refresh", summary="Renew your token", responses=documented(WITHOUT_TOKEN, SIGN_IN_FOR_THAT))
async def refresh(shown: Shown, user: Person, engine: TheEngine) -> SignedInAnswer:
    """A token that is still good for one that is good for longer, until the sign-in behind it is too old
    (GARNER_SESSION_DAYS)."""
    assert shown is not None  # or there would be no person
    return _answer(engine, renew(engine, user, shown.credentials))


def _answer(engine: Engine, signed_in: SignedIn) -> SignedInAnswer:
    return SignedInAnswer(
        access_token=signed_in.token,
        token_type="bearer",
        expires_in=round(signed_in.expires_in.total_seconds()),
        user=answer_of(engine, signed_in.user),
    )


def _why_not(request: Request, settings: Settings) -> str | None:
    """What stands in the way of signing in by an address alone, and what to do about it."""
    if settings.local_sign_in == "off":
        return NOT_HERE.message
    if settings.local_sign_in == "on":
        invited = is_of_own_page(request) or request.headers.get("origin") in settings.origins
        return None if invited else f"{BY_ADDRESS} is not for pages of other sites: ALLOWED_ORIGINS names those."
    if settings.google_client_id is not None:
        return f"{BY_ADDRESS} is off while GARNER_GOOGLE_CLIENT_ID is set: sign in by Google."
    if not is_loopback(settings.host):
        return (
            f"{BY_ADDRESS} is off while others can reach the server (GARNER_HOST={settings.host}): "
            "set GARNER_GOOGLE_CLIENT_ID and sign in by Google, or have it listen on 127.0.0.1."
        )
    if not is_local(request):
        return (
            f"{BY_ADDRESS} is for the server's own machine only: call it there, as localhost, "
            "and neither through a proxy nor from a page of another site."
        )
    return None


def _why_no_admin(request: Request, engine: Engine, email: str) -> str | None:
    """It must not open what being here does not open already."""
    if not is_admin(engine, email) or (engine.settings.admin_token is None and is_local(request)):
        return None
    return f"{BY_ADDRESS} is not for admins here: sign in by Google, or operate with GARNER_ADMIN_TOKEN."
