"""One frozen, validated Settings; the only reader of the environment.

A setting that one of the contracts names keeps that name (`RECIPE_TTL_DAYS`, `LOCK_FLOOR_MS`); every other
starts with `GARNER_`. A bad value stops the start with one line that names the setting.
"""

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from garner.errors import ConfigurationError
from garner.private_files import FOLDER

LOOPBACK = "127.0.0.1"
Days = Annotated[float, Field(ge=0, le=36500)]
Seconds = Annotated[float, Field(gt=0)]
PREFIX = "GARNER_"
SHORTEST_PASSPHRASE = 16
SHORTEST_SECRET = 32  # for signing tokens; `garner doctor` warns about a shorter configured one


def named(name: str, default: Any, **limits: Any) -> Any:
    """Return a setting whose environment name is fixed by a contract rather than by the prefix."""
    field = name.lower()
    return Field(default, validation_alias=AliasChoices(name, field), **limits)


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    # Where it listens and where it keeps things
    host: str = Field(LOOPBACK, description="Address the API listens on")
    port: int = Field(8000, ge=0, le=65535, description="Port the API listens on; 0 picks a free one")
    data_dir: Path = Field(Path(".garner"), description="Where the embedded database and the page bodies are kept")
    workers: int = Field(1, ge=0, le=64, description="Worker processes that `serve` runs beside the API")
    admin_token: str | None = Field(
        None,
        min_length=16,
        description="What operators show to /api/admin; without it that is open to this very machine, and to admins",
    )

    admin_emails: str = Field("", description="Whoever signs in with one of these addresses, with commas, is an admin")
    allowed_origins: str = named(
        "ALLOWED_ORIGINS", "", description="Web pages of other origins, with commas, that may call the API"
    )
    sample_site: str = Field(
        "auto",
        description="Serve a sample site on loopback, to try things on: on, off, or auto, which is on a machine where "
        "one may sign in by address alone; or where another server has one: http://127.0.0.1:PORT",
    )

    # Signing in
    jwt_secret: SecretStr | None = Field(
        None, description="Signs people's tokens, the same for all servers; one is made and kept in the data folder"
    )
    jwt_minutes: float = Field(60, gt=0, le=1440, description="Minutes that a token is good for before it is renewed")
    session_days: Days = Field(30, description="Days after which somebody has to sign in again, renewals or not")
    google_client_id: str | None = Field(
        None,
        description="Client id that Google's tokens must be made out for; nobody signs in by Google without",
    )
    google_certs_url: str = Field(
        "https://www.googleapis.com/oauth2/v1/certs", description="Where Google's certificates are read"
    )
    local_sign_in: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Sign in by address alone; auto is only on this very machine, and only without a Google client",
    )
    user_requests_per_minute: int = Field(
        600, ge=0, description="Requests that one signed-in person may send; 0 is unlimited"
    )

    # Mailbox
    recipe_parse_job_abandon_minutes: int = named(
        "RECIPE_PARSE_JOB_ABANDON_MINUTES",
        4320,
        ge=1,
        description="Minutes after which a finished parse that nobody saved is abandoned",
    )
    prune_abandoned: bool = Field(False, description="Forget the result of an abandoned parse too")
    image_max_bytes: int = Field(15_000_000, ge=1, description="Largest picture of a recipe that is taken")
    webhook_hours: float = Field(
        24, gt=0, le=168, description="For how long a webhook that does not answer is called again"
    )
    event_retention_days: Days = Field(7, description="Days that events of the mailbox and calls of webhooks are kept")

    # PostgreSQL
    database_url: str | None = named(
        "DATABASE_URL", None, description="Your PostgreSQL (15 or newer); without it Garner runs its own"
    )
    database_pool_size: int = Field(
        10, ge=2, le=200, description="Connections per process; a worker has four more for reading files"
    )
    database_pooler: bool = Field(
        False, description="DATABASE_URL goes through a transaction pooler: no prepared statements, no LISTEN"
    )
    database_wait_seconds: Seconds = Field(2.0, description="Longest wait for a connection before answering 503")

    # How long a record counts as fresh
    recipe_ttl_days: Days = named("RECIPE_TTL_DAYS", 30, description="Days a recipe is served from the cache")
    product_ttl_days: Days = Field(1, description="Days a product is served from the cache")
    posting_ttl_days: Days = Field(1, description="Days a posting is served from the cache")

    # Requests
    guest_requests_per_minute: int = Field(
        600, ge=0, description="Parse requests one address may send without signing in; 0 is unlimited"
    )
    trusted_proxies: str = Field(
        "", description="Addresses or networks, with commas, whose X-Forwarded-For tells who asks; none unless set"
    )
    processing_timeout_seconds: Seconds = Field(
        900, description="A request whose page has not moved for this long while processing fails"
    )

    # Fetching
    fetch_allow_private: bool = Field(False, description="Fetch private and loopback addresses too")
    fetch_user_agent: str = Field("Garner/0.1", description="User-Agent of every request")
    fetch_timeout_seconds: Seconds = Field(30, description="Longest time for one fetch, redirects included")
    fetch_max_bytes: int = Field(10_000_000, gt=0, description="Largest body after decompression")
    fetch_max_redirects: int = Field(10, ge=0, le=50, description="Redirects followed before giving up")
    default_crawl_delay_seconds: float = Field(
        1, ge=0, le=86400, description="Seconds between requests to a domain that has no setting of its own"
    )
    default_max_concurrent_requests: int = Field(
        5, ge=1, le=1000, description="Requests in flight to a domain that has no setting of its own"
    )

    # Politeness
    lane_latency_factor: float = Field(
        0.5,
        ge=0,
        le=10,
        description="A domain that takes this long to answer is called no oftener than this share of it",
    )
    obey_robots: bool = Field(True, description="Read and obey robots.txt, unless a domain is exempted")
    robots_cache_hours: float = Field(24, gt=0, le=168, description="Longest time a robots.txt is trusted")
    robots_longest_delay_seconds: float = Field(
        600, ge=0, le=86400, description="Longest crawl-delay taken from a robots.txt; a longer one is cut, and told"
    )
    throttle_quiet_seconds: Seconds = Field(
        60, description="Throttling is forgiven by half after each such while without more of it"
    )
    throttle_longest_seconds: Seconds = Field(
        3600, description="Longest time that a page waits on a site that asks to slow down"
    )
    breaker_failures: int = Field(5, ge=1, le=1000, description="Pages that fail in a row, and open a domain's breaker")
    breaker_open_seconds: Seconds = Field(
        30, description="For how long at least a breaker is open before the first probe"
    )
    breaker_wait_seconds: Seconds = Field(
        3600, description="An item that waits on an open breaker for longer ends in error"
    )
    max_retries: int = Field(3, ge=1, le=100, description="Fetches of a page that an operator orders before it fails")

    # Proxies
    secret_key: str | None = Field(
        None,
        description="Passphrase of 16 characters or more that seals proxy passwords and webhooks' secrets, the same "
        "for all who use them; several, separated by commas, to change it",
    )

    # Page bodies
    blob_url: str | None = Field(
        None, description="Where page bodies are kept: s3://bucket/prefix; a folder of the data folder unless set"
    )
    s3_endpoint: str | None = Field(
        None, description="Address of MinIO or another S3 that is not AWS; http:// is taken at its word"
    )
    s3_region: str = Field("us-east-1", description="Region of the bucket")
    s3_access_key_id: str | None = Field(None, description="Key of S3; without one, what AWS gives to the machine")
    s3_secret_access_key: str | None = Field(None, description="Secret of that key")
    s3_path_style: bool = Field(True, description="The bucket is named in the path, not in the host")

    # Rendering
    render: bool = Field(
        False, description="Show pages that hold no record to a browser, where that helps; `make render` installs it"
    )
    chromium: str | None = Field(None, description="Chromium for rendering; the one on the PATH unless set")
    render_pages: int = Field(2, ge=1, le=64, description="Pages one worker renders at a time")

    # Language model
    llm_base_url: str | None = Field(
        None,
        description="OpenAI-compatible endpoint, as far as /v1, asked for what nothing else finds, for those who allow "
        "it; none is asked unless this and the model are set",
    )
    llm_model: str | None = Field(None, description="The model's name at that endpoint")
    llm_api_key: SecretStr | None = Field(None, description="Key of that endpoint, if it wants one")
    llm_timeout_seconds: Seconds = Field(60, description="Longest time for asking the model about one page")
    llm_daily_tokens: int = Field(
        1_000_000, ge=0, description="Tokens that all workers together may spend in a day (UTC); 0 is unlimited"
    )

    # How well pages are read
    parser_alert_pages: int = Field(
        30, ge=10, le=100_000, description="Pages, lately and before, that it takes to tell that a site is read worse"
    )
    parser_alert_drop: float = Field(
        0.2, ge=0.01, le=1, description="By how much a share of pages or fields must have dropped to raise an alert"
    )
    parser_alert_chance: float = Field(
        1e-8, gt=0, le=0.01, description="How likely chance may be to bring such a drop about"
    )
    parser_alert_recent_hours: float = Field(
        24, ge=1, le=720, description="Pages read within this time count as lately"
    )
    parser_alert_baseline_days: float = Field(14, ge=1, le=365, description="How far what is usual reaches back")
    shadow_extractor: str | None = Field(
        None,
        max_length=255,
        description="Extractor that is tried on live pages beside the one at work, as module:function; none unless set",
    )
    shadow_share: float = Field(1, ge=0, le=1, description="Share of the pages that it is given")

    # Unchanged pages and recrawling
    simhash_threshold: int = named(
        "SIMHASH_THRESHOLD", 3, ge=0, le=64, description="Bits by which the text of an unchanged page may differ"
    )
    recrawl_shortest_hours: float = Field(1, gt=0, description="Shortest interval that a page which changes comes to")
    recrawl_longest_days: float = Field(30, gt=0, description="Longest interval that a quiet page comes to")
    recrawl_adapts: bool = Field(True, description="Recrawl changing pages oftener and quiet ones more seldom")
    popular_requests: int = Field(10, ge=1, description="Requests after which a page goes before its priority")
    lane_window: int = Field(200, ge=1, le=10000, description="Due pages of one domain in the queue at a time")

    # Workers
    crawl_concurrency: int = Field(100, ge=1, le=5000, description="Pages one worker fetches at a time")
    extract_processes: int = Field(
        default_factory=lambda: max(1, os.cpu_count() or 1),
        ge=1,
        le=256,
        description="Processes that extract under one worker; as many as cores unless set",
    )
    extract_timeout_seconds: Seconds = Field(30, description="Longest time for extracting one page")
    extract_sent_timeout_seconds: Seconds = Field(
        10, description="Longest time for extracting a page that somebody sends"
    )
    extract_memory_mb: int = Field(
        2048, ge=0, description="Most memory of a process that extracts, on systems that can limit it; 0 is unlimited"
    )
    poll_seconds: Seconds = Field(1.0, description="How often an idle worker looks for work unasked")
    worker_target_slice_ms: int = named(
        "WORKER_TARGET_SLICE_MS", 5000, ge=1, description="How much work a worker claims at a time"
    )
    claim_min: int = named("CLAIM_MIN", 1, ge=1, description="Fewest items claimed at a time")
    claim_max: int = named("CLAIM_MAX", 200, ge=1, description="Most items claimed at a time")
    safety_factor: float = named(
        "SAFETY_FACTOR", 0.7, gt=0, le=1, description="Share of the target slice that a claim fills"
    )
    lock_floor_ms: int = named("LOCK_FLOOR_MS", 15_000, ge=100, description="Shortest lease on claimed work")
    lock_cap_ms: int = named("LOCK_CAP_MS", 20_000, ge=100, description="Longest lease on claimed work")
    max_attempts_error: int = named(
        "MAX_ATTEMPTS_ERROR", 5, ge=1, le=100, description="Runs of an item before it ends in error"
    )
    drain_seconds: Seconds = Field(20, description="How long a stopping worker finishes what it holds")

    max_attempts_not_found: int = named(
        "MAX_ATTEMPTS_NOT_FOUND", 3, ge=1, le=100, description="Runs of an item that finds nothing before it ends so"
    )
    match_concurrency: int = Field(32, ge=1, le=200, description="Rows one worker matches at a time")
    not_found_retry_seconds: Seconds = Field(
        2.0,
        description="Time before a row that matched nothing is tried by the next strategy, or again while it waits for"
        " pages of its own job; it grows each time",
    )
    providers: Path | None = Field(
        None, description="JSON file of search endpoints that rows are looked up at, if there are any"
    )
    hash_pictures: bool = Field(
        True,
        description="While somebody has pictures to match, or had within a day, fetch the products' own, a few a "
        "minute, to know products by their looks",
    )

    # Batches
    db_ingest_enabled: bool = named("DB_INGEST_ENABLED", True, description="Take uploads of tables and pictures")
    ingest_min_rows: int = named("INGEST_MIN_ROWS", 64, ge=1, description="Fewest rows written at a time")
    ingest_max_rows: int = named("INGEST_MAX_ROWS", 8192, ge=1, description="Most rows written at a time")
    ingest_max_batch_bytes: int = named(
        "INGEST_MAX_BATCH_BYTES", 4_000_000, ge=1, description="Most bytes of rows written at a time"
    )
    db_p50_ms: float = named("DB_P50_MS", 100, gt=0, description="How long writing a batch of rows should take")
    db_p95_ms: float = named("DB_P95_MS", 500, gt=0, description="How long it may take before batches shrink")
    ingest_wait_seconds: float = Field(
        10, ge=0, le=300, description="How long an upload waits for its rows to be safe before it is told to look later"
    )
    upload_max_bytes: int = Field(1_000_000_000, ge=1, description="Largest upload that is taken, all files together")
    upload_max_members: int = Field(
        20_000, ge=1, le=1_000_000, description="Most files in the zips of one upload, all zips together"
    )
    upload_max_rows: int = Field(2_000_000, ge=1, description="Most rows of one job")
    user_max_open_jobs: int = Field(20, ge=1, description="Unfinished jobs that one person may have")
    user_max_open_items: int = Field(5_000_000, ge=1, description="Unfinished rows that one person may have")
    job_window: int = Field(1000, ge=1, le=100_000, description="Rows of one job in the queue at a time")
    job_pages: int = Field(
        10_000,
        ge=1,
        le=100_000,
        description="Rows of one job that wait for their pages at a time, on all domains together",
    )
    pending_dashboard: bool = Field(False, description="Serve the list of what is pending over all jobs")
    pending_count_seconds: float = Field(
        45, ge=30, le=60, description="How long the count of what is pending is good for"
    )
    slow_query_ms: float = Field(200, gt=0, description="A page of a list that takes longer is logged")
    ingest_roots: str = Field("", description="Folders, with commas, below which admins may have files scanned")
    ingest_sources: str = Field(
        "", description="Buckets and FTP hosts, with commas, that admins may have scanned: s3://bucket, ftp://host"
    )
    file_sources: str = Field(
        "",
        description="Folders and buckets, with commas, whose files any signed-in user may make jobs of: "
        "/srv/shared, s3://bucket/prefix",
    )
    ingest_watch: str = Field("", description="Places, with commas, that are scanned for new files by themselves")
    ingest_watch_seconds: Seconds = Field(60, description="How often they are")
    ingest_ftp_user: str = Field("anonymous", description="Account at FTP hosts")
    ingest_ftp_password: SecretStr | None = Field(None, description="Its password")
    job_change_retention_days: Days = Field(2, description="Days that the changes of jobs can be followed back")

    # Carrying work further
    transport: Literal["postgres"] = Field("postgres", description="What carries the work")
    kafka_topic_parse_request: str = named(
        "KAFKA_TOPIC_PARSE_REQUEST", "parse-requests", description="Topic of new parse requests"
    )
    kafka_topic_parse_result: str = named(
        "KAFKA_TOPIC_PARSE_RESULT", "parse-results", description="Topic of parse results"
    )

    # Retention
    attempt_retention_days: Days = Field(30, description="Days that fetch attempts are kept")
    error_log_retention_days: Days = Field(
        30, description="Days that error logs are kept, and dead letters after their replay"
    )
    dead_letter_retention_days: Days = Field(90, description="Days that dead letters are kept to be replayed")
    item_retention_days: Days = Field(90, description="Days that finished single requests are kept")
    job_retention_days: Days = Field(
        0,
        description="Days that jobs are kept, with their rows and files, after they ended or were last exported; "
        "0 keeps them for ever",
    )
    parser_health_retention_days: Days = Field(
        30, description="Days that counts of how well pages are read are kept, and alerts after they are closed"
    )
    search_event_retention_days: Days = Field(7, description="Days that searches of the catalogue are kept")
    shadow_retention_days: Days = Field(30, description="Days that records of an extractor on trial are kept")
    body_retention_days: Days = Field(90, description="Days that page bodies are kept")
    body_max_gb: float | None = Field(None, gt=0, description="Most that page bodies may take; the oldest go first")

    # Logs and metrics
    worker_metrics_port: int = Field(
        0, ge=0, le=65535, description="Port on which a worker of its own serves metrics; 0 is none"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least level logged")
    log_format: Literal["auto", "console", "json"] = Field(
        "auto", description="console for people, json for machines, auto by whether stderr is a terminal"
    )

    @field_validator("database_url")
    @classmethod
    def _is_postgres(cls, url: str | None) -> str | None:
        if url and not url.startswith(("postgresql://", "postgres://")):
            raise ValueError("must start with postgresql://")
        return url

    @field_validator("secret_key")
    @classmethod
    def _is_hard_to_guess(cls, key: str | None) -> str | None:
        if key and any(len(passphrase) < SHORTEST_PASSPHRASE for passphrase in key.split(",")):
            raise ValueError(f"each passphrase must have at least {SHORTEST_PASSPHRASE} characters")
        return key

    @field_validator("llm_base_url")
    @classmethod
    def _is_an_endpoint(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("must be like https://host/v1")
        if parts.username is not None or parts.password is not None:
            raise ValueError("must not hold a password; the key is GARNER_LLM_API_KEY")
        return url.rstrip("/")

    @field_validator("llm_api_key")
    @classmethod
    def _fits_a_header(cls, key: SecretStr | None) -> SecretStr | None:
        if key and not all("!" <= character <= "~" for character in key.get_secret_value()):
            raise ValueError("must be printable ASCII without spaces")
        return key

    @field_validator("shadow_extractor")
    @classmethod
    def _names_a_function(cls, name: str | None) -> str | None:
        module, _, function = (name or "").partition(":")
        if name is not None and not (all(map(str.isidentifier, module.split("."))) and function.isidentifier()):
            raise ValueError("must be written as module:function")
        return name

    @field_validator("extract_memory_mb")
    @classmethod
    def _has_room_for_a_page(cls, megabytes: int) -> int:
        if 0 < megabytes < 1024:
            raise ValueError("must be 0, or at least 1024, which a page of the greatest size may take")
        return megabytes

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, proxies: str) -> str:
        for address in filter(None, map(str.strip, proxies.split(","))):
            ip_network(address)
        return proxies

    @field_validator("allowed_origins")
    @classmethod
    def _are_origins(cls, origins: str) -> str:
        for text in _listed(origins):
            _origin(text)
        return origins

    @field_validator("sample_site")
    @classmethod
    def _is_on_off_or_on_loopback(cls, said: str) -> str:
        found = re.fullmatch(rf"auto|on|off|http://{re.escape(LOOPBACK)}:([1-9]\d{{0,4}})", said.removesuffix("/"))
        if found is None or int(found[1] or 1) > 65535:
            raise ValueError(f"must be auto, on, off or http://{LOOPBACK}:PORT")
        return said.removesuffix("/")

    @field_validator("ingest_roots")
    @classmethod
    def _are_whole_paths(cls, roots: str) -> str:
        for root in _listed(roots):
            if not root.startswith("/"):
                raise ValueError(f"{root!r} must be a whole path, from / on")
        return roots

    @field_validator("ingest_sources", "ingest_watch", "file_sources")
    @classmethod
    def _are_places(cls, places: str) -> str:
        for place in _listed(places):
            if not re.fullmatch(r"/.*|file:///.*|(s3|ftp)://[^/@]+(/.*)?", place):
                raise ValueError(f"{place!r} is no place, as in /folder, s3://bucket/prefix or ftp://host/folder")
        return places

    @field_validator("google_certs_url")
    @classmethod
    def _is_a_web_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be like https://host/certs")
        return url

    @model_validator(mode="after")
    def _bounds_in_order(self) -> "Settings":
        for low, high in (("claim_min", "claim_max"), ("lock_floor_ms", "lock_cap_ms")):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(f"{low.upper()} must not be above {high.upper()}")
        return self

    @property
    def asks_llm(self) -> bool:
        return bool(self.llm_base_url and self.llm_model)

    @property
    def signing_secret(self) -> str:
        """Return the secret that signs tokens: the configured one, else the one stored in the data folder."""
        return (
            self.jwt_secret.get_secret_value()
            if self.jwt_secret
            else load_or_create_secret(self.data_dir / "jwt.secret")
        )

    @property
    def admins(self) -> frozenset[str]:
        return frozenset(_listed(self.admin_emails.lower()))

    @property
    def first_admin(self) -> str | None:
        return next(iter(_listed(self.admin_emails.lower())), None)

    @property
    def scan_roots(self) -> list[str]:
        return _listed(self.ingest_roots)

    @property
    def scan_sources(self) -> list[str]:
        return _listed(self.ingest_sources)

    @property
    def shared_sources(self) -> list[str]:
        return _listed(self.file_sources)

    @property
    def watched_places(self) -> list[str]:
        return _listed(self.ingest_watch)

    @property
    def origins(self) -> tuple[str, ...]:
        return tuple(map(_origin, _listed(self.allowed_origins)))

    @property
    def sample_origin(self) -> str | None:
        """Return the origin of the sample site once it is known: the server passes it to its workers in
        `sample_site`."""
        return self.sample_site if "://" in self.sample_site else None

    def ttl_days(self, kind: str) -> float:
        return float(getattr(self, f"{kind}_ttl_days"))


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _origin(text: str) -> str:
    """Return the origin as browsers write it: without a path, and without the default port."""
    origin = text.removesuffix("/").lower()
    if not re.fullmatch(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?", origin, re.A):
        raise ValueError(f"{text!r} is no origin, as in https://app.example.com")
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


@cache
def load_or_create_secret(path: Path) -> str:
    """Return a stored secret for one that is not set: created on first use, and then the same for every process."""
    path.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        if not path.exists():
            fresh.touch(mode=0o600)
            fresh.write_text(secrets.token_urlsafe(48))
            with suppress(FileExistsError):  # another process was first, and its secret is used
                os.link(fresh, path)
        kept = path.read_text().strip()
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read or made: {error.strerror}. Or set a secret.") from error
    finally:
        fresh.unlink(missing_ok=True)
    if len(kept) < SHORTEST_SECRET:  # truncated by a full disk or a power cut: it could be guessed
        raise ConfigurationError(f"{path} holds no secret: remove it, and another is made.")
    return kept


# Never shown, not even when invalid.
SECRET = (
    "DATABASE_URL",
    "GARNER_ADMIN_TOKEN",
    "GARNER_SECRET_KEY",
    "GARNER_JWT_SECRET",
    "GARNER_S3_ACCESS_KEY_ID",
    "GARNER_S3_SECRET_ACCESS_KEY",
    "GARNER_LLM_BASE_URL",
    "GARNER_LLM_API_KEY",
    "GARNER_INGEST_FTP_PASSWORD",
)


def environment_name(field: str) -> str:
    """Return the environment variable that sets this field."""
    alias = Settings.model_fields[field].validation_alias
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else f"{PREFIX}{field.upper()}"


def load(**overrides: Any) -> Settings:
    """Return the settings from the environment and `.env`, or raise an error of one line that names the wrong
    setting."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        first = error.errors()[0]
        reason = first["msg"].removeprefix("Value error, ")
        if not first["loc"]:
            raise ConfigurationError(reason) from None
        name = str(first["loc"][0])
        name = environment_name(name) if name in Settings.model_fields else name
        shown = "" if name in SECRET else f"={first['input']!r}"
        raise ConfigurationError(f"{name}{shown} is not valid: {reason}") from None


# Misspelt names ---------------------------------------------------------------------------------------------


class Misspelt(NamedTuple):
    """A name that looks meant for Garner, but is not a setting."""

    name: str
    meant: str | None  # the likeliest setting


def misspelt_names() -> list[Misspelt]:
    """Return the misspelt names in the environment and in `.env`. They set nothing, and nothing else reports them."""
    sources = EnvSettingsSource(Settings), DotEnvSettingsSource(Settings)
    return misspelt(name for source in sources for name in source.env_vars)


def misspelt(names: Iterable[str]) -> list[Misspelt]:
    known = [environment_name(field) for field in Settings.model_fields]
    given = {name.upper() for name in names}
    found = []
    for name in sorted(given.difference(known)):
        if name.startswith(PREFIX):
            found.append(Misspelt(name, _nearest_prefixed(name, known)))
        elif (meant := _nearest_bare(name, known)) and meant not in given:
            found.append(Misspelt(name, meant))
    return found


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
