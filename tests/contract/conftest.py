"""Fixtures of all tests of the outer interfaces."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
import pytest

from garner.api.document import openapi_document

from .warm_processes import warm_extraction_processes


@pytest.fixture(scope="module", autouse=True)
def _warm_extraction_processes() -> Iterator[None]:
    """Scoped to the module, since tests of other folders run in the same process and may test starting processes."""
    with warm_extraction_processes():
        yield


@cache
def _openapi() -> bytes:
    return orjson.dumps(openapi_document())  # takes most of a second


@pytest.fixture
def openapi() -> dict[str, Any]:
    """The OpenAPI document of every server (`test_document` compares them)."""
    return dict(orjson.loads(_openapi()))
