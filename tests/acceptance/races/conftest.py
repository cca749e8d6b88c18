"""One database for all interleavings, emptied before each."""

from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from tests.acceptance.races.interleaving import Cast, open_cast


@pytest.fixture(scope="session")
def stage_url(server_url: str, template: str) -> Iterator[str]:
    original = urlsplit(template)
    name = f"garner_races_{uuid4().hex[:12]}"
    url = original._replace(path=f"/{name}").geturl()
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"create database {name} template {original.path[1:]}")
        _drop_transition_triggers(url)
        yield url
        connection.execute(f"drop database {name} with (force)")


def _drop_transition_triggers(url: str) -> None:
    """Drop the triggers that reject transitions outside the lifecycle: they would hide what a guard prevents."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("crawl_tasks", "job_items", "jobs"):
            connection.execute(f"drop trigger if exists watch_moves on {table}")


@pytest.fixture
async def cast(stage_url: str) -> AsyncIterator[Cast]:
    async with open_cast(stage_url, "one", "two", "three") as opened:
        yield opened
