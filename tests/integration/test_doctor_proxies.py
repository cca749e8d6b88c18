"""The doctor's report on proxies with encrypted passwords."""

from collections.abc import Iterator

import psycopg
import pytest

from garner.cli.commands.doctor import Mark, _proxies
from garner.core.accounts import secrets
from garner.postgres.server import PlainConnection
from garner.settings import Settings

KEY = "a long passphrase"


@pytest.fixture
def plain(database_url: str) -> Iterator[PlainConnection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def add(connection: PlainConnection, host: str, password: str | None = None) -> None:
    sealed = None if password is None else secrets.seal(password, secrets.key_from(KEY))
    connection.execute(
        "insert into proxies (proxy_url, proxy_port, proxy_password) values (%s, 3128, %s)", (host, sealed)
    )


def settings(key: str | None) -> Settings:
    return Settings.from_values(secret_key=key)


def test_nothing_is_reported_without_proxies(plain: PlainConnection) -> None:
    assert list(_proxies(settings(None), plain)) == []


def test_passwords_that_can_be_decrypted_are_good(plain: PlainConnection) -> None:
    add(plain, "one.example", "s3cret")
    for key in (KEY, f"another long passphrase,{KEY}"):
        (finding,) = _proxies(settings(key), plain)
        assert finding.mark is Mark.GOOD


@pytest.mark.parametrize(
    ("key", "expected"), [(None, "which is not set"), ("another long passphrase", "cannot be decrypted")]
)
def test_no_usable_proxy_is_wrong_and_some_unusable_ones_are_doubtful(
    plain: PlainConnection, key: str | None, expected: str
) -> None:
    add(plain, "one.example", "s3cret")
    (finding,) = _proxies(settings(key), plain)
    assert finding.mark is Mark.WRONG and expected in finding.what and "one.example:3128" in finding.what
    assert "s3cret" not in str(finding)
    add(plain, "two.example")
    (finding,) = _proxies(settings(key), plain)
    assert finding.mark is Mark.DOUBTFUL and "1 of 2" in finding.what and "two.example" not in finding.what


def test_a_disabled_proxy_is_ignored(plain: PlainConnection) -> None:
    add(plain, "one.example", "s3cret")
    plain.execute("update proxies set is_active = false")
    assert list(_proxies(settings(None), plain)) == []
