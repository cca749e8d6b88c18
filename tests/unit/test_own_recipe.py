"""A saved recipe and its page: site changes, conflicts, and no edit is ever lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.errors import InputError
from garner.kinds.own_recipe import (
    BLANK,
    MAX_BYTES,
    MAX_OTHER_FIELDS,
    SITE_FIELDS,
    apply_decisions,
    apply_edits,
    check_keepable,
    fold_words,
    from_site,
    meaning,
    site_changes,
    words_of,
)

SOUP = {
    "title": "Soup",
    "ingredients": [{"raw": "1 l water", "qty": 1, "name": "water"}, {"raw": "2 carrots", "qty": 2, "name": "carrots"}],
    "instructions": ["Boil.", "Serve."],
    "instruction_groups": [{"name": "Soup", "steps": ["Boil.", "Serve."]}],
    "yields": "4 servings",
    "image": "https://example.com/soup.jpg",
}


def lines(*texts: str) -> list[dict[str, Any]]:
    return [{"raw": text, "name": text} for text in texts]


def fields_of(changes: Any) -> list[str]:
    return [change.field for change in changes]


# Editing ------------------------------------------------------------------------------------------------------


def test_a_saved_recipe_starts_with_the_fields_of_its_page_and_all_defaults() -> None:
    begun = from_site(SOUP | {"parsedAt": "yesterday"})
    assert begun == {**BLANK, **SOUP}
    assert from_site(None) == dict(BLANK)


def test_an_edit_changes_only_the_given_fields_and_null_clears_them() -> None:
    recipe = apply_edits(from_site(SOUP), {"yields": None, "tags": None, "notes": "Good."})
    assert recipe == {**BLANK, **SOUP, "yields": None, "notes": "Good."}


def test_other_fields_are_kept_until_they_are_cleared() -> None:
    recipe = apply_edits(from_site(SOUP), {"stars": 5})
    assert recipe["stars"] == 5
    assert "stars" not in apply_edits(recipe, {"stars": None})


def test_rewritten_steps_lose_their_groups() -> None:
    recipe = from_site(SOUP)
    assert apply_edits(recipe, {"instructions": ["Boil."]})["instruction_groups"] == []
    assert (
        apply_edits(recipe, {"instructions": ["Boil.", "Serve."]})["instruction_groups"] == SOUP["instruction_groups"]
    )


def test_the_steps_are_derived_from_groups_if_only_groups_are_given() -> None:
    groups = [{"name": None, "steps": ["Wash."]}, {"name": "Sauce", "steps": ["Stir.", "Wait."]}]
    assert apply_edits(from_site(SOUP), {"instruction_groups": groups})["instructions"] == [
        "Wash.",
        "Sauce",
        "Stir.",
        "Wait.",
    ]


@pytest.mark.parametrize(
    "value", ["\0", ["a\0b"], {"a\0": 1}, "\ud800", 2**64, {"\udc00": 1}, "x" * (MAX_BYTES + 1)], ids=repr
)
def test_values_that_the_database_cannot_store_are_rejected(value: Any) -> None:
    with pytest.raises(InputError):
        check_keepable({"title": "Soup", "other": value})


def test_too_deep_too_many_or_too_long_fields_are_rejected() -> None:
    deep: list[Any] = []
    for _ in range(1000):
        deep = [deep]
    with pytest.raises(InputError):
        check_keepable({"deep": deep})
    with pytest.raises(InputError):
        check_keepable({f"field {number}": 1 for number in range(MAX_OTHER_FIELDS + 1)})
    with pytest.raises(InputError):
        check_keepable({"n" * 101: 1})


def test_an_escaped_nul_in_the_text_is_accepted() -> None:
    check_keepable({"notes": r"\u0000 is written with a backslash"})


# The page's changes -------------------------------------------------------------------------------------------


def test_a_page_change_is_a_conflict_only_if_the_user_edited_the_field_too() -> None:
    mine = apply_edits(from_site(SOUP), {"title": "My soup"})
    title, yields = site_changes(SOUP, mine, SOUP | {"title": "Best soup", "yields": "6 servings"})
    assert (title.field, title.base, title.mine, title.site) == ("title", "Soup", "My soup", "Best soup")
    assert title.conflict and not yields.conflict


def test_equal_changes_on_both_sides_need_no_decision() -> None:
    mine = apply_edits(from_site(SOUP), {"yields": "6 servings"})
    assert site_changes(SOUP, mine, SOUP | {"yields": "6 servings"}) == []


def test_an_edit_by_the_user_alone_is_not_a_site_change() -> None:
    assert site_changes(SOUP, apply_edits(from_site(SOUP), {"title": "My soup", "notes": "Mine"}), SOUP) == []


def test_a_list_change_names_added_and_removed_lines() -> None:
    (change,) = site_changes(SOUP, from_site(SOUP), SOUP | {"ingredients": lines("2 l water", "2 carrots", "salt")})
    assert (change.added, change.removed) == (("2 l water", "salt"), ("1 l water",))


def test_a_better_parse_or_a_moved_picture_is_not_a_site_change() -> None:
    reread = [line | {"qty_min": 1, "note": "x"} for line in SOUP["ingredients"]]
    moved = SOUP | {"ingredients": reread, "image": "https://cdn.example.com/soup.jpg?w=300"}
    assert site_changes(SOUP, from_site(SOUP), moved) == []


def test_an_edited_amount_of_an_unchanged_line_is_an_edit() -> None:
    corrected = [{**SOUP["ingredients"][0], "qty": 3}, SOUP["ingredients"][1]]
    mine = apply_edits(from_site(SOUP), {"ingredients": corrected})
    (change,) = site_changes(SOUP, mine, SOUP | {"ingredients": lines("salt")})
    assert change.conflict


def test_every_difference_is_a_site_change_if_the_page_is_new() -> None:
    changes = site_changes(None, apply_edits(from_site(None), {"title": "My soup", "yields": "4 servings"}), SOUP)
    assert fields_of(changes) == ["title", "image", "ingredients", "instructions"]
    assert [change.conflict for change in changes] == [True, False, False, False]


def test_an_unknown_page_causes_no_site_change() -> None:
    assert site_changes(SOUP, from_site(SOUP), None) == []


def test_accepted_steps_include_their_groups() -> None:
    site = SOUP | {"instructions": ["Fry."], "instruction_groups": []}
    mine, base = apply_decisions(SOUP, from_site(SOUP), site, ["instructions"], [])
    assert (mine["instructions"], mine["instruction_groups"]) == (["Fry."], [])
    assert base["instruction_groups"] == []


def test_a_change_neither_accepted_nor_dismissed_is_shown_again() -> None:
    site = SOUP | {"title": "Best soup", "yields": "6 servings", "author": "Somebody"}
    mine, base = apply_decisions(SOUP, from_site(SOUP), site, ["title"], ["yields"])
    assert (mine["title"], mine["yields"]) == ("Best soup", "4 servings")
    assert fields_of(site_changes(base, mine, site)) == ["author"]


def test_a_title_is_never_removed() -> None:
    mine, _ = apply_decisions(SOUP, from_site(SOUP), {"title": None}, ["title"], SITE_FIELDS)
    assert mine["title"] == "Soup"
    assert "title" not in fields_of(site_changes(SOUP, mine, {"title": None}))


def test_dismissing_a_better_parse_does_not_turn_the_old_one_into_an_edit() -> None:
    reread = SOUP | {"ingredients": [line | {"note": "x"} for line in SOUP["ingredients"]]}
    mine, base = apply_decisions(SOUP, from_site(SOUP), reread, [], SITE_FIELDS)
    (change,) = site_changes(base, mine, SOUP | {"ingredients": lines("salt")})
    assert not change.conflict


VALUES = {
    "title": st.sampled_from(["A", "B", "C"]),
    "ingredients": st.lists(st.sampled_from(["salt", "oil", "rice"]).map(lambda text: lines(text)[0]), max_size=3),
    "instructions": st.lists(st.sampled_from(["Boil.", "Fry."]), max_size=2),
    "yields": st.none() | st.sampled_from(["", "2", "4"]),
    "image": st.none() | st.sampled_from(["https://a.example/1.jpg", "https://b.example/1.jpg", "http://[bad"]),
}
NAMES = st.lists(st.sampled_from(list(VALUES)), unique=True)
STEPS = st.one_of(
    st.tuples(st.just("edit"), st.fixed_dictionaries({}, optional=VALUES)),
    st.tuples(st.just("site"), st.fixed_dictionaries(VALUES)),
    st.tuples(st.just("settle"), st.tuples(NAMES, NAMES)),
)


@given(st.fixed_dictionaries(VALUES), st.lists(STEPS, max_size=12))
def test_edits_survive_page_changes_and_accepted_fields_match_the_page(first: Any, steps: list[Any]) -> None:
    base, mine, site = first, from_site(first), first
    wanted = {name: mine[name] for name in VALUES}  # what the user wrote or accepted last
    for act, given_by_step in steps:
        if act == "edit":
            mine = apply_edits(mine, given_by_step)
            wanted |= {name: BLANK[name] if value is None else value for name, value in given_by_step.items()}
        elif act == "site":
            site = given_by_step
        else:
            accept, seen = given_by_step
            mine, base = apply_decisions(base, mine, site, accept, seen)
            wanted |= {name: BLANK[name] if site[name] is None else site[name] for name in accept}
            assert not {*accept, *seen} & {*fields_of(site_changes(base, mine, site))}
        assert {name: mine[name] for name in VALUES} == wanted
        for change in site_changes(base, mine, site):
            assert meaning(change.field, change.site) != meaning(change.field, change.mine)
            assert change.conflict == ((mine[change.field] or None) != (base[change.field] or None))
    mine_after, base = apply_decisions(base, mine, site, [], SITE_FIELDS)
    assert mine_after == mine and site_changes(base, mine, site) == []


# Search -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Crème Brûlée", ["creme", "brulee"]),
        ("GROẞE Soße", ["grosse", "sosse"]),
        ("smørrebrød œufs Żurek łosoś", ["smorrebrod", "oeufs", "zurek", "losos"]),
        ("100%_sure\\", ["100", "sure"]),
        ("½ cup", ["1", "2", "cup"]),
        ("肉じゃが", ["肉", "し", "ゃ", "か"]),
        ("  ", []),
    ],
)
def test_words_are_folded_without_case_and_accents(text: str, words: list[str]) -> None:
    assert fold_words(text) == words


def test_search_words_come_from_title_ingredients_notes_and_tags() -> None:
    recipe = {"title": "Soup", "ingredients": [{"raw": "2 Karotten"}], "notes": "for Zoë", "tags": ["Winter"]}
    assert words_of(recipe) == " soup for zoe winter 2 karotten"


@pytest.mark.parametrize("written", ["http://[bad", "//[", "https://exa℀mple.com/x"])
def test_an_invalid_picture_url_is_compared_as_text(written: str) -> None:
    mine = SOUP | {"image": written}
    assert fields_of(site_changes(SOUP, mine, SOUP)) == []
    [change] = site_changes(SOUP, mine, SOUP | {"image": "https://example.com/other.jpg"})
    assert (change.field, change.conflict) == ("image", True)
