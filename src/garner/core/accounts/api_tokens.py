"""Personal API tokens for scripts: a long random string that is shown once. The stored hash grants no access.

A plain hash suffices: a random token can only be guessed as a whole, however fast the hash is to compute.
"""

import base64
import hashlib

PREFIX = "garner_"  # distinguishes it from a signed token, and lets secret scanners find leaked ones
RANDOM_BYTES = 32
_HINT_LENGTH = 4


def api_token(randomness: bytes) -> str:
    return PREFIX + base64.urlsafe_b64encode(randomness).rstrip(b"=").decode()


def is_api_token(token: str) -> bool:
    return token.startswith(PREFIX)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def hint(token: str) -> str:
    """Return the last characters, by which its owner may recognise it."""
    return token[-_HINT_LENGTH:]
