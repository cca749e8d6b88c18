"""Declare settings: the base class of their groups, and the fields of a group."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

PREFIX = "GARNER_"

Days = Annotated[float, Field(ge=0, le=36500)]
Seconds = Annotated[float, Field(gt=0)]


class SettingsGroup(BaseModel):
    """A group of settings. Its docstring introduces it in the documentation."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    title: ClassVar[str]  # the heading in the documentation
    prefix: ClassVar[str] = PREFIX  # of the environment variables that do not name themselves


def setting(
    default: Any, description: str, *, env: str | None = None, secret: bool = False, expert: bool = False, **limits: Any
) -> Any:
    """Declare a setting that users are likely to need.

    `env` is the environment variable, where it is not the group's prefix and the field's name. The value of a `secret`
    never appears in an error or a representation.
    """
    if callable(default):
        limits["default_factory"] = default
    else:
        limits["default"] = default
    notes: dict[str, Any] = {"env": env, "secret": secret, "expert": expert}
    return Field(description=description, repr=not secret, json_schema_extra=notes, **limits)


def expert(default: Any, description: str, *, env: str | None = None, secret: bool = False, **limits: Any) -> Any:
    """Declare a setting that few users need."""
    return setting(default, description, env=env, secret=secret, expert=True, **limits)


class Variable(NamedTuple):
    """A declared setting: its environment variable, and where its value is."""

    name: str
    group: str
    field: str
    description: str
    default: Any  # None if it depends on the machine
    secret: bool
    expert: bool

    @property
    def key(self) -> str:
        """The name as a keyword argument: in lower case, without Garner's prefix."""
        return self.name.removeprefix(PREFIX).lower()


def variables(name: str, group: type[SettingsGroup]) -> Iterator[Variable]:
    """Yield the settings of a group in the order of their declaration."""
    for field, info in group.model_fields.items():
        notes: Any = info.json_schema_extra
        variable = notes["env"] or f"{group.prefix}{field.upper()}"
        default = None if info.default_factory else info.default
        yield Variable(variable, name, field, info.description or "", default, notes["secret"], notes["expert"])


def comma_separated(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
