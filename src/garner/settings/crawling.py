"""Settings of fetching pages: requests, pacing, recrawling and rendering."""

from garner.settings.declaring import Seconds, SettingsGroup, expert, setting


class FetchSettings(SettingsGroup):
    """HTTP requests for pages."""

    title = "Fetching"
    prefix = "GARNER_FETCH_"

    user_agent: str = setting("Garner/0.1", "User-Agent header of every request")
    concurrency: int = setting(
        100, "Pages that one worker fetches at a time", env="GARNER_CRAWL_CONCURRENCY", ge=1, le=5000
    )
    timeout_seconds: Seconds = expert(30, "Timeout of one fetch, including redirects, in seconds")
    max_bytes: int = expert(10_000_000, "Maximum size of a page body after decompression, in bytes", gt=0)
    max_redirects: int = expert(10, "Maximum number of redirects", ge=0, le=50)
    allow_private: bool = expert(False, "Allow requests to private and loopback addresses")


class PacingSettings(SettingsGroup):
    """The pace of requests to each domain: delays, robots.txt, throttling and circuit breakers."""

    title = "Pacing"

    default_crawl_delay_seconds: float = setting(
        1, "Delay between requests to a domain without its own delay, in seconds", ge=0, le=86400
    )
    default_max_concurrent_requests: int = setting(
        5, "Concurrent requests to a domain without its own limit", ge=1, le=1000
    )
    obey_robots: bool = setting(True, "Obey robots.txt, except for exempted domains")
    robots_cache_hours: float = expert(24, "Maximum cache lifetime of a robots.txt, in hours", gt=0, le=168)
    robots_longest_delay_seconds: float = expert(
        600,
        "Maximum crawl delay taken from a robots.txt, in seconds; a longer one is cut and logged",
        ge=0,
        le=86400,
    )
    lane_latency_factor: float = expert(
        0.5,
        "Minimum delay between requests to a domain, as a fraction of its response time",
        ge=0,
        le=10,
    )
    throttle_quiet_seconds: Seconds = expert(60, "Throttle half-life, in seconds")
    throttle_longest_seconds: Seconds = expert(3600, "Maximum wait for a domain that throttles requests, in seconds")
    breaker_failures: int = expert(
        5, "Consecutive failed pages that open the circuit breaker of a domain", ge=1, le=1000
    )
    breaker_open_seconds: Seconds = expert(
        30, "Minimum time that a circuit breaker is open before its first probe, in seconds"
    )
    breaker_wait_seconds: Seconds = expert(
        3600, "Maximum wait of an item for an open circuit breaker before it ends in error, in seconds"
    )


class RecrawlSettings(SettingsGroup):
    """Unchanged pages and the interval until a page is fetched again."""

    title = "Recrawling"
    prefix = "GARNER_RECRAWL_"

    adapts: bool = expert(True, "Recrawl changing pages more often and unchanged pages less often")
    shortest_hours: float = expert(1, "Minimum adapted recrawl interval, in hours", gt=0)
    longest_days: float = expert(30, "Maximum adapted recrawl interval, in days", gt=0)
    simhash_threshold: int = expert(
        3, "Maximum number of SimHash bits in which an unchanged page may differ", env="SIMHASH_THRESHOLD", ge=0, le=64
    )
    popular_requests: int = expert(
        10, "Number of user requests that raises the priority of a page", env="GARNER_POPULAR_REQUESTS", ge=1
    )
    max_retries: int = expert(
        3, "Fetches of a page that an operator ordered before it fails", env="GARNER_MAX_RETRIES", ge=1, le=100
    )


class RenderingSettings(SettingsGroup):
    """Rendering of pages in a browser."""

    title = "Rendering"
    prefix = "GARNER_RENDER_"

    enabled: bool = expert(
        False,
        "Render pages without a record in a browser where that can help; `make render` installs the browser",
        env="GARNER_RENDER",
    )
    chromium: str | None = expert(
        None, "Path of the Chromium executable; by default the one on the PATH", env="GARNER_CHROMIUM"
    )
    pages: int = expert(2, "Pages that one worker renders at a time", ge=1, le=64)
