"""A test certificate authority, and certificates that are valid or wrong in one way each."""

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Authority:
    folder: Path
    key: ec.EllipticCurvePrivateKey
    name: x509.Name

    @classmethod
    def make(cls, folder: Path) -> "Authority":
        authority = cls(folder, ec.generate_private_key(ec.SECP256R1()), _name("Garner test authority"))
        certificate = (
            _certificate(authority.name, authority.name, authority.key, days=30)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(authority.key, hashes.SHA256())
        )
        (folder / "authority.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        return authority

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "authority.pem"))

    def server(self, hosts: Sequence[str], *, days: int = 30, self_signed: bool = False) -> ssl.SSLContext:
        """Return the TLS context of a server of these hosts; with negative `days` its certificate has expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = _name(hosts[0])
        certificate = (
            _certificate(subject, subject if self_signed else self.name, key, days=days)
            .add_extension(x509.SubjectAlternativeName([_alternative(host) for host in hosts]), critical=False)
            .sign(key if self_signed else self.key, hashes.SHA256())
        )
        path = self.folder / f"{hosts[0]}-{days}-{self_signed}.pem"
        encoding, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain)
        path.write_bytes(secret + certificate.public_bytes(encoding))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, *, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 60 * DAY)
        .not_valid_after(now + days * DAY)
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])


def _alternative(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
