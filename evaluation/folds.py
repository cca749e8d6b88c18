"""Folds of the given pages, by site.

All pages of a site are in one fold, which depends on nothing but the site's name. Fold 0 is held out: write rules
with the pages of the other folds (`--folds dev`), and look at the pages of fold 0 never. A score on it then says how a
rule does on sites that it was not made with.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

FOLDS = 5
HELD_OUT = 0
Part = Literal["all", "dev", "held-out"]
PARTS: tuple[Part, ...] = ("all", "dev", "held-out")

# The first number for which every set has sites in fold 0, and the sites of each small set are in different folds.
_SALT = 649
_SHARED_SUFFIXES = {"ac", "co", "com", "edu", "gov", "net", "org"}  # below a country's domain, as in co.uk


def site_name(host: str) -> str:
    """Return the name that the hosts of a site share: `amazon` for www.amazon.de and www.amazon.co.uk."""
    labels = host.casefold().split(".")
    if len(labels) > 1:
        labels.pop()
    if len(labels) > 1 and labels[-1] in _SHARED_SUFFIXES:
        labels.pop()
    return labels[-1]


def fold_of(site: str) -> int:
    digest = hashlib.sha256(f"{_SALT}:{site}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % FOLDS


@dataclass(frozen=True)
class Split:
    """The fold that counts as held out, and the part of the pages that is read."""

    held_out: int = HELD_OUT
    part: Part = "all"

    def includes(self, site: str, part: Part | None = None) -> bool:
        """Tell whether the site belongs to the part, by default the one that is read."""
        part = part or self.part
        return part == "all" or (part == "held-out") == (fold_of(site) == self.held_out)

    @property
    def scored_parts(self) -> tuple[Part, ...]:
        return PARTS if self.part == "all" else (self.part,)
