"""Read settings from the environment and from `.env`. No other module reads the environment for settings."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from garner.errors import ConfigurationError
from garner.field_reasons import reason_of
from garner.settings.declaring import PREFIX
from garner.settings.root import VARIABLES, Settings, environment_name

ENV_FILE = ".env"


class _Source(BaseSettings):
    """Reads variables with names in any case, and ignores empty values."""

    model_config = SettingsConfigDict(env_ignore_empty=True)


def read_variables(env_file: str | None = ENV_FILE) -> dict[str, str | None]:
    """Return all variables, also those of other programs, by their names in capitals. The environment wins over the
    file."""
    sources = DotEnvSettingsSource(_Source, env_file=env_file), EnvSettingsSource(_Source)
    return {name.upper(): value for source in sources for name, value in source.env_vars.items()}


def read_settings(env_file: str | None = ENV_FILE, **overrides: Any) -> Settings:
    """Return the settings from the environment and the file, with overrides named as in `Settings.from_values`."""
    given = read_variables(env_file)
    values = {variable.key: given[name] for name, variable in VARIABLES.items() if given.get(name) is not None}
    return Settings.from_values(**values | overrides)


class InvalidSetting(NamedTuple):
    name: str | None  # None if the error concerns several settings, which the reason names
    reason: str
    value: Any


def invalid_settings(error: ValidationError) -> Iterator[InvalidSetting]:
    """Yield the invalid settings by their environment variables."""
    for problem in error.errors(include_url=False):
        location = [str(part) for part in problem["loc"]]
        name = environment_name(location[0], location[1]) if len(location) > 1 else None
        yield InvalidSetting(name, reason_of(problem).text, problem["input"])


def load(env_file: str | None = ENV_FILE, **overrides: Any) -> Settings:
    """Return the settings from the environment and `.env`, or raise an error of one line that names the wrong
    setting."""
    try:
        return read_settings(env_file, **overrides)
    except ValidationError as error:
        name, reason, value = next(invalid_settings(error))
        if name is None:
            raise ConfigurationError(reason) from None
        shown = "" if VARIABLES[name].secret else f"={value!r}"
        raise ConfigurationError(f"{name}{shown} is not valid: {reason}{'' if reason.endswith('.') else '.'}") from None


# Misspelled names -------------------------------------------------------------------------------------------


class Misspelt(NamedTuple):
    """A name that looks meant for Garner, but is not a setting."""

    name: str
    meant: str | None  # the likeliest setting


def misspelt_names() -> list[Misspelt]:
    """Return the misspelt names in the environment and in `.env`. They set nothing, and nothing else reports them."""
    return misspelt(read_variables())


def misspelt(names: Iterable[str]) -> list[Misspelt]:
    known = list(VARIABLES)
    given = {name.upper() for name in names}
    misspellings = []
    for name in sorted(given.difference(known)):
        if name.startswith(PREFIX):
            misspellings.append(Misspelt(name, _nearest_prefixed(name, known)))
        elif (meant := _nearest_bare(name, known)) and meant not in given:
            misspellings.append(Misspelt(name, meant))
    return misspellings


def _nearest_prefixed(name: str, known: list[str]) -> str | None:
    bare = name.removeprefix(PREFIX)
    return bare if bare in known else next(iter(get_close_matches(name, known, n=1, cutoff=0.75)), None)


def _nearest_bare(name: str, known: list[str]) -> str | None:
    """Return the setting that is one typo away: without the prefix, a name may belong to another program."""
    if name in NEIGHBOURS:
        return None
    bare = [other for other in known if not other.startswith(PREFIX) and abs(len(other) - len(name)) <= 1]
    return next(iter(get_close_matches(name, bare, n=1, cutoff=0.92)), None)


NEIGHBOURS = ("DATABASE_URLS",)  # other programs use it
