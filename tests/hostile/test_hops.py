"""Fetching one hop at a time, for a caller that needs permission for every host of a redirect chain."""

import asyncio

import pytest
from tests.hostile.conftest import PUBLIC, answer

from garner.errors import BadRedirect, EgressRefused, FetchTimeout, TooLarge, TooManyRedirects
from garner.fetch import FetchLimits, Page, Redirect


def found(location: str, status: str = "302 Found") -> bytes:
    return answer(b"moved", f"Location: {location}", status=status)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_returned_and_not_followed(serve, fetcher, status):
    site = await serve(found("/b?c#part", f"{status} Moved"))
    redirect = await (await fetcher()).fetch_hop(site.url("/a"))
    assert isinstance(redirect, Redirect)
    assert (redirect.location, redirect.status) == (site.url("/b?c"), status)
    assert 0 < redirect.seconds < 5
    assert site.paths == ["/a"]


async def test_a_page_is_returned_with_the_trail_that_led_to_it(serve, fetcher):
    site = await serve(answer(b"page"))
    trail = ["http://first.test/", "http://second.test/"]
    page = await (await fetcher()).fetch_hop(site.url("/c"), trail=trail)
    assert isinstance(page, Page)
    assert (page.url, page.body, page.redirects) == (site.url("/c"), b"page", tuple(trail))


@pytest.mark.parametrize("answered", [answer(b"page"), found("/b")], ids=["page", "redirect"])
async def test_the_wait_before_a_request_is_not_counted_as_response_time(serve, fetcher, answered):
    site = await serve(answered)
    hop = await (await fetcher()).fetch_hop(site.url("/a"), before_send=lambda: asyncio.sleep(2))
    assert 0 < hop.seconds < 2


async def test_a_hop_to_the_trail_or_to_itself_is_a_redirect_loop(serve, fetcher):
    site = await serve(found("/a"))
    hop = (await fetcher()).fetch_hop
    with pytest.raises(TooManyRedirects, match="loop"):
        await hop(site.url("/b"), trail=[site.url("/a")])
    with pytest.raises(TooManyRedirects, match="loop"):
        await hop(site.url("/a"))


async def test_a_trail_of_the_maximum_length_fails_at_the_next_redirect(serve, fetcher):
    site = await serve(found("/on"))
    hop = (await fetcher(max_redirects=2)).fetch_hop
    trail = [site.url("/1"), site.url("/2")]
    assert isinstance(await hop(site.url("/2"), trail=trail[:1]), Redirect)
    with pytest.raises(TooManyRedirects, match="more than 2 times"):
        await hop(site.url("/3"), trail=trail)


async def test_a_redirect_to_another_scheme_is_refused(serve, fetcher):
    with pytest.raises(BadRedirect):
        await (await fetcher()).fetch_hop((await serve(found("file:///etc/passwd"))).url())


async def test_a_redirect_to_a_private_address_is_refused_before_connecting(serve, fetcher, internet):
    site = await serve(found("http://10.0.0.1/"))

    async def resolver(host):
        return [PUBLIC]

    hop = (await fetcher(allow_private=False, resolver=resolver)).fetch_hop
    redirect = await hop(site.url(host="outside.test"))
    with pytest.raises(EgressRefused):
        await hop(redirect.location, trail=[site.url(host="outside.test")])
    assert internet.dialled == [PUBLIC]


async def test_limits_of_a_hop_override_those_of_the_fetcher(serve, fetcher):
    async def page_or_silence(path, writer):
        if path == "/page":
            writer.write(answer(b"x" * 2000))

    site = await serve(page_or_silence)
    hop = (await fetcher()).fetch_hop
    with pytest.raises(TooLarge):
        await hop(site.url("/page"), limits=FetchLimits(5, 1000, 5))
    with pytest.raises(FetchTimeout, match=r"longer than 0\.1 s"):
        await hop(site.url("/silence"), limits=FetchLimits(0.1, 1000, 5))


async def test_before_send_is_called_and_its_exception_is_not_wrapped(serve, fetcher):
    def refuse():
        raise KeyError("lease")

    site = await serve(answer(b"page"))
    with pytest.raises(KeyError, match="lease"):
        await (await fetcher()).fetch_hop(site.url(), before_send=refuse)
    assert site.requests == []


async def test_a_304_records_whether_the_request_was_conditional(serve, fetcher):
    site = await serve(answer(b"", status="304 Not Modified"))
    hop = (await fetcher()).fetch_hop
    for validators in ({"etag": '"v1"'}, {"last_modified": "Mon, 01 Jan 2024 00:00:00 GMT"}):
        page = await hop(site.url(), **validators)
        assert (page.status, page.body, page.conditional) == (304, b"", True)
    page = await hop(site.url())
    assert (page.status, page.conditional) == (304, False)


async def test_a_changed_page_has_its_body(serve, fetcher):
    page = await (await fetcher()).fetch_hop((await serve(answer(b"new"))).url(), etag='"v1"')
    assert (page.status, page.conditional, page.body) == (200, True, b"new")


@pytest.mark.parametrize("etag", ['"a"\r\nX-Added: b', "", " "])
async def test_an_unclean_validator_is_not_sent(serve, fetcher, etag):
    site = await serve(answer(b"page"))
    page = await (await fetcher()).fetch_hop(site.url(), etag=etag)
    assert not page.conditional
    assert "If-None-Match" not in site.requests[0] and "X-Added" not in site.requests[0]
