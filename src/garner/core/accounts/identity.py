"""A user's identity: an email address and profile data."""

import re
from dataclasses import dataclass

MAX_EMAIL_LENGTH = 255
MAX_NAME_LENGTH = 255
MAX_PICTURE_LENGTH = 2000
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)*")


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a user who has just authenticated."""

    email: str
    name: str | None = None
    picture_url: str | None = None


def email_address(text: str) -> str:
    """Return the address in its stored form; raise `ValueError` if it cannot be one. Only a message would show that it
    exists."""
    email = text.strip().lower()
    if len(email) > MAX_EMAIL_LENGTH or not email.isprintable() or not _EMAIL.fullmatch(email):
        raise ValueError(f"must be an email address of at most {MAX_EMAIL_LENGTH} characters")
    return email


def profile_name(claim: object) -> str | None:
    """Return a name from another service, without unprintable characters, truncated to the stored length."""
    if not isinstance(claim, str):
        return None
    return "".join(filter(str.isprintable, claim)).strip()[:MAX_NAME_LENGTH] or None


def profile_picture(claim: object) -> str | None:
    if not isinstance(claim, str) or not claim.startswith("https://") or not claim.isprintable():
        return None
    return claim if len(claim) <= MAX_PICTURE_LENGTH else None
