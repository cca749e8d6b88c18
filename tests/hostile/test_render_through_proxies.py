"""A browser behind a proxy: all resources go through it, the guard applies, and the fault is assigned."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import pytest
from tests.hostile.browser_helpers import Serve, html, needs_chromium, opened, script, site_of_pages
from tests.hostile.certificates import Authority
from tests.hostile.conftest import LOOPBACK, PUBLIC, answer
from tests.hostile.proxies import PASSWORD, HttpProxy, HttpsProxy, Proxy, Scripted, SocksProxy

from garner.errors import EgressRefused, FetchError, NetworkError, ProxyFailed, ProxyOrSiteFailed
from garner.fetch import Page, ProxyProtocol, ProxyRoute
from garner.fetch.browser.dialling import ProxyTunnelRoute
from garner.fetch.browser.render import Renderer
from garner.fetch.guard import EgressGuard

KINDS = [HttpProxy, HttpsProxy, SocksProxy]
HTTP, SOCKS5 = ProxyProtocol.HTTP, ProxyProtocol.SOCKS5
SITE = "site.test"

Start = Callable[[Proxy], Awaitable[Proxy]]


async def names(host: str) -> Sequence[str]:
    return {"site.test": [PUBLIC], "other.test": [PUBLIC], "inside.test": ["10.0.0.1"], "proxy.test": [LOOPBACK]}[host]


@pytest.fixture
def start(stack: AsyncExitStack, authority: Authority) -> Start:
    async def start(proxy: Proxy) -> Proxy:
        await proxy.start(stack, authority.server([LOOPBACK]) if isinstance(proxy, HttpsProxy) else None)
        return proxy

    return start


class TestATunnel:
    @pytest.fixture
    def through(self, authority: Authority) -> Callable[..., ProxyTunnelRoute]:
        def make(proxy: ProxyRoute, timeout: float = 5.0) -> ProxyTunnelRoute:
            return ProxyTunnelRoute(proxy, EgressGuard(names, allow_private=False), names, timeout, authority.trusted())

        return make

    @pytest.mark.parametrize("kind", KINDS)
    async def test_connects_to_the_site_with_the_password(
        self, serve: Serve, start: Start, through: Callable[..., ProxyTunnelRoute], kind: type[Proxy]
    ) -> None:
        site, proxy = await serve(answer(b"page")), await start(kind(with_password=True))
        reader, writer = await through(proxy.route()).connect(SITE, site.port)
        writer.write(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert (await reader.readuntil(b"page")).startswith(b"HTTP/1.1 200 OK")
        writer.close()
        assert PASSWORD not in site.requests[0]

    async def test_through_socks_uses_the_checked_address(
        self, serve: Serve, start: Start, through: Callable[..., ProxyTunnelRoute]
    ) -> None:
        site, proxy = await serve(answer(b"page")), await start(SocksProxy())
        _, writer = await through(proxy.route(host="proxy.test")).connect(SITE, site.port)
        writer.close()
        assert proxy.asked == [f"{PUBLIC}:{site.port}"]

    @pytest.mark.parametrize("host", ["inside.test", LOOPBACK, "169.254.169.254", "::1", "::ffff:127.0.0.1"])
    @pytest.mark.parametrize("kind", KINDS)
    async def test_to_a_private_address_is_refused_without_contacting_the_proxy(
        self, start: Start, through: Callable[..., ProxyTunnelRoute], kind: type[Proxy], host: str
    ) -> None:
        proxy = await start(kind())
        with pytest.raises(EgressRefused):
            await through(proxy.route()).connect(host, 80)
        assert proxy.asked == []

    @pytest.mark.parametrize("kind", KINDS)
    async def test_with_a_wrong_password_is_the_proxys_failure(
        self, start: Start, through: Callable[..., ProxyTunnelRoute], kind: type[Proxy]
    ) -> None:
        proxy = await start(kind(with_password=True))
        with pytest.raises(ProxyFailed, match="requires a valid user name and password"):
            await through(proxy.route("garner", "wrong")).connect(SITE, 80)

    @pytest.mark.parametrize(
        ("proxy", "error", "expected"),
        [
            (Scripted(HTTP, b"HTTP/1.1 403 No\r\n\r\n"), ProxyFailed, "refused to connect to"),
            (Scripted(HTTP, b"HTTP/1.1 502 Bad\r\n\r\n"), ProxyOrSiteFailed, "could not reach site.test"),
            (Scripted(HTTP, b"SSH-2.0-what\r\n\r\n"), ProxyFailed, "not HTTP"),
            (Scripted(HTTP, b"HTTP/1.1 200 " + b"x" * 200_000), ProxyFailed, "not HTTP"),
            (Scripted(HTTP, b"HTTP/1.1 200"), ProxyFailed, "closed the connection"),
            (Scripted(HTTP, None), ProxyFailed, "within 0.3 s"),
            (Scripted(SOCKS5, None), ProxyFailed, "within 0.3 s"),
            (Scripted(ProxyProtocol.HTTPS, b"HTTP/1.1 400 What\r\n\r\n"), ProxyFailed, "failed the TLS handshake"),
            (SocksProxy(unreachable=[PUBLIC]), ProxyOrSiteFailed, "could not reach site.test"),
        ],
        ids=["refuses", "bad gateway", "garbage", "endless", "hangs up", "silent", "silent socks", "no TLS", "no way"],
    )
    async def test_that_fails_reports_whose_fault_it_is(
        self,
        start: Start,
        through: Callable[..., ProxyTunnelRoute],
        proxy: Proxy,
        error: type[FetchError],
        expected: str,
    ) -> None:
        await start(proxy)
        with pytest.raises(error, match=expected) as failed:
            await through(proxy.route(), 0.3 if "within" in expected else 5.0).connect(SITE, 80)
        assert type(failed.value) is error and PASSWORD not in str(failed.value)

    async def test_to_a_proxy_with_an_untrusted_certificate_is_refused(self, start: Start) -> None:
        proxy = await start(HttpsProxy())
        way_out = ProxyTunnelRoute(proxy.route(), EgressGuard(names, allow_private=False), names, 5.0)
        with pytest.raises(ProxyFailed, match="certificate"):
            await way_out.connect(SITE, 80)


@pytest.fixture(scope="module")
async def guarded(renderer: Renderer, authority: Authority) -> AsyncIterator[Renderer]:
    async with AsyncExitStack() as stack:
        yield await opened(stack, within=renderer, allow_private=False, resolver=names, tls=authority.trusted())


@needs_chromium
class TestAPage:
    @pytest.mark.parametrize(
        "kind", [HttpProxy, *(pytest.param(kind, marks=pytest.mark.slow) for kind in (HttpsProxy, SocksProxy))]
    )
    async def test_is_loaded_through_the_proxy_with_all_its_resources(
        self, serve: Serve, start: Start, guarded: Renderer, kind: type[Proxy]
    ) -> None:
        other = await serve(answer(b"document.body.append('from elsewhere')"))
        load = f"const tag = document.createElement('script'); tag.src = 'http://other.test:{other.port}/';"
        site = await serve(site_of_pages(index=script(load + "document.head.append(tag)")))
        proxy = await start(kind(with_password=True))
        page = await guarded.render(site.url(host=SITE), proxy=proxy.route())
        assert isinstance(page, Page)
        assert b"from elsewhere" in page.body
        # All requests to the sites came through the proxy, because their names resolve nowhere else.
        assert proxy.connections >= site.connections + other.connections >= 2

    @pytest.mark.slow
    async def test_cannot_reach_the_network_of_the_proxy(self, serve: Serve, start: Start, guarded: Renderer) -> None:
        inside = await serve(html("secret"))
        hosts = [f"http://{host}:{inside.port}/" for host in ("inside.test", LOOPBACK, "localhost", "[::1]")]
        attempts = f"for (const url of {hosts}) fetch(url, {{mode: 'no-cors'}}).catch(() => 0)"
        site, proxy = await serve(script(attempts)), await start(SocksProxy())
        page = await guarded.render(site.url(host=SITE), proxy=proxy.route())
        assert isinstance(page, Page) and b"Plain" in page.body
        assert inside.connections == 0
        assert set(proxy.asked) == {f"{PUBLIC}:{site.port}"}

    @pytest.mark.slow
    async def test_refused_by_the_proxy_is_the_proxys_failure(self, start: Start, guarded: Renderer) -> None:
        proxy = await start(HttpProxy(with_password=True))
        with pytest.raises(ProxyFailed, match="requires a valid user name and password") as failed:
            await guarded.render(f"http://{SITE}/", proxy=proxy.route("garner", "wrong"))
        assert not isinstance(failed.value, ProxyOrSiteFailed)

    @pytest.mark.slow
    async def test_with_a_broken_connection_has_an_undetermined_fault(
        self, serve: Serve, start: Start, guarded: Renderer
    ) -> None:
        async def hang_up(path: str, writer: asyncio.StreamWriter) -> None:
            writer.close()

        site, proxy = await serve(hang_up), await start(SocksProxy())
        with pytest.raises(ProxyOrSiteFailed, match=f"through the proxy {LOOPBACK}"):
            await guarded.render(site.url(host=SITE), proxy=proxy.route())

    @pytest.mark.slow
    async def test_with_an_untrusted_certificate_is_the_sites_failure(
        self, serve: Serve, start: Start, guarded: Renderer, authority: Authority
    ) -> None:
        site, proxy = await serve(html("page"), tls=authority.server(["another.test"])), await start(SocksProxy())
        with pytest.raises(NetworkError, match="certificate"):
            await guarded.render(site.url(host=SITE), proxy=proxy.route())
