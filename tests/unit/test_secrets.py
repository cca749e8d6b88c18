"""Encryption of secrets in the database."""

import pytest

from garner.core.accounts.secrets import MAX_SECRET_BYTES, key_from, seal, unseal
from garner.errors import ConfigurationError, InputError, WrongKey

KEY = key_from("correct horse")
COLUMN = 255


@pytest.mark.parametrize("text", ["", "hunter2", "pässwörd 🔑", "a:b@c/d", "x" * MAX_SECRET_BYTES])
def test_a_sealed_secret_is_opened_with_the_same_passphrase(text):
    assert unseal(seal(text, KEY), key_from("correct horse")) == text


def test_equal_secrets_have_different_seals():
    first, second = seal("hunter2", KEY), seal("hunter2", KEY)
    assert "hunter2" not in first
    assert first != second


def test_another_passphrase_gives_an_error_without_key_and_secret():
    sealed = seal("hunter2", KEY)
    with pytest.raises(WrongKey, match="cannot be decrypted with the configured key") as wrong:
        unseal(sealed, key_from("battery staple"))
    assert wrong.value.code == "wrong_secret_key"
    assert not {"hunter2", "battery", "horse", sealed} & set(repr(wrong.value).split())


@pytest.mark.parametrize(
    "damaged",
    ["", "hunter2", "gAAAAA", "é", seal("x", KEY)[:-4], "A" + seal("x", KEY)[1:]],
    ids=["empty", "plain", "short", "not ascii", "cut", "altered"],
)
def test_an_invalid_or_damaged_seal_is_not_opened(damaged):
    with pytest.raises(WrongKey):
        unseal(damaged, KEY)


def test_after_a_rotation_the_old_key_opens_and_the_new_key_seals():
    old = seal("hunter2", KEY)
    rotated = key_from("battery staple", "correct horse")
    assert unseal(old, rotated) == "hunter2"
    assert unseal(seal("hunter2", rotated), key_from("battery staple")) == "hunter2"
    with pytest.raises(WrongKey):
        unseal(seal("hunter2", rotated), KEY)


def test_the_longest_secret_fits_its_column_and_a_longer_one_is_rejected():
    assert len(seal("x" * MAX_SECRET_BYTES, KEY)) <= COLUMN
    assert len(KEY.encrypt(b"x" * (MAX_SECRET_BYTES + 1))) > COLUMN
    with pytest.raises(InputError, match="127 bytes; this one has 128") as refused:
        seal("é" * 64, KEY)
    assert "éé" not in str(refused.value)


@pytest.mark.parametrize("passphrases", [(), ("",), ("new", "")])
def test_a_key_needs_a_passphrase(passphrases):
    with pytest.raises(ConfigurationError):
        key_from(*passphrases)
