"""One extraction process for tests that would each start one: starting it costs more than using it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import pytest

from garner.extraction import Extraction
from garner.pools.extractors import Extractors, PageToExtract, extract_packed
from garner.runtime.stages.extract import stage


def name_of(candidate: object) -> str:
    return f"{candidate.__module__}:{candidate.__name__}"  # type: ignore[attr-defined]  # a function has both


class SharedExtractors:
    """Extracts in the process of another pool, with its own candidate."""

    def __init__(self, pool: Extractors, max_bytes: int, candidate: str | None) -> None:
        self._pool, self._max_bytes, self._candidate = pool, max_bytes, candidate

    async def extract(self, page: PageToExtract) -> Extraction:
        return await self._pool.run(extract_packed, page, self._max_bytes, self._candidate)


@contextmanager
def kept_pages_read_in(pool: Extractors) -> Iterator[None]:
    """Make `extracting_kept_pages` use this pool instead of starting a process."""

    def share(
        processes: int, timeout_seconds: float, max_bytes: int, memory_mb: int = 0, candidate: str | None = None
    ) -> AbstractContextManager[SharedExtractors]:
        return nullcontext(SharedExtractors(pool, max_bytes, candidate))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stage, "Extractors", share)
        yield
