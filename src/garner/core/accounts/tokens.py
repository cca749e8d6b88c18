"""Who somebody is, on a slip that we signed: a JSON Web Token, so that a request needs no session to be looked up.

The algorithm is ours and never the token's own word for it. A slip cannot be taken back, so its life is short; whoever
holds one that is still good may have it renewed until the sign-in behind it is too old. A slip for streams is good for
these and for downloads alone, which change nothing, because it travels in an address, and addresses are written down in
many places. It ends with the token that it was made with, or a script whose token was revoked would go on watching.
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

# That a secret is short is said by `garner doctor`, rather than on standard error in the middle of a log.
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
    signed_in_at: datetime | None = None  # of the sign-in that this goes back to, however often it was renewed
    # Of a stream token: the API token that it was made with, or when the access token expires that it was made with.
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
    """What a token says, if we signed it, for this, and it is still good; of what is wrong with it nothing is told."""
    try:
        # Its expiry is checked here: the library would ask a clock of its own.
        options: Any = {"require": list(_OURS), "verify_exp": False, "verify_iat": False}
        payload = jwt.decode(token, secret, algorithms=[ALGORITHM], options=options)
        claims = _claims(payload)
    except (jwt.PyJWTError, ValueError, OverflowError, OSError):
        raise refusal(scope) from None
    if claims.expires_at <= now or claims.scope is not scope:
        raise refusal(scope)
    return claims


REFUSED = Unauthorized("The token is not valid, or no longer. Sign in again.")
STREAM_REFUSED = Unauthorized("The token is not valid, or no longer. Get a new one from POST /api/stream-token.")


def refusal(scope: TokenScope) -> Unauthorized:
    """Where the next token is to be had: a slip for streams is too short-lived to send people back to the sign-in."""
    return (STREAM_REFUSED if scope is TokenScope.STREAM else REFUSED).anew()


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


def renewed(claims: Claims, now: datetime, life: timedelta, longest: timedelta) -> Claims:
    """The same person for another while, but not for ever on the strength of one sign-in."""
    signed_in = claims.signed_in_at or now
    if now - signed_in >= longest:
        raise REFUSED.anew()
    return Claims(claims.user_id, claims.email, min(now + life, signed_in + longest), TokenScope.ACCESS, signed_in)
