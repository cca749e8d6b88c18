"""Sealing what must not lie open in the database."""

import pytest

from garner.core.accounts.secrets import LONGEST_SECRET_BYTES, key_from, seal, unseal
from garner.errors import ConfigurationError, InputError, WrongKey

KEY = key_from("correct horse")
COLUMN = 255


@pytest.mark.parametrize("text", ["", "hunter2", "pässwörd 🔑", "a:b@c/d", "x" * LONGEST_SECRET_BYTES])
def test_what_is_sealed_opens_with_the_same_passphrase(text):
    assert unseal(seal(text, KEY), key_from("correct horse")) == text


def test_a_seal_does_not_show_what_it_holds_nor_that_two_hold_the_same():
    first, second = seal("hunter2", KEY), seal("hunter2", KEY)
    assert "hunter2" not in first
    assert first != second


def test_another_passphrase_is_a_clear_error_that_shows_neither_key_nor_secret():
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
def test_what_is_no_seal_or_a_damaged_one_does_not_open(damaged):
    with pytest.raises(WrongKey):
        unseal(damaged, KEY)


def test_after_a_rotation_the_old_key_still_opens_and_the_new_one_seals():
    old = seal("hunter2", KEY)
    rotated = key_from("battery staple", "correct horse")
    assert unseal(old, rotated) == "hunter2"
    assert unseal(seal("hunter2", rotated), key_from("battery staple")) == "hunter2"
    with pytest.raises(WrongKey):
        unseal(seal("hunter2", rotated), KEY)


def test_the_longest_secret_fits_its_column_and_one_byte_more_is_refused():
    assert len(seal("x" * LONGEST_SECRET_BYTES, KEY)) <= COLUMN
    assert len(KEY.encrypt(b"x" * (LONGEST_SECRET_BYTES + 1))) > COLUMN
    with pytest.raises(InputError, match="127 bytes; this one has 128") as refused:
        seal("é" * 64, KEY)
    assert "éé" not in str(refused.value)


@pytest.mark.parametrize("passphrases", [(), ("",), ("new", "")])
def test_there_is_no_key_without_a_passphrase(passphrases):
    with pytest.raises(ConfigurationError):
        key_from(*passphrases)
