"""Accounts, and the tokens that prove a user's identity."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from garner.core.accounts import tokens
from garner.core.accounts.actor import AuditActor
from garner.core.accounts.api_tokens import is_api_token
from garner.core.accounts.identity import Identity
from garner.core.accounts.tokens import Claims, TokenScope
from garner.engine.engine import Engine
from garner.engine.people import api_tokens as scripts
from garner.engine.people.google import Google
from garner.errors import NotFound
from garner.store.people import api_tokens, audit_log, users
from garner.store.people.audit_log import AuditObject
from garner.store.people.users import OwnedCounts, User

STREAM_LIFE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class SignedIn:
    user: User
    token: str
    expires_in: timedelta


@dataclass(frozen=True, slots=True)
class Grant:
    """The user that a token authenticates, and how it ends: an API token can be revoked, an access token expires."""

    user: User
    api_token_id: int | None = None
    expires_at: datetime | None = None


async def sign_in(engine: Engine, identity: Identity) -> SignedIn:
    async with engine.database.transaction() as connection:
        user = await users.sign_in(connection, identity.email.lower(), identity.name, identity.picture_url)
    now = engine.clock()
    life = timedelta(minutes=engine.settings.security.jwt_minutes)
    return _make_signed_in(engine, user, Claims(user.user_id, user.email, now + life, TokenScope.ACCESS, now), now)


async def sign_in_by_google(engine: Engine, google: Google, token: str) -> SignedIn:
    return await sign_in(engine, await google.identify(token))


def renew(engine: Engine, user: User, token: str) -> SignedIn:
    """Extend the session of a user with a valid token, until their sign-in is too old."""
    now = engine.clock()
    settings = engine.settings
    claims = tokens.read(token, settings.signing_secret, now)
    life, max_session = timedelta(minutes=settings.security.jwt_minutes), timedelta(days=settings.security.session_days)
    return _make_signed_in(engine, user, tokens.renew_claims(claims, now, life, max_session), now)


def _make_signed_in(engine: Engine, user: User, claims: Claims, now: datetime) -> SignedIn:
    return SignedIn(user, tokens.sign(claims, engine.settings.signing_secret), claims.expires_at - now)


def stream_token(engine: Engine, grant: Grant) -> tuple[str, timedelta]:
    """Return a token and its lifetime. It is valid only for event streams and downloads, and briefly: it travels in a
    URL."""
    now = engine.clock()
    life = STREAM_LIFE if grant.expires_at is None else min(STREAM_LIFE, grant.expires_at - now)
    claims = Claims(
        grant.user.user_id,
        grant.user.email,
        now + life,
        TokenScope.STREAM,
        api_token_id=grant.api_token_id,
        maker_expires_at=grant.expires_at,
    )
    return tokens.sign(claims, engine.settings.signing_secret), life


async def grant_of_token(engine: Engine, token: str, scope: TokenScope = TokenScope.ACCESS) -> Grant:
    """Return what a token grants. A token of a user or an API token that no longer exists grants nothing, regardless of
    its claims."""
    if scope is TokenScope.ACCESS and is_api_token(token):
        used = await scripts.use(engine, token)
        grant = None if used is None else Grant(*used)
    else:
        claims = tokens.read(token, engine.settings.signing_secret, engine.clock(), scope)
        grant = await _grant_of_claims(engine, claims)
    if grant is None:
        raise tokens.refusal(scope)
    return grant


async def _grant_of_claims(engine: Engine, claims: Claims) -> Grant | None:
    async with engine.database.connection() as connection:
        user = await users.find(connection, claims.user_id)
        if user is None:
            return None
        if claims.scope is TokenScope.ACCESS:
            return Grant(user, expires_at=claims.expires_at)
        if claims.api_token_id is None:
            return Grant(user, expires_at=claims.maker_expires_at)
        is_good = await api_tokens.is_good(connection, user.user_id, claims.api_token_id)
        return Grant(user, claims.api_token_id) if is_good else None


async def is_still_good(engine: Engine, grant: Grant) -> bool:
    if grant.expires_at is not None and grant.expires_at <= engine.clock():
        return False
    async with engine.database.connection() as connection:
        if grant.api_token_id is not None:
            return await api_tokens.is_good(connection, grant.user.user_id, grant.api_token_id)
        return await users.find(connection, grant.user.user_id) is not None


async def list_users(engine: Engine, *, after: int, limit: int) -> Sequence[User]:
    async with engine.database.connection() as connection:
        return await users.list_after(connection, after, limit)


async def user_of_address(engine: Engine, email: str) -> User:
    async with engine.database.connection() as connection:
        user = await users.find_by_email(connection, email)
    if user is None:
        raise NotFound(f"There is no account for {email}.")
    return user


async def count_owned(engine: Engine, user: User) -> OwnedCounts:
    async with engine.database.connection() as connection:
        return await users.count_owned(connection, user.user_id)


async def known_user(engine: Engine, email: str, *, by: AuditActor | None = None) -> tuple[User, bool]:
    """Return the user with this email, which is not a sign-in, and whether the account was created just now. `by` is
    the operator who names the user."""
    async with engine.database.transaction() as connection:
        user, is_new = await users.ensure(connection, email)
        if is_new and by is not None:
            subject = AuditObject("user", str(user.user_id))
            await audit_log.write(connection, by, "user.create", subject, after={"email": user.email})
        return user, is_new
