"""The databases of tests: they contain nothing from an earlier test."""

import psycopg
import pytest
from tests.databases import Copies

FILL = "insert into domains (domain_name, base_url) select n || '.example', 'https:' from generate_series(1, %s) n"
COUNT = "select count(*), coalesce(max(id), 0) from domains"


@pytest.fixture
def own_copies(server_url: str, template: str):
    made = Copies(server_url)
    yield made
    made.close()


def change(url: str, statement: str, *parameters: object) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement, parameters)


@pytest.mark.parametrize("rows", [3, 40_000])
def test_a_reused_database_is_empty_and_its_sequences_restart(own_copies: Copies, rows: int) -> None:
    with own_copies.lent() as first:
        change(first, FILL, rows)
    with own_copies.lent() as second, psycopg.connect(second) as connection:
        assert second == first
        assert connection.execute(COUNT).fetchone() == (0, 0)
        connection.execute(FILL, (1,))
        assert connection.execute(COUNT).fetchone() == (1, 1)


def test_leftover_connections_are_terminated(own_copies: Copies) -> None:
    with own_copies.lent() as url:
        left = psycopg.connect(url)
        left.execute(FILL, (1,))  # in an open transaction
    with pytest.raises(psycopg.OperationalError):
        left.execute("select 1")


@pytest.mark.parametrize(
    "statement",
    [
        "alter table domains add column mine int",
        "create index mine on domains (base_url)",
        "drop function garner_functions",
        "create or replace function garner_functions() returns text language sql immutable return 'other'",
        "alter table job_items disable trigger watch_moves",
        "update alembic_version set version_num = '0001'",
    ],
)
def test_a_database_with_an_altered_schema_is_not_reused(own_copies: Copies, statement: str) -> None:
    with own_copies.lent() as first:
        change(first, statement)
    with own_copies.lent() as second:
        assert second != first


def test_a_temporary_table_is_not_a_schema_change(own_copies: Copies) -> None:
    with own_copies.lent() as first:
        change(first, "create temp table mine (n int); drop table mine")
    with own_copies.lent() as second:
        assert second == first
