"""Servers that redirect."""

import pytest
from tests.hostile.conftest import LOOPBACK, PUBLIC, answer

from garner.errors import BadRedirect, EgressRefused, TooManyRedirects


def found(location: str, *headers: str, status: str = "302 Found") -> bytes:
    return answer(b"moved", f"Location: {location}", *headers, status=status)


def answers(pages: dict[str, bytes]):
    async def handler(path, writer):
        writer.write(pages[path])

    return handler


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_followed_and_recorded(serve, fetcher, status):
    site = await serve(answers({"/a": found("/b#part", status=f"{status} Moved"), "/b": answer(b"page")}))
    page = await (await fetcher()).fetch(site.url("/a"))
    assert (page.status, page.body) == (200, b"page")
    assert page.url == site.url("/b")
    assert page.redirects == (site.url("/a"),)


async def test_a_redirect_status_without_a_location_is_a_page(serve, fetcher):
    site = await serve(answer(b"choose", status="302 Found"))
    page = await (await fetcher()).fetch(site.url())
    assert (page.status, page.body) == (302, b"choose")


async def test_redirects_are_followed_up_to_the_limit(serve, fetcher):
    pages = {f"/{number}": found(f"/{number + 1}") for number in range(10)}
    site = await serve(answers(pages | {"/3": answer(b"page")}))
    fetch = (await fetcher(max_redirects=3)).fetch
    assert (await fetch(site.url("/0"))).body == b"page"
    with pytest.raises(TooManyRedirects, match="more than 3 times"):
        await fetch(site.url("/4"))
    assert site.paths[4:] == ["/4", "/5", "/6", "/7"]


async def test_a_redirect_to_itself_is_a_loop(serve, fetcher):
    site = await serve(found("/"))
    with pytest.raises(TooManyRedirects, match="loop"):
        await (await fetcher()).fetch(site.url())
    assert len(site.requests) == 1


async def test_a_redirect_loop_is_detected_before_the_limit(serve, fetcher):
    site = await serve(answers({"/a": found("/b"), "/b": found("/c"), "/c": found("/b#x")}))
    with pytest.raises(TooManyRedirects, match="loop"):
        await (await fetcher(max_redirects=50)).fetch(site.url("/a"))
    assert site.paths == ["/a", "/b", "/c"]


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "ftp://site.test/",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://user:password@site.test/",
        "//user@site.test/",
        "http://site.test:99999/",
        "http://[::1/",
        "https:",
    ],
)
async def test_a_redirect_to_another_scheme_is_refused(serve, fetcher, location):
    site = await serve(found(location))
    with pytest.raises(BadRedirect):
        await (await fetcher()).fetch(site.url())


@pytest.mark.parametrize(
    "location",
    ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://inside.test/"],
)
async def test_a_redirect_to_a_private_address_is_refused(fetcher, serve, internet, location):
    site = await serve(found(location))

    async def resolver(host):
        return [PUBLIC] if host == "outside.test" else ["192.168.0.1"]

    with pytest.raises(EgressRefused):
        await (await fetcher(allow_private=False, resolver=resolver)).fetch(site.url(host="outside.test"))
    assert len(site.requests) == 1
    assert internet.dialled == [PUBLIC]


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("other?q=a b", "/x/other?q=a%20b"),
        ("../up", "/up"),
        ("?only=query", "/x/y?only=query"),
        ("/%2f%7e?sig=%27%2B", "/%2f%7e?sig=%27%2B"),
        ("/caf\xe9", "/caf%E9"),
        ("/caf\u00c3\u00a9", "/caf%C3%A9"),
    ],
    ids=["space", "up", "query", "escapes kept", "latin-1", "utf-8"],
)
async def test_a_relative_or_untidy_location_is_resolved(serve, fetcher, location, path):
    site = await serve(answers({"/x/y": found(location), path: answer(b"page")}))
    page = await (await fetcher()).fetch(site.url("/x/y"))
    assert page.url == site.url(path)


async def test_cookies_are_neither_kept_nor_sent(serve, fetcher):
    site = await serve(answers({"/a": found("/b", "Set-Cookie: session=secret; Path=/"), "/b": answer(b"page")}))
    fetch = (await fetcher()).fetch
    await fetch(site.url("/a"))
    await fetch(site.url("/b"))
    assert not any("cookie" in request.lower() for request in site.requests)


async def test_validators_are_sent_only_to_their_own_url(serve, fetcher):
    site = await serve(answers({"/a": found("/b"), "/b": answer(b"page")}))
    await (await fetcher()).fetch(site.url("/a"), etag='"v1"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT")
    first, second = site.requests
    assert 'If-None-Match: "v1"' in first and "If-Modified-Since: Mon, 01 Jan" in first
    assert "If-None-Match" not in second and "If-Modified-Since" not in second


async def test_before_send_is_called_at_every_hop(serve, fetcher):
    site = await serve(answers({"/a": found("/b"), "/b": answer(b"page")}))
    seen: list[int] = []
    await (await fetcher()).fetch(site.url("/a"), before_send=lambda: seen.append(len(site.requests)))
    assert seen == [0, 1]


class LeaseLost(OSError):
    """Resembles a network error, and must not be handled as one."""


async def test_an_exception_of_before_send_stops_the_fetch_and_is_not_wrapped(serve, fetcher):
    site = await serve(answers({"/a": found("/b"), "/b": answer(b"page")}))

    def lose_the_lease_after_one_request():
        if site.requests:
            raise LeaseLost("somebody else has it")

    with pytest.raises(LeaseLost):
        await (await fetcher()).fetch(site.url("/a"), before_send=lose_the_lease_after_one_request)
    assert site.paths == ["/a"]


async def test_before_send_is_called_after_the_wait_for_a_connection(serve, fetcher):
    order: list[str] = []

    async def resolver(host):
        order.append("resolved")
        return [LOOPBACK]

    site = await serve(answer(b"page"))
    fetch = (await fetcher(resolver=resolver)).fetch
    await fetch(site.url(host="site.test"), before_send=lambda: order.append("asked"))
    assert order == ["resolved", "asked"]
