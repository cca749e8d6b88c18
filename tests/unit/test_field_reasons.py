"""Validation errors are short sentences in plain words that name the field, not pydantic's own messages."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from garner.field_reasons import field_sentence, pick_most_specific, reason_of


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Nested(BaseModel):
    inner: int


class Everything(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=2000)] = "x"
    code: Annotated[str, Field(min_length=3, max_length=3)] = "EUR"
    word: Annotated[str, Field(pattern="^(me|all)$")] = "me"
    count: Annotated[int, Field(ge=1, le=500)] = 1
    exact: StrictInt = 1
    share: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)] = 0.5
    sure: StrictBool = True
    lenient: bool = True
    id: UUID | None = None
    kind: Literal["recipe", "product", "auto"] = "auto"
    size: Size = Size.SMALL
    at: AwareDatetime | None = None
    every: Annotated[timedelta | None, Field(ge=timedelta(minutes=1))] = None
    lines: Annotated[list[str], Field(min_length=1, max_length=2)] = ["x"]
    nested: Nested | None = None


def sentence(**values: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        Everything.model_validate(values)
    problems = refused.value.errors()
    field = ".".join(map(str, problems[0]["loc"]))
    return field_sentence(field, pick_most_specific([reason_of(problem) for problem in problems]))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"nested": {}}, "nested.inner is required."),
        ({"text": 5}, "text must be a string."),
        ({"text": ""}, "text must not be empty."),
        ({"text": "x" * 2001}, "text must have at most 2,000 characters."),
        ({"code": "x"}, "code must have at least 3 characters."),
        ({"word": "you"}, "word must match the pattern ^(me|all)$."),
        ({"count": "many"}, "count must be an integer."),
        ({"count": 1.5}, "count must be an integer."),
        ({"count": None}, "count must be an integer."),
        ({"exact": "5"}, "exact must be an integer."),
        ({"count": 0}, "count must be at least 1."),
        ({"count": 501}, "count must be at most 500."),
        ({"share": "much"}, "share must be a number."),
        ({"share": 0}, "share must be greater than 0."),
        ({"share": 1}, "share must be less than 1."),
        ({"share": float("nan")}, "share must be a finite number."),
        ({"sure": "yes"}, "sure must be true or false."),
        ({"lenient": "perhaps"}, "lenient must be true or false."),
        ({"id": "7"}, "id must be a UUID."),
        ({"id": 7}, "id must be a UUID."),
        ({"kind": "event"}, "kind must be recipe, product or auto."),
        ({"size": "huge"}, "size must be small or large."),
        ({"at": "soon"}, "at must be a date and time, such as 2026-03-01T12:00:00Z."),
        ({"at": "2026-03-01T12:00:00"}, "at must be a time with a time zone, such as 2026-03-01T12:00:00Z."),
        ({"every": "often"}, "every must be a duration, such as PT6H, or a number of seconds."),
        ({"lines": "x"}, "lines must be a list."),
        ({"lines": []}, "lines must not be empty."),
        ({"lines": ["x"] * 3}, "lines must have at most 2 values."),
        ({"nested": "x"}, "nested must be an object."),
    ],
    ids=str,
)
def test_a_sentence_names_the_field_and_says_what_is_allowed(values: dict[str, Any], expected: str) -> None:
    assert sentence(**values) == expected


def test_a_bound_of_a_duration_is_named() -> None:
    assert sentence(every="PT1S").startswith("every must be at least ")


def test_an_error_for_a_wrong_type_lists_all_allowed_types() -> None:
    problems = [{"type": kind, "msg": "x"} for kind in ("int_type", "float_type", "string_type", "model_type")]
    assert pick_most_specific([reason_of(problem) for problem in problems]) == "Must be a number, a string or an object"


def test_an_error_of_another_kind_keeps_its_message() -> None:
    problem = {"type": "value_error", "msg": "Value error, Specify `ids` or `urls`"}
    assert field_sentence("tasks", reason_of(problem).text) == "tasks: Specify `ids` or `urls`."
    assert field_sentence("body", reason_of(problem).text) == "Specify `ids` or `urls`."
