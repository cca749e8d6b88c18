"""Store a generated secret in the data folder, for a secret that is not configured."""

import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from garner.errors import ConfigurationError
from garner.private_files import FOLDER

MIN_SECRET_LENGTH = 32  # for signing tokens; `garner doctor` warns about a shorter configured one


@cache
def load_or_create_secret(path: Path) -> str:
    """Return a stored secret for one that is not set: created on first use, and then the same for every process."""
    path.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        if not path.exists():
            fresh.touch(mode=0o600)
            fresh.write_text(secrets.token_urlsafe(48))
            with suppress(FileExistsError):  # another process was first, and its secret is used
                os.link(fresh, path)
        kept = path.read_text().strip()
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read or created: {error.strerror}. Correct its permissions, or configure the secret."
        ) from error
    finally:
        fresh.unlink(missing_ok=True)
    if len(kept) < MIN_SECRET_LENGTH:  # truncated by a full disk or a power cut: it could be guessed
        raise ConfigurationError(f"{path} does not contain a valid secret. Delete it, and Garner creates another.")
    return kept
