"""Who somebody is, and what they may carry away to prove it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from garner.core import tokens
from garner.core.api_tokens import is_api_token
from garner.core.identity import Identity
from garner.core.tokens import Claims, Scope
from garner.engine.api_tokens import owner_of
from garner.engine.engine import Engine
from garner.store import users
from garner.store.users import User

STREAM_LIFE = timedelta(seconds=60)


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
    return _signed_in(engine, user, Claims(user.user_id, user.email, now + life, Scope.ACCESS, now), now)


async def sign_in_by_google(engine: Engine, token: str) -> SignedIn:
    return await sign_in(engine, await engine.google.identify(token))


def renew(engine: Engine, user: User, token: str) -> SignedIn:
    """Another while for somebody whose token is still good, until their sign-in is too old."""
    now = datetime.now(UTC)
    settings = engine.settings
    claims = tokens.read(token, settings.signing_secret, now)
    life, longest = timedelta(minutes=settings.jwt_minutes), timedelta(days=settings.session_days)
    return _signed_in(engine, user, tokens.renewed(claims, now, life, longest), now)


def _signed_in(engine: Engine, user: User, claims: Claims, now: datetime) -> SignedIn:
    return SignedIn(user, tokens.sign(claims, engine.settings.signing_secret), claims.expires_at - now)


def stream_token(engine: Engine, user: User) -> str:
    """Good for event streams alone, and not for long: it travels in an address."""
    claims = Claims(user.user_id, user.email, datetime.now(UTC) + STREAM_LIFE, Scope.STREAM)
    return tokens.sign(claims, engine.settings.signing_secret)


async def user_of_token(engine: Engine, token: str, scope: Scope = Scope.ACCESS) -> User:
    """The user that a token speaks for. One that no longer exists is nobody, whatever the token says."""
    if scope is Scope.ACCESS and is_api_token(token):
        user = await owner_of(engine, token)
    else:
        claims = tokens.read(token, engine.settings.signing_secret, datetime.now(UTC), scope)
        async with engine.database.connection() as connection:
            user = await users.find(connection, claims.user_id)
    if user is None:
        raise tokens.REFUSED.anew()
    return user


async def list_users(engine: Engine, *, after: int, limit: int) -> Sequence[User]:
    async with engine.database.connection() as connection:
        return await users.list_after(connection, after, limit)


async def known_user(engine: Engine, email: str) -> User:
    """The user of this address, made if there is none, who has not signed in by this."""
    async with engine.database.transaction() as connection:
        return await users.ensure(connection, email)


def is_admin(engine: Engine, email: str) -> bool:
    return email in engine.settings.admins
