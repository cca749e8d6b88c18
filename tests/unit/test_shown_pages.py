"""The pages that a report has shown are remembered exactly."""

from garner.core.quality.shown_pages import ShownPages, body_fingerprint


def test_only_added_pages_count_as_shown() -> None:
    shown = ShownPages()
    for task_id in (3, 7, 2**62):
        shown.add(task_id, 2**64 - task_id)
    assert shown.shows(7, 2**64 - 7) and shown.shows(2**62, 2**64 - 2**62)
    assert not shown.shows(7, 1) and not shown.shows(4, 2**64 - 3) and not shown.shows(2**62 + 1, 0)


def test_beyond_the_limit_the_list_is_incomplete() -> None:
    shown = ShownPages(limit=2)
    for task_id in (1, 2):
        shown.add(task_id, 0)
    assert shown.is_whole
    shown.add(3, 0)
    assert not shown.is_whole and len(shown) == 2


def test_fingerprints_distinguish_bodies_kinds_and_records() -> None:
    of = {
        body_fingerprint(body, changed)
        for body in ("a", "b", None)
        for changed in (
            {"recipe": ({"title": "x"}, {"title": "y"})},
            {"recipe": ({"title": "y"}, {"title": "x"})},
            {"recipe": (None, {"title": "y"})},
            {"product": (None, {"title": "y"})},
        )
    }
    assert len(of) == 12


def test_every_candidate_result_has_a_fingerprint() -> None:
    assert body_fingerprint("a", {"recipe": (None, {"title": "\ud800", "qty": 10**40, 1: {"x"}})})
