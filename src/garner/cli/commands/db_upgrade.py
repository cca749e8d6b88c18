"""`garner db upgrade`: upgrade the database to the schema that this version needs."""

import typer

from garner import wiring
from garner.settings import Settings
from garner.store import migrate


def upgrade(settings: Settings) -> None:
    with wiring.upgraded_database(settings, _report_delay) as url:
        revision = migrate.read_revision(url)
    newer = f", newer than the {migrate.head_revision()} of this version" if revision > migrate.head_revision() else ""
    typer.echo(f"The database schema is {revision}{newer}.")


def _report_delay() -> None:
    typer.echo("Other sessions use a table that has to change. Trying again …", err=True)
