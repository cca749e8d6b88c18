"""A user with jobs, a user without, and an admin."""

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from garner.engine import Engine

from .grid_helpers import Batches


@pytest.fixture
async def batches(engine: Engine) -> AsyncIterator[Batches]:
    settings = engine.settings.with_values(admin_emails="root@example.com", pending_dashboard=True)
    opened = Batches(replace(engine, settings=settings))
    yield opened
    await opened.close()


@pytest.fixture
async def ana(batches: Batches) -> httpx.AsyncClient:
    return await batches.person("ana@example.com")


@pytest.fixture
async def ben(batches: Batches) -> httpx.AsyncClient:
    return await batches.person("ben@example.com")


@pytest.fixture
async def admin(batches: Batches) -> httpx.AsyncClient:
    return await batches.person("root@example.com")
