"""Authenticate the caller by the token in `Authorization: Bearer`.

The token comes from signing in, or is a personal one for scripts. An event stream may carry a separate kind of token in
its URL, since a browser's EventSource sends no headers, and so may a download, which a browser saves without any; no
other token is accepted there.
"""

from typing import Annotated

from fastapi import Depends, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from garner.api.http.context import find_context
from garner.api.http.dependencies import TheEngine, guest_limit
from garner.core.accounts.api_tokens import is_api_token
from garner.core.accounts.tokens import TokenScope
from garner.engine import Engine
from garner.engine.people.accounts import Grant, grant_of_token, is_still_good
from garner.errors import Forbidden, Unauthorized, Unavailable
from garner.store.people.users import User

WITHOUT_TOKEN = Unauthorized("Sign in and send your token: Authorization: Bearer TOKEN.")
SIGN_IN_FOR_THAT = Forbidden("API tokens are not accepted here. Sign in and send the access token that you receive.")
BEARER = HTTPBearer(
    scheme_name="people", description="The access token from signing in, or an API token", auto_error=False
)
Shown = Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]


async def current_grant(request: Request, engine: TheEngine, shown: Shown) -> Grant:
    if shown is None:
        raise WITHOUT_TOKEN.copy()
    return _count_request(request, await known_grant(request, engine, shown.credentials))


CurrentGrant = Annotated[Grant, Depends(current_grant)]


async def current_user(grant: CurrentGrant) -> User:
    return grant.user


async def known_user(request: Request, engine: Engine, token: str) -> User:
    return (await known_grant(request, engine, token)).user


async def known_grant(request: Request, engine: Engine, token: str, scope: TokenScope = TokenScope.ACCESS) -> Grant:
    """Return the grant of a token. A caller with an invalid token counts as a guest, and is rate-limited like one."""
    try:
        return await grant_of_token(engine, token, scope)
    except Unauthorized:
        await guest_limit(request)
        raise


async def streaming_grant(
    request: Request,
    engine: TheEngine,
    shown: Shown,
    token: Annotated[str | None, Query(description="A stream token, for clients that cannot send headers")] = None,
) -> Grant:
    if token is not None:
        return _count_request(request, await known_grant(request, engine, token, TokenScope.STREAM))
    return await current_grant(request, engine, shown)


async def is_grant_valid(engine: Engine, grant: Grant) -> bool:
    """Return whether the token that opened a stream (or created its stream token) and its user are still valid. If that
    cannot be checked at the moment, it is checked again later."""
    try:
        return await is_still_good(engine, grant)
    except Unavailable:
        return True


def _count_request(request: Request, grant: Grant) -> Grant:
    find_context(request).user_limit.take(str(grant.user.user_id))
    return grant


async def possibly_user(request: Request, engine: TheEngine, shown: Shown) -> User | None:
    """Return the user, or None for a guest, each within their own rate limit. An invalid token is refused instead of
    ignored."""
    if shown is not None:
        return (await current_grant(request, engine, shown)).user
    await guest_limit(request)
    if any(map(_is_malformed_token, request.headers.getlist("authorization"))):
        raise WITHOUT_TOKEN.copy()
    return None


def _is_malformed_token(authorization: str) -> bool:
    """Return whether an Authorization header without a usable token was meant to have one: it has the scheme Bearer, or
    no scheme at all. Credentials of another scheme may be meant for a proxy, and are ignored."""
    scheme, *credentials = authorization.split(maxsplit=1)[:2] or [""]
    return scheme.lower() == "bearer" or (scheme != "" and not credentials)


CurrentUser = Annotated[User, Depends(current_user)]
PossiblyUser = Annotated[User | None, Depends(possibly_user)]


async def person(shown: Shown, user: CurrentUser) -> User:
    """Return the signed-in user, and refuse API tokens: a script must not create credentials that outlive its own."""
    if shown is not None and is_api_token(shown.credentials):
        raise SIGN_IN_FOR_THAT.copy()
    return user


Person = Annotated[User, Depends(person)]
StreamingGrant = Annotated[Grant, Depends(streaming_grant)]
