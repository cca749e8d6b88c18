"""The fields of a record and of its parts, read from the model that types them.

A model is a `TypedDict` with a field per line, `name: Annotated[type, meaning]`. The names, their order, the values of
fields that were not found, the tables of the documentation and the schemas of the API derive from it. The types below
are texts with a format; the documentation calls them by their own names.
"""

import re
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict


@dataclass(frozen=True, slots=True)
class TextFormat:
    name: str


Amount = Annotated[str, TextFormat("decimal as text")]
Currency = Annotated[str, TextFormat("ISO 4217")]
Date = Annotated[str, TextFormat("date")]
Html = Annotated[str, TextFormat("HTML")]
LanguageTag = Annotated[str, TextFormat("language tag")]
Url = Annotated[str, TextFormat("URL")]
Word = Annotated[str, TextFormat("word")]
Number = int | float

_TYPE_NAMES: dict[Any, str] = {str: "text", int: "number", float: "number", bool: "boolean"}
_WORDS_OF_NAME = re.compile(r"[A-Z][a-z]+")


@dataclass(frozen=True, slots=True)
class RecordField:
    name: str
    annotation: Any  # the type of its value; None stands for a value that was not found
    meaning: str

    @property
    def is_list(self) -> bool:
        return get_origin(self.annotation) is list

    @property
    def part(self) -> type | None:
        """Return the model of the entries, if it is a list of parts."""
        entries = get_args(self.annotation) if self.is_list else ()
        return next(filter(is_typeddict, entries), None)

    @property
    def type(self) -> str:
        """Return the name of its type in the documentation."""
        return describe_type(self.annotation)

    @property
    def text_format(self) -> str | None:
        """Return the format of its text, if it has one."""
        types = types_in(self.annotation)
        return next((of.name for each in types for of in _metadata(each) if isinstance(of, TextFormat)), None)


@cache
def fields_of(model: type) -> tuple[RecordField, ...]:
    """Return the fields of a model, in the order in which it lists them."""
    return tuple(_field(name, annotation) for name, annotation in get_type_hints(model, include_extras=True).items())


def _field(name: str, annotation: Any) -> RecordField:
    *formats, meaning = _metadata(annotation)
    assert isinstance(meaning, str), f"{name}: the meaning is missing"
    bare = get_args(annotation)[0]
    return RecordField(name, Annotated[(bare, *formats)] if formats else bare, meaning)


def _metadata(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def names_of(model: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(model))


def blank_of(model: type) -> dict[str, Any]:
    """Return every field of a model with its value when nothing was found."""
    return {field.name: [] if field.is_list else None for field in fields_of(model)}


def parts_of(model: type) -> dict[str, type]:
    """Return the models of the parts that a record consists of, by the names of its lists."""
    return {field.name: field.part for field in fields_of(model) if field.part is not None}


def types_in(annotation: Any) -> list[Any]:
    """Return the types that a value may have, without None."""
    if get_origin(annotation) in (Union, UnionType):
        return [each for each in get_args(annotation) if each is not NoneType]
    return [annotation]


def describe_type(annotation: Any) -> str:
    """Return the name of a type in the documentation; parts are links to their sections."""
    return " or ".join(dict.fromkeys(_describe(each) for each in types_in(annotation)))


def _describe(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return next(of.name for of in _metadata(annotation) if isinstance(of, TextFormat))
    if origin is list:
        entry = arguments[0]
        return f"list of {f'[{noun_of(entry)}s](#{_anchor(entry)})' if is_typeddict(entry) else f'{_describe(entry)}s'}"
    if origin is dict:
        return f"object of {_describe(arguments[1])}s"
    return _TYPE_NAMES[annotation]


def noun_of(part: type) -> str:
    """Return the noun for a part of a record: an `InstructionGroup` is an instruction group."""
    return " ".join(_WORDS_OF_NAME.findall(part.__name__)).lower()


def title_of(part: type) -> str:
    """Return the title of the part's section in the documentation."""
    noun = noun_of(part)
    return f"{'An' if noun[0] in 'aeiou' else 'A'} {noun}"


def _anchor(part: type) -> str:
    return title_of(part).lower().replace(" ", "-")
