"""The result stored for a row that will be retried."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from garner.core.lifecycle import ItemStatus
from garner.errors import PictureUnreadable, ProviderFailed, Unavailable
from garner.runtime.stages.match.item_results import Progress, put_off, settle_failure
from garner.store.queue.matching import ItemClaim

NOTED = {"runs": 2, "candidates": [{"id": 7, "name": "Pan", "score": 0.4}]}
CLAIM = ItemClaim(
    *(1, 1, 1, 3, datetime(2026, 3, 1, tzinfo=UTC), UUID(int=1), {"name": "Pan"}),
    *(7, None, "batch", "table", "product", 2, NOTED),
)


def test_earlier_results_survive_a_wait_that_is_not_caused_by_the_row() -> None:
    assert Progress.of(CLAIM).runs == 2
    for result in (
        put_off(CLAIM, "throttled", "The provider is waited for.", 5.0),
        settle_failure(CLAIM, Unavailable("Away."), 0.5),
    ):
        assert (result.status, result.result) == (ItemStatus.PENDING, NOTED)


def test_unreadable_input_and_unavailable_services_are_not_failures() -> None:
    last = replace(CLAIM, attempt=CLAIM.max_attempts)
    assert settle_failure(CLAIM, ProviderFailed("No answer."), 0.5).has_failed
    assert settle_failure(last, ProviderFailed("No answer."), 0.5).has_failed
    assert not settle_failure(CLAIM, PictureUnreadable("It is damaged."), 0.5).has_failed
    assert not settle_failure(CLAIM, Unavailable("Away."), 0.5).has_failed
