"""Decide where a user may sign in with an email address alone, and which rights that gives.

An address without proof allows impersonation, so it is accepted only from users of the machine itself: while the server
listens on loopback, for a request made on this machine, and while no Google client is configured. An operator may
enable it for everyone who can reach the server, for a trial behind access control of their own.

A server is the user's own machine if that holds without having been enabled and no operator is configured: then a user
signed in there is an operator, as they could be without signing in.
"""

from fastapi import Request

from garner.api.access.locality import is_local, is_loopback, is_of_own_page
from garner.errors import Forbidden
from garner.settings import Settings

BY_ADDRESS = "Sign-in with an email address alone"
NOT_HERE = Forbidden(f"{BY_ADDRESS} is disabled on this server (GARNER_LOCAL_SIGN_IN=off).")


def find_refusal(request: Request, settings: Settings) -> str | None:
    """Return why signing in with an address alone is refused, and what to do about it; None if it is allowed."""
    if settings.security.local_sign_in == "off":
        return NOT_HERE.message
    if settings.security.local_sign_in == "on":
        invited = is_of_own_page(request) or request.headers.get("origin") in settings.server.origins
        return None if invited else f"{BY_ADDRESS} is refused to pages of origins that ALLOWED_ORIGINS does not list."
    if settings.security.google_client_id is not None:
        return f"{BY_ADDRESS} is disabled while GARNER_GOOGLE_CLIENT_ID is set. Sign in with Google."
    if not is_loopback(settings.server.host):
        return (
            f"{BY_ADDRESS} is disabled while other machines can reach the server (GARNER_HOST={settings.server.host}). "
            "Set GARNER_GOOGLE_CLIENT_ID and sign in with Google, or set GARNER_HOST=127.0.0.1."
        )
    if not is_local(request):
        return (
            f"{BY_ADDRESS} works only on the server's own machine. Use http://localhost there, "
            "without a proxy, and not from a page of another site."
        )
    return None


def is_own_machine(request: Request, settings: Settings) -> bool:
    has_no_operators = settings.security.admin_token is None and not settings.security.admins
    return has_no_operators and settings.security.local_sign_in == "auto" and find_refusal(request, settings) is None
