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


def shape_config(example: dict[str, Any]) -> ConfigDict:
    """Return the configuration of a `Shape` that is documented by this example."""
    return ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, json_schema_extra={"examples": [example]}
    )
