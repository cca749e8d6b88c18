"""Verify Google's ID tokens with PyJWT, and keep the public keys that Google signs them with.

The keys are fetched from the address in a setting and kept for as long as the answer allows. A token with an unknown
key id may be forged, or signed with a key that is new: the keys are fetched again for it, but at most once a minute, so
that a client that makes up key ids cannot make Garner call Google as often as it calls Garner. While the keys cannot be
fetched, the last ones stay in use for a day. The error for a bad token never says what is wrong with it.

Decision 25 says why PyJWT's `PyJWKClient` does not fetch the keys.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import jwt
import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from cryptography.x509 import load_pem_x509_certificate

from garner import observe
from garner.core.accounts.identity import Identity, email_address, profile_name, profile_picture
from garner.errors import NotInstalled, Unauthorized, Unavailable

ALGORITHM = "RS256"
ISSUERS = ("accounts.google.com", "https://accounts.google.com")
INVALID_TOKEN = (jwt.PyJWTError, ValueError, TypeError, RecursionError)
MAX_TOKEN_LENGTH = 8192
SKEW_SECONDS = 10
MAX_ANSWER_BYTES = 200_000
FETCH_SECONDS = 5.0
MIN_LIFETIME, DEFAULT_LIFETIME, MAX_LIFETIME = 60.0, 3600.0, 86_400.0
MAX_STALE_SECONDS = 86_400.0
REFETCH_SECONDS = 60.0
FIRST_REFETCH_SECONDS = 5.0  # while there are no keys at all

REFUSED = Unauthorized("Google's token is invalid or has expired. Sign in again.")
WITHOUT_CLIENT = NotInstalled("Sign-in with Google is not configured: GARNER_GOOGLE_CLIENT_ID is not set.")
WITHOUT_CERTIFICATES = Unavailable("Google's certificates cannot be read at the moment.", retry_after=5)


class Google:
    """A verifier that identifies users by the ID tokens that Google signed for this client."""

    def __init__(self, client_id: str | None, certificates: "Certificates") -> None:
        self._client_id = client_id
        self._certificates = certificates

    async def identify(self, token: str) -> Identity:
        if self._client_id is None:
            raise WITHOUT_CLIENT.copy()
        key_id = _read_key_id(token)
        keys = await self._certificates.load_keys(key_id)
        if key_id not in keys:
            raise REFUSED.copy()
        return _make_identity(_verify(token, keys[key_id], self._client_id))


def _read_key_id(token: str) -> str:
    """Return the id of the key that the token claims to be signed with, by the one algorithm that is accepted."""
    if len(token) > MAX_TOKEN_LENGTH:
        raise REFUSED.copy()
    try:
        header = jwt.get_unverified_header(token)
    except INVALID_TOKEN:
        raise REFUSED.copy() from None
    key_id = header.get("kid")
    if header.get("alg") != ALGORITHM or not isinstance(key_id, str):
        raise REFUSED.copy()
    return key_id


def _verify(token: str, key: RSAPublicKey, client_id: str) -> Mapping[str, Any]:
    try:
        return jwt.decode(
            token,
            key,
            algorithms=[ALGORITHM],
            audience=client_id,
            issuer=ISSUERS,
            leeway=SKEW_SECONDS,
            options={"require": ["iat", "exp"], "strict_aud": True},
        )
    except INVALID_TOKEN:
        raise REFUSED.copy() from None


def _make_identity(claims: Mapping[str, Any]) -> Identity:
    email = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(email, str):
        raise REFUSED.copy()
    try:
        address = email_address(email)
    except ValueError:
        raise REFUSED.copy() from None
    return Identity(address, profile_name(claims.get("name")), profile_picture(claims.get("picture")))


class Certificates:
    """A cache of the public keys at a URL, by key id."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._clock = clock
        self._keys: Mapping[str, RSAPublicKey] = {}
        self._expires_at = self._fetched_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def load_keys(self, key_id: str) -> Mapping[str, RSAPublicKey]:
        """Return all keys, fetched again if they have expired or lack this one; it may be missing all the same."""
        if not self._has_current(key_id):
            async with self._fetching:
                if not self._has_current(key_id) and self._may_fetch():
                    await self._fetch()
        if not self._keys or self._clock() > self._expires_at + MAX_STALE_SECONDS:
            raise WITHOUT_CERTIFICATES.copy()
        return self._keys

    def _has_current(self, key_id: str) -> bool:
        return key_id in self._keys and self._clock() < self._expires_at

    def _may_fetch(self) -> bool:
        pause = REFETCH_SECONDS if self._keys else FIRST_REFETCH_SECONDS
        return self._clock() - self._fetched_at >= pause

    async def _fetch(self) -> None:
        import httpx  # takes long to import, and most commands do not need it

        self._fetched_at = self._clock()
        try:
            async with asyncio.timeout(FETCH_SECONDS):
                headers, body = await _download(self._url)
            self._keys = _parse_keys(orjson.loads(body))
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            observe.emit(observe.CertificatesUnread(self._url, f"{type(error).__name__}: {error}"))
            return
        self._expires_at = self._clock() + _read_lifetime(headers)


async def _download(url: str) -> tuple[Mapping[str, str], bytes]:
    import httpx

    # httpx would limit the time between two bytes; the caller limits the whole. Uncompressed, to know the size early.
    settings: dict[str, Any] = {"timeout": None, "follow_redirects": False, "trust_env": False}
    async with (
        httpx.AsyncClient(headers={"Accept-Encoding": "identity"}, **settings) as client,
        client.stream("GET", url) as answer,
    ):
        if answer.status_code != 200:
            raise ValueError(f"HTTP {answer.status_code}")
        body = bytearray()
        async for chunk in answer.aiter_raw():
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                raise ValueError(f"more than {MAX_ANSWER_BYTES:,} bytes")
        return answer.headers, bytes(body)


def _read_lifetime(headers: Mapping[str, str]) -> float:
    """Return for how many seconds the answer may be cached, within bounds."""
    max_age = re.search(r"\bmax-age=(\d{1,9})\b", headers.get("cache-control", ""), re.I)
    age = headers.get("age", "")
    lifetime = float(max_age[1]) if max_age else DEFAULT_LIFETIME
    passed = float(age) if max_age and re.fullmatch(r"\d{1,9}", age, re.A) else 0.0
    return min(max(lifetime - passed, MIN_LIFETIME), MAX_LIFETIME)


def _parse_keys(document: Any) -> Mapping[str, RSAPublicKey]:
    """Parse either form that Google publishes: certificates by key id, or a set of JSON Web Keys."""
    if not isinstance(document, dict):
        raise ValueError("no certificates")
    parsed: dict[Any, Any]
    if isinstance(document.get("keys"), list):
        parsed = {key.key_id: key.key for key in _parse_json_web_keys(document)}
    else:
        parsed = {key_id: _parse_pem(pem) for key_id, pem in document.items() if isinstance(pem, str)}
    keys = {key_id: key for key_id, key in parsed.items() if isinstance(key_id, str) and isinstance(key, RSAPublicKey)}
    if not keys:
        raise ValueError("no certificates")
    return keys


def _parse_json_web_keys(document: dict[str, Any]) -> list[jwt.PyJWK]:
    try:
        return jwt.PyJWKSet.from_dict(document).keys  # skips unusable keys
    except (jwt.PyJWTError, TypeError) as error:
        raise ValueError(str(error)) from None


def _parse_pem(pem: str) -> object:
    """Return the public key in a certificate, or on its own; None if it cannot be read."""
    try:
        if "BEGIN CERTIFICATE" in pem:
            return load_pem_x509_certificate(pem.encode()).public_key()
        return load_pem_public_key(pem.encode())
    except (ValueError, UnsupportedAlgorithm):
        return None
