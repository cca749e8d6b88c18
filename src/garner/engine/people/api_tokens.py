"""Personal API tokens for scripts: creates, lists, revokes and verifies them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.core.accounts.actor import AuditActor
from garner.core.accounts.api_tokens import RANDOM_BYTES, api_token, digest, hint
from garner.engine.engine import Engine
from garner.errors import Conflict, NotFound
from garner.store.people import api_tokens, audit_log
from garner.store.people.api_tokens import ApiTokenView, RemovedToken
from garner.store.people.audit_log import AuditObject
from garner.store.people.users import User

MAX_TOKENS = 50
TOO_MANY = Conflict(f"You already have {MAX_TOKENS} API tokens. Revoke one first.")
NO_SUCH_TOKEN = NotFound("There is no such API token.")


@dataclass(frozen=True, slots=True)
class NewApiToken:
    token: str  # shown once: it cannot be read again
    view: ApiTokenView


async def create_api_token(
    engine: Engine, user_id: int, name: str, life: timedelta | None = None, *, by: AuditActor | None = None
) -> NewApiToken:
    """Create a token of a user. `by` is the operator, if not the user creates it."""
    token = api_token(secrets.token_bytes(RANDOM_BYTES))
    async with engine.database.transaction() as connection:
        if await api_tokens.count_locked(connection, user_id) >= MAX_TOKENS:
            raise TOO_MANY.copy()
        view = await api_tokens.add(connection, user_id, name, digest(token), hint(token), life)
        if by is not None:
            values = {"userId": user_id, "name": view.name, "expiresAt": view.expires_at}
            subject = AuditObject("api_token", str(view.id))
            await audit_log.write(connection, by, "api_token.create", subject, after=values)
    return NewApiToken(token, view)


async def list_api_tokens(engine: Engine, user_id: int) -> Sequence[ApiTokenView]:
    async with engine.database.connection() as connection:
        return await api_tokens.list_of(connection, user_id)


async def revoke_api_token(engine: Engine, user_id: int, token_id: int) -> None:
    async with engine.database.transaction() as connection:
        if not await api_tokens.remove(connection, user_id, token_id):
            raise NO_SUCH_TOKEN.copy()


async def revoke_itself(engine: Engine, token: str, token_id: int) -> bool:
    """Revoke the token if it has this id, and return whether it did."""
    async with engine.database.transaction() as connection:
        return await api_tokens.remove_itself(connection, digest(token), token_id)


async def revoke_of_any_user(engine: Engine, token_id: int, *, by: AuditActor) -> RemovedToken:
    """Revoke any user's token. For operators, also where users cannot sign in."""
    async with engine.database.transaction() as connection:
        removed = await api_tokens.remove_of_any_user(connection, token_id)
        if removed is None:
            raise NO_SUCH_TOKEN.copy()
        values = {"email": removed.email, "name": removed.name}
        subject = AuditObject("api_token", str(token_id))
        await audit_log.write(connection, by, "api_token.revoke", subject, before=values)
    return removed


async def use(engine: Engine, token: str) -> tuple[User, int] | None:
    """Return the owner and the id of a valid token."""
    async with engine.database.connection() as connection:
        return await api_tokens.use(connection, digest(token))
