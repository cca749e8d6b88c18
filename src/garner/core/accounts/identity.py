"""Who somebody is: an e-mail address, and what else is known of them."""

import re
from dataclasses import dataclass

LONGEST_EMAIL = 255
LONGEST_NAME = 255
LONGEST_PICTURE = 2000
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)*")


@dataclass(frozen=True, slots=True)
class Identity:
    """What is known of somebody who has just proved who they are."""

    email: str
    name: str | None = None
    picture_url: str | None = None


def email_address(text: str) -> str:
    """As it is kept; a `ValueError` for what cannot be one. Whether it is one only a letter would tell."""
    email = text.strip().lower()
    if len(email) > LONGEST_EMAIL or not email.isprintable() or not _EMAIL.fullmatch(email):
        raise ValueError(f"must be an e-mail address of at most {LONGEST_EMAIL} characters")
    return email


def profile_name(claim: object) -> str | None:
    """A name that somebody else gives: without what cannot be shown, and no longer than is kept."""
    if not isinstance(claim, str):
        return None
    return "".join(filter(str.isprintable, claim)).strip()[:LONGEST_NAME] or None


def profile_picture(claim: object) -> str | None:
    if not isinstance(claim, str) or not claim.startswith("https://") or not claim.isprintable():
        return None
    return claim if len(claim) <= LONGEST_PICTURE else None
