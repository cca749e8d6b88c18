import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from garner import settings
from garner.errors import ConfigurationError
from garner.settings import GROUPS, VARIABLES, Settings, environment_name, load, misspelt

NAMES = (Path(__file__).parent / "environment_names.txt").read_text().split()


def test_no_environment_variable_changes_its_name() -> None:
    """Names may be added to the list. An existing name never changes, because users have set it."""
    assert sorted(VARIABLES) == NAMES


def test_settings_named_by_a_contract_have_no_prefix() -> None:
    assert environment_name("cache", "recipe_ttl_days") == "RECIPE_TTL_DAYS"
    assert environment_name("queue", "lock_floor_ms") == "LOCK_FLOOR_MS"
    assert environment_name("postgres", "url") == "DATABASE_URL"
    assert environment_name("messaging", "kafka_topic_parse_request") == "KAFKA_TOPIC_PARSE_REQUEST"


def test_every_other_setting_has_the_prefix() -> None:
    assert environment_name("server", "port") == "GARNER_PORT"
    assert environment_name("fetch", "timeout_seconds") == "GARNER_FETCH_TIMEOUT_SECONDS"
    assert environment_name("fetch", "concurrency") == "GARNER_CRAWL_CONCURRENCY"


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
        ("GARNER_SECRET_KEY", "a short one"),
        ("GARNER_SECRET_KEY", "a passphrase that is long,short"),
        ("GARNER_SECRET_KEY", "a passphrase that is long,"),
        ("GARNER_LLM_BASE_URL", "localhost:8080/v1"),
        ("GARNER_LLM_BASE_URL", "ftp://models/v1"),
        ("GARNER_LLM_BASE_URL", "http://models/v1?key=s3cret"),
        ("GARNER_LLM_API_KEY", "two words"),
        ("GARNER_LLM_DAILY_TOKENS", "-1"),
        ("ALLOWED_ORIGINS", "https://app.example.com,*"),
        ("GARNER_GOOGLE_CERTS_URL", "certs.json"),
        ("GARNER_LOCAL_SIGN_IN", "maybe"),
        ("GARNER_JWT_MINUTES", "0"),
    ],
)
def test_an_invalid_value_gives_one_line_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as raised:
        load(env_file=None)
    assert name in raised.value.message and "\n" not in raised.value.message


def test_bounds_must_be_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIM_MIN", "500")
    with pytest.raises(ConfigurationError, match="CLAIM_MIN must not be greater than CLAIM_MAX"):
        load(env_file=None)


def test_the_environment_is_read_by_these_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECIPE_TTL_DAYS", "0.5")
    monkeypatch.setenv("GARNER_DEFAULT_CRAWL_DELAY_SECONDS", "0.25")
    loaded = load(env_file=None)
    assert (loaded.cache.recipe_ttl_days, loaded.pacing.default_crawl_delay_seconds) == (0.5, 0.25)


def test_documented_defaults_are_kept() -> None:
    plain = Settings()
    assert plain.cache.recipe_ttl_days == 30
    assert plain.messaging.kafka_topic_parse_request == "parse-requests"
    assert plain.messaging.kafka_topic_parse_result == "parse-results"
    assert plain.pacing.default_crawl_delay_seconds == 1
    assert plain.pacing.default_max_concurrent_requests == 5
    assert plain.queue.lock_floor_ms == 15_000
    assert plain.queue.processing_timeout_seconds == 900


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("GARNER_PORT=1\ngarner_host=10.0.0.1\nGARNER_LLM_MODEL=small\nGARNER_WORKERS\n")
    monkeypatch.setenv("GARNER_PORT", "2")
    monkeypatch.setenv("GARNER_LLM_MODEL", "")
    loaded = load(log_level="error")
    assert (loaded.server.host, loaded.server.port, loaded.server.workers) == ("10.0.0.1", 2, 1)
    assert (loaded.llm.model, loaded.observe.log_level) == ("small", "error")
    assert load(env_file=None).server.host == "127.0.0.1"


def test_empty_values_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(name, "")
    assert load(env_file=None) == Settings()


def test_values_are_named_like_their_variables_and_validated() -> None:
    made = Settings.from_values(port=0, recipe_ttl_days="2", llm_api_key="s3cret")
    assert (made.server.port, made.cache.recipe_ttl_days) == (0, 2.0)
    changed = made.with_values(port="3", claim_min=200)
    assert (changed.server.port, changed.queue.claim_min, changed.cache) == (3, 200, made.cache)
    assert made.server.port == 0
    with pytest.raises(ValueError, match="CLAIM_MIN must not be greater"):
        made.with_values(claim_min=201)
    with pytest.raises(TypeError, match="'fetch_timeout' is not a setting"):
        Settings.from_values(fetch_timeout=3)


def test_settings_are_frozen() -> None:
    plain = Settings()
    with pytest.raises(ValueError, match="frozen"):
        plain.server.port = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="frozen"):
        plain.server = plain.server  # type: ignore[misc]


def test_every_setting_and_every_group_is_documented() -> None:
    assert [name for name, variable in VARIABLES.items() if not variable.description] == []
    assert [
        name for name, group in GROUPS.items() if not re.fullmatch(r"[A-Z][^.]*(\.txt[^.]*)?\.", group.__doc__ or "")
    ] == []
    assert 20 <= sum(not variable.expert for variable in VARIABLES.values()) <= 30


def test_no_string_representation_contains_a_secret() -> None:
    secrets = {variable.key: "s3cret" * 5 for variable in VARIABLES.values() if variable.secret}
    made = Settings.from_values(
        **secrets | {"database_url": "postgresql://me:s3cret@x/y", "llm_base_url": "http://s3cret"}
    )
    assert "s3cret" not in repr(made) + str(made)


def test_a_password_in_an_invalid_value_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://me:s3cret@host/db")
    with pytest.raises(ConfigurationError) as raised:
        load(env_file=None)
    assert "s3cret" not in raised.value.message


@pytest.mark.parametrize(
    ("name", "value"), [("GARNER_LLM_API_KEY", "s3cret key"), ("GARNER_LLM_BASE_URL", "https://me:s3cret@models/v1")]
)
def test_a_secret_in_an_invalid_llm_setting_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=name) as raised:
        load(env_file=None)
    assert "s3cret" not in raised.value.message


def test_a_language_model_is_configured_only_with_url_and_model() -> None:
    where = "http://localhost:11434/v1/"
    assert not Settings().llm.is_configured
    assert not Settings.from_values(llm_base_url=where).llm.is_configured
    settings = Settings.from_values(llm_base_url=where, llm_model="small", llm_api_key="s3cret")
    assert settings.llm.is_configured and settings.llm.base_url == "http://localhost:11434/v1"
    assert "s3cret" not in repr(settings)


def test_a_key_that_is_too_short_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARNER_SECRET_KEY", "s3cret")
    with pytest.raises(ConfigurationError, match="each passphrase must have at least 16 characters") as raised:
        load(env_file=None)
    assert "s3cret" not in raised.value.message


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("GARNER_PROT", "GARNER_PORT"),
        ("garner_fetch_alow_private", "GARNER_FETCH_ALLOW_PRIVATE"),
        ("GARNER_DATABASE_URL", "DATABASE_URL"),
        ("GARNER_RECIPE_TTL_DAYS", "RECIPE_TTL_DAYS"),
        ("GARNER_WEATHER_IN_OSLO", None),
        ("RECIPE_TTL_DAY", "RECIPE_TTL_DAYS"),
        ("recipe_tll_days", "RECIPE_TTL_DAYS"),
        ("SIMHASH_TRESHOLD", "SIMHASH_THRESHOLD"),
        ("CLAIM_MXA", None),  # too short to be sure
        ("SAFTEY_FACTOR", "SAFETY_FACTOR"),
        ("LOCK_FLOOR_MSS", "LOCK_FLOOR_MS"),
    ],
)
def test_a_misspelt_setting_is_detected_with_the_intended_name(name: str, meant: str | None) -> None:
    expected = [(name.upper(), meant)] if meant or name.startswith("GARNER_") else []
    assert misspelt([name, "GARNER_PORT", "DATABASE_URL", "PATH", "garner_host"]) == expected


ORDINARY = """
    PATH HOME PORT HOST LANG WORKERS SECRET_KEY LOG_LEVEL DATA_DIR DATABASE_URI DATABASE_URLS DATABASE_URL_RO
    DATABASE_URL_2 TEST_DATABASE_URL DATABASE_NAME DATABASE_USER DB_URL PGDATABASE REDIS_URL KAFKA_TOPIC
    KAFKA_BROKER_URL ADMIN_TOKEN S3_ENDPOINT AWS_REGION WEB_CONCURRENCY MAX_ATTEMPTS LOCK_CAP RECIPE_TTL
    HTTP_PROXY NO_PROXY
"""


def test_ordinary_environment_variables_are_not_misspellings() -> None:
    assert misspelt(ORDINARY.split()) == []


def test_a_name_similar_to_a_variable_that_is_set_is_not_a_misspelling() -> None:
    assert misspelt(["DATABSE_URL"]) == [("DATABSE_URL", "DATABASE_URL")]
    assert misspelt(["DATABSE_URL", "DATABASE_URL"]) == []


# The generated secret ----------------------------------------------------------------------------------------------

ASK_FOR_THEM = """
import sys
from pathlib import Path
from garner.settings import load_or_create_secret
print("ready", flush=True)
sys.stdin.readline()
print(*[load_or_create_secret(Path(sys.argv[1]) / str(number) / "jwt.secret") for number in range(200)])
"""


def test_concurrent_processes_share_one_generated_secret(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ASK_FOR_THEM, str(tmp_path)]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) for _ in range(4)
    ]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("now\n")
    (secrets,) = {process.communicate(timeout=60)[0] for process in processes}
    assert len(set(secrets.split())) == 200 and {len(secret) for secret in secrets.split()} == {64}
    path = tmp_path / "7" / "jwt.secret"
    assert path.read_text() == secrets.split()[7] and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(list(tmp_path.rglob("jwt.secret*"))) == 200


def test_a_truncated_secret_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "jwt.secret"
    for content in ("", "\n", "half of it"):
        path.write_text(content)
        with pytest.raises(ConfigurationError, match="does not contain a valid secret"):
            settings.load_or_create_secret(path)


def test_a_secret_that_cannot_be_read_or_created_gives_an_error(tmp_path: Path) -> None:
    (tmp_path / "jwt.secret").mkdir()
    with pytest.raises(ConfigurationError, match="cannot be read or created"):
        settings.load_or_create_secret(tmp_path / "jwt.secret")


def test_a_configured_secret_may_be_short(tmp_path: Path) -> None:
    assert Settings.from_values(data_dir=tmp_path, jwt_secret="short").signing_secret == "short"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "origin"),
    [("auto", None), ("off", None), ("http://127.0.0.1:40123/", "http://127.0.0.1:40123")],
)
def test_the_sample_site_is_on_off_or_at_a_loopback_port(said: str, origin: str | None) -> None:
    assert Settings.from_values(sample_site=said).server.sample_origin == origin


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "http://127.0.0.1",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://10.0.0.1:80",
        "http://127.0.0.1:80/x",
    ],
)
def test_any_other_value_for_the_sample_site_is_rejected(said: str) -> None:
    with pytest.raises(ValueError, match="must be auto, on, off or http://127"):
        Settings.from_values(sample_site=said)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("GARNER_PORT", "web", "GARNER_PORT='web' is not valid: Must be an integer."),
        ("GARNER_OBEY_ROBOTS", "often", "GARNER_OBEY_ROBOTS='often' is not valid: Must be true or false."),
        ("GARNER_PORT", "-1", "GARNER_PORT='-1' is not valid: Must be at least 0."),
    ],
)
def test_an_invalid_setting_is_reported_in_plain_words(
    name: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as error:
        load(env_file=None)
    assert error.value.message == message
