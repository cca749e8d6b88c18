"""Settings of the server and of its users."""

import re
from ipaddress import ip_network
from typing import Literal
from urllib.parse import urlsplit

from pydantic import SecretStr, field_validator

from garner.settings.declaring import Days, SettingsGroup, comma_separated, expert, setting

LOOPBACK = "127.0.0.1"
MIN_PASSPHRASE_LENGTH = 16


class ServerSettings(SettingsGroup):
    """The API server and the processes that it starts."""

    title = "Server"

    host: str = setting(LOOPBACK, "Address that the API listens on")
    port: int = setting(8000, "Port that the API listens on; 0 picks a free port", ge=0, le=65535)
    workers: int = setting(1, "Worker processes that `garner serve` starts next to the API", ge=0, le=64)
    sample_site: str = setting(
        "auto",
        "Sample site on loopback for trying Garner: `on`, `off`, `auto` (on where users can sign in with an email"
        " address alone), or the URL of a running sample site, http://127.0.0.1:PORT",
    )
    allowed_origins: str = expert(
        "", "Comma-separated origins of web pages that may call the API from a browser (CORS)", env="ALLOWED_ORIGINS"
    )
    trusted_proxies: str = expert(
        "", "Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For header is trusted"
    )
    pending_dashboard: bool = expert(False, "Serve the list of pending items of all jobs")
    pending_count_seconds: float = expert(45, "Cache lifetime of the number of pending items, in seconds", ge=30, le=60)

    @field_validator("trusted_proxies")
    @classmethod
    def _validate_networks(cls, proxies: str) -> str:
        for address in comma_separated(proxies):
            ip_network(address)
        return proxies

    @field_validator("allowed_origins")
    @classmethod
    def _validate_origins(cls, origins: str) -> str:
        for text in comma_separated(origins):
            _origin(text)
        return origins

    @field_validator("sample_site")
    @classmethod
    def _validate_sample_site(cls, value: str) -> str:
        match = re.fullmatch(rf"auto|on|off|http://{re.escape(LOOPBACK)}:([1-9]\d{{0,4}})", value.removesuffix("/"))
        if match is None or int(match[1] or 1) > 65535:
            raise ValueError(f"must be auto, on, off or http://{LOOPBACK}:PORT")
        return value.removesuffix("/")

    @property
    def origins(self) -> tuple[str, ...]:
        return tuple(map(_origin, comma_separated(self.allowed_origins)))

    @property
    def sample_origin(self) -> str | None:
        """Return the origin of the sample site once it is known: the server passes it to its workers in
        `sample_site`."""
        return self.sample_site if "://" in self.sample_site else None

    @property
    def sample_destination(self) -> tuple[str, int] | None:
        """Return the address and port of the sample site, the one private destination that may be fetched."""
        return None if self.sample_origin is None else (LOOPBACK, int(self.sample_origin.rpartition(":")[2]))


def _origin(text: str) -> str:
    """Return the origin as browsers write it: without a path, and without the default port."""
    origin = text.removesuffix("/").lower()
    if not re.fullmatch(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?", origin, re.A):
        raise ValueError(f"{text!r} is not an origin; write it like https://app.example.com")
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


class SecuritySettings(SettingsGroup):
    """Sign-in, administrator access and the encryption of stored secrets."""

    title = "Security"

    admin_token: str | None = setting(
        None,
        "Bearer token for /api/admin; without it, only requests from this machine and signed-in admins have access",
        secret=True,
        min_length=16,
    )
    admin_emails: str = setting("", "Comma-separated email addresses of the users who are admins")
    secret_key: str | None = setting(
        None,
        "Passphrase of at least 16 characters that encrypts proxy passwords and webhook secrets, the same for all"
        " processes; to rotate it, put the new one before the old one, separated by a comma",
        secret=True,
    )
    jwt_secret: SecretStr | None = setting(
        None,
        "Secret that signs access tokens, the same for all servers; by default Garner creates one in the data folder",
        secret=True,
    )
    google_client_id: str | None = setting(None, "OAuth client ID for sign-in with Google; unset disables it")
    google_certs_url: str = expert(
        "https://www.googleapis.com/oauth2/v1/certs", "URL of the certificates that verify Google's ID tokens"
    )
    local_sign_in: Literal["auto", "on", "off"] = expert(
        "auto",
        "Sign-in with an email address alone: `on`, `off`, or `auto` (only from this machine, and only without a"
        " Google client ID)",
    )
    jwt_minutes: float = expert(60, "Lifetime of an access token before it must be renewed, in minutes", gt=0, le=1440)
    session_days: Days = expert(30, "Maximum length of a session before a user must sign in again, in days")

    @field_validator("secret_key")
    @classmethod
    def _validate_passphrases(cls, key: str | None) -> str | None:
        if key and any(len(passphrase) < MIN_PASSPHRASE_LENGTH for passphrase in key.split(",")):
            raise ValueError(f"each passphrase must have at least {MIN_PASSPHRASE_LENGTH} characters")
        return key

    @field_validator("google_certs_url")
    @classmethod
    def _validate_url(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be a URL like https://host/certs")
        return url

    @property
    def admins(self) -> frozenset[str]:
        return frozenset(comma_separated(self.admin_emails.lower()))

    @property
    def first_admin(self) -> str | None:
        return next(iter(comma_separated(self.admin_emails.lower())), None)


class LimitSettings(SettingsGroup):
    """The rates and amounts that one user or one upload may reach."""

    title = "Limits"

    guest_requests_per_minute: int = expert(
        600, "Parse requests per minute from one address without sign-in; 0 means no limit", ge=0
    )
    user_requests_per_minute: int = expert(600, "Requests per minute from one signed-in user; 0 means no limit", ge=0)
    user_max_open_jobs: int = expert(20, "Maximum number of unfinished jobs of one user", ge=1)
    user_max_open_items: int = expert(5_000_000, "Maximum number of unfinished rows of one user", ge=1)
    upload_max_bytes: int = expert(1_000_000_000, "Maximum size of an upload, all files together, in bytes", ge=1)
    upload_max_members: int = expert(
        20_000, "Maximum number of files in the zip archives of one upload, all archives together", ge=1, le=1_000_000
    )
    upload_max_rows: int = expert(2_000_000, "Maximum number of rows of one job", ge=1)
    image_max_bytes: int = expert(15_000_000, "Maximum size of a recipe picture, in bytes", ge=1)


class MailboxSettings(SettingsGroup):
    """The recipe mailbox and the webhooks of its users."""

    title = "Mailbox and webhooks"

    abandon_minutes: int = expert(
        4320,
        "Minutes until a finished parse that no user saves is abandoned",
        env="RECIPE_PARSE_JOB_ABANDON_MINUTES",
        ge=1,
    )
    prune_abandoned: bool = expert(False, "Delete the result of an abandoned parse")
    webhook_hours: float = expert(24, "Hours during which a failed webhook delivery is retried", gt=0, le=168)
