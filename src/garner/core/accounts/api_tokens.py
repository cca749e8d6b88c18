"""Personal tokens for scripts: a long random word that is shown once. What is kept of it, its hash, opens nothing.

A plain hash will do: what is random can only be guessed in whole, however fast a hash is to compute.
"""

import base64
import hashlib

PREFIX = "garner_"  # by which it is told from a signed token, and found by those who look for leaked ones
RANDOM_BYTES = 32
_HINT_LENGTH = 4


def api_token(randomness: bytes) -> str:
    return PREFIX + base64.urlsafe_b64encode(randomness).rstrip(b"=").decode()


def is_api_token(token: str) -> bool:
    return token.startswith(PREFIX)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def hint(token: str) -> str:
    """Its last characters, by which its owner may know it."""
    return token[-_HINT_LENGTH:]
