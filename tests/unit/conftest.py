"""Limits on CPU time, because wall-clock time also counts other processes."""

import time
from collections.abc import Generator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cpu_seconds(most): fail the test if it takes more processor time than this")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    marker = item.get_closest_marker("cpu_seconds")
    began = time.process_time()
    result = yield
    if marker is not None:
        taken = time.process_time() - began
        assert taken <= marker.args[0], f"took {taken:.1f} s of processor time, more than {marker.args[0]} s"
    return result
