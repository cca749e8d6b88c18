"""Extract a page in a separate process that may be killed, within the limits of time and memory of a worker, so that a
hostile page costs an error message and neither the machine's memory nor the user's time.

The process is forked where possible, because it then shares all imports of this one and starts at once.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from garner.pools.extractors import Extractors
from garner.settings import Settings


@contextmanager
def isolated_extractors(settings: Settings) -> Iterator[Extractors]:
    """Yield the process pool. Enter this before there are threads or an event loop."""
    limits = settings.extraction.timeout_seconds, settings.fetch.max_bytes, settings.extraction.memory_mb
    with Extractors(1, *limits, forked=True) as extractors:
        yield extractors
