"""Decide who may operate the crawl: holders of the operator token, signed-in admins, and, if no token is set, users of
the server's own machine.

A signed-in user is judged by that identity: if there are admins, a signed-in user who is not one of them is not an
operator on this machine either. If no operator is configured and the machine is the user's own (`local_sign_in`), a
user signed in there is an operator, as without signing in. They do not see more of other users' data: that is for
admins. Without an operator token, access is open to this machine, as `locality` defines it. Behind a proxy that does
not identify itself, set a token.

A caller who could get in with a token, and sends none or a wrong one, receives 401; a caller who may not get in from
this address, or with this identity, receives 403.
"""

import hmac
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from garner.api.access.identity import known_user
from garner.api.access.local_sign_in import is_own_machine
from garner.api.access.locality import is_local
from garner.api.http.dependencies import TheEngine, ip_address_of
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.core.accounts.actor import ActionSource, AuditActor
from garner.engine import Engine
from garner.errors import FieldError, Forbidden, InputError, Unauthorized
from garner.field_reasons import field_sentence
from garner.store.people.users import User

WITHOUT_TOKEN = Unauthorized(
    "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN."
)
NOT_LOCAL = Forbidden("Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.")
NO_ADMIN = Forbidden("You are signed in, but you are not an admin. GARNER_ADMIN_EMAILS lists the admins.")
BEARER = HTTPBearer(
    scheme_name="operators",
    description="The operator token (GARNER_ADMIN_TOKEN), or the token of a signed-in admin. While GARNER_ADMIN_TOKEN"
    " is not set, no token is needed on the server's own machine.",
    auto_error=False,
)


async def operator_only(
    request: Request,
    engine: TheEngine,
    shown: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> AuditActor:
    """Return the operator. Its name says how it was identified: `token`, `loopback`, or the email address of an
    admin."""
    security = engine.settings.security
    if shown is not None:
        credentials = shown.credentials.strip()
        if security.admin_token and hmac.compare_digest(credentials.encode(), security.admin_token.encode()):
            return _actor(request, "token")
        # A caller who sends a token is identified by it alone; local access does not make up for a bad one.
        user = await known_user(request, engine, credentials)
        if not is_operator(request, engine, user):
            raise NO_ADMIN.copy()
        return _actor(request, user.email, user.user_id)
    if security.admin_token is None and is_local(request):
        return _actor(request, "loopback")
    raise (WITHOUT_TOKEN if security.admin_token or security.admins else NOT_LOCAL).copy()


def _actor(request: Request, name: str, user_id: int | None = None) -> AuditActor:
    return AuditActor(name, ActionSource.API, user_id, ip_address_of(request))


def admin_acting_for(request: Request, user: User, owner_id: int | None) -> AuditActor | None:
    """Return the admin who acts on an object of another user; None for its owner."""
    return None if user.user_id == owner_id else _actor(request, user.email, user.user_id)


def is_operator(request: Request, engine: Engine, user: User) -> bool:
    return engine.is_admin(user.email) or is_own_machine(request, engine.settings)


MAX_LISTED = 500
_TOO_MANY = f"Must be at most {MAX_LISTED}"
BAD_INPUT = InputError(field_sentence("limit", _TOO_MANY), fields=[FieldError("limit", _TOO_MANY)])
Operator = Annotated[AuditActor, Depends(operator_only)]
Limit = Annotated[int, Query(ge=1, le=MAX_LISTED, description="Maximum number of results")]
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
AfterId = Annotated[int | None, Query(ge=1, le=2**63 - 1, description="`next` of the previous page")]


def operators_router(tag: str) -> FaceRouter:
    return FaceRouter(
        prefix="/api/admin",
        tags=[tag],
        dependencies=[Depends(operator_only)],
        responses=document_errors(WITHOUT_TOKEN, NOT_LOCAL, 503),
    )
