"""All settings in one frozen object, and the one map from environment variables to its fields."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from garner.settings.crawling import FetchSettings, PacingSettings, RecrawlSettings, RenderingSettings
from garner.settings.declaring import SettingsGroup, Variable, variables
from garner.settings.extracting import ExtractionSettings, LlmSettings, ParserAlertSettings, ShadowSettings
from garner.settings.serving import LimitSettings, MailboxSettings, SecuritySettings, ServerSettings
from garner.settings.stored_secret import load_or_create_secret
from garner.settings.storing import CacheSettings, PostgresSettings, RetentionSettings, StorageSettings
from garner.settings.working import (
    IngestSettings,
    MatchingSettings,
    MessagingSettings,
    ObserveSettings,
    QueueSettings,
    SearchSettings,
)


class Settings(BaseModel):
    """All settings, in groups. `Settings()` has the defaults; `garner.settings.load` reads the environment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    server: ServerSettings = Field(default_factory=ServerSettings)
    security: SecuritySettings = Field(default_factory=SecuritySettings)
    storage: StorageSettings = Field(default_factory=StorageSettings)
    postgres: PostgresSettings = Field(default_factory=PostgresSettings)
    cache: CacheSettings = Field(default_factory=CacheSettings)
    fetch: FetchSettings = Field(default_factory=FetchSettings)
    pacing: PacingSettings = Field(default_factory=PacingSettings)
    recrawl: RecrawlSettings = Field(default_factory=RecrawlSettings)
    rendering: RenderingSettings = Field(default_factory=RenderingSettings)
    extraction: ExtractionSettings = Field(default_factory=ExtractionSettings)
    llm: LlmSettings = Field(default_factory=LlmSettings)
    parser_alerts: ParserAlertSettings = Field(default_factory=ParserAlertSettings)
    shadow: ShadowSettings = Field(default_factory=ShadowSettings)
    queue: QueueSettings = Field(default_factory=QueueSettings)
    matching: MatchingSettings = Field(default_factory=MatchingSettings)
    search: SearchSettings = Field(default_factory=SearchSettings)
    ingest: IngestSettings = Field(default_factory=IngestSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    mailbox: MailboxSettings = Field(default_factory=MailboxSettings)
    messaging: MessagingSettings = Field(default_factory=MessagingSettings)
    retention: RetentionSettings = Field(default_factory=RetentionSettings)
    observe: ObserveSettings = Field(default_factory=ObserveSettings)

    @classmethod
    def from_values(cls, **values: Any) -> "Settings":
        """Return validated settings with these values, regardless of the environment.

        A value is named like its environment variable, in lower case and without `GARNER_`:
        `Settings.from_values(port=0, fetch_timeout_seconds=1)`.
        """
        return cls.model_validate(_by_group(values))

    def with_values(self, **values: Any) -> "Settings":
        """Return a copy with these values, which are named as in `from_values`."""
        changed = {}
        for name, changes in _by_group(values).items():
            group: SettingsGroup = getattr(self, name)
            changed[name] = group.model_validate({**dict(group), **changes})
        return self.model_copy(update=changed)

    @property
    def signing_secret(self) -> str:
        """Return the secret that signs tokens: the configured one, else the one stored in the data folder."""
        secret = self.security.jwt_secret
        return secret.get_secret_value() if secret else load_or_create_secret(self.storage.data_dir / "jwt.secret")


GROUPS: Mapping[str, type[SettingsGroup]] = {
    name: field.annotation
    for name, field in Settings.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, SettingsGroup)
}
VARIABLES: Mapping[str, Variable] = {
    variable.name: variable for name, group in GROUPS.items() for variable in variables(name, group)
}
_BY_KEY = {variable.key: variable for variable in VARIABLES.values()}
_NAMES = {(variable.group, variable.field): variable.name for variable in VARIABLES.values()}


def environment_name(group: str, field: str) -> str:
    """Return the environment variable that sets this field."""
    return _NAMES[group, field]


def _by_group(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    groups: dict[str, dict[str, Any]] = defaultdict(dict)
    for key, value in values.items():
        if key not in _BY_KEY:
            raise TypeError(f"{key!r} is not a setting")
        variable = _BY_KEY[key]
        groups[variable.group][variable.field] = value
    return dict(groups)
