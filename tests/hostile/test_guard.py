"""Names and addresses that try to lead Garner into its own private network."""

import asyncio

import pytest
from tests.hostile.conftest import LOOPBACK, PUBLIC, answer

from garner.errors import EgressRefused
from garner.fetch.browser.dialling import DirectRoute
from garner.fetch.guard import EgressGuard
from garner.fetch.proxies import ProxyProtocol, ProxyRoute


def resolving_to(*answers: list[str]):
    """Return a resolver that gives these answers in order, and then repeats the last one."""
    left = list(answers)

    async def resolver(host):
        resolver.asked.append(host)
        return left.pop(0) if len(left) > 1 else left[0]

    resolver.asked = []
    return resolver


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
class TestAPrivateAddress:
    async def test_is_refused_when_a_name_resolves_to_it(self, fetcher, internet, address):
        fetch = (await fetcher(allow_private=False, resolver=resolving_to([address]))).fetch
        with pytest.raises(EgressRefused, match=r"inside\.test resolves to a private address"):
            await fetch("http://inside.test/")
        assert internet.dialled == []

    async def test_is_refused_when_it_is_written_in_the_url(self, fetcher, internet, address):
        written = f"[{address}]" if ":" in address else address
        with pytest.raises(EgressRefused, match="is a private address"):
            await (await fetcher(allow_private=False)).fetch(f"http://{written}/")
        assert internet.dialled == []


@pytest.mark.parametrize(
    "host", ["localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "\uff11\uff12\uff17.1"]
)
async def test_alternative_spellings_of_loopback_are_refused(fetcher, internet, host):
    with pytest.raises(EgressRefused):
        await (await fetcher(allow_private=False)).fetch(f"http://{host}/")
    assert internet.dialled == []


async def test_a_public_address_is_fetched_by_name_and_by_address(serve, fetcher, internet):
    site = await serve(answer(b"page"))
    fetch = (await fetcher(allow_private=False, resolver=resolving_to([PUBLIC]))).fetch
    assert (await fetch(site.url(host="outside.test"))).body == b"page"
    assert (await fetch(site.url(host=PUBLIC))).body == b"page"
    assert internet.dialled == [PUBLIC, PUBLIC]


async def test_only_the_public_addresses_of_a_mixed_answer_are_dialled(serve, fetcher, internet):
    site = await serve(answer(b"page"))
    resolver = resolving_to(["10.0.0.1", LOOPBACK, "::1", PUBLIC])
    page = await (await fetcher(allow_private=False, resolver=resolver)).fetch(site.url(host="mixed.test"))
    assert page.body == b"page"
    assert internet.dialled == [PUBLIC]


async def test_a_mixed_answer_does_not_fall_back_to_a_private_address(fetcher, internet):
    unreachable = "2606:4700::1111"
    resolver = resolving_to([unreachable, LOOPBACK])
    with pytest.raises(Exception, match=r"mixed\.test") as failed:
        await (await fetcher(allow_private=False, timeout=0.3, resolver=resolver)).fetch("http://mixed.test:9/")
    assert failed.value.retryable
    assert set(internet.dialled) == {unreachable}


async def test_a_rebinding_name_is_dialled_at_the_checked_address(serve, fetcher, internet):
    site = await serve(answer(b"page"))
    resolver = resolving_to([PUBLIC], [LOOPBACK])
    page = await (await fetcher(allow_private=False, resolver=resolver)).fetch(site.url(host="rebind.test"))
    assert page.body == b"page"
    assert resolver.asked == ["rebind.test"]
    assert internet.dialled == [PUBLIC]


async def test_a_name_that_becomes_private_is_refused_for_a_new_connection(serve, fetcher, internet):
    site, other = await serve(answer(b"page", "Connection: close")), await serve(answer(b"inside"))
    resolver = resolving_to([PUBLIC], [LOOPBACK])
    fetch = (await fetcher(allow_private=False, resolver=resolver)).fetch
    await fetch(site.url(host="rebind.test"))
    with pytest.raises(EgressRefused):
        await fetch(other.url(host="rebind.test"))
    assert (internet.dialled, other.connections) == ([PUBLIC], 0)


async def test_a_name_is_resolved_once_for_many_connections(serve, fetcher):
    everyone = asyncio.Event()

    async def wait_for_company(path, writer):
        if len(site.requests) == 5:
            everyone.set()
        await everyone.wait()
        writer.write(answer(b"page"))

    site = await serve(wait_for_company)
    resolver = resolving_to([LOOPBACK])
    fetch = (await fetcher(resolver=resolver)).fetch
    await asyncio.gather(*(fetch(site.url(f"/{number}", host="site.test")) for number in range(5)))
    assert site.connections == 5
    assert resolver.asked == ["site.test"]


async def test_private_addresses_are_fetched_if_allowed(serve, fetcher):
    site = await serve(answer(b"page"))
    fetch = (await fetcher(allow_private=True, resolver=resolving_to([LOOPBACK]))).fetch
    assert (await fetch(site.url(host="inside.test"))).body == b"page"
    assert (await fetch(site.url())).body == b"page"


async def test_a_resolver_answer_that_is_not_an_address_is_refused(fetcher, internet):
    fetch = (await fetcher(allow_private=False, resolver=resolving_to(["localhost"]))).fetch
    with pytest.raises(EgressRefused):
        await fetch("http://odd.test/")
    assert internet.dialled == []


async def test_a_proxy_named_in_the_environment_is_not_used(serve, fetcher, monkeypatch):
    proxy, site = await serve(answer(b"proxied")), await serve(answer(b"page"))
    monkeypatch.setenv("http_proxy", proxy.url())
    monkeypatch.setenv("HTTP_PROXY", proxy.url())
    assert (await (await fetcher()).fetch(site.url())).body == b"page"
    assert proxy.connections == 0


class TestTheSampleSite:
    """One private address may be exempt: exactly that address and port, and not through a name."""

    async def test_is_fetched_and_its_neighbours_are_refused(self, fetcher, serve):
        sample, neighbour = await serve(answer(b"soup")), await serve(answer(b"secret"))
        fetch = (await fetcher(allow_private=False, exempt=(LOOPBACK, sample.port))).fetch
        assert (await fetch(sample.url())).body == b"soup"
        for url in (neighbour.url(), sample.url(host="127.0.0.2"), sample.url(host="[::ffff:127.0.0.1]")):
            with pytest.raises(EgressRefused):
                await fetch(url)
        assert neighbour.connections == 0 and sample.connections == 1

    async def test_is_refused_when_a_name_resolves_to_it(self, fetcher, serve):
        sample = await serve(answer(b"soup"))
        resolver = resolving_to([LOOPBACK])
        fetch = (await fetcher(allow_private=False, exempt=(LOOPBACK, sample.port), resolver=resolver)).fetch
        with pytest.raises(EgressRefused, match=r"inside\.test resolves to a private address"):
            await fetch(sample.url(host="inside.test"))
        assert sample.connections == 0

    async def test_cannot_redirect_to_its_neighbours(self, fetcher, serve):
        neighbour = await serve(answer(b"secret"))
        sample = await serve(answer(b"", f"Location: {neighbour.url()}", status="302 Found"))
        with pytest.raises(EgressRefused):
            await (await fetcher(allow_private=False, exempt=(LOOPBACK, sample.port))).fetch(sample.url())
        assert neighbour.connections == 0

    async def test_is_refused_through_a_proxy(self, fetcher, serve):
        sample, proxy = await serve(answer(b"soup")), await serve(answer(b"of the proxy's"))
        fetch = (await fetcher(allow_private=False, exempt=(LOOPBACK, sample.port))).fetch
        for protocol in (ProxyProtocol.HTTP, ProxyProtocol.SOCKS5):
            with pytest.raises(EgressRefused):
                await fetch(sample.url(), proxy=ProxyRoute(1, protocol, LOOPBACK, proxy.port))
        assert (sample.connections, proxy.requests) == (0, [])

    async def test_is_allowed_for_a_browser_too(self, serve):
        sample, neighbour = await serve(answer(b"soup")), await serve(answer(b"secret"))
        guard = EgressGuard(resolving_to([LOOPBACK]), allow_private=False, exempt=(LOOPBACK, sample.port))
        _, writer = await DirectRoute(guard).connect(LOOPBACK, sample.port)
        writer.close()
        for host, port in ((LOOPBACK, neighbour.port), ("inside.test", sample.port)):
            with pytest.raises(EgressRefused):
                await DirectRoute(guard).connect(host, port)
        assert neighbour.connections == 0
