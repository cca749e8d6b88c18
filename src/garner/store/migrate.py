"""Upgrade a database to the schema that this version of Garner needs.

Tables change by Alembic revisions. The hot statements live in the database as functions (`functions/*/*.sql`): one call
each instead of several round trips, a fresh snapshot per statement inside, and plan settings that travel with them
through any pooler. A function has no history to migrate, only a current text, so all of them are rewritten after every
upgrade, and a fingerprint of the texts tells whether the database has them.

Every command checks whether the database is current, and few have to upgrade it: Alembic and SQLAlchemy, which are slow
to import, are imported where they are used.
"""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from garner.errors import ConfigurationError

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"
FUNCTIONS = Path(__file__).parent / "functions"
# One upgrade at a time, regardless of how many processes start together.
UPGRADE_LOCK = 0x6761726E6572
# Overrides DATABASE_URL: a slow session with a worker's name is ended (store/health/stalled_sessions.py).
CONNECT_ARGS = {"application_name": "garner upgrade"}


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


def function_texts() -> dict[str, str]:
    return {path.stem: path.read_text() for path in sorted(FUNCTIONS.glob("*/*.sql"), key=lambda path: path.stem)}


def functions_fingerprint() -> str:
    return hashlib.sha256("\n".join(function_texts().values()).encode()).hexdigest()[:16]


def drop_functions(connection: "Connection") -> None:
    for name in (*function_texts(), "garner_functions"):
        connection.exec_driver_sql(f"drop function if exists {name} cascade")  # with the triggers that call it


def write_functions(connection: "Connection") -> None:
    drop_functions(connection)
    connection.exec_driver_sql("set local check_function_bodies = off")  # they call one another
    for body in function_texts().values():
        connection.exec_driver_sql(body.replace("%", "%%"))
    connection.exec_driver_sql(
        f"create function garner_functions() returns text language sql immutable return '{functions_fingerprint()}'"
    )


def upgrade(database_url: str, revision: str = "head") -> None:
    from alembic import command

    _run(database_url, command.upgrade, revision)


def downgrade(database_url: str, revision: str) -> None:
    from alembic import command

    _run(database_url, command.downgrade, revision)


def _run(database_url: str, act: Any, revision: str) -> None:
    from sqlalchemy import create_engine, text

    _connect(database_url).close()  # for one clear error line if it cannot be reached
    engine = create_engine(sqlalchemy_url(database_url), connect_args=CONNECT_ARGS)
    try:
        with engine.begin() as connection:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
            act(alembic_config(connection), revision)
    finally:
        engine.dispose()


def behind(connection: "psycopg.Connection[Any]") -> str | None:
    """Describe what the database lacks, or return None if it is as this version needs it."""
    version_table = connection.execute("select to_regclass('alembic_version')").fetchone()
    if version_table is None or version_table[0] is None:
        return "has no Garner schema"
    revision = connection.execute("select version_num from alembic_version").fetchone()
    if revision is None or revision[0] != head_revision():
        return f"has schema {revision[0] if revision else 'none'}, this version needs {head_revision()}"
    if connection.execute("select to_regproc('garner_functions')").fetchone() == (None,):
        return "lacks Garner's functions"
    written = connection.execute("select garner_functions()").fetchone()
    return None if written == (functions_fingerprint(),) else "has functions of another version"


def upgrade_if_behind(database_url: str) -> None:
    with _connect(database_url) as connection:
        missing = behind(connection)
    if missing:
        upgrade(database_url)


def require_current(database_url: str) -> None:
    with _connect(database_url) as connection:
        missing = behind(connection)
    if missing:
        raise ConfigurationError(f"The database {missing}; run `garner db upgrade` first.")


def _connect(database_url: str) -> "psycopg.Connection[Any]":
    try:
        return psycopg.connect(database_url, connect_timeout=10, autocommit=True)
    except psycopg.OperationalError as error:
        raise ConfigurationError(f"DATABASE_URL cannot be reached: {str(error).splitlines()[0]}") from error
    except psycopg.ProgrammingError:
        # Its message repeats the URL, and with it the password.
        raise ConfigurationError("DATABASE_URL is not a valid connection string.") from None
