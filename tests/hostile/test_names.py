"""Name servers that do not respond, and lookups that must not wait for them."""

import asyncio
import socket
import subprocess
import sys
import threading

import pytest
from tests.hostile.conftest import LOOPBACK, answer

from garner.errors import NetworkError
from garner.fetch.guard import SystemResolver


@pytest.fixture
def slow_names(monkeypatch):
    """Make lookups of names that begin with `slow` last until the test ends."""
    look_up, over = socket.getaddrinfo, threading.Event()

    def slowly(host, *arguments, **options):
        if host.startswith("slow"):
            over.wait(30)
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return look_up(LOOPBACK if host == "good.test" else host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    yield
    over.set()


async def test_a_hundred_slow_names_do_not_delay_another(slow_names, serve, fetcher, stack):
    site = await serve(answer(b"page"))
    fetch = (await fetcher(concurrency=200)).fetch
    slow = [asyncio.create_task(fetch(f"http://slow{number}.test/")) for number in range(100)]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(2):
        assert (await fetch(site.url(host="good.test"))).body == b"page"
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


async def test_a_name_that_is_not_resolved_in_time_is_a_network_error(slow_names):
    with pytest.raises(NetworkError, match=r"slow\.test took longer than 0\.05 s to resolve"):
        await SystemResolver(lookup_seconds=0.05)("slow.test")


async def test_lookups_beyond_the_limit_wait_no_longer_than_their_timeout(slow_names):
    resolver = SystemResolver(max_lookups=1, lookup_seconds=0.05)
    for _ in range(2):
        with pytest.raises(NetworkError):
            await resolver("slow.test")
    assert sum(thread.name == "resolve slow.test" for thread in threading.enumerate()) == 1


async def test_a_finished_lookup_frees_its_place():
    resolver = SystemResolver(max_lookups=1)
    for _ in range(3):
        assert LOOPBACK in await resolver(LOOPBACK)
        with pytest.raises(OSError):
            await resolver("no-such-host.invalid")


def test_a_process_ends_while_a_lookup_is_running():
    program = """
import asyncio, socket, time
from garner.fetch.guard import SystemResolver
socket.getaddrinfo = lambda *arguments, **options: time.sleep(60)
async def main():
    try:
        await SystemResolver(lookup_seconds=0.01)("slow.test")
    except Exception as error:
        print(error)
asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20)
    assert "took longer" in ended.stdout
