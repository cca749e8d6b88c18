"""Secrets stored in the database, sealed with a key that is not.

A sealed secret is a Fernet token (AES-128-CBC with an HMAC), under a key that scrypt derives from the operator's
passphrase. The salt is fixed, because the same passphrase must open tomorrow what it sealed today and there is nowhere
else to store a salt; scrypt's cost per guess protects a weak passphrase. Several passphrases allow a rotation: the
first seals, each opens. The token has no sealing time, and the nonce is the only randomness: two seals of one text
always differ.
"""

import hashlib
from base64 import urlsafe_b64encode
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from garner.errors import ConfigurationError, InputError, WrongKey

MAX_SECRET_BYTES = 127  # in UTF-8; its seal has 248 characters, and one byte more would have 272, over a column's 255

_SALT = b"garner secrets 1"
_SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}

Key = MultiFernet


def key_from(*passphrases: str) -> Key:
    """Return the key of these passphrases; the first one seals."""
    if not passphrases or not all(passphrases):
        raise ConfigurationError("Secrets cannot be encrypted without a passphrase.")
    return MultiFernet([_fernet(passphrase) for passphrase in passphrases])


def seal(text: str, key: Key) -> str:
    written = text.encode()
    if len(written) > MAX_SECRET_BYTES:
        raise InputError(f"A secret may have at most {MAX_SECRET_BYTES} bytes; this one has {len(written)}.")
    return key.encrypt_at_time(written, 0).decode()


def unseal(sealed: str, key: Key) -> str:
    try:
        return key.decrypt(sealed.encode()).decode()
    except InvalidToken:
        # Not chained: the cause adds nothing, and its frames hold the key.
        raise WrongKey("A secret in the database cannot be decrypted with the configured key.") from None


def fingerprint(passphrase: str) -> str:
    """Return a short name for a passphrase, by which processes recognise that they have the same one."""
    return hashlib.sha256(_derive(passphrase)).hexdigest()[:8]


@cache
def _derive(passphrase: str) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=_SALT, **_SCRYPT)


def _fernet(passphrase: str) -> Fernet:
    return Fernet(urlsafe_b64encode(_derive(passphrase)))
