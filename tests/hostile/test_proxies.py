"""Fetching through proxies that work, hang, lie, refuse or die, and how the fault is assigned."""

import asyncio
import base64
import traceback

import pytest
from tests.hostile.conftest import LOOPBACK, PUBLIC, answer
from tests.hostile.proxies import PASSWORD, HttpProxy, HttpsProxy, Scripted, SocksProxy

from garner.errors import EgressRefused, FetchTimeout, NetworkError, ProxyFailed, ProxyOrSiteFailed, TooLarge
from garner.fetch import FetchLimits, ProxyProtocol, ProxyRoute

SITE = "site.test"
HTTP, SOCKS5 = ProxyProtocol.HTTP, ProxyProtocol.SOCKS5
KINDS = [HttpProxy, HttpsProxy, SocksProxy]


def timeout_for(script):
    """Return a short timeout only if the script is to run into it. The proxy has half of it, and a machine that pauses
    must not use up the other half."""
    return 2 if None in script else 5


async def resolve_to_public(host):
    return [PUBLIC]


@pytest.fixture
def start(stack, authority):
    async def start(proxy):
        tls = authority.server([LOOPBACK]) if isinstance(proxy, HttpsProxy) else None
        await proxy.start(stack, tls)
        return proxy

    return start


@pytest.fixture
def outside(fetcher, authority):
    """Make a fetcher for which the site is public and only the proxy has a private address."""

    def make(**options):
        options = {"allow_private": False, "resolver": resolve_to_public, "tls": authority.trusted()} | options
        return fetcher(**options)

    return make


@pytest.fixture
def site(serve, authority):
    def start(handler=None, *, tls=False):
        return serve(handler or answer(b"page"), tls=authority.server([SITE]) if tls else None)

    return start


@pytest.mark.parametrize("tls", [False, True], ids=["http site", "https site"])
@pytest.mark.parametrize("kind", KINDS)
class TestThroughAProxy:
    async def test_a_page_is_fetched_with_the_password_through_a_private_proxy(self, start, outside, site, kind, tls):
        proxy, there = await start(kind(with_password=True)), await site(tls=tls)
        page = await (await outside()).fetch(there.url("/x", host=SITE), proxy=proxy.route())
        assert (page.status, page.body, page.url) == (200, b"page", there.url("/x", host=SITE))
        assert there.paths == ["/x"]
        assert f"Host: {SITE}:{there.port}\r\n" in there.requests[0]
        assert "Proxy-Authorization" not in there.requests[0]

    async def test_a_wrong_or_missing_password_is_the_proxys_failure(self, start, outside, site, kind, tls):
        proxy, there = await start(kind(with_password=True)), await site(tls=tls)
        fetch = (await outside()).fetch
        for username, password in [(None, None), ("garner", "wrong")]:
            with pytest.raises(ProxyFailed, match="requires a valid user name and password") as failed:
                await fetch(there.url(host=SITE), proxy=proxy.route(username, password))
            assert (failed.value.code, failed.value.retryable) == ("proxy_failed", True)
        assert there.requests == []

    async def test_a_private_site_is_refused_without_contacting_the_proxy(self, start, outside, site, kind, tls):
        proxy, there = await start(kind()), await site(tls=tls)

        async def inside(host):
            return ["10.0.0.1"]

        fetch = (await outside(resolver=inside)).fetch
        for host in ("inside.test", LOOPBACK, "169.254.169.254", "[::1]"):
            with pytest.raises(EgressRefused):
                await fetch(there.url(host=host), proxy=proxy.route())
        assert (proxy.asked, there.connections) == ([], 0)

    async def test_a_connection_is_reused_for_the_next_fetch(self, start, outside, site, kind, tls):
        proxy, there = await start(kind()), await site(tls=tls)
        fetch = (await outside()).fetch
        for _ in range(3):
            await fetch(there.url(host=SITE), proxy=proxy.route())
        assert (proxy.connections, there.connections, len(there.requests)) == (1, 1, 3)

    async def test_before_send_is_called_once_per_request_to_the_site(self, start, outside, site, kind, tls):
        proxy, there, asked = await start(kind()), await site(tls=tls), []
        await (await outside()).fetch(
            there.url(host=SITE), proxy=proxy.route(), before_send=lambda: asked.append(len(there.requests))
        )
        assert asked == [0]

    async def test_the_fault_is_undetermined_when_a_proxy_dies_midway(self, start, outside, site, kind, tls):
        proxy = await start(kind(dies_after=20_000))
        there = await site(answer(b"x" * 200_000), tls=tls)
        with pytest.raises(ProxyOrSiteFailed, match="lost the connection to") as failed:
            await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())
        assert isinstance(failed.value, ProxyFailed)

    async def test_a_site_that_never_responds_is_not_the_proxys_fault(self, start, outside, site, kind, tls):
        async def say_nothing(path, writer):
            return

        proxy, there = await start(kind()), await site(say_nothing, tls=tls)
        with pytest.raises((FetchTimeout, ProxyOrSiteFailed)) as failed:
            await (await outside()).fetch_hop(
                there.url(host=SITE), proxy=proxy.route(), limits=FetchLimits(0.6, 1000, 5)
            )
        assert isinstance(failed.value, FetchTimeout) == (tls or kind is SocksProxy)

    async def test_limits_are_enforced(self, start, outside, site, kind, tls):
        proxy, there = await start(kind()), await site(answer(b"x" * 20_000), tls=tls)
        with pytest.raises(TooLarge):
            await (await outside(max_bytes=10_000)).fetch(there.url(host=SITE), proxy=proxy.route())


@pytest.mark.parametrize("kind", [HttpProxy, SocksProxy])
async def test_the_name_of_a_proxy_may_resolve_to_a_private_address(start, outside, site, kind):
    async def resolver(host):
        return [LOOPBACK if host == "proxy.test" else PUBLIC]

    proxy, there = await start(kind()), await site()
    fetch = (await outside(resolver=resolver)).fetch
    assert (await fetch(there.url(host=SITE), proxy=proxy.route(host="proxy.test"))).body == b"page"


async def test_a_redirect_to_a_private_address_is_refused_through_a_proxy_too(start, outside, site):
    there = await site(answer(b"", "Location: http://10.0.0.1/", status="302 Found"))
    for kind in (HttpProxy, SocksProxy):
        proxy = await start(kind())
        with pytest.raises(EgressRefused):
            await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())
        assert len(proxy.asked) == 1


async def test_a_socks_proxy_is_given_the_checked_address_and_never_a_name(start, outside, site):
    proxy, there = await start(SocksProxy()), await site(tls=True)
    await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())
    assert proxy.asked == [f"{PUBLIC}:{there.port}"]


async def test_a_socks_proxy_gets_only_public_addresses_and_tries_the_next(start, outside, site):
    other = "93.184.215.15"

    async def mixed(host):
        return ["10.0.0.1", other, PUBLIC]

    proxy, there = await start(SocksProxy(unreachable=[other])), await site()
    fetch = (await outside(resolver=mixed)).fetch
    assert (await fetch(there.url(host=SITE), proxy=proxy.route())).body == b"page"
    assert proxy.asked == [f"{other}:{there.port}", f"{PUBLIC}:{there.port}"]


async def test_the_fault_is_undetermined_when_a_socks_proxy_cannot_reach_the_site(start, outside, site):
    proxy, there = await start(SocksProxy(unreachable=[PUBLIC])), await site()
    with pytest.raises(ProxyOrSiteFailed, match=r"could not reach site\.test"):
        await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())


async def test_an_http_proxy_gets_the_name_of_the_site(start, outside, site):
    proxy, plain, secure = await start(HttpProxy()), await site(), await site(tls=True)
    fetch = (await outside()).fetch
    await fetch(plain.url("/a?b=c", host=SITE), proxy=proxy.route())
    await fetch(secure.url("/a", host=SITE), proxy=proxy.route())
    assert proxy.asked == [f"GET http://{SITE}:{plain.port}/a?b=c", f"CONNECT {SITE}:{secure.port}"]


@pytest.mark.parametrize("kind", [HttpProxy, SocksProxy])
async def test_an_untrusted_certificate_in_a_tunnel_is_the_sites_fault(start, outside, serve, authority, kind):
    there = await serve(answer(b"page"), tls=authority.server(["other.test"]))
    proxy = await start(kind())
    with pytest.raises(NetworkError, match=r"site\.test has an untrusted certificate"):
        await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())


async def test_a_site_in_a_tunnel_that_is_not_http_is_the_sites_fault(start, outside, site):
    proxy, there = await start(SocksProxy()), await site(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
    with pytest.raises(NetworkError, match=r"site\.test sent a response that is not HTTP"):
        await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())


async def test_a_407_inside_a_tunnel_is_a_page_of_the_site(start, outside, site):
    proxy, there = await start(SocksProxy()), await site(answer(b"?", status="407 Odd"))
    assert (await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())).status == 407


async def test_a_proxy_with_an_untrusted_certificate_gets_no_password(stack, outside, authority, site):
    proxy, there = HttpsProxy(with_password=True), await site()
    await proxy.start(stack, authority.server([LOOPBACK], days=-1))
    with pytest.raises(ProxyFailed, match=r"proxy .* has an untrusted certificate"):
        await (await outside()).fetch(there.url(host=SITE), proxy=proxy.route())
    assert proxy.asked == []


GARBAGE = b"SSH-2.0-OpenSSH_9.6\r\n\r\n"


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("protocol", "script", "reason"),
    [
        (HTTP, [GARBAGE], "not HTTP"),
        (SOCKS5, [GARBAGE], "is not a SOCKS5 proxy"),
        (SOCKS5, [b"\x05\x07"], "requires a valid user name"),
        (SOCKS5, [b"\x05\x00", b"HTTP/1.1 400 Bad"], "is not a SOCKS5 proxy"),
        (SOCKS5, [b"\x05\x00", b"\x05\x01\x00\x01"], "SOCKS reply 1"),
        (SOCKS5, [b"\x05\x00", b"\x05\x00\x00\x09" + bytes(6)], "is not a SOCKS5 proxy"),
        (SOCKS5, [b"\x05\x00", b"\x05\x00\x00"], "closed the connection before"),
        (SOCKS5, [b""], "closed the connection before"),
        (SOCKS5, [None], "did not connect to the site within"),
        (SOCKS5, [b"\x05\x00", None], "did not connect to the site within"),
    ],
)
async def test_a_misbehaving_proxy_is_at_fault(start, outside, protocol, script, reason, scheme):
    proxy = await start(Scripted(protocol, *script))
    with pytest.raises(ProxyFailed, match=reason) as failed:
        await (await outside(timeout=timeout_for(script))).fetch(f"{scheme}://{SITE}/", proxy=proxy.route())
    assert type(failed.value) is ProxyFailed


@pytest.mark.parametrize(
    ("script", "reason", "sure"),
    [
        ([b"HTTP/1.1 403 No\r\n\r\n"], "refused to connect .*HTTP 403", True),
        ([b"HTTP/1.1 502 Bad Gateway\r\n\r\n"], r"could not reach site\.test \(HTTP 502\)", False),
        ([b"HTTP/1.1 504 Late\r\n\r\n"], "could not reach", False),
        ([b"HTTP/1.1 200 OK\r\n\r\n", b"garbage instead of TLS"], "lost the connection", False),
        ([b""], "closed the connection before", True),
        ([None], "did not connect to the site within", True),
    ],
)
async def test_a_failed_connect_is_the_proxys_failure_with_its_certainty(start, outside, script, reason, sure):
    proxy = await start(Scripted(HTTP, *script))
    with pytest.raises(ProxyFailed, match=reason) as failed:
        await (await outside(timeout=timeout_for(script))).fetch(f"https://{SITE}/", proxy=proxy.route())
    assert isinstance(failed.value, ProxyOrSiteFailed) != sure


@pytest.mark.parametrize("script", [[b""], [None], [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"]])
async def test_the_fault_is_undetermined_when_an_http_proxy_returns_no_complete_response(start, outside, script):
    proxy = await start(Scripted(HTTP, *script))
    with pytest.raises(ProxyOrSiteFailed):
        await (await outside(timeout=timeout_for(script))).fetch(f"http://{SITE}/", proxy=proxy.route())


@pytest.mark.parametrize("protocol", list(ProxyProtocol))
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_an_unreachable_or_unresolvable_proxy_is_at_fault(fetcher, protocol, scheme):
    async def resolver(host):
        if host == SITE:
            return [PUBLIC]
        raise OSError("no such name")

    fetch = (await fetcher(allow_private=False, resolver=resolver)).fetch
    for host, reason in ((LOOPBACK, "could not be reached"), ("no-proxy.test", "name that could not be resolved")):
        with pytest.raises(ProxyFailed, match=reason) as failed:
            await fetch(f"{scheme}://{SITE}/", proxy=ProxyRoute(1, protocol, host, 9, "garner", PASSWORD))
        assert type(failed.value) is ProxyFailed


@pytest.mark.parametrize("protocol", list(ProxyProtocol))
async def test_an_unresolvable_site_name_is_not_the_proxys_fault(fetcher, protocol):
    async def resolver(host):
        raise OSError("no such name")

    with pytest.raises(NetworkError, match=r"site\.test could not be resolved"):
        await (await fetcher(resolver=resolver)).fetch(f"http://{SITE}/", proxy=ProxyRoute(1, protocol, LOOPBACK, 9))


async def test_a_password_too_long_for_socks_is_reported_without_the_password(start, outside):
    proxy, password = await start(SocksProxy(with_password=True)), "secret" * 50
    with pytest.raises(ProxyFailed, match="longer than SOCKS5 allows"):
        await (await outside()).fetch(f"http://{SITE}/", proxy=proxy.route(password=password))


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("protocol", "script"),
    [
        (HTTP, [GARBAGE]),
        (HTTP, [b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"]),
        (HTTP, [b""]),
        (HTTP, [None]),
        (HTTP, [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"]),
        (SOCKS5, [b"\x05\x02", b"\x01\x01"]),
        (SOCKS5, [b"\x05\x02", None]),
        (SOCKS5, [b"\x05\x02", b""]),
    ],
)
async def test_no_proxy_error_contains_the_password(start, outside, protocol, script, scheme, caplog):
    caplog.set_level("DEBUG")
    proxy = await start(Scripted(protocol, *script))
    with pytest.raises(ProxyFailed) as failed:
        await (await outside(timeout=timeout_for(script))).fetch(f"{scheme}://{SITE}/", proxy=proxy.route())
    told = "".join(traceback.format_exception(failed.value)) + caplog.text
    error = failed.value
    while error is not None:
        told += f"{error!r}{error!s}{error.args!r}"
        error = error.__cause__ or error.__context__
    for secret in (PASSWORD, base64.b64encode(f"garner:{PASSWORD}".encode()).decode()):
        assert secret not in told


def test_a_proxy_route_does_not_show_its_password():
    proxy = ProxyRoute(1, SOCKS5, "proxy.test", 1080, "garner", PASSWORD)
    assert PASSWORD not in f"{proxy!r}{proxy!s}{[proxy]}"


async def test_the_number_of_open_proxies_is_bounded_and_none_in_use_is_closed(start, outside, site, monkeypatch):
    monkeypatch.setattr("garner.fetch.proxies.MAX_OPEN_PROXIES", 2)
    released = asyncio.Event()

    async def wait(path, writer):
        if path == "/slow":
            await released.wait()
        writer.write(answer(b"page"))

    proxies, there = [await start(SocksProxy()) for _ in range(4)], await site(wait)
    it = await outside()
    slow = asyncio.create_task(it.fetch(there.url("/slow", host=SITE), proxy=proxies[0].route()))
    while not there.requests:
        await asyncio.sleep(0)
    for proxy in proxies[1:]:
        await it.fetch(there.url(host=SITE), proxy=proxy.route())
        assert len(it._proxies._open) <= 2
    released.set()
    assert (await slow).body == b"page"
    await it.fetch(there.url(host=SITE), proxy=proxies[1].route())
    assert proxies[1].connections == 2  # it was closed and reopened
