"""Say in plain words why a value is invalid.

A reason is a short predicate that reads well beside the name of its field, such as "Must be an integer". Pydantic's own
messages speak of inputs and parsers, which the caller of an API cannot know.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

REQUIRED = "Required"
BODY = "body"  # in place of a field's name
_MUST_BE = "Must be "
_INTEGER, _NUMBER = "an integer", "a number"
_MOMENT = "2026-03-01T12:00:00Z"

# By the beginning of pydantic's error types: a value of another type than the field's.
_TYPES = (
    ("string_type", "a string"),
    ("string_unicode", "valid text"),
    ("int_", _INTEGER),
    ("float_", _NUMBER),
    ("bool_", "true or false"),
    ("list_type", "a list"),
    ("dict_type", "an object"),
    ("model_type", "an object"),
    ("model_attributes_type", "an object"),
    ("uuid_", "a UUID"),
    ("timezone_aware", f"a time with a time zone, such as {_MOMENT}"),
    ("datetime_", f"a date and time, such as {_MOMENT}"),
    ("time_delta_", "a duration, such as PT6H, or a number of seconds"),
)
# By error type: pydantic's words before the bound, and ours.
_BOUNDS = {
    "greater_than_equal": ("Input should be greater than or equal to ", "at least "),
    "less_than_equal": ("Input should be less than or equal to ", "at most "),
    "greater_than": ("Input should be greater than ", "greater than "),
    "less_than": ("Input should be less than ", "less than "),
}
# By error type: the name of the bound in pydantic's context, our words before it, and its unit.
_LENGTHS = {
    "string_too_short": ("min_length", "at least", "character"),
    "string_too_long": ("max_length", "at most", "character"),
    "too_short": ("min_length", "at least", "value"),
    "too_long": ("max_length", "at most", "value"),
}


class InvalidReason(NamedTuple):
    text: str
    is_type: bool = False  # the value has another type than the field; a field may allow several types


def reason_of(problem: Any) -> InvalidReason:
    """Return the reason for an error of pydantic. Validators of Garner's own models have their own words."""
    kind, message, context = problem["type"], str(problem["msg"]), problem.get("ctx") or {}
    if kind == "missing":
        return InvalidReason(REQUIRED)
    if kind in ("literal_error", "enum"):
        return InvalidReason(_MUST_BE + str(context.get("expected", "")).replace("'", ""), is_type=True)
    for beginning, name in _TYPES:
        if kind.startswith(beginning):
            return InvalidReason(_MUST_BE + name, is_type=True)
    if kind in _BOUNDS:
        theirs, ours = _BOUNDS[kind]
        return InvalidReason(_MUST_BE + ours + message.removeprefix(theirs))
    if kind in _LENGTHS:
        return InvalidReason(_length(*_LENGTHS[kind], context))
    if kind == "finite_number":
        return InvalidReason(f"{_MUST_BE}a finite number")
    if kind == "string_pattern_mismatch":
        return InvalidReason(f"Must match the pattern {context.get('pattern')}")
    return InvalidReason(message.removeprefix("Value error, "))


def _length(bound: str, words: str, unit: str, context: dict[str, Any]) -> str:
    length = int(context[bound])
    if bound == "min_length" and length == 1:
        return "Must not be empty"
    return f"Must have {words} {length:,} {unit}{'' if length == 1 else 's'}"


def pick_most_specific(reasons: Sequence[InvalidReason]) -> str:
    """Return the problem of a value of an allowed type; if its type is not allowed, all types that are."""
    others = [reason for reason in reasons if not reason.is_type]
    if others:
        return others[0].text
    names = list(dict.fromkeys(reason.text.removeprefix(_MUST_BE) for reason in reasons))
    if _NUMBER in names and _INTEGER in names:
        names.remove(_INTEGER)
    return _MUST_BE + " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def field_sentence(field: str, reason: str) -> str:
    """Return a reason as a sentence that names its field. A reason about the whole body has its own words."""
    if reason == REQUIRED:
        return f"{field} is required."
    if reason.startswith("Must "):
        sentence = f"{field} m{reason[1:]}"
    else:
        sentence = reason if field == BODY else f"{field}: {reason}"
    return sentence if sentence.endswith(".") else f"{sentence}."
