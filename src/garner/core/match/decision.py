"""Which entry a row is, if any.

Each candidate's share is its odds among those of all candidates and of none of them, which are even: two that fit
equally well leave each other little. The best is the match if its share reaches the threshold, and else the row is not
found.

Where all rows of a file are known, an entry goes to the row that it fits best: to the others it is then worth little
more than nothing. Rows that fit it equally well, such as repeated ones, all keep it.
"""

import math
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from garner.core.match.scoring import Scored

THRESHOLD = 0.38
MOST_KEPT = 5
OUTBID = -4.0  # added to the odds of an entry that fits another row better
EQUALLY_WELL = 1e-6
LEAST_BID = 0.0  # less likely than not is no bid

Id = TypeVar("Id", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Id]):
    id: Id
    score: float  # its share, from 0 to 1
    scored: Scored


@dataclass(frozen=True, slots=True)
class Decision(Generic[Id]):
    match: Id | None  # None: not found
    score: float  # of the best candidate, match or not
    candidates: tuple[Candidate[Id], ...]  # the best first


def decide(
    scored: Sequence[tuple[Id, Scored]], threshold: float = THRESHOLD, outbid: Collection[Id] = ()
) -> Decision[Id]:
    """`outbid`: entries that fit another row better."""
    best = sorted(_shares(scored, outbid), key=lambda candidate: -candidate.score)[:MOST_KEPT]
    if not best:
        return Decision(None, 0.0, ())
    return Decision(best[0].id if best[0].score >= threshold else None, best[0].score, tuple(best))


def _shares(scored: Sequence[tuple[Id, Scored]], outbid: Collection[Id]) -> Iterator[Candidate[Id]]:
    # Those that were outbid count in full among all: that they fit so well still speaks against the next best.
    all_odds = 1.0 + math.fsum(math.exp(each.odds) for _, each in scored)
    for identity, each in scored:
        own_odds = each.odds + (OUTBID if identity in outbid else 0.0)
        # What is certain competes with nothing: one thing may well be in a catalogue twice.
        yield Candidate(identity, each.probability if each.certain else math.exp(own_odds) / all_odds, each)


def decide_all(rows: Sequence[Sequence[tuple[Id, Scored]]], threshold: float = THRESHOLD) -> list[Decision[Id]]:
    """The same for all rows of a file, each knowing of the others."""
    bids: dict[Id, float] = {}
    for row in rows:
        for identity, each in row:
            if each.odds > bids.get(identity, LEAST_BID):
                bids[identity] = each.odds
    return [
        decide(row, threshold, {it for it, each in row if each.odds < bids.get(it, each.odds) - EQUALLY_WELL})
        for row in rows
    ]
