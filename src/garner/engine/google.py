"""Who somebody is by Google's word: an ID token that Google signed, for our client, a moment ago.

Google's certificates are read where a setting says and kept for as long as the answer allows. A token that names a key
nobody has heard of may be forged, or signed with a key that is new: the certificates are read again for it, but seldom,
so that whoever makes up names of keys cannot make us call Google as often as they call us. While they cannot be read,
the last ones go on being used for a day. Of what is wrong with a token nothing is told.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from garner import observe
from garner.core.identity import Identity, email_address, profile_name, profile_picture
from garner.errors import NotInstalled, Unauthorized, Unavailable

ALGORITHM = "RS256"
ISSUERS = ("accounts.google.com", "https://accounts.google.com")
MOST_TOKEN_LENGTH = 8192
SKEW_SECONDS = 10
MOST_CERTIFICATES_BYTES = 200_000
READ_SECONDS = 5.0
SHORTEST_LIFE, USUAL_LIFE, LONGEST_LIFE = 60.0, 3600.0, 86_400.0
LONGEST_STALE = 86_400.0
READ_AGAIN_SECONDS = 60.0
FIRST_READ_AGAIN_SECONDS = 5.0  # while there are none at all

REFUSED = Unauthorized("Google's token is not valid, or no longer. Sign in again.")
WITHOUT_CLIENT = NotInstalled("Nobody can sign in by Google here: GARNER_GOOGLE_CLIENT_ID is not set.")
WITHOUT_CERTIFICATES = Unavailable("Google's certificates cannot be read just now.", retry_after=5)


class Google:
    def __init__(self, client_id: str | None, certificates: "Certificates") -> None:
        self._client_id = client_id
        self._certificates = certificates

    async def identify(self, token: str) -> Identity:
        if self._client_id is None:
            raise WITHOUT_CLIENT.anew()
        certificates = await self._certificates.to_verify(_key_of(token))
        return _identity(_verified(token, certificates, self._client_id))


def _key_of(token: str) -> str:
    """The name of the key that it says it was signed with, by the one algorithm that is taken."""
    from google.auth import jwt  # takes long to import, and most commands identify nobody

    if len(token) > MOST_TOKEN_LENGTH:
        raise REFUSED.anew()
    try:
        header = jwt.decode_header(token)  # type: ignore[no-untyped-call]  # untyped in the library
    except (ValueError, RecursionError):
        raise REFUSED.anew() from None
    key = header.get("kid")
    if header.get("alg") != ALGORITHM or not isinstance(key, str):
        raise REFUSED.anew()
    return key


def _verified(token: str, certificates: Mapping[str, str], client_id: str) -> Mapping[str, Any]:
    from google.auth import exceptions, jwt

    try:
        claims: Mapping[str, Any] = jwt.decode(  # type: ignore[no-untyped-call]  # untyped in the library
            token, certificates, audience=client_id, clock_skew_in_seconds=SKEW_SECONDS
        )
    except (exceptions.GoogleAuthError, ValueError, TypeError, RecursionError):
        raise REFUSED.anew() from None
    return claims


def _identity(claims: Mapping[str, Any]) -> Identity:
    email = claims.get("email")
    if claims.get("iss") not in ISSUERS or claims.get("email_verified") is not True or not isinstance(email, str):
        raise REFUSED.anew()
    try:
        address = email_address(email)
    except ValueError:
        raise REFUSED.anew() from None
    return Identity(address, profile_name(claims.get("name")), profile_picture(claims.get("picture")))


class Certificates:
    """Those at an address, by the name of their key."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._clock = clock
        self._found: Mapping[str, str] = {}
        self._good_until = self._read_at = float("-inf")
        self._reading = asyncio.Lock()

    async def to_verify(self, key: str) -> Mapping[str, str]:
        if not self._serve(key):
            async with self._reading:
                if not self._serve(key) and self._may_be_read():
                    await self._read()
        if not self._found or self._clock() > self._good_until + LONGEST_STALE:
            raise WITHOUT_CERTIFICATES.anew()
        return self._found

    def _serve(self, key: str) -> bool:
        return key in self._found and self._clock() < self._good_until

    def _may_be_read(self) -> bool:
        pause = READ_AGAIN_SECONDS if self._found else FIRST_READ_AGAIN_SECONDS
        return self._clock() - self._read_at >= pause

    async def _read(self) -> None:
        import httpx  # takes long to import too

        self._read_at = self._clock()
        try:
            async with asyncio.timeout(READ_SECONDS):
                headers, body = await _get(self._url)
            self._found = _certificates(orjson.loads(body))
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            observe.emit(observe.CertificatesUnread(self._url, f"{type(error).__name__}: {error}"))
            return
        self._good_until = self._clock() + _life(headers)


async def _get(url: str) -> tuple[Mapping[str, str], bytes]:
    import httpx

    # No time limit of its own: that would be one between two bytes. Never compressed, so that its size is its size.
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
            if len(body) > MOST_CERTIFICATES_BYTES:
                raise ValueError(f"more than {MOST_CERTIFICATES_BYTES:,} bytes")
        return answer.headers, bytes(body)


def _life(headers: Mapping[str, str]) -> float:
    """For how long, in seconds, an answer says that it is good, within reason."""
    said = re.search(r"\bmax-age=(\d{1,9})\b", headers.get("cache-control", ""), re.I)
    age = headers.get("age", "")
    life = float(said[1]) if said else USUAL_LIFE
    passed = float(age) if said and re.fullmatch(r"\d{1,9}", age, re.A) else 0.0
    return min(max(life - passed, SHORTEST_LIFE), LONGEST_LIFE)


def _certificates(document: Any) -> Mapping[str, str]:
    """Google has them in two forms: certificates by the names of their keys, and a set of JSON Web Keys."""
    if not isinstance(document, dict):
        raise ValueError("no certificates")
    keys = document.get("keys")
    named = _of_json_web_keys(keys) if isinstance(keys, list) else document
    found = {name: pem for name, pem in named.items() if isinstance(pem, str) and _verifies(pem)}
    if not found:
        raise ValueError("no certificates")
    return found


def _of_json_web_keys(keys: list[Any]) -> dict[str, str]:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from jwt import PyJWK, PyJWTError

    found = {}
    for key in keys:
        try:
            public: Any = PyJWK({name: key[name] for name in ("kty", "n", "e")}, ALGORITHM).key
            found[str(key["kid"])] = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        except (PyJWTError, LookupError, TypeError, ValueError):  # of another kind, which is not for these tokens
            continue
    return found


def _verifies(pem: str) -> bool:
    from google.auth import crypt

    try:
        crypt.RSAVerifier.from_string(pem)  # type: ignore[no-untyped-call]  # untyped in the library
    except (ValueError, TypeError):
        return False
    return True
