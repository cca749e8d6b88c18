"""Reads a page beside the command rather than in it: in a process that may be killed, within the limits of time and
memory that work has, so that a hostile page costs a line on the screen and neither the machine's memory nor patience.

The process is forked where that is possible, for it then has all that this one has imported, and is there at once.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from garner.pools.extractors import Extractors
from garner.settings import Settings


@contextmanager
def reading_aside(settings: Settings) -> Iterator[Extractors]:
    """To be entered before there are threads or an event loop."""
    limits = settings.extract_timeout_seconds, settings.fetch_max_bytes, settings.extract_memory_mb
    with Extractors(1, *limits, forked=True) as extractors:
        yield extractors
