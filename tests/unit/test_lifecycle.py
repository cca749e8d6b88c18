import pytest

from garner.core.lifecycle import (
    ENDED_ITEM,
    FACE_WORDS,
    ITEM_MOVES,
    JOB_MOVES,
    TASK_MOVES,
    ItemStatus,
    JobState,
    Origin,
    TaskStatus,
)


def is_allowed(source: ItemStatus, target: ItemStatus, origin: Origin) -> bool:
    return any(move.source == source and move.target == target and origin in move.origins for move in ITEM_MOVES)


def test_an_ended_single_request_never_changes_its_status() -> None:
    for source in ENDED_ITEM:
        for target in ItemStatus:
            assert not is_allowed(source, target, Origin.PARSE)


def test_only_mailbox_items_are_committed_or_abandoned() -> None:
    for origin in Origin:
        for target in (ItemStatus.COMMITTED, ItemStatus.ABANDONED):
            assert is_allowed(ItemStatus.DONE, target, origin) == (origin is Origin.MAILBOX)


def test_a_batch_row_can_be_processed_again_from_every_final_status() -> None:
    for source in (ItemStatus.DONE, ItemStatus.ERROR, ItemStatus.NOT_FOUND, ItemStatus.SKIPPED, ItemStatus.CANCELED):
        assert is_allowed(source, ItemStatus.PENDING, Origin.BATCH)


def test_only_open_items_are_canceled() -> None:
    sources = {move.source for move in ITEM_MOVES if move.target == ItemStatus.CANCELED}
    assert sources == {ItemStatus.PENDING, ItemStatus.PROCESSING}


def test_every_state_is_reachable_and_has_a_name_in_every_api() -> None:
    assert {move.target for move in ITEM_MOVES} == set(ItemStatus)
    assert {move.target for move in JOB_MOVES} | {JobState.QUEUED} == set(JobState)
    assert {move.target for move in TASK_MOVES} == set(TaskStatus)
    assert set(FACE_WORDS) == set(ItemStatus)


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (ItemStatus.PENDING, "PENDING"),
        (ItemStatus.PROCESSING, "PROCESSING"),
        (ItemStatus.DONE, "COMPLETED"),
        (ItemStatus.NOT_FOUND, "FAILED"),
        (ItemStatus.ERROR, "FAILED"),
        (ItemStatus.CANCELED, "FAILED"),
    ],
)
def test_parse_requests_have_four_statuses(status: ItemStatus, word: str) -> None:
    assert FACE_WORDS[status].parse == word
