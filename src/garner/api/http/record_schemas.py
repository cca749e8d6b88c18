"""The schemas of records in the API's document, made from the models of their kinds.

They document and do not check: a record is sent as it is stored. A record of an earlier version may lack fields, and a
site parser of the operator may add some. Therefore no field is required, each may be null, and there may be others.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, is_typeddict

from pydantic import BaseModel, Field, GetJsonSchemaHandler, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from garner.core.record import Kind
from garner.kinds.declaration import KindDeclaration
from garner.kinds.model_fields import RecordField, fields_of, types_in
from garner.kinds.registry import KINDS

Schema = type[BaseModel]
_MAY_DIFFER = "Fields that are not required may be missing, and there may be others."


class DocumentedAs:
    """Documents a JSON object by one of these schemas and, if there is one, by the schema of the fields beside it. The
    object itself is neither validated nor converted."""

    def __init__(self, *schemas: Schema, beside: Schema | None = None) -> None:
        self._schemas = schemas
        self._beside = beside

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        documented = handler(_union(*self._schemas))
        return documented if self._beside is None else {"allOf": [documented, handler(_union(self._beside))]}


def _union(*schemas: Schema) -> CoreSchema:
    # Also of a single schema: only the choices of a union become references to schemas of the document.
    return core_schema.union_schema([schema.__pydantic_core_schema__ for schema in schemas])


def documented_as(*models: type, beside: type | None = None) -> DocumentedAs:
    """Return the documentation of a record or a part by its model; of several models, it has any."""
    schemas = (schema_of(model) for model in models)
    return DocumentedAs(*schemas, beside=None if beside is None else schema_of(beside))


@cache
def schema_of(model: type) -> Schema:
    """Return the schema of a model of records or of their parts."""
    properties: Any = {field.name: _property(_optional(field), field, default=None) for field in fields_of(model)}
    return create_model(model.__name__, __doc__=f"{model.__doc__} {_MAY_DIFFER}", **properties)


def _optional(field: RecordField) -> Any:
    return _type_in_json(field.annotation) | None


def _property(type_in_json: Any, field: RecordField, **options: Any) -> tuple[Any, Any]:
    return type_in_json, Field(description=describe_field(field), **options)


def describe_field(field: RecordField) -> str:
    is_said = field.text_format is None or field.text_format in field.meaning
    return field.meaning if is_said else f"{field.meaning} ({field.text_format})"


def _type_in_json(annotation: Any) -> Any:
    """Return the type of a field with schemas in place of models."""
    types = types_in(annotation)
    if float in types:
        types = [each for each in types if each is not int]  # which JSON does not tell from other numbers
    return Union[tuple(map(_single_type_in_json, types))]  # noqa: UP007  # made at run time


def _single_type_in_json(annotation: Any) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if is_typeddict(annotation):
        return schema_of(annotation)
    if origin is Annotated:
        return arguments[0]
    return _list_of(_type_in_json(arguments[0])) if origin is list else annotation


def _list_of(entry: Any) -> Any:
    return list[entry]


@cache
def parsed_schema_of(kind: Kind) -> Schema:
    """Return the schema of a record in an answer to a parse request, which always has some fields."""
    declared = KINDS[kind]
    promised = {
        field.name: _property(_promised_type(declared, field), field)
        for field in declared.fields
        if field.name in declared.promised
    }
    parsed_at = (datetime, Field(description="When the page was parsed"))
    return _make_parsed_schema(schema_of(_model_of(declared)), promised | {"parsedAt": parsed_at})


def _promised_type(declared: KindDeclaration[Any], field: RecordField) -> Any:
    if field.part is None:
        return _optional(field)
    names = declared.promised_of_parts.get(field.name, ())
    promised = {each.name: _property(_optional(each), each) for each in fields_of(field.part) if each.name in names}
    return _list_of(_make_parsed_schema(schema_of(field.part), promised))


def _make_parsed_schema(schema: Schema, promised: Any) -> Schema:
    return create_model(f"Parsed{schema.__name__}", __base__=schema, __doc__=schema.__doc__, **promised)


def describe_properties(model: type, examples: list[Any]) -> Callable[[dict[str, Any]], None]:
    """Return a function that adds the meanings of the model's fields, and examples, to the schema of an answer."""

    def describe(schema: dict[str, Any]) -> None:
        for field in fields_of(model):
            schema["properties"][field.name].setdefault("description", describe_field(field))
        schema["examples"] = examples

    return describe


def _model_of(declared: KindDeclaration[Any]) -> type:
    return declared.model


RECORD_MODELS = tuple(map(_model_of, KINDS.values()))
AnyRecord = Annotated[dict[str, Any], documented_as(*RECORD_MODELS)]
