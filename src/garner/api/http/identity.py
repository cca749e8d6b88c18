"""Who is asking: whoever the token in `Authorization: Bearer` speaks for.

The token is one that signing in gave, or a personal one for scripts. An event stream may carry a token of its own kind
in its address, since a browser's EventSource sends no headers, and so may a download, which a browser saves to disk
without any; no other token is taken from there.
"""

from typing import Annotated

from fastapi import Depends, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from garner.api.http.context import find_context
from garner.api.http.dependencies import (
    TheEngine,
    guest_limit,
)
from garner.core.accounts.api_tokens import is_api_token
from garner.core.accounts.tokens import TokenScope
from garner.engine import Engine
from garner.engine.people.accounts import (
    Grant,
    grant_of_token,
    is_still_good,
)
from garner.errors import (
    Forbidden,
    Unauthorized,
    Unavailable,
)
from garner.store.people.users import User

WITHOUT_TOKEN = Unauthorized("Sign in first, and send the token: Authorization: Bearer TOKEN.")
SIGN_IN_FOR_THAT = Forbidden("An API token does not do for this: sign in, and send the token that gives.")
BEARER = HTTPBearer(
    scheme_name="people", description="The token that signing in gave, or one of your API tokens", auto_error=False
)
Shown = Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]


async def current_grant(request: Request, engine: TheEngine, shown: Shown) -> Grant:
    if shown is None:
        raise WITHOUT_TOKEN.anew()
    return _limited(request, await known_grant(request, engine, shown.credentials))


CurrentGrant = Annotated[Grant, Depends(current_grant)]


async def current_user(grant: CurrentGrant) -> User:
    return grant.user


async def known_user(request: Request, engine: Engine, token: str) -> User:
    return (await known_grant(request, engine, token)).user


async def known_grant(request: Request, engine: Engine, token: str, scope: TokenScope = TokenScope.ACCESS) -> Grant:
    """Whoever shows tokens that are none is a guest, and may do so only as often as guests may ask."""
    try:
        return await grant_of_token(engine, token, scope)
    except Unauthorized:
        await guest_limit(request)
        raise


async def streaming_grant(
    request: Request,
    engine: TheEngine,
    shown: Shown,
    token: Annotated[str | None, Query(description="A stream token, for who cannot send headers")] = None,
) -> Grant:
    if token is not None:
        return _limited(request, await known_grant(request, engine, token, TokenScope.STREAM))
    return await current_grant(request, engine, shown)


async def still_welcome(engine: Engine, grant: Grant) -> bool:
    """Whether the token that opened a stream, or made the stream token that did, and its user are still good. What
    cannot be asked just now is asked again later."""
    try:
        return await is_still_good(engine, grant)
    except Unavailable:
        return True


def _limited(request: Request, grant: Grant) -> Grant:
    find_context(request).user_limit.take(str(grant.user.user_id))
    return grant


async def possibly_user(request: Request, engine: TheEngine, shown: Shown) -> User | None:
    """Where guests are served too, each within the limit of what they are. A token that will not do is refused rather
    than ignored."""
    if shown is not None:
        return (await current_grant(request, engine, shown)).user
    await guest_limit(request)
    if any(map(_is_malformed_token, request.headers.getlist("authorization"))):
        raise WITHOUT_TOKEN.anew()
    return None


def _is_malformed_token(authorization: str) -> bool:
    """Whether an Authorization header that gives no token was meant to: it has the scheme Bearer, or no scheme at all.
    Credentials of another scheme may be meant for a proxy, and are ignored."""
    scheme, *credentials = authorization.split(maxsplit=1)[:2] or [""]
    return scheme.lower() == "bearer" or (scheme != "" and not credentials)


CurrentUser = Annotated[User, Depends(current_user)]
PossiblyUser = Annotated[User | None, Depends(possibly_user)]


async def person(shown: Shown, user: CurrentUser) -> User:
    """Somebody who signed in, and no script of theirs: what a script holds must not be able to outlive it."""
    if shown is not None and is_api_token(shown.credentials):
        raise SIGN_IN_FOR_THAT.anew()
    return user


Person = Annotated[User, Depends(person)]
StreamingGrant = Annotated[Grant, Depends(streaming_grant)]
