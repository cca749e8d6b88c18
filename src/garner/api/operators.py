"""Who may operate the crawl: whoever has the operators' token; where none is set, whoever sits at this very machine.

Without a token the door is open to loopback alone, and not to what merely arrives by it. A page in the operator's own
browser can make the browser call here: by a name that was pointed at this machine, which shows in `Host`, or across
sites, which shows in `Origin`. A reverse proxy on this machine makes everybody look local, and most of them say so in
a header. One that says nothing cannot be told from the operator: behind a proxy, set a token.

Whoever could come in with the token, and shows none or another, is told so by 401; whoever may not come in from where
they are, by 403.
"""

import hmac
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from garner.api.dependencies import engine_of
from garner.api.errors import documented
from garner.engine import Engine
from garner.errors import FieldError, Forbidden, InputError, Unauthorized

_FORWARDING = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


WITHOUT_TOKEN = Unauthorized("Operators show the token that GARNER_ADMIN_TOKEN says: Authorization: Bearer TOKEN.")
NOT_LOCAL = Forbidden("Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.")
BEARER = HTTPBearer(
    scheme_name="operators",
    description="The token that GARNER_ADMIN_TOKEN says. While that is not set none is needed, and operators are served"
    " on the server's own machine only.",
    auto_error=False,
)


async def operator_only(
    request: Request,
    engine: Annotated[Engine, Depends(engine_of)],
    shown: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> str:
    """By what the caller is known to be an operator: `token` or `loopback`."""
    token = engine.settings.admin_token
    if token is not None:
        if shown is None or not hmac.compare_digest(shown.credentials.strip().encode(), token.encode()):
            raise Unauthorized(WITHOUT_TOKEN.message)
        return "token"
    if not _is_local(request):
        raise Forbidden(NOT_LOCAL.message)
    return "loopback"


async def only_known_parameters(request: Request) -> None:
    """A parameter that there is not is a mistake: passed over, a list of what was not asked for would look like what
    was."""
    route = request.scope["route"]
    known = {field.alias for field in route.dependant.query_params}
    unknown = sorted(set(request.query_params) - known)
    if unknown:
        offered = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
        fields = [FieldError(name, f"There is no such parameter; {offered}") for name in unknown]
        raise InputError(f"{fields[0].field}: {fields[0].reason}.", fields=fields)


MOST_LISTED = 500
_TOO_MANY = f"Input should be less than or equal to {MOST_LISTED}"
BAD_INPUT = InputError(f"limit: {_TOO_MANY}.", fields=[FieldError("limit", _TOO_MANY)])
Operator = Annotated[str, Depends(operator_only)]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="How many at most")]
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
AfterId = Annotated[int | None, Query(ge=1, le=2**63 - 1, description="Those after this one: `next` of the last page")]


def operators_router(tag: str) -> APIRouter:
    return APIRouter(
        prefix="/api/admin",
        tags=[tag],
        dependencies=[Depends(operator_only), Depends(only_known_parameters)],
        responses=documented(WITHOUT_TOKEN, NOT_LOCAL, 503),
    )


def _is_local(request: Request) -> bool:
    headers = request.headers
    if request.client is None or not _is_loopback(request.client.host):
        return False
    if any(name in headers for name in _FORWARDING):
        return False
    host = headers.get("host", "")
    origin = headers.get("origin")
    return _is_loopback(_name_of(host)) and (origin is None or origin.partition("://")[2] == host)


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
