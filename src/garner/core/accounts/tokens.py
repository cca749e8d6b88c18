"""Signed access tokens: JSON Web Tokens, so that a request needs no session lookup.

The algorithm is fixed here and never taken from the token. A token cannot be revoked, so its life is short; the holder
of a valid one may renew it until the sign-in behind it is too old. A stream token is valid only for streams and
downloads, which change nothing, because it travels in a URL, and URLs are logged in many places. It expires with the
token that created it; otherwise a script whose token was revoked could keep watching.
"""

import warnings
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import jwt

from garner.errors import Unauthorized

ALGORITHM = "HS256"
_OURS = ("user_id", "email", "exp")

# `garner doctor` reports a short secret; a warning on standard error would land in the middle of a log.
warnings.filterwarnings("ignore", category=jwt.InsecureKeyLengthWarning)


class TokenScope(StrEnum):
    ACCESS = "access"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class Claims:
    user_id: int
    email: str
    expires_at: datetime
    scope: TokenScope = TokenScope.ACCESS
    signed_in_at: datetime | None = None  # time of the original sign-in, across all renewals
    # Of a stream token: the API token that created it, or the expiry of the access token that created it.
    api_token_id: int | None = None
    maker_expires_at: datetime | None = None


def sign(claims: Claims, secret: str) -> str:
    payload: dict[str, Any] = {
        "user_id": claims.user_id,
        "email": claims.email,
        "exp": claims.expires_at,
        "scope": claims.scope.value,
    }
    if claims.signed_in_at is not None:
        payload["signed_in_at"] = int(claims.signed_in_at.timestamp())
    if claims.api_token_id is not None:
        payload["api_token_id"] = claims.api_token_id
    if claims.maker_expires_at is not None:
        payload["maker_exp"] = int(claims.maker_expires_at.timestamp())
    return jwt.encode(payload, secret, ALGORITHM)


def read(token: str, secret: str, now: datetime, scope: TokenScope = TokenScope.ACCESS) -> Claims:
    """Return the claims of a token if we signed it for this scope and it has not expired; an error does not say what is
    wrong."""
    try:
        # The expiry is checked here: the library would read its own clock.
        options: Any = {"require": list(_OURS), "verify_exp": False, "verify_iat": False}
        payload = jwt.decode(token, secret, algorithms=[ALGORITHM], options=options)
        claims = _claims(payload)
    except (jwt.PyJWTError, ValueError, OverflowError, OSError):
        raise refusal(scope) from None
    if claims.expires_at <= now or claims.scope is not scope:
        raise refusal(scope)
    return claims


REFUSED = Unauthorized("The token is invalid or has expired. Sign in again.")
STREAM_REFUSED = Unauthorized("The token is invalid or has expired. Get a new one from POST /api/stream-token.")


def refusal(scope: TokenScope) -> Unauthorized:
    """Return the error that says where to get the next token: a stream token is too short-lived to require a new
    sign-in."""
    return (STREAM_REFUSED if scope is TokenScope.STREAM else REFUSED).copy()


def _claims(payload: dict[str, Any]) -> Claims:
    email, api_token = payload["email"], payload.get("api_token_id")
    if not isinstance(email, str):
        raise ValueError("not our claims")
    return Claims(
        _id(payload["user_id"]),
        email,
        _moment(payload["exp"]),
        TokenScope(payload.get("scope", TokenScope.ACCESS)),
        _moment_or_none(payload.get("signed_in_at")),
        None if api_token is None else _id(api_token),
        _moment_or_none(payload.get("maker_exp")),
    )


def _id(number: Any) -> int:
    if type(number) is not int or not 0 < number < 2**63:
        raise ValueError("no id")
    return number


def _moment_or_none(seconds: Any) -> datetime | None:
    return None if seconds is None else _moment(seconds)


def _moment(seconds: Any) -> datetime:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise ValueError("no moment")
    return datetime.fromtimestamp(seconds, UTC)


def renew_claims(claims: Claims, now: datetime, life: timedelta, max_session: timedelta) -> Claims:
    """Return claims for the same user with a later expiry, bounded by the age of the sign-in."""
    signed_in = claims.signed_in_at or now
    if now - signed_in >= max_session:
        raise REFUSED.copy()
    return Claims(claims.user_id, claims.email, min(now + life, signed_in + max_session), TokenScope.ACCESS, signed_in)
