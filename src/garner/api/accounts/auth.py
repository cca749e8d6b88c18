"""Sign-in with Google, or on a local machine with an email address alone (`local_sign_in`). The latter accepts an
admin's address only where the caller could operate without signing in."""

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict, Field, StrictStr, field_validator

from garner.api.access.identity import SIGN_IN_FOR_THAT, WITHOUT_TOKEN, Person, Shown
from garner.api.access.local_sign_in import NOT_HERE, find_refusal
from garner.api.access.locality import is_local
from garner.api.accounts.accounts import USER_EXAMPLE, UserAnswer, answer_of
from garner.api.http.dependencies import TheEngine, TheServices, forbid_caching, guest_limit
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.core.accounts.identity import Identity, email_address
from garner.engine import Engine
from garner.engine.people.accounts import SignedIn, renew, sign_in, sign_in_by_google
from garner.engine.people.google import REFUSED, WITHOUT_CLIENT
from garner.errors import Forbidden

router = FaceRouter(
    prefix="/auth", tags=["accounts"], responses=document_errors(429, 503), dependencies=[Depends(forbid_caching)]
)


class GoogleToken(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"token": "eyJhbGciOiJSUzI1NiIs…"}]})

    token: StrictStr = Field(description="The ID token that Google returned to the page")


class LocalSignIn(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"email": "ana@example.com"}]})

    email: StrictStr

    @field_validator("email")
    @classmethod
    def _validate_email(cls, email: str) -> str:
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
    expires_in: int = Field(description="Lifetime in seconds; renew the token before it expires")
    user: UserAnswer


@router.post(
    "/google",
    summary="Sign in with Google",
    responses=document_errors(400, REFUSED, 413, 422, WITHOUT_CLIENT),
    dependencies=[Depends(guest_limit)],
)
async def google(body: GoogleToken, request: Request, services: TheServices) -> SignedInAnswer:
    """Exchanges the ID token from Google's sign-in button for an access token of Garner. The first sign-in creates an
    account."""
    engine = services.engine
    return _answer(request, engine, await sign_in_by_google(engine, services.google, body.token))


@router.post(
    "/local",
    summary="Sign in on a local server",
    responses=document_errors(400, NOT_HERE, 413, 422),
    dependencies=[Depends(guest_limit)],
)
async def local(body: LocalSignIn, request: Request, engine: TheEngine) -> SignedInAnswer:
    """Signs in with an email address alone, without proof. Works only on the machine that the server runs on and while
    no Google client is configured, unless GARNER_LOCAL_SIGN_IN is set to `on` or `off`."""
    refusal = find_refusal(request, engine.settings) or _why_no_admin(request, engine, body.email)
    if refusal is not None:
        raise Forbidden(refusal)
    return _answer(request, engine, await sign_in(engine, Identity(body.email)))


@router.post("/refresh", summary="Renew your access token", responses=document_errors(WITHOUT_TOKEN, SIGN_IN_FOR_THAT))
async def refresh(shown: Shown, user: Person, request: Request, engine: TheEngine) -> SignedInAnswer:
    """Exchanges a valid token for one that expires later, until the sign-in behind it is too old
    (GARNER_SESSION_DAYS)."""
    assert shown is not None  # or there would be no user
    return _answer(request, engine, renew(engine, user, shown.credentials))


def _answer(request: Request, engine: Engine, signed_in: SignedIn) -> SignedInAnswer:
    return SignedInAnswer(
        access_token=signed_in.token,
        token_type="bearer",
        expires_in=round(signed_in.expires_in.total_seconds()),
        user=answer_of(request, engine, signed_in.user),
    )


def _why_no_admin(request: Request, engine: Engine, email: str) -> str | None:
    """Return why this address may not sign in as an admin: that must not grant more than local access already does."""
    if not engine.is_admin(email) or (engine.settings.security.admin_token is None and is_local(request)):
        return None
    return (
        "Admins cannot sign in with an email address alone on this server. "
        "Sign in with Google, or send GARNER_ADMIN_TOKEN as the token."
    )
