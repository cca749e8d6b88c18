"""Who somebody is, and what they may carry away to prove it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from garner.core import tokens
from garner.core.tokens import Claims, Scope
from garner.engine.engine import Engine
from garner.store import users
from garner.store.users import User

STREAM_LIFE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Identity:
    """What is known of somebody who has just proved who they are."""

    email: str
    name: str | None = None
    picture_url: str | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    user: User
    token: str
    expires_in: timedelta


async def sign_in(engine: Engine, identity: Identity) -> SignedIn:
    async with engine.database.transaction() as connection:
        user = await users.sign_in(connection, identity.email.lower(), identity.name, identity.picture_url)
    now = datetime.now(UTC)
    life = timedelta(minutes=engine.settings.jwt_minutes)
    claims = Claims(user.user_id, user.email, now + life, Scope.ACCESS, now)
    return SignedIn(user, tokens.sign(claims, engine.settings.signing_secret), life)


async def user_of_token(engine: Engine, token: str, scope: Scope = Scope.ACCESS) -> User:
    """The user that a token speaks for. One that no longer exists is nobody, whatever the token says."""
    claims = tokens.read(token, engine.settings.signing_secret, datetime.now(UTC), scope)
    async with engine.database.connection() as connection:
        user = await users.find(connection, claims.user_id)
    if user is None:
        raise tokens.REFUSED
    return user
