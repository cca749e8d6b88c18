"""An issuer of ID tokens like Google's, with its own keys, that serves its certificates on loopback."""

import asyncio
import base64
import hashlib
import hmac
import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

CLIENT = "garner.apps.example.com"


class SigningKey:
    def __init__(self, name: str) -> None:
        self.name = name
        self.private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "issuer.example.com")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(self.private.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=14))
            .sign(self.private, hashes.SHA256())
        )
        self.certificate = certificate.public_bytes(Encoding.PEM).decode()

    @property
    def json_web_key(self) -> dict[str, Any]:
        shown = jwt.algorithms.RSAAlgorithm.to_jwk(self.private.public_key(), as_dict=True)
        return {**shown, "kid": self.name, "use": "sig", "alg": "RS256"}


FIRST, SECOND, STRANGER = SigningKey("first"), SigningKey("second"), SigningKey("first")


def claims(**changes: Any) -> dict[str, Any]:
    now = int(time.time())
    usual = {
        "iss": "https://accounts.google.com",
        "aud": CLIENT,
        "sub": "1234567890",
        "email": "ana@example.com",
        "email_verified": True,
        "name": "Ana",
        "picture": "https://example.com/ana.png",
        "iat": now,
        "exp": now + 3600,
    }
    return {name: value for name, value in (usual | changes).items() if value is not ...}


def id_token(key: SigningKey = FIRST, *, named: bool = True, **changes: Any) -> str:
    return jwt.encode(claims(**changes), key.private, "RS256", {"kid": key.name} if named else None)


def segment(value: Any) -> str:
    written = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(written).rstrip(b"=").decode()


def unsigned(algorithm: str = "none") -> str:
    return f"{segment({'alg': algorithm, 'kid': FIRST.name})}.{segment(claims())}."


def signed_with_public_certificate() -> str:
    """The known attack: the public certificate used as an HMAC secret."""
    head = f"{segment({'alg': 'HS256', 'kid': FIRST.name})}.{segment(claims())}"
    return f"{head}.{segment(hmac.digest(FIRST.certificate.encode(), head.encode(), hashlib.sha256))}"


class Issuer:
    def __init__(self) -> None:
        self.shown: Any = {FIRST.name: FIRST.certificate}
        self.headers = {"Cache-Control": "public, max-age=19000, must-revalidate"}
        self.status = 200
        self.seconds = 0.0
        self.asked = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/certs"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.asked += 1
        await asyncio.sleep(self.seconds)
        body = self.shown if isinstance(self.shown, bytes) else json.dumps(self.shown).encode()
        lines = [f"HTTP/1.1 {self.status} -", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        writer.close()
