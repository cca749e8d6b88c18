"""The check of the SQL functions that workers of the last release call."""

from collections.abc import Mapping

import pytest
from tools.released_functions import ReleasedFunctions, find_problems

from garner.store.sql_functions import FunctionText, function_texts

CLAIM = "create or replace function claim(p_most integer) returns setof bigint\nlanguage sql as $$ select 1 $$;\n"
NOTIFY = "create or replace function notify() returns trigger\nlanguage plpgsql as $$ begin end $$;\n"


def make_functions(**texts: str) -> dict[str, FunctionText]:
    return {name: FunctionText(name, text) for name, text in texts.items()}


RELEASED = ReleasedFunctions.of(make_functions(claim=CLAIM, notify=NOTIFY), "0030")


def check(
    functions: Mapping[str, FunctionText],
    released: ReleasedFunctions = RELEASED,
    revision: str = "0031",
    oldest_served: str = "0030",
) -> str:
    return "\n".join(find_problems(released, functions, revision, oldest_served))


def test_unchanged_functions_need_no_revision() -> None:
    assert check(make_functions(claim=CLAIM, notify=NOTIFY), revision="0030") == ""


@pytest.mark.parametrize(
    "functions",
    [
        make_functions(claim=CLAIM.replace("select 1", "select 2"), notify=NOTIFY),
        make_functions(claim=CLAIM, notify=NOTIFY, claim_2=CLAIM.replace("claim(", "claim_2(")),
    ],
)
def test_changed_or_new_functions_need_a_revision(functions: dict[str, FunctionText]) -> None:
    assert "Add a revision" in check(functions, revision="0030")
    assert check(functions) == ""


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("p_most integer", "p_most bigint"),
        ("p_most integer", "p_most integer, p_more integer default 0"),
        ("setof bigint", "bigint"),
    ],
)
def test_a_released_signature_stays(text: str, changed: str) -> None:
    assert "claim_2.sql" in check(make_functions(claim=CLAIM.replace(text, changed), notify=NOTIFY))


def test_a_released_function_is_retired_before_its_file_is_deleted() -> None:
    assert "claim: the file is gone, but workers" in check(make_functions(notify=NOTIFY))
    retired = make_functions(claim=f"-- Retired: claim_2 replaced it.\n{CLAIM}", notify=NOTIFY)
    assert check(retired) == ""
    released = ReleasedFunctions.of(retired, "0031")
    remaining = make_functions(notify=NOTIFY)
    assert 'serves_since = "0031"' in check(remaining, released, "0032", oldest_served="0030")
    assert check(remaining, released, "0032", oldest_served="0031") == ""


def test_a_trigger_function_may_be_deleted_at_once() -> None:
    assert check(make_functions(claim=CLAIM)) == ""


def test_released_functions_are_written_and_loaded(tmp_path) -> None:
    retired = function_texts() | make_functions(claim=f"-- Retired\n{CLAIM}")
    released = ReleasedFunctions.of(retired, "0030")
    (tmp_path / "released.toml").write_text(released.dump())
    assert ReleasedFunctions.load(tmp_path / "released.toml") == released
    assert "p_works bigint[]" in released.signatures["hold_bodies"]
