"""Settings of the work that processes share: the queue, jobs, messages, logs and metrics."""

import re
from pathlib import Path
from typing import Literal, Self

from pydantic import SecretStr, field_validator, model_validator

from garner.settings.declaring import Seconds, SettingsGroup, comma_separated, expert, setting


class QueueSettings(SettingsGroup):
    """The claims, leases and retries of workers."""

    title = "Queue"

    poll_seconds: Seconds = expert(
        1.0, "Interval at which an idle worker without notifications looks for work, in seconds"
    )
    worker_target_slice_ms: int = expert(
        5000, "Target duration of the work in one claim, in milliseconds", env="WORKER_TARGET_SLICE_MS", ge=1
    )
    safety_factor: float = expert(
        0.7, "Share of the target duration that a claim fills", env="SAFETY_FACTOR", gt=0, le=1
    )
    claim_min: int = expert(1, "Minimum number of items per claim", env="CLAIM_MIN", ge=1)
    claim_max: int = expert(200, "Maximum number of items per claim", env="CLAIM_MAX", ge=1)
    lock_floor_ms: int = expert(15_000, "Minimum lease on claimed work, in milliseconds", env="LOCK_FLOOR_MS", ge=100)
    lock_cap_ms: int = expert(20_000, "Maximum lease on claimed work, in milliseconds", env="LOCK_CAP_MS", ge=100)
    max_attempts_error: int = expert(
        5, "Attempts at an item before it ends in error", env="MAX_ATTEMPTS_ERROR", ge=1, le=100
    )
    max_attempts_not_found: int = expert(
        3, "Attempts at an item before it ends as not found", env="MAX_ATTEMPTS_NOT_FOUND", ge=1, le=100
    )
    processing_timeout_seconds: Seconds = expert(
        900, "Time without progress after which a request in processing fails, in seconds"
    )
    drain_seconds: Seconds = expert(20, "Time that a stopping worker has to finish its work, in seconds")
    lane_window: int = expert(200, "Due pages of one domain in the queue at a time", ge=1, le=10000)
    job_window: int = expert(1000, "Rows of one job in the queue at a time", ge=1, le=100_000)
    job_pages: int = expert(
        10_000, "Rows of one job that wait for pages at a time, on all domains together", ge=1, le=100_000
    )

    @model_validator(mode="after")
    def _validate_bounds(self) -> Self:
        for low, high in (("claim_min", "claim_max"), ("lock_floor_ms", "lock_cap_ms")):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(f"{low.upper()} must not be greater than {high.upper()}")
        return self


class MatchingSettings(SettingsGroup):
    """Matching of rows with the catalogue and with search endpoints."""

    title = "Matching"

    concurrency: int = expert(
        32, "Rows that one worker matches at a time", env="GARNER_MATCH_CONCURRENCY", ge=1, le=200
    )
    not_found_retry_seconds: Seconds = expert(
        2.0,
        "First delay before a row without a match is tried again, by the next strategy or while pages of its job are"
        " pending, in seconds; the delay grows with each attempt",
    )
    providers: Path | None = expert(None, "JSON file of the search endpoints that look up rows")
    hash_pictures: bool = expert(
        True,
        "Fetch pictures of catalogue products, a few per minute, to match rows by picture, while a job has pictures"
        " or had some within a day",
    )


class SearchSettings(SettingsGroup):
    """Search over records and saved recipes."""

    title = "Search"
    prefix = "GARNER_SEARCH_"

    fresh: bool = setting(
        False,
        "Index what has changed before every search, so that it finds records that were saved a moment ago; otherwise"
        " they are found within five seconds",
    )
    timeout_ms: int = expert(2_000, "Maximum duration of a search in the database, in milliseconds", ge=50, le=60_000)


class IngestSettings(SettingsGroup):
    """Reading rows from uploads, and from files in folders, buckets and on FTP hosts."""

    title = "Ingest"
    prefix = "GARNER_INGEST_"

    enabled: bool = expert(True, "Accept uploads of tables and pictures", env="DB_INGEST_ENABLED")
    min_rows: int = expert(64, "Minimum number of rows per write", env="INGEST_MIN_ROWS", ge=1)
    max_rows: int = expert(8192, "Maximum number of rows per write", env="INGEST_MAX_ROWS", ge=1)
    max_batch_bytes: int = expert(
        4_000_000, "Maximum size of the rows per write, in bytes", env="INGEST_MAX_BATCH_BYTES", ge=1
    )
    db_p50_ms: float = expert(100, "Target duration of a write, in milliseconds", env="DB_P50_MS", gt=0)
    db_p95_ms: float = expert(
        500, "Duration of a write above which batches shrink, in milliseconds", env="DB_P95_MS", gt=0
    )
    wait_seconds: float = expert(
        10, "Maximum time that an upload request waits until its rows are stored, in seconds", ge=0, le=300
    )
    roots: str = expert("", "Comma-separated folders in which admins may scan for files")
    sources: str = expert(
        "", "Comma-separated buckets and FTP hosts that admins may scan, such as s3://bucket or ftp://host"
    )
    file_sources: str = expert(
        "",
        "Comma-separated folders and buckets whose files every signed-in user may use in jobs, such as /srv/shared or"
        " s3://bucket/prefix",
        env="GARNER_FILE_SOURCES",
    )
    watch: str = expert("", "Comma-separated sources that are scanned for new files regularly")
    watch_seconds: Seconds = expert(60, "Interval of these scans, in seconds")
    ftp_user: str = expert("anonymous", "User name for FTP hosts")
    ftp_password: SecretStr | None = expert(None, "Password for FTP hosts", secret=True)

    @field_validator("roots")
    @classmethod
    def _validate_folders(cls, roots: str) -> str:
        for root in comma_separated(roots):
            if not root.startswith("/"):
                raise ValueError(f"{root!r} must be an absolute path")
        return roots

    @field_validator("sources", "watch", "file_sources")
    @classmethod
    def _validate_sources(cls, sources: str) -> str:
        for source in comma_separated(sources):
            if not re.fullmatch(r"/.*|file:///.*|(s3|ftp)://[^/@]+(/.*)?", source):
                raise ValueError(f"{source!r} must be like /folder, s3://bucket/prefix or ftp://host/folder")
        return sources

    @property
    def scan_roots(self) -> list[str]:
        return comma_separated(self.roots)

    @property
    def scan_sources(self) -> list[str]:
        return comma_separated(self.sources)

    @property
    def shared_sources(self) -> list[str]:
        return comma_separated(self.file_sources)

    @property
    def watched_sources(self) -> list[str]:
        return comma_separated(self.watch)


class MessagingSettings(SettingsGroup):
    """The transport of work between processes."""

    title = "Messaging"

    transport: Literal["postgres"] = expert("postgres", "Transport of the work")
    kafka_topic_parse_request: str = expert(
        "parse-requests", "Topic of new parse requests", env="KAFKA_TOPIC_PARSE_REQUEST"
    )
    kafka_topic_parse_result: str = expert("parse-results", "Topic of parse results", env="KAFKA_TOPIC_PARSE_RESULT")


class ObserveSettings(SettingsGroup):
    """The log, and the metrics of separately started workers."""

    title = "Logs and metrics"

    log_level: Literal["debug", "info", "warning", "error"] = setting("info", "Lowest level that is logged")
    log_format: Literal["auto", "console", "json"] = setting(
        "auto", "`console` for people, `json` for programs, or `auto` (console if stderr is a terminal)"
    )
    slow_query_ms: float = expert(200, "Duration above which reading a page of a list is logged, in milliseconds", gt=0)
    worker_metrics_port: int = expert(
        0, "Port on which a separately started worker serves metrics; 0 disables it", ge=0, le=65535
    )
