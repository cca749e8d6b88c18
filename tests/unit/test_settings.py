import pytest

from garner import settings
from garner.errors import ConfigurationError
from garner.settings import Settings, environment_name, load


def test_a_setting_that_a_contract_names_keeps_that_name() -> None:
    assert environment_name("recipe_ttl_days") == "RECIPE_TTL_DAYS"
    assert environment_name("lock_floor_ms") == "LOCK_FLOOR_MS"
    assert environment_name("database_url") == "DATABASE_URL"
    assert environment_name("kafka_topic_parse_request") == "KAFKA_TOPIC_PARSE_REQUEST"


def test_every_other_setting_has_the_prefix() -> None:
    assert environment_name("port") == "GARNER_PORT"
    assert environment_name("default_crawl_delay_seconds") == "GARNER_DEFAULT_CRAWL_DELAY_SECONDS"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GARNER_PORT", "eighty"),
        ("GARNER_PORT", "70000"),
        ("RECIPE_TTL_DAYS", "-1"),
        ("LOCK_FLOOR_MS", "soon"),
        ("DATABASE_URL", "mysql://x"),
        ("GARNER_TRANSPORT", "pigeon"),
        ("SAFETY_FACTOR", "0"),
        ("GARNER_TRUSTED_PROXIES", "10.0.0.1,proxy"),
        ("GARNER_EXTRACT_MEMORY_MB", "512"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_setting(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as raised:
        load(_env_file=None)
    assert name in raised.value.message and "\n" not in raised.value.message


def test_bounds_must_be_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIM_MIN", "500")
    with pytest.raises(ConfigurationError, match="CLAIM_MIN must not be above CLAIM_MAX"):
        load(_env_file=None)


def test_the_environment_is_read_by_these_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECIPE_TTL_DAYS", "0.5")
    monkeypatch.setenv("GARNER_DEFAULT_CRAWL_DELAY_SECONDS", "0.25")
    loaded = load(_env_file=None)
    assert (loaded.recipe_ttl_days, loaded.default_crawl_delay_seconds) == (0.5, 0.25)


def test_the_promised_defaults_hold() -> None:
    plain = Settings(_env_file=None)
    assert plain.recipe_ttl_days == 30
    assert plain.kafka_topic_parse_request == "parse-requests"
    assert plain.kafka_topic_parse_result == "parse-results"
    assert plain.default_crawl_delay_seconds == 1
    assert plain.default_max_concurrent_requests == 5
    assert plain.lock_floor_ms == 15_000
    assert plain.processing_timeout_seconds == 900


def test_every_setting_says_what_it_is_for() -> None:
    assert [name for name, field in settings.Settings.model_fields.items() if not field.description] == []


def test_a_password_in_a_bad_value_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://me:s3cret@host/db")
    with pytest.raises(ConfigurationError) as raised:
        load(_env_file=None)
    assert "s3cret" not in raised.value.message
