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
from garner.errors import NotFound
from garner.store import items, users
from garner.store.users import Belongings, User

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
    """Good for event streams and downloads alone, and not for long: it travels in an address."""
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
        raise tokens.refusal(scope)
    return user


async def list_users(engine: Engine, *, after: int, limit: int) -> Sequence[User]:
    async with engine.database.connection() as connection:
        return await users.list_after(connection, after, limit)


async def user_of_address(engine: Engine, email: str) -> User:
    async with engine.database.connection() as connection:
        user = await users.find_by_email(connection, email)
    if user is None:
        raise NotFound(f"Nobody has an account for {email}.")
    return user


async def belongings_of(engine: Engine, user: User) -> Belongings:
    async with engine.database.connection() as connection:
        return await users.belongings(connection, user.user_id)


async def remove_user(engine: Engine, user: User) -> Belongings:
    """The account and all that is theirs; says how much that was. Others who wait for the same pages go on waiting."""
    async with engine.database.transaction() as connection:
        found = await users.belongings(connection, user.user_id)
        await items.cancel(connection, await users.open_items(connection, user.user_id))
        if not await users.remove(connection, user.user_id):
            raise NotFound(f"Nobody has an account for {user.email}.")
    return found


async def known_user(engine: Engine, email: str) -> tuple[User, bool]:
    """The user of this address, who has not signed in by this, and whether they were made just now."""
    async with engine.database.transaction() as connection:
        return await users.ensure(connection, email)


def is_admin(engine: Engine, email: str) -> bool:
    return email in engine.settings.admins


async def has_account(engine: Engine, user_id: int) -> bool:
    async with engine.database.connection() as connection:
        return await users.find(connection, user_id) is not None
