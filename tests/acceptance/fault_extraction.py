"""Replace the extraction code with one that has a bug, in the processes that extract."""

import os
import signal
import time

from garner.extraction import Extraction
from garner.pools import extractors
from garner.pools.extractors import PageToExtract

extract_well = extractors.extract_packed


def extract_packed(page: PageToExtract, max_bytes: int, candidate: str | None = None) -> Extraction:
    if page.url.endswith("/hangs"):
        time.sleep(3600)
    if page.url.endswith("/crashes"):
        os.kill(os.getpid(), signal.SIGSEGV)
    return extract_well(page, max_bytes, candidate)
