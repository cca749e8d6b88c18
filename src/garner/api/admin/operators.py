"""Decides who may operate the crawl: holders of the operator token, signed-in admins, and, if no token is set, users of
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

from garner.api.accounts.local_sign_in import is_own_machine
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import documented
from garner.api.http.identity import known_user
from garner.api.http.locality import is_local
from garner.api.http.routing import FaceRouter
from garner.engine import Engine
from garner.engine.people.accounts import is_admin
from garner.errors import FieldError, Forbidden, InputError, Unauthorized
from garner.store.people.users import User

WITHOUT_TOKEN = Unauthorized(
    "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN."
)
NOT_LOCAL = Forbidden("Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.")
NO_ADMIN = Forbidden("You are signed in, and no admin: those are whom GARNER_ADMIN_EMAILS names.")
BEARER = HTTPBearer(
    scheme_name="operators",
    description="The token that GARNER_ADMIN_TOKEN says, or that of an admin who signed in. While GARNER_ADMIN_TOKEN is"
    " not set none is needed on the server's own machine.",
    auto_error=False,
)


async def operator_only(
    request: Request,
    engine: TheEngine,
    shown: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> str:
    """Return how the caller was identified as an operator: `token`, `loopback`, or the e-mail address of an admin."""
    settings = engine.settings
    if shown is not None:
        credentials = shown.credentials.strip()
        if settings.admin_token and hmac.compare_digest(credentials.encode(), settings.admin_token.encode()):
            return "token"
        # A caller who sends a token is identified by it alone; local access does not make up for a bad one.
        user = await known_user(request, engine, credentials)
        if not is_operator(request, engine, user):
            raise NO_ADMIN.copy()
        return user.email
    if settings.admin_token is None and is_local(request):
        return "loopback"
    raise (WITHOUT_TOKEN if settings.admin_token or settings.admins else NOT_LOCAL).copy()


def is_operator(request: Request, engine: Engine, user: User) -> bool:
    return is_admin(engine, user.email) or is_own_machine(request, engine.settings)


MOST_LISTED = 500
_TOO_MANY = f"Input should be less than or equal to {MOST_LISTED}"
BAD_INPUT = InputError(f"limit: {_TOO_MANY}.", fields=[FieldError("limit", _TOO_MANY)])
Operator = Annotated[str, Depends(operator_only)]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="How many at most")]
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
AfterId = Annotated[int | None, Query(ge=1, le=2**63 - 1, description="Those after this one: `next` of the last page")]


def operators_router(tag: str) -> FaceRouter:
    return FaceRouter(
        prefix="/api/admin",
        tags=[tag],
        dependencies=[Depends(operator_only)],
        responses=documented(WITHOUT_TOKEN, NOT_LOCAL, 503),
    )
