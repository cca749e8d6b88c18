"""A real Chromium on pages built by scripts, and on pages that try to reach more than a page should."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack
from typing import Any

import psutil
import pytest
from tests.hostile.browser_helpers import Serve, html, needs_chromium, opened, script, site_of_pages
from tests.hostile.conftest import LOOPBACK, PUBLIC, Internet, answer

from garner.core.record import Kind
from garner.errors import (
    BadRedirect,
    BrowserCrashed,
    ConfigurationError,
    EgressRefused,
    FetchError,
    FetchTimeout,
    NetworkError,
    TooLarge,
    TooManyRedirects,
)
from garner.extraction import extract
from garner.fetch import Page, Redirect
from garner.fetch.browser.render import BrowserBusy, Renderer

pytestmark = needs_chromium

RECIPE = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "Barley soup",
    "recipeIngredient": ["200 g barley", "1 l water"],
    "recipeInstructions": "Boil the barley in the water for an hour.",
}


class Names:
    """A resolver with answers set by the test; several answers of a name are given in order."""

    def __init__(self) -> None:
        self.answers: dict[str, list[str]] = {}

    async def __call__(self, host: str) -> list[str]:
        left = self.answers.get(host, [])
        return [left.pop(0) if len(left) > 1 else left[0]] if left else []


@pytest.fixture(scope="module")
def names() -> Names:
    return Names()


@pytest.fixture(scope="module")
async def guarded(renderer: Renderer, names: Names) -> AsyncIterator[Renderer]:
    async with AsyncExitStack() as stack:
        yield await opened(stack, within=renderer, allow_private=False, resolver=names, settle_seconds=5)


def our_browsers() -> list[psutil.Process]:
    return [
        process
        for process in psutil.Process().children(recursive=True)
        if any(word.startswith(("--type=", "--host-resolver-rules")) for word in command_line(process))
    ]


def command_line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it has just ended
        return []


def kill_processes(kind: str, *, spared: Collection[psutil.Process]) -> None:
    """Kill the processes of one part: `--type=renderer` runs the pages; the browser itself has no type."""
    for process in our_browsers():
        words = " ".join(command_line(process))
        if process not in spared and ((kind in words) if kind else ("--type=" not in words)):
            process.kill()


async def shown(renderer: Renderer, url: str, **options: Any) -> Page:
    page = await renderer.render(url, **options)
    assert isinstance(page, Page)
    return page


class TestAPageMadeByScripts:
    async def test_gives_a_record_that_a_plain_fetch_does_not(
        self, serve: Serve, fetcher: Any, renderer: Renderer
    ) -> None:
        code = """
            alert("Cookies?");
            fetch("/data").then(answer => answer.text()).then(text => {
                const tag = document.createElement("script");
                tag.type = "application/ld+json";
                tag.textContent = text;
                document.head.append(tag);
            });
        """
        site = await serve(site_of_pages(index=script(code), data=answer(json.dumps(RECIPE).encode())))
        plain = await (await fetcher()).fetch(site.url())
        rendered = await shown(renderer, site.url())
        found = [
            extract(page.body, url=page.url, charset=page.charset, kinds=(Kind.RECIPE,)).records
            for page in (plain, rendered)
        ]
        assert found[0] == {}
        assert found[1][Kind.RECIPE].data["title"] == "Barley soup"

    async def test_returns_its_status_url_and_trail(self, serve: Serve, renderer: Renderer) -> None:
        site = await serve(html("<p>Grüße</p>", "ETag: x", "Retry-After: 7", status="503 Service Unavailable"))
        page = await shown(renderer, site.url("/end"), trail=[site.url("/start")])
        assert (page.status, page.url) == (503, site.url("/end"))
        assert page.redirects == (site.url("/start"),)
        assert (page.content_type, page.charset, page.etag, page.retry_after) == ("text/html", "utf-8", None, 7.0)
        assert "<p>Grüße</p>" in page.body.decode()
        assert page.transferred > 100

    async def test_loads_no_pictures_fonts_or_videos(self, serve: Serve, renderer: Renderer) -> None:
        page = """<style>@font-face { font-family: F; src: url(/font.woff2) } body { font-family: F }</style>
            <p>Text</p><img src=/picture.png><video src=/film.mp4 autoplay></video><script src=/code.js></script>"""
        site = await serve(site_of_pages(index=html(page), code=answer(b"")))
        await renderer.render(site.url())
        assert sorted(site.paths) == ["/", "/code.js"]

    async def test_leaves_no_state_for_the_next_page(self, serve: Serve, renderer: Renderer) -> None:
        code = "document.body.append(localStorage.seen || 'new here'); localStorage.seen = 'seen before'"
        site = await serve(script(code + "; document.cookie = 'seen=1'"))
        for _ in range(2):
            assert b"new here" in (await shown(renderer, site.url())).body
        assert "Cookie:" not in "".join(site.requests)
        assert "User-Agent: Garner-test" in site.requests[0]

    async def test_is_not_requested_if_before_send_raises(self, serve: Serve, renderer: Renderer) -> None:
        site = await serve(html("page"))

        def refuse() -> None:
            raise RuntimeError("the lease is lost")

        with pytest.raises(RuntimeError, match="the lease is lost"):
            await renderer.render(site.url(), before_send=refuse)
        assert site.requests == []

    async def test_is_requested_after_before_send_returns(self, serve: Serve, renderer: Renderer) -> None:
        site, seen = await serve(html("page")), []

        async def take_turn() -> None:
            await asyncio.sleep(0.2)
            seen.append(len(site.requests))

        await renderer.render(site.url(), before_send=take_turn)
        assert seen == [0] and site.paths == ["/"]

    async def test_fails_as_busy_without_a_request_when_the_browser_is_busy_for_too_long(
        self, serve: Serve, stack: AsyncExitStack, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("garner.fetch.browser.render.MAX_QUEUE_SECONDS", 0.1)
        renderer = await opened(stack, within=renderer, pages=1)
        showing, over = asyncio.Event(), asyncio.Event()

        async def wait(path: str, writer: asyncio.StreamWriter) -> None:
            showing.set()
            await over.wait()
            writer.write(html("page"))

        site = await serve(wait)
        first = asyncio.create_task(renderer.render(site.url("/first")))
        await showing.wait()
        with pytest.raises(BrowserBusy):
            await renderer.render(site.url("/second"))
        over.set()
        await first
        await renderer.render(site.url("/third"))
        assert site.paths == ["/first", "/third"]

    async def test_waits_while_the_maximum_number_of_pages_is_open(self, serve: Serve, renderer: Renderer) -> None:
        open_now, most = 0, 0
        is_full = asyncio.Event()

        async def slow(path: str, writer: asyncio.StreamWriter) -> None:
            nonlocal open_now, most
            open_now += 1
            most = max(most, open_now)
            if open_now == 2:
                is_full.set()
            await is_full.wait()
            await asyncio.sleep(0.3)  # enough for a third page to arrive too early
            open_now -= 1
            writer.write(html("page"))

        site = await serve(slow)
        await asyncio.gather(*(renderer.render(site.url(f"/{number}")) for number in range(3)))
        assert most == 2


class TestAPageThatLeadsElsewhere:
    """A redirect is a separate hop on the lane of its host: the browser does not follow it by itself."""

    @pytest.mark.parametrize(
        ("page", "status"),
        [
            (answer(b"", "Location: {there}", status="301 Moved"), 301),
            (script("location = '{there}'"), 200),
            pytest.param(script("setTimeout(() => location.replace('{there}'), 100)"), 200, marks=pytest.mark.slow),
            (html("<meta http-equiv=refresh content='0; url={there}'><p>Plain"), 200),
            pytest.param(
                html("<form action='{there}'></form><script>document.forms[0].submit()</script>"),
                200,
                marks=pytest.mark.slow,
            ),
        ],
        ids=["server", "script", "script later", "refresh", "form"],
    )
    async def test_is_returned_as_a_redirect(self, serve: Serve, renderer: Renderer, page: bytes, status: int) -> None:
        elsewhere = await serve(html("elsewhere"))
        there = elsewhere.url("/there")
        text = page.decode().replace("{there}", there)
        body = text.partition("\r\n\r\n")[2]
        site = await serve(re.sub(r"Content-Length: \d+", f"Content-Length: {len(body)}", text).encode())
        hop = await renderer.render(site.url())
        assert isinstance(hop, Redirect)
        assert (hop.location.rstrip("?"), hop.status) == (there, status)
        assert elsewhere.requests == [] and site.paths == ["/"]

    @pytest.mark.parametrize(
        "code",
        [
            pytest.param("location.reload()", marks=pytest.mark.slow),
            pytest.param("location = '#further'", marks=pytest.mark.slow),
            "history.pushState(0, '', '/shown'); location.reload()",
        ],
    )
    async def test_is_read_as_it_is_when_it_redirects_to_itself(
        self, serve: Serve, renderer: Renderer, code: str
    ) -> None:
        site = await serve(script(code))
        assert b"Plain" in (await shown(renderer, site.url())).body
        assert site.paths == ["/"]

    async def test_submits_no_forms(self, serve: Serve, renderer: Renderer) -> None:
        code = "document.body.innerHTML += '<form method=post action=/sent></form>'; document.forms[0].submit()"
        site = await serve(script(code))
        assert b"Plain" in (await shown(renderer, site.url())).body
        assert site.paths == ["/"]

    async def test_opens_no_windows_and_loads_no_foreign_frames(self, serve: Serve, renderer: Renderer) -> None:
        elsewhere = await serve(html("elsewhere"))
        code = f"open('{elsewhere.url('/window')}'); open('/window')"
        frames = f"<iframe src='{elsewhere.url('/frame')}'></iframe><iframe src=/frame></iframe>"
        site = await serve(
            site_of_pages(index=script(f"{code}; document.body.innerHTML += `{frames}`"), frame=html("in"))
        )
        await shown(renderer, site.url())
        assert elsewhere.requests == []
        assert sorted(site.paths) == ["/", "/frame"]


class TestWhatAPageLoads:
    async def test_is_limited_by_robots_txt_on_its_own_origin(self, serve: Serve, renderer: Renderer) -> None:
        code = "for (const path of ['/open', '/hidden', '/way']) fetch(path).catch(() => document.body.append('no'))"
        way = answer(b"", "Location: /hidden/too", status="302 Found")
        page = html(f"<p>Plain</p><iframe src=/hidden/frame></iframe><script>{code}</script>")
        site = await serve(site_of_pages(index=page, open=answer(b""), way=way))

        async def may_load(url: str) -> bool:
            return "hidden" not in url

        found = await shown(renderer, site.url(), may_load=may_load)
        assert sorted(site.paths) == ["/", "/open", "/way"]
        assert b"nono</body>" in found.body

    async def test_is_limited_to_scripts_styles_and_data_from_other_origins(
        self, serve: Serve, renderer: Renderer
    ) -> None:
        async def any_of_it(path: str, writer: asyncio.StreamWriter) -> None:
            writer.write(answer(b"", "Access-Control-Allow-Origin: *", "Content-Type: text/javascript"))

        elsewhere = await serve(any_of_it)
        there = elsewhere.url("/")
        parts = f"<link rel=stylesheet href={there}style><link rel=prefetch href={there}prefetch>"
        code = f"fetch('{there}data'); navigator.sendBeacon('{there}beacon'); fetch('/way')"
        way = answer(b"", f"Location: {there}way", status="302 Found")
        page = html(f"{parts}<script src={there}code></script><p>Plain</p><script>{code}</script>")
        site = await serve(site_of_pages(index=page, way=way))
        await shown(renderer, site.url())
        assert sorted(elsewhere.paths) == ["/code", "/data", "/style", "/way"]


ATTEMPTS = """
    const attempt = what => {{ try {{ what() }} catch {{}} }};
    const add = (tag, name, value) => attempt(() => {{
        const element = document.createElement(tag);
        element[name] = value;
        document.head.append(element);
    }});
    for (const host of ["inside.test", "127.0.0.1", "localhost", "[::1]", "2130706433"]) {{
        const url = "http://" + host + ":{port}/";
        attempt(() => fetch(url, {{mode: "no-cors"}}));
        attempt(() => new WebSocket(url.replace("http", "ws")));
        attempt(() => new EventSource(url));
        attempt(() => navigator.sendBeacon(url));
        attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch("${{url}}", {{mode: "no-cors"}})`]))));
        add("script", "src", url);
        add("iframe", "src", url);
        add("link", "href", url);
        add("link", "rel", "preconnect");
        attempt(() => window.open(url));
        attempt(() => new WebTransport(url.replace("http", "https")));
        attempt(() => {{
            const call = new RTCPeerConnection({{iceServers: [{{urls: `stun:${{host}}:{port}`}}]}});
            call.createDataChannel("x");
            call.createOffer().then(offer => call.setLocalDescription(offer));
        }});
    }}
    attempt(() => fetch("/redirect", {{mode: "no-cors"}}));
    add("script", "src", "/redirect");
    add("iframe", "src", "/redirect");
    fetch("/while").then(() => document.body.append("time is up"));
"""


class Trap(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.datagrams = 0

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        self.datagrams += 1


class TestThePrivateNetwork:
    async def test_is_unreachable_for_a_page(
        self, serve: Serve, guarded: Renderer, names: Names, internet: Internet
    ) -> None:
        inside = await serve(html("secret"))
        transport, trap = await asyncio.get_running_loop().create_datagram_endpoint(
            Trap, local_addr=(LOOPBACK, inside.port)
        )
        # Browsers treat such a name as secure, and allow its pages a few more features.
        names.answers = {"outside.localhost": [PUBLIC], "inside.test": [LOOPBACK]}
        redirect = answer(b"", f"Location: http://inside.test:{inside.port}/", status="302 Found")
        attempts = script(ATTEMPTS.format(port=inside.port))
        pages = site_of_pages(index=attempts, redirect=redirect, **{"while": answer(b"")})

        async def slowly(path: str, writer: asyncio.StreamWriter) -> None:
            if path == "/while":
                await asyncio.sleep(1)
            await pages(path, writer)

        site = await serve(slowly)
        page = await shown(guarded, site.url(host="outside.localhost"))
        transport.close()
        assert b"time is up</body>" in page.body
        assert "/redirect" in site.paths
        assert (inside.connections, trap.datagrams) == (0, 0)
        assert set(internet.dialled) == {PUBLIC}

    async def test_is_refused_as_the_host_of_a_page(self, serve: Serve, guarded: Renderer, names: Names) -> None:
        inside = await serve(html("secret"))
        names.answers = {"inside.test": [LOOPBACK]}
        for host in ("inside.test", LOOPBACK, "2130706433"):
            with pytest.raises(EgressRefused, match="private address"):
                await guarded.render(inside.url(host=host))
        assert inside.connections == 0

    @pytest.mark.parametrize("how", [pytest.param("server", marks=pytest.mark.slow), "script"])
    async def test_is_refused_as_the_target_of_a_redirect(
        self, serve: Serve, guarded: Renderer, names: Names, internet: Internet, how: str
    ) -> None:
        inside = await serve(html("secret"))
        names.answers = {"outside.test": [PUBLIC], "inside.test": [LOOPBACK]}
        target = f"http://inside.test:{inside.port}/"
        by_server, by_script = answer(b"", f"Location: {target}", status="302 Found"), script(f"location = '{target}'")
        site = await serve(by_server if how == "server" else by_script)
        hop = await guarded.render(site.url(host="outside.test"))
        assert isinstance(hop, Redirect) and hop.location == target
        with pytest.raises(EgressRefused):
            await guarded.render(hop.location, trail=[site.url(host="outside.test")])
        assert inside.connections == 0

    async def test_is_unreachable_by_dns_rebinding(
        self, serve: Serve, guarded: Renderer, names: Names, internet: Internet
    ) -> None:
        inside = await serve(html("secret", "Access-Control-Allow-Origin: *"))
        names.answers = {"rebind.test": [PUBLIC, LOOPBACK]}
        code = f"fetch('http://rebind.test:{inside.port}/').then(() => document.body.append('got in'))"
        site = await serve(script(code))
        page = await shown(guarded, site.url(host="rebind.test"))
        assert b"got in</body>" not in page.body
        assert inside.connections == 0
        assert set(internet.dialled) == {PUBLIC}


class TestABadPage:
    async def test_with_an_endless_script_times_out_and_the_next_page_is_rendered(
        self, serve: Serve, stack: AsyncExitStack
    ) -> None:
        renderer = await opened(stack, timeout=4)
        site = await serve(site_of_pages(index=html("fine"), loop=script("for (;;) {}")))
        await renderer.render(site.url())
        async with asyncio.timeout(60):
            with pytest.raises(FetchTimeout):
                await renderer.render(site.url("/loop"))
        assert b"fine" in (await shown(renderer, site.url())).body

    async def test_with_endless_requests_is_read_after_the_settle_time(self, serve: Serve, renderer: Renderer) -> None:
        site = await serve(script("setInterval(() => fetch('/' + Math.random()), 50)"))
        assert b"Plain" in (await shown(renderer, site.url())).body

    async def test_that_grows_too_large_is_refused_even_if_it_hides_its_size(
        self, serve: Serve, renderer: Renderer
    ) -> None:
        lie = "Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'small'});"
        site = await serve(script(lie + "document.body.append('x'.repeat(2000000))"))
        with pytest.raises(TooLarge):
            await renderer.render(site.url())

    async def test_that_loads_too_much_is_refused(self, serve: Serve, renderer: Renderer) -> None:
        load = "for (let i = 0; i < 10; i++) fetch('/much?' + i).then(answer => answer.text())"
        site = await serve(site_of_pages(index=script(load), much=answer(b"x" * 900_000)))
        with pytest.raises(TooLarge):
            await renderer.render(site.url())

    @pytest.mark.parametrize(
        ("page", "error"),
        [
            pytest.param(answer(b"", "Location: /index", status="302 Found"), TooManyRedirects, marks=pytest.mark.slow),
            (answer(b"", "Location: file:///etc/passwd", status="302 Found"), BadRedirect),
            (answer(b"x", "Content-Type: application/zip", "Content-Disposition: attachment"), FetchError),
            (b"", NetworkError),
        ],
    )
    async def test_without_a_page_raises_a_typed_error(
        self, serve: Serve, renderer: Renderer, page: bytes, error: type[FetchError]
    ) -> None:
        async def respond_and_close(path: str, writer: asyncio.StreamWriter) -> None:
            writer.write(page)
            writer.close()

        site = await serve(respond_and_close)
        with pytest.raises(error) as failed:
            await renderer.render(site.url("/index"))
        assert type(failed.value) is error

    async def test_with_too_many_redirects_is_refused(self, serve: Serve, renderer: Renderer) -> None:
        site = await serve(answer(b"", "Location: /next", status="302 Found"))
        before = [site.url(f"/{number}") for number in range(3)]
        assert isinstance(await renderer.render(site.url(), trail=before[:2]), Redirect)
        with pytest.raises(TooManyRedirects):
            await renderer.render(site.url(), trail=before)

    async def test_without_a_server_is_a_network_error(self, renderer: Renderer, unused_tcp_port: int) -> None:
        with pytest.raises(NetworkError, match="Could not connect to"):
            await renderer.render(f"http://{LOOPBACK}:{unused_tcp_port}/")


class TestABrowser:
    @pytest.mark.parametrize("part", ["", pytest.param("--type=renderer", marks=pytest.mark.slow)])
    async def test_that_crashes_is_a_retryable_error_and_is_replaced(
        self, serve: Serve, stack: AsyncExitStack, part: str
    ) -> None:
        others = our_browsers()
        renderer = await opened(stack, timeout=60)
        showing = asyncio.Event()

        async def hang(path: str, writer: asyncio.StreamWriter) -> None:
            if path == "/data":
                showing.set()
            else:
                writer.write(html("fine") if path == "/fine" else script("fetch('/data')"))

        site = await serve(hang)
        rendering = asyncio.create_task(renderer.render(site.url()))
        await showing.wait()
        kill_processes(part, spared=others)
        with pytest.raises(BrowserCrashed) as failed:
            await rendering
        assert failed.value.retryable
        assert b"fine" in (await shown(renderer, site.url("/fine"))).body

    async def test_does_not_inherit_settings_and_exits_with_the_renderer(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
        before = {process.pid for process in our_browsers()}
        site = await serve(html("fine"))
        async with AsyncExitStack() as stack:
            await (await opened(stack)).render(site.url())
            mine = [process for process in our_browsers() if process.pid not in before]
            assert mine
            assert all("DATABASE_URL" not in process.environ() for process in mine if command_line(process))
        _, alive = psutil.wait_procs(mine, timeout=5)
        assert alive == []

    async def test_that_is_missing_is_reported_with_the_setting_to_change(self, stack: AsyncExitStack) -> None:
        with pytest.raises(ConfigurationError, match="GARNER_CHROMIUM"):
            await (await opened(stack, chromium="/nowhere/chromium")).render("http://localhost/")

    async def test_that_cannot_start_is_reported(self, stack: AsyncExitStack) -> None:
        with pytest.raises(ConfigurationError, match="does not start"):
            await (await opened(stack, chromium="true")).render("http://localhost/")

    async def test_without_playwright_is_reported_with_the_command_to_run(
        self, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "playwright.async_api", None)
        with pytest.raises(ConfigurationError, match="make render"):
            await (await opened(stack)).render("http://localhost/")

    def test_is_not_imported_until_it_is_used(self) -> None:
        code = "import garner.fetch.browser.render, sys; sys.exit('playwright' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], check=True, timeout=30)
