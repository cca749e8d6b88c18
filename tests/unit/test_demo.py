from uuid import UUID

import pytest

from garner.cli.commands.demo import _is_moving
from garner.store.tasks.items import ItemProgress


@pytest.mark.parametrize(
    ("status", "task_status", "error", "moving"),
    [
        ("PENDING", "queued", None, False),
        ("PENDING", "queued", "The site returned an error (HTTP 500).", True),
        ("PROCESSING", "crawling", None, True),
        ("ERROR", "failed", "The page does not exist (HTTP 404).", False),
    ],
    ids=["waits", "is tried again", "is fetched", "has ended"],
)
def test_a_page_counts_as_moving_until_it_has_finished(
    status: str, task_status: str, error: str | None, moving: bool
) -> None:
    assert _is_moving(ItemProgress(UUID(int=1), status, task_status, error)) is moving
