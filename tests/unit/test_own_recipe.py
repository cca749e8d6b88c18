"""A person's recipe beside its page: what is news, what is a conflict, and that no edit is ever lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.errors import InputError
from garner.kinds.own_recipe import (
    BLANK,
    MOST_BYTES,
    MOST_OTHER_FIELDS,
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


def test_a_recipe_begins_as_its_page_has_it_and_lacks_nothing() -> None:
    begun = from_site(SOUP | {"parsedAt": "yesterday"})
    assert begun == {**BLANK, **SOUP}
    assert from_site(None) == dict(BLANK)


def test_only_what_is_given_changes_and_null_clears() -> None:
    recipe = apply_edits(from_site(SOUP), {"yields": None, "tags": None, "notes": "Good."})
    assert recipe == {**BLANK, **SOUP, "yields": None, "notes": "Good."}


def test_other_fields_are_kept_until_they_are_cleared() -> None:
    recipe = apply_edits(from_site(SOUP), {"stars": 5})
    assert recipe["stars"] == 5
    assert "stars" not in apply_edits(recipe, {"stars": None})


def test_steps_that_are_rewritten_are_no_longer_in_the_groups_that_they_were_in() -> None:
    recipe = from_site(SOUP)
    assert apply_edits(recipe, {"instructions": ["Boil."]})["instruction_groups"] == []
    assert (
        apply_edits(recipe, {"instructions": ["Boil.", "Serve."]})["instruction_groups"] == SOUP["instruction_groups"]
    )


def test_groups_alone_say_what_the_steps_are() -> None:
    groups = [{"name": None, "steps": ["Wash."]}, {"name": "Sauce", "steps": ["Stir.", "Wait."]}]
    assert apply_edits(from_site(SOUP), {"instruction_groups": groups})["instructions"] == [
        "Wash.",
        "Sauce",
        "Stir.",
        "Wait.",
    ]


@pytest.mark.parametrize(
    "value", ["\0", ["a\0b"], {"a\0": 1}, "\ud800", 2**64, {"\udc00": 1}, "x" * (MOST_BYTES + 1)], ids=repr
)
def test_what_the_database_does_not_take_is_refused_by_name(value: Any) -> None:
    with pytest.raises(InputError):
        check_keepable({"title": "Soup", "other": value})


def test_what_is_too_deep_or_too_much_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(1000):
        deep = [deep]
    with pytest.raises(InputError):
        check_keepable({"deep": deep})
    with pytest.raises(InputError):
        check_keepable({f"field {number}": 1 for number in range(MOST_OTHER_FIELDS + 1)})
    with pytest.raises(InputError):
        check_keepable({"n" * 101: 1})


def test_a_backslash_before_u0000_is_no_nul() -> None:
    check_keepable({"notes": r"\u0000 is written with a backslash"})


# The page's changes -------------------------------------------------------------------------------------------


def test_what_the_page_changed_is_news_and_a_conflict_only_where_both_did() -> None:
    mine = apply_edits(from_site(SOUP), {"title": "My soup"})
    title, yields = site_changes(SOUP, mine, SOUP | {"title": "Best soup", "yields": "6 servings"})
    assert (title.field, title.base, title.mine, title.site) == ("title", "Soup", "My soup", "Best soup")
    assert title.conflict and not yields.conflict


def test_what_both_changed_alike_needs_no_decision() -> None:
    mine = apply_edits(from_site(SOUP), {"yields": "6 servings"})
    assert site_changes(SOUP, mine, SOUP | {"yields": "6 servings"}) == []


def test_what_only_the_person_changed_is_no_news() -> None:
    assert site_changes(SOUP, apply_edits(from_site(SOUP), {"title": "My soup", "notes": "Mine"}), SOUP) == []


def test_a_list_tells_which_lines_came_and_went() -> None:
    (change,) = site_changes(SOUP, from_site(SOUP), SOUP | {"ingredients": lines("2 l water", "2 carrots", "salt")})
    assert (change.added, change.removed) == (("2 l water", "salt"), ("1 l water",))


def test_a_better_parser_or_another_server_of_the_picture_is_no_news() -> None:
    reread = [line | {"qty_min": 1, "note": "x"} for line in SOUP["ingredients"]]
    moved = SOUP | {"ingredients": reread, "image": "https://cdn.example.com/soup.jpg?w=300"}
    assert site_changes(SOUP, from_site(SOUP), moved) == []


def test_an_amount_that_was_edited_behind_an_unchanged_line_is_an_edit() -> None:
    corrected = [{**SOUP["ingredients"][0], "qty": 3}, SOUP["ingredients"][1]]
    mine = apply_edits(from_site(SOUP), {"ingredients": corrected})
    (change,) = site_changes(SOUP, mine, SOUP | {"ingredients": lines("salt")})
    assert change.conflict


def test_of_a_page_that_was_never_looked_at_all_that_differs_is_news() -> None:
    changes = site_changes(None, apply_edits(from_site(None), {"title": "My soup", "yields": "4 servings"}), SOUP)
    assert fields_of(changes) == ["title", "image", "ingredients", "instructions"]
    assert [change.conflict for change in changes] == [True, False, False, False]


def test_a_page_that_nothing_is_known_of_changes_nothing() -> None:
    assert site_changes(SOUP, from_site(SOUP), None) == []


def test_groups_go_where_their_steps_go() -> None:
    site = SOUP | {"instructions": ["Fry."], "instruction_groups": []}
    mine, base = apply_decisions(SOUP, from_site(SOUP), site, ["instructions"], [])
    assert (mine["instructions"], mine["instruction_groups"]) == (["Fry."], [])
    assert base["instruction_groups"] == []


def test_what_is_neither_accepted_nor_dismissed_is_shown_again() -> None:
    site = SOUP | {"title": "Best soup", "yields": "6 servings", "author": "Somebody"}
    mine, base = apply_decisions(SOUP, from_site(SOUP), site, ["title"], ["yields"])
    assert (mine["title"], mine["yields"]) == ("Best soup", "4 servings")
    assert fields_of(site_changes(base, mine, site)) == ["author"]


def test_a_title_is_never_taken_away() -> None:
    mine, _ = apply_decisions(SOUP, from_site(SOUP), {"title": None}, ["title"], SITE_FIELDS)
    assert mine["title"] == "Soup"
    assert "title" not in fields_of(site_changes(SOUP, mine, {"title": None}))


def test_seeing_a_better_parse_does_not_make_a_copy_of_the_old_one_an_edit() -> None:
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
def test_edits_survive_whatever_the_page_does_and_what_is_accepted_is_the_pages(first: Any, steps: list[Any]) -> None:
    base, mine, site = first, from_site(first), first
    wanted = {name: mine[name] for name in VALUES}  # what the person wrote or took over last
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


# Looking for one ----------------------------------------------------------------------------------------------


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
def test_words_are_told_without_case_and_accents(text: str, words: list[str]) -> None:
    assert fold_words(text) == words


def test_a_search_looks_through_title_ingredients_notes_and_tags() -> None:
    recipe = {"title": "Soup", "ingredients": [{"raw": "2 Karotten"}], "notes": "for Zoë", "tags": ["Winter"]}
    assert words_of(recipe) == " soup for zoe winter 2 karotten"


@pytest.mark.parametrize("written", ["http://[bad", "//[", "https://exa℀mple.com/x"])
def test_a_picture_that_is_no_address_is_what_it_says(written: str) -> None:
    mine = SOUP | {"image": written}
    assert fields_of(site_changes(SOUP, mine, SOUP)) == []
    [change] = site_changes(SOUP, mine, SOUP | {"image": "https://example.com/other.jpg"})
    assert (change.field, change.conflict) == ("image", True)
