"""Leases that a dispatcher claimed under its own name and handed to a worker, which takes them over.

A lease is known by its work, its fence and its dispatcher. The worker puts its own name in the dispatcher's place, in
one statement that touches one row or none for each: a duplicate, a replay and a late message find another name or
another fence there. The fence stays, since the lane's slot and its probe belong to it; so does the attempt, which was
counted at the claim (docs/decisions/0027).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.core.lifecycle import Stage

# The ids of the work that was taken over, as an expression.
TAKEN_OVER = "take_over_leases(%s, %s, %s, %s::bigint[], %s::bigint[], %s::text[])"


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A lease as its message names it."""

    work_id: int
    fence: int
    dispatcher: str  # the worker name under which it was claimed


def parameters(
    stage: Stage, worker: str, handed_over: Sequence[HandedOver], lease_seconds: float
) -> tuple[object, ...]:
    """Return the parameters of `TAKEN_OVER`."""
    return (
        *(stage, worker, timedelta(seconds=lease_seconds)),
        [lease.work_id for lease in handed_over],
        [lease.fence for lease in handed_over],
        [lease.dispatcher for lease in handed_over],
    )
