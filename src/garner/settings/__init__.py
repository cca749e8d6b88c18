"""All settings in groups: frozen, validated, and read from the environment here alone.

A setting that one of the contracts names keeps that name (`RECIPE_TTL_DAYS`, `LOCK_FLOOR_MS`); every other
starts with `GARNER_`. A bad value stops the start with one line that names the setting.
"""

from garner.settings.declaring import SettingsGroup, Variable
from garner.settings.environment import (
    InvalidSetting,
    Misspelt,
    invalid_settings,
    load,
    misspelt,
    misspelt_names,
    read_settings,
)
from garner.settings.root import GROUPS, VARIABLES, Settings, environment_name
from garner.settings.serving import LOOPBACK, LimitSettings, ServerSettings
from garner.settings.stored_secret import MIN_SECRET_LENGTH, load_or_create_secret

__all__ = [
    "GROUPS",
    "LOOPBACK",
    "MIN_SECRET_LENGTH",
    "VARIABLES",
    "InvalidSetting",
    "LimitSettings",
    "Misspelt",
    "ServerSettings",
    "Settings",
    "SettingsGroup",
    "Variable",
    "environment_name",
    "invalid_settings",
    "load",
    "load_or_create_secret",
    "misspelt",
    "misspelt_names",
    "read_settings",
]
