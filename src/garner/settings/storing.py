"""Settings of the database, of the stored page bodies and of how long data is kept."""

from pathlib import Path

from pydantic import field_validator

from garner.settings.declaring import Days, Seconds, SettingsGroup, expert, setting


class StorageSettings(SettingsGroup):
    """The data folder and the store of page bodies."""

    title = "Storage"

    data_dir: Path = setting(Path(".garner"), "Folder of the embedded database and of the page bodies")
    blob_url: str | None = setting(
        None, "Where page bodies are stored, as s3://bucket/prefix; by default in the data folder"
    )
    s3_endpoint: str | None = setting(
        None, "Endpoint of an S3-compatible service other than AWS, such as MinIO; an http:// URL is called without TLS"
    )
    s3_region: str = setting("us-east-1", "Region of the bucket")
    s3_access_key_id: str | None = setting(
        None, "S3 access key ID; by default the machine's AWS credentials are used", secret=True
    )
    s3_secret_access_key: str | None = setting(None, "Secret of the S3 access key", secret=True)
    s3_path_style: bool = expert(True, "Put the bucket's name in the path of S3 URLs, not in the host")


class PostgresSettings(SettingsGroup):
    """The connection to the database."""

    title = "PostgreSQL"
    prefix = "GARNER_DATABASE_"

    url: str | None = setting(
        None,
        "Connection string of your PostgreSQL (15 or newer); by default Garner runs an embedded one",
        env="DATABASE_URL",
        secret=True,
    )
    pool_size: int = expert(10, "Connections per process; a worker uses four more to read files", ge=2, le=200)
    pooler: bool = expert(
        False, "DATABASE_URL points to a transaction pooler, so prepared statements and LISTEN are not used"
    )
    upgrade: bool = expert(
        False,
        "`garner serve` and `garner worker` upgrade your PostgreSQL to the schema that they need when they start; "
        "otherwise they wait for `garner db upgrade`",
    )
    wait_seconds: Seconds = expert(2.0, "Maximum wait for a connection before the API answers 503, in seconds")

    @field_validator("url")
    @classmethod
    def _validate_scheme(cls, url: str | None) -> str | None:
        if url and not url.startswith(("postgresql://", "postgres://")):
            raise ValueError("must start with postgresql://")
        return url


class CacheSettings(SettingsGroup):
    """The time for which a stored record answers requests before its page is fetched again."""

    title = "Cache"

    recipe_ttl_days: Days = setting(30, "Time to live of a cached recipe, in days", env="RECIPE_TTL_DAYS")
    product_ttl_days: Days = setting(1, "Time to live of a cached product, in days")
    posting_ttl_days: Days = setting(1, "Time to live of a cached posting, in days")

    def ttl_days(self, kind: str) -> float:
        """Return the time to live of a kind of record; a test compares the names with the kinds' declarations."""
        return float(getattr(self, f"{kind}_ttl_days"))


class RetentionSettings(SettingsGroup):
    """The age at which Garner deletes data."""

    title = "Retention"

    job_days: Days = expert(
        0,
        "Days to keep a job with its rows and files after it ended or was last exported; 0 keeps jobs forever",
        env="GARNER_JOB_RETENTION_DAYS",
    )
    audit_days: Days = expert(365, "Days to keep the log of operators' actions", env="GARNER_AUDIT_RETENTION_DAYS")
    change_days: Days = expert(
        30, "Days to keep the feed of changed records (`GET /api/changes`)", env="GARNER_CHANGE_RETENTION_DAYS"
    )
    job_change_days: Days = expert(2, "Days to keep the change feed of jobs", env="GARNER_JOB_CHANGE_RETENTION_DAYS")
    item_days: Days = expert(90, "Days to keep finished single requests", env="GARNER_ITEM_RETENTION_DAYS")
    event_days: Days = expert(
        7, "Days to keep mailbox events and webhook deliveries", env="GARNER_EVENT_RETENTION_DAYS"
    )
    attempt_days: Days = expert(30, "Days to keep fetch attempts", env="GARNER_ATTEMPT_RETENTION_DAYS")
    proxy_traffic_days: Days = expert(
        365, "Days to keep the traffic of proxies", env="GARNER_PROXY_TRAFFIC_RETENTION_DAYS"
    )
    error_log_days: Days = expert(
        30, "Days to keep error logs, and dead letters after their replay", env="GARNER_ERROR_LOG_RETENTION_DAYS"
    )
    dead_letter_days: Days = expert(
        90, "Days to keep dead letters that were not replayed", env="GARNER_DEAD_LETTER_RETENTION_DAYS"
    )
    parser_health_days: Days = expert(
        30, "Days to keep parser statistics, and closed parser alerts", env="GARNER_PARSER_HEALTH_RETENTION_DAYS"
    )
    search_event_days: Days = expert(
        7, "Days to keep searches of the catalogue", env="GARNER_SEARCH_EVENT_RETENTION_DAYS"
    )
    shadow_days: Days = expert(
        30, "Days to keep the records of a candidate extractor", env="GARNER_SHADOW_RETENTION_DAYS"
    )
    body_days: Days = expert(90, "Days to keep page bodies", env="GARNER_BODY_RETENTION_DAYS")
    body_max_gb: float | None = expert(
        None, "Maximum disk space for page bodies, in gigabytes; the oldest are deleted first", gt=0
    )
