"""Parse the JSON of a request, and find fields that its model does not have.

A body is checked against limits before it is parsed: parsing and validating take time on the event loop for every
value, and produce one error for every wrong one. Text that JSON can express and PostgreSQL cannot store is refused
here, for all routes at once.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, islice
from typing import Any, NoReturn, get_args, get_origin

from pydantic import BaseModel

from garner.errors import FieldError, InputError, MalformedBody
from garner.field_reasons import field_sentence

MAX_VALUES = 50_000
MAX_FLAT_VALUES = 1_000  # if no field holds a list or an object
MAX_DEPTH = 64
MAX_DIGITS = 1_000  # of an integer; parsing more takes quadratic time
MAX_UNKNOWN_FIELDS = 100
MAX_NAME_LENGTH = 100
TOO_DEEP = f"The body is nested more than {MAX_DEPTH} levels deep."
NOT_JSON = "The body is not valid JSON."
TOO_LONG = f"The body contains a number with more than {MAX_DIGITS:,} digits."
OUT_OF_RANGE = "The body contains a number that is out of range (beyond 1.8e308)."

# From one structural mark to the next, over at most a key and its value. The rest after an unterminated string is
# matched as a whole, so that no byte is read twice.
_MARK = re.compile(rb'[^"\[\]{},]*+(?:"(?:[^"\\]++|\\.)*+"[^"\[\]{},]*+){0,2}+(?P<mark>[\[\]{},]|".*|\Z)', re.DOTALL)
_STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_ODD_ESCAPE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
_ODD_CHARACTER = re.compile("[\x00\ud800-\udfff]")


def read_json(body: bytes, model: type[BaseModel] | None = None, cleaned: str | None = None) -> Any:
    """Return the value of a body for this model. Raise `MalformedBody` or `InputError` for a body that is not JSON or
    has too many values, a number out of range, or text that cannot be stored; in the field `cleaned`,
    such text is replaced."""
    _check_bounds(body, MAX_FLAT_VALUES if model is not None and _is_flat(model) else MAX_VALUES)
    try:
        value = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError):
        raise MalformedBody(NOT_JSON) from None
    if _ODD_ESCAPE.search(body):
        if isinstance(value, dict) and isinstance(text := value.get(cleaned), str):
            value[cleaned] = _ODD_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)
        _check_text(value)
    return value


@cache
def _is_flat(model: type[BaseModel]) -> bool:
    annotations = [field.annotation for field in model.model_fields.values()]
    return model.model_config.get("extra") != "allow" and not any(map(holds_many, annotations))


def holds_many(annotation: Any) -> bool:
    """Return whether a value of this type is, or may be, a list or an object."""
    if annotation is Any or annotation in (list, dict) or get_origin(annotation) in (list, dict):
        return True
    return model_in(annotation) is not None or any(map(holds_many, get_args(annotation)))


def _check_bounds(body: bytes, max_values: int) -> None:
    if sum(map(body.count, (b",", b"[", b"{"))) < MAX_DEPTH:
        return
    marks = [match["mark"][:1] for match in islice(_MARK.finditer(body), 2 * max_values)]
    if max(accumulate(_STEPS.get(mark, 0) for mark in marks)) > MAX_DEPTH:
        raise MalformedBody(TOO_DEEP)
    if len(marks) - marks.count(b"]") - marks.count(b"}") >= max_values:
        raise InputError(f"The body has more than {max_values:,} values.")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise InputError(OUT_OF_RANGE)
    return number


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise InputError(TOO_LONG)
    return int(digits)


def _check_text(value: Any) -> None:
    for path, text in _texts(value, ()):
        if _ODD_CHARACTER.search(text):
            reason = "Must not contain U+0000 or a lone surrogate"
            field = format_field_name(path) or "body"
            raise InputError(field_sentence(field, reason), fields=[FieldError(field, reason)])


def _texts(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield every text of a value, including keys, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), key
            yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))


def format_field_name(path: Sequence[str | int]) -> str:
    """Return the name of a field for an answer, shortened and made printable."""
    name = ".".join(str(part) for part in path if part != "")
    if len(name) > MAX_NAME_LENGTH:
        name = f"{name[:MAX_NAME_LENGTH]}…"
    return name.encode(errors="replace").decode()


# Unknown fields -----------------------------------------------------------------------------------------------


def unknown_fields(model: type[BaseModel], value: Any) -> list[str]:
    """Return the names of fields that are sent and that the model ignores. Raise `InputError` for more of them,
    ignored or refused, than a client sends by mistake: each would be an error of its own."""
    ignored: list[str] = []
    for number, (path, refused) in enumerate(_unknown(model, value, ()), 1):
        if number > MAX_UNKNOWN_FIELDS:
            raise InputError(f"The request has more than {MAX_UNKNOWN_FIELDS} unknown fields.")
        if not refused:
            ignored.append(format_field_name(path))
    return ignored


def _unknown(
    model: type[BaseModel], value: Any, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], bool]]:
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unknown(model, inner, (*path, index))
    if not isinstance(value, Mapping):
        return
    extra = model.model_config.get("extra", "ignore")
    known = _known_fields(model)
    for key, inner in value.items():
        if key not in known:
            if extra != "allow":
                yield (*path, key), extra == "forbid"
        elif (nested := model_in(known[key])) is not None:
            yield from _unknown(nested, inner, (*path, key))


def _known_fields(model: type[BaseModel]) -> dict[str, Any]:
    """Return the annotations by the names that may be sent."""
    by_name = model.model_config.get("populate_by_name", False)
    known = {}
    for name, field in model.model_fields.items():
        known[field.alias or name] = field.annotation
        if by_name:
            known[name] = field.annotation
    return known


def model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model that a value of this type is or contains, if there is one."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(model_in, get_args(annotation))), None)
