"""Upgrade a database to the schema that this version of Garner needs, and decide whether this version can use it.

Tables change by Alembic revisions, which are numbered. The hot statements live in the database as functions: one call
each instead of several round trips, a fresh snapshot per statement inside, and plan settings that travel with them
through any pooler. They are written after the migrations (sql_functions.py).

Upgrades roll: processes of two versions use the database at the same time. Each revision declares in `serves_since` the
oldest revision whose code may run on its schema; the database keeps this as the function `garner_serves_since`, so a
process accepts a schema that is newer than its own if that schema serves it. It leaves such a database unchanged. A
revision thus orders versions, and functions of a release never change without a new revision.

Every command checks whether it can use the database, and few have to upgrade it: Alembic and SQLAlchemy, which are slow
to import, are imported where they are used.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from garner.errors import ConfigurationError
from garner.store.sql_functions import FINGERPRINT, SERVES_SINCE, functions_fingerprint

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"
BASELINE = "0020"  # databases of earlier revisions are upgraded by earlier versions
# One upgrade at a time, regardless of how many processes start together.
UPGRADE_LOCK = 0x6761726E6572
# Overrides DATABASE_URL: a slow session with a worker's name is ended (store/health/stalled_sessions.py).
CONNECT_ARGS = {"application_name": "garner upgrade"}

# An upgrade that waits for a table makes all that come after it wait too. It gives way, before PostgreSQL would look
# for a deadlock (after 1 s), and tries again.
LOCK_TIMEOUT_MS = 500
RETRY_SECONDS = 1.0
MAX_RETRY_SECONDS = 300.0
TABLES_IN_USE = (
    f"The database was not upgraded: for {MAX_RETRY_SECONDS / 60:g} minutes other sessions used a table that has to "
    "change. End long transactions and exports, and run `garner db upgrade` again."
)


@dataclass(frozen=True, slots=True)
class SchemaMismatch:
    """A reason why this version cannot use a database, and the remedy."""

    reason: str  # "The database has schema 0020; this version needs 0021"
    remedy: str
    is_outdated: bool = True  # the database can be upgraded by this version

    def to_error(self) -> ConfigurationError:
        return ConfigurationError(f"{self.reason}. {self.remedy[0].upper()}{self.remedy[1:]}.")


def sqlalchemy_url(database_url: str) -> str:
    scheme, rest = database_url.split("://", 1)
    assert scheme in ("postgres", "postgresql"), scheme
    return f"postgresql+psycopg://{rest}"


def alembic_config(connection: "Connection | None" = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def head_revision() -> str:
    """Return the latest revision. Revisions are numbered, and their files are named for the number."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def serves_since(revision: str) -> str:
    """Return the oldest revision whose code may run on the schema of this revision. A revision that does not declare it
    serves no earlier one."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(alembic_config()).iterate_revisions(revision, "base")
    return max(str(getattr(script.module, "serves_since", script.revision)) for script in scripts)


# Checks ------------------------------------------------------------------------------------------------------


def find_mismatch(connection: "psycopg.Connection[Any]") -> SchemaMismatch | None:
    """Return why this version cannot use the database, or None if it can."""
    version_table = connection.execute("select to_regclass('alembic_version')").fetchone()
    if version_table is None or version_table[0] is None:
        return _mismatch_with_older("has no Garner schema")
    revision, needed = _read_revision(connection), head_revision()
    if revision is None:
        return _mismatch_with_older(f"has no revision of its schema; this version needs {needed}")
    if revision < BASELINE:
        return SchemaMismatch(
            f"The database has schema {revision}; this version upgrades schema {BASELINE} and newer",
            f"upgrade it with Garner of schema {BASELINE} first",
            is_outdated=False,
        )
    if revision > needed:
        return _mismatch_with_newer(connection, revision, needed)
    if revision != needed:
        return _mismatch_with_older(f"has schema {revision}; this version needs {needed}")
    if (fingerprint := _read_constant(connection, FINGERPRINT)) is None:
        return _mismatch_with_older("lacks Garner's functions")
    return None if fingerprint == functions_fingerprint() else _mismatch_with_older("has functions of another version")


def _mismatch_with_older(reason: str) -> SchemaMismatch:
    return SchemaMismatch(f"The database {reason}", "run `garner db upgrade`")


def _mismatch_with_newer(connection: "psycopg.Connection[Any]", revision: str, needed: str) -> SchemaMismatch | None:
    served = _read_constant(connection, SERVES_SINCE) or revision
    if served <= needed:
        return None
    return SchemaMismatch(
        f"The database has schema {revision}, which needs Garner of schema {served} or newer; this is {needed}",
        "upgrade Garner",
        is_outdated=False,
    )


def _read_revision(connection: "psycopg.Connection[Any]") -> str | None:
    row = connection.execute("select version_num from alembic_version").fetchone()
    return str(row[0]) if row else None


def _read_constant(connection: "psycopg.Connection[Any]", function: str) -> str | None:
    if connection.execute("select to_regproc(%s)", (function,)).fetchone() == (None,):
        return None
    row = connection.execute(f"select {function}()".encode()).fetchone()
    return str(row[0]) if row else None


def check(database_url: str) -> SchemaMismatch | None:
    try:
        with _connect(database_url) as connection:
            return find_mismatch(connection)
    except psycopg.OperationalError as error:  # the server is just being stopped, for example
        raise _unreachable(error) from error


def read_revision(database_url: str) -> str:
    with _connect(database_url) as connection:
        return _read_revision(connection) or "none"


def require_usable(database_url: str) -> None:
    if (mismatch := check(database_url)) is not None:
        raise mismatch.to_error()


# Upgrades ----------------------------------------------------------------------------------------------------


def upgrade(database_url: str, revision: str = "head", on_delay: Callable[[], None] = lambda: None) -> None:
    """Upgrade the database, unless its schema is newer and serves this version. `on_delay` is called each
    time that the upgrade had to give way to a session that uses a table."""
    _run(database_url, _upgrade, revision, on_delay)


def upgrade_if_outdated(database_url: str) -> None:
    if (mismatch := check(database_url)) is None:
        return
    if not mismatch.is_outdated:
        raise mismatch.to_error()
    upgrade(database_url)


def downgrade(database_url: str, revision: str) -> None:
    from alembic import command

    _run(database_url, command.downgrade, revision)


def _upgrade(config: "Config", revision: str) -> None:
    """Decide under the lock, because a process of another version may have upgraded the database meanwhile."""
    from alembic import command

    connection = config.attributes["connection"].connection.driver_connection
    mismatch = find_mismatch(connection)
    if mismatch is not None and not mismatch.is_outdated:
        raise mismatch.to_error()
    if mismatch is not None or _read_revision(connection) == head_revision():
        command.upgrade(config, revision)


def _run(
    database_url: str,
    act: Callable[["Config", str], None],
    revision: str,
    on_delay: Callable[[], None] = lambda: None,
) -> None:
    """Run the act in one transaction, again and again while another session holds a table that it has to lock."""
    from sqlalchemy import create_engine

    _connect(database_url).close()  # for one clear error line if it cannot be reached
    engine = create_engine(sqlalchemy_url(database_url), connect_args=CONNECT_ARGS)
    deadline = time.monotonic() + MAX_RETRY_SECONDS
    try:
        while not _try_once(engine, act, revision):
            if time.monotonic() > deadline:
                raise ConfigurationError(TABLES_IN_USE)
            on_delay()
            time.sleep(RETRY_SECONDS)
    finally:
        engine.dispose()


def _try_once(engine: "Engine", act: Callable[["Config", str], None], revision: str) -> bool:
    """Return whether no other session held a lock that the act needs."""
    from sqlalchemy.exc import DBAPIError

    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"select pg_advisory_xact_lock({UPGRADE_LOCK})")
            connection.exec_driver_sql(f"set local lock_timeout = {LOCK_TIMEOUT_MS}")
            act(alembic_config(connection), revision)
    except DBAPIError as error:
        if isinstance(error.orig, psycopg.errors.LockNotAvailable | psycopg.errors.DeadlockDetected):
            return False
        raise
    return True


def _connect(database_url: str) -> "psycopg.Connection[Any]":
    try:
        return psycopg.connect(database_url, connect_timeout=10, autocommit=True)
    except psycopg.OperationalError as error:
        raise _unreachable(error) from error
    except psycopg.ProgrammingError:
        # Its message repeats the URL, and with it the password.
        raise ConfigurationError("DATABASE_URL is not a valid connection string.") from None


def _unreachable(error: psycopg.OperationalError) -> ConfigurationError:
    return ConfigurationError(f"DATABASE_URL cannot be reached: {str(error).splitlines()[0]}")
