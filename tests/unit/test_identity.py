import pytest

from garner.core.accounts.api_tokens import api_token, digest, hint, is_api_token
from garner.core.accounts.identity import email_address, profile_name, profile_picture


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ana@example.com", "ana@example.com"),
        (" Ana.B+soup@Example.COM ", "ana.b+soup@example.com"),
        ("me@localhost", "me@localhost"),
        ("jürgen@exämple.com", "jürgen@exämple.com"),
    ],
)
def test_an_email_address_is_stored_in_lower_case(written: str, kept: str) -> None:
    assert email_address(written) == kept


@pytest.mark.parametrize(
    "written", ["", "ana", "ana@", "@x.com", "a b@x.com", "a@x..com", "a@.com", "a@x.com.", "a\x00@x.com"]
)
def test_an_invalid_email_address_is_rejected(written: str) -> None:
    with pytest.raises(ValueError, match="email address"):
        email_address(written)


def test_the_length_limit_applies_to_the_stored_email_address() -> None:
    assert len(email_address("a" * 243 + "@example.com")) == 255
    for too_long in ("a" * 244 + "@example.com", "İ" * 122 + "@example.com"):  # its lower case has two characters
        with pytest.raises(ValueError, match="255"):
            email_address(too_long)


def test_a_profile_is_sanitised_and_invalid_parts_are_dropped() -> None:
    assert profile_name(" Ana\x00 \u202eB. ") == "Ana B."
    assert [profile_name(claim) for claim in (None, 7, "", "\n", ["Ana"])] == [None] * 5
    assert profile_picture("https://example.com/a.png") == "https://example.com/a.png"
    for claim in (
        None,
        7,
        "",
        "http://example.com/a.png",
        "javascript:alert(1)",
        "https://x/\x00",
        "https://" + "x" * 2000,
    ):
        assert profile_picture(claim) is None


def test_an_api_token_has_a_prefix_and_a_hint() -> None:
    token = api_token(bytes(range(32)))
    assert token == "garner_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" and is_api_token(token)
    assert hint(token) == "dHh8"
    assert not is_api_token("eyJhbGciOiJIUzI1NiJ9.e30.x") and not is_api_token("")
    assert len(digest(token)) == 64 and digest(token) != digest(token + "=")
