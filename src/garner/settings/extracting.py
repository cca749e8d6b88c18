"""Settings of reading pages: extraction, the language model, parser alerts and candidate extractors."""

import os
from urllib.parse import urlsplit

from pydantic import SecretStr, field_validator

from garner.settings.declaring import Seconds, SettingsGroup, expert, setting


class ExtractionSettings(SettingsGroup):
    """The processes that extract records from pages."""

    title = "Extraction"
    prefix = "GARNER_EXTRACT_"

    processes: int = expert(
        lambda: max(1, os.cpu_count() or 1),
        "Extraction processes per worker; by default one per CPU core",
        ge=1,
        le=256,
    )
    timeout_seconds: Seconds = expert(30, "Timeout for extracting one page, in seconds")
    sent_timeout_seconds: Seconds = expert(10, "Timeout for extracting a submitted page, in seconds")
    memory_mb: int = expert(
        2048,
        "Memory limit of an extraction process, in megabytes, where the system supports it; 0 means no limit",
        ge=0,
    )

    @field_validator("memory_mb")
    @classmethod
    def _validate_memory(cls, megabytes: int) -> int:
        if 0 < megabytes < 1024:
            raise ValueError("must be 0 (no limit) or at least 1024, which the largest page may need")
        return megabytes


class LlmSettings(SettingsGroup):
    """A fallback for fields that no other method finds, for requests that allow it."""

    title = "Language model"
    prefix = "GARNER_LLM_"

    base_url: str | None = setting(
        None,
        "Base URL of an OpenAI-compatible API, up to /v1; a language model is used only if this and the model are set",
        secret=True,
    )
    model: str | None = setting(None, "Name of the model at that API")
    api_key: SecretStr | None = setting(None, "API key, if the API requires one", secret=True)
    timeout_seconds: Seconds = expert(60, "Timeout of the model's answer for one page, in seconds")
    daily_tokens: int = expert(
        1_000_000, "Tokens that all workers together may use per day (UTC); 0 means no limit", ge=0
    )

    @field_validator("base_url")
    @classmethod
    def _validate_base_url(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("must be a URL like https://host/v1")
        if parts.username is not None or parts.password is not None:
            raise ValueError("must not contain a password; set GARNER_LLM_API_KEY instead")
        return url.rstrip("/")

    @field_validator("api_key")
    @classmethod
    def _validate_api_key(cls, key: SecretStr | None) -> SecretStr | None:
        if key and not all("!" <= character <= "~" for character in key.get_secret_value()):
            raise ValueError("must be printable ASCII without spaces")
        return key

    @property
    def is_configured(self) -> bool:
        return bool(self.base_url and self.model)


class ParserAlertSettings(SettingsGroup):
    """Alerts that records or fields of a site are found less often than before."""

    title = "Parser alerts"
    prefix = "GARNER_PARSER_ALERT_"

    pages: int = expert(30, "Minimum number of recent pages, and of baseline pages, for an alert", ge=10, le=100_000)
    drop: float = expert(0.2, "Minimum drop in the share of pages or fields for an alert", ge=0.01, le=1)
    chance: float = expert(1e-8, "Maximum probability that an alert is due to chance", gt=0, le=0.01)
    recent_hours: float = expert(24, "Age up to which a page counts as recent, in hours", ge=1, le=720)
    baseline_days: float = expert(14, "Length of the baseline period, in days", ge=1, le=365)


class ShadowSettings(SettingsGroup):
    """A candidate extractor that runs on live pages and whose records are only compared."""

    title = "Candidate extractor"
    prefix = "GARNER_SHADOW_"

    extractor: str | None = expert(None, "Candidate extractor, as module:function; unset means none", max_length=255)
    share: float = expert(1, "Share of the pages that the candidate receives", ge=0, le=1)

    @field_validator("extractor")
    @classmethod
    def _validate_function_name(cls, name: str | None) -> str | None:
        module, _, function = (name or "").partition(":")
        if name is not None and not (all(map(str.isidentifier, module.split("."))) and function.isidentifier()):
            raise ValueError("must be written as module:function")
        return name
