"""A page whose elements would fill the memory of the machine, in a real process with a real limit."""

import sys

import psutil
import pytest
import zstandard

from garner.core.record import Kind
from garner.errors import ExtractCrashed
from garner.pools.extractors import Extractors, PageToExtract

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to the limit")

SOUP = (
    b'<script type="application/ld+json">{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"]}</script>'
)
# Unclosed elements are reopened in every paragraph: 8 bytes become 300 elements.
SWELLING = b"<p>" + b"".join(b"<b id=%d>" % number for number in range(300)) + b"</p>" + b"<p>x</p>" * 20_000


def spawned() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]


async def extract(extractors: Extractors, body: bytes) -> set[Kind]:
    packed = zstandard.ZstdCompressor().compress(body)
    page = PageToExtract(packed, "https://example.org/", None, tuple(Kind))
    return set((await extractors.extract(page)).records)


async def test_a_page_that_uses_too_much_memory_fails_without_affecting_others() -> None:
    others = set(spawned())  # started by session fixtures
    with Extractors(processes=1, timeout_seconds=60, max_bytes=10_000_000, memory_mb=512) as extractors:
        assert await extract(extractors, SOUP) == {Kind.RECIPE}
        (process,) = set(spawned()) - others
        with pytest.raises(ExtractCrashed, match="more memory than allowed") as failure:
            await extract(extractors, SWELLING)
        assert not failure.value.retryable
        assert process.memory_info().vms <= 512 * 1024**2
        assert await extract(extractors, SOUP) == {Kind.RECIPE}


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_an_ordinary_page_of_maximum_size_fits_the_minimum_memory_limit() -> None:
    ordinary = b'<div class="card"><a href="/p/1" title="x"><img src="/a.jpg" alt="b"></a><p>Some words.</p></div>\n'
    body = SOUP + ordinary * (9_999_000 // len(ordinary))
    with Extractors(processes=1, timeout_seconds=240, max_bytes=10_000_000, memory_mb=1024) as extractors:
        assert await extract(extractors, body) == {Kind.RECIPE}
