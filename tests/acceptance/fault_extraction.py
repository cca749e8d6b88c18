"""What stands in for extraction code with a bug in it, in the processes that extract."""

import os
import signal
import time
from collections.abc import Iterable

from garner.core.record import Kind
from garner.extract import Extraction
from garner.work import extracting

extract_well = extracting.extract_packed


def extract_packed(packed: bytes, url: str, charset: str | None, kinds: Iterable[Kind], max_bytes: int) -> Extraction:
    if url.endswith("/hangs"):
        time.sleep(3600)
    if url.endswith("/crashes"):
        os.kill(os.getpid(), signal.SIGSEGV)
    return extract_well(packed, url, charset, kinds, max_bytes)
