"""Alembic's entry point, for `garner db upgrade` and for `alembic …` at the root of the checkout."""

from contextlib import ExitStack

from alembic import context
from sqlalchemy import Connection, create_engine, pool

from garner import settings
from garner.postgres import embedded
from garner.store import migrate, sql_functions
from garner.store.schema import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection, target_metadata=Base.metadata, compare_type=True, compare_server_default=True
    )
    with context.begin_transaction():
        context.run_migrations()
    revision = context.get_context().get_current_revision()
    if revision is None:
        sql_functions.drop_functions(connection)
    else:
        sql_functions.write_functions(connection, migrate.serves_since(revision))


def run_from_the_command_line() -> None:
    loaded = settings.load()
    with ExitStack() as stack:
        url = loaded.postgres.url or stack.enter_context(embedded.embedded_postgres(loaded.storage.data_dir))
        engine = create_engine(migrate.sqlalchemy_url(url), poolclass=pool.NullPool, connect_args=migrate.CONNECT_ARGS)
        with engine.begin() as connection:
            run(connection)


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    run_from_the_command_line()
