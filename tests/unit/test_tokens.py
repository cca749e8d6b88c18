"""Access tokens: which are accepted and which are rejected."""

from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest

from garner.core.accounts.tokens import REFUSED, Claims, TokenScope, read, renew_claims, sign
from garner.errors import Unauthorized

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECRET = "a secret that is long enough to be one"
ANA = Claims(7, "ana@example.com", NOW + HOUR, TokenScope.ACCESS, NOW)


def made(secret: str = SECRET, algorithm: str = "HS256", **changes: Any) -> str:
    payload = {"user_id": 7, "email": "ana@example.com", "exp": NOW + HOUR} | changes
    kept = {name: value for name, value in payload.items() if value is not ...}
    return jwt.encode(kept, secret, algorithm)


def test_signed_claims_are_read_unchanged() -> None:
    assert read(sign(ANA, SECRET), SECRET, NOW) == ANA


def test_a_stream_token_keeps_the_claims_of_its_maker() -> None:
    for maker in ({"api_token_id": 3}, {"maker_expires_at": NOW + HOUR}):
        claims = Claims(7, "ana@example.com", NOW + HOUR, TokenScope.STREAM, **maker)
        assert read(sign(claims, SECRET), SECRET, NOW, TokenScope.STREAM) == claims


def test_the_three_claims_of_the_contract_are_enough() -> None:
    assert read(made(), SECRET, NOW) == Claims(7, "ana@example.com", NOW + HOUR)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "no token",
        "a.b.c",
        made("another secret that is long enough too"),
        made("", "none"),
        made(algorithm="HS512"),
        made(exp=NOW),
        made(exp=...),
        made(exp=10**30),
        made(exp=True),
        made(user_id=...),
        made(user_id="7"),
        made(user_id=True),
        made(user_id=0),
        made(user_id=2**63),
        made(email=...),
        made(email=7),
        made(scope="admin"),
        made(scope="stream"),
        made(signed_in_at="long ago"),
        made(api_token_id="3"),
        made(maker_exp="later"),
        made(aud="another"),
    ],
)
def test_any_other_token_is_rejected_with_the_same_message(token: str) -> None:
    with pytest.raises(Unauthorized, match=r"^The token is invalid or has expired\. Sign in again\.$"):
        read(token, SECRET, NOW)


def test_a_stream_token_is_valid_only_for_streams() -> None:
    stream = sign(Claims(7, "ana@example.com", NOW + HOUR, TokenScope.STREAM), SECRET)
    assert read(stream, SECRET, NOW, TokenScope.STREAM).user_id == 7
    with pytest.raises(Unauthorized):
        read(stream, SECRET, NOW)
    again = r"^The token is invalid or has expired\. Get a new one from POST /api/stream-token\.$"
    for refused, moment in ((sign(ANA, SECRET), NOW), (stream, NOW + HOUR), ("no token", NOW)):
        with pytest.raises(Unauthorized, match=again):
            read(refused, SECRET, moment, TokenScope.STREAM)


def test_a_token_can_be_renewed_until_the_sign_in_is_too_old() -> None:
    month = timedelta(days=30)
    later = NOW + timedelta(days=29)
    again = renew_claims(ANA, later, HOUR, month)
    assert (again.expires_at, again.signed_in_at) == (later + HOUR, NOW)
    assert renew_claims(ANA, NOW + month - HOUR / 2, HOUR, month).expires_at == NOW + month
    with pytest.raises(Unauthorized):
        renew_claims(ANA, NOW + month, HOUR, month)


def test_a_rejection_keeps_no_traceback_of_the_request() -> None:
    for _ in range(3):
        with pytest.raises(Unauthorized):
            read("no token", SECRET, NOW)
    assert REFUSED.__traceback__ is None
