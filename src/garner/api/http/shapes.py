"""Types that the requests and answers of several packages share."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

EXAMPLE_TIME = "2026-03-01T12:00:00Z"

# Text that the database can store: everything but NUL. Lone surrogates are refused without being named.
Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
# Outside this range, calendars overflow in some time zones, and those of clients before that of the database.
Moment = Annotated[AwareDatetime, Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))]


class Shape(BaseModel):
    """An answer built from engine objects, serialized in camelCase."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


def schema_in_place(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a request that its route reads itself, with those that it refers to in their places."""
    schema = model.model_json_schema()
    known = schema.pop("$defs", {})

    def fill(value: Any) -> Any:
        if isinstance(value, dict):
            reference = value.get("$ref")
            return fill(known[reference.rpartition("/")[2]]) if reference else {k: fill(v) for k, v in value.items()}
        return [fill(inner) for inner in value] if isinstance(value, list) else value

    return {name: fill(value) for name, value in schema.items()}


def shape_config(example: dict[str, Any]) -> ConfigDict:
    """Return the configuration of a `Shape` that is documented by this example."""
    return ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, json_schema_extra={"examples": [example]}
    )
