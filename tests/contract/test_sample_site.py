"""The sample site matches its answer sheet: a plain, careful client gets the expected outcome of each page."""

import asyncio
import json
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import httpx
import pytest

from garner.sample import SITE_PAGES, SampleSite, SitePage

LARGEST = 10_000_000
TYPES = {"recipe": "Recipe", "product": "Product", "posting": "JobPosting"}
REQUIRED = {
    "recipe": {"name", "image", "recipeIngredient", "recipeInstructions", "recipeYield", "author", "url"},
    "product": {"name", "image", "description", "sku", "brand", "offers", "url"},
    "posting": {"title", "description", "datePosted", "hiringOrganization", "employmentType", "url"},
}
WELL_BEHAVED = [
    *(
        "roast-tomato-soup",
        "lemon-drizzle-cake",
        "buttermilk-pancakes",
        "slow-beef-stew",
        "overnight-focaccia",
    ),
    *(
        "green-lentil-salad",
        "smoked-fish-pie",
        "chickpea-curry",
        "oat-and-raisin-cookies",
        "pickled-red-onions",
    ),
    *("oak-chopping-board", "cast-iron-pan", "stoneware-bowl", "linen-tea-towel"),
    *("balloon-whisk", "salt-pig", "proving-basket", "copper-saucepan"),
    *("head-baker", "weekend-shop-assistant", "recipe-editor", "software-engineer", "apprentice-pastry-cook"),
]


@pytest.fixture
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


@pytest.fixture
async def client(site: SampleSite) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url, trust_env=False, follow_redirects=True) as opened:
        yield opened


def json_ld(html: str, *, lenient: bool = False) -> list[dict[str, Any]]:
    """Return every node of every block; lenient also reads malformed JSON."""
    nodes: list[dict[str, Any]] = []
    for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL):
        tidy = re.sub(r",(\s*[\]}])", r"\1", text) if lenient else text
        block = json.loads(tidy, strict=not lenient)
        nodes += block.get("@graph", [block])
    return nodes


def record_of(page: SitePage, nodes: list[dict[str, Any]]) -> dict[str, Any] | None:
    return next((node for node in nodes if node["@type"] == TYPES[page.kind]), None)


def text_of(answer: httpx.Response, body: bytes) -> str:
    told = re.search(rb'<meta charset="([^"]+)"', body)
    return body.decode(answer.charset_encoding or (told[1].decode() if told else "utf-8"))


async def fetch(client: httpx.AsyncClient, path: str) -> tuple[httpx.Response, bytes]:
    async with client.stream("GET", path) as answer:
        body = b""
        async for chunk in answer.aiter_bytes():
            body += chunk
            if len(body) > LARGEST:
                break
        return answer, body


async def outcome_of(client: httpx.AsyncClient, page: SitePage) -> str:
    for _attempt in range(3):
        try:
            answer, body = await fetch(client, page.path)
        except httpx.TooManyRedirects:
            return "too_many_redirects"
        except httpx.TransportError:
            return "network_error"
        if answer.status_code not in (429, 500):
            break
    if answer.status_code in (404, 410):
        return "gone"
    if len(body) > LARGEST:
        return "too_large"
    found = record_of(page, json_ld(text_of(answer, body), lenient=True))
    return "record" if found and answer.status_code == 200 else "no_record"


def page_at(path: str) -> SitePage:
    return next(page for page in SITE_PAGES if page.path == path)


async def test_every_page_has_the_outcome_of_the_answer_sheet(client: httpx.AsyncClient) -> None:
    outcomes = {page.path: await outcome_of(client, page) for page in SITE_PAGES}
    assert outcomes == {page.path: page.outcome for page in SITE_PAGES}


async def test_a_well_behaved_page_has_strict_json_ld_with_the_required_fields(
    client: httpx.AsyncClient,
) -> None:
    pages = [page for page in SITE_PAGES if page.path.rpartition("/")[2] in WELL_BEHAVED]
    assert len(pages) == len(WELL_BEHAVED) == 10 + 8 + 5
    for page in pages:
        answer = await client.get(page.path)
        record = record_of(page, json_ld(answer.text))
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert record is not None
        assert {field for field in REQUIRED[page.kind] if not record.get(field)} == set(), page.path
        assert record["url"] == str(answer.url)
        assert 'rel="stylesheet"' in answer.text


async def test_every_offer_has_a_price_a_currency_and_an_availability(client: httpx.AsyncClient) -> None:
    for page in SITE_PAGES:
        if page.kind != "product" or page.path.rpartition("/")[2] not in WELL_BEHAVED:
            continue
        record = record_of(page, json_ld((await client.get(page.path)).text))
        assert record is not None
        offers = record["offers"] if isinstance(record["offers"], list) else [record["offers"]]
        for offer in offers:
            assert float(offer.get("price", offer.get("lowPrice"))) > 0
            assert re.fullmatch("[A-Z]{3}", offer["priceCurrency"])
            assert offer["availability"].startswith("https://schema.org/")


async def test_every_posting_has_a_location(client: httpx.AsyncClient) -> None:
    for page in SITE_PAGES:
        if page.kind == "posting" and page.outcome == "record":
            record = record_of(page, json_ld((await client.get(page.path)).text))
            assert record is not None
            assert "jobLocation" in record or record["jobLocationType"] == "TELECOMMUTE"


async def test_the_recipes_have_every_form_of_instructions_and_valid_durations(
    client: httpx.AsyncClient,
) -> None:
    forms = set()
    for page in SITE_PAGES:
        if page.kind != "recipe" or page.path.rpartition("/")[2] not in WELL_BEHAVED:
            continue
        record = record_of(page, json_ld((await client.get(page.path)).text))
        assert record is not None
        given = record["recipeInstructions"]
        first = given if isinstance(given, str) else given[0]
        forms.add(first["@type"] if isinstance(first, dict) else f"{type(given).__name__} of text")
        for field in {"prepTime", "cookTime", "totalTime"} & record.keys():
            assert re.fullmatch(r"P(\d+D)?T(\d+H)?(\d+M)?", record[field])
    assert forms == {"HowToStep", "HowToSection", "list of text", "str of text"}


async def test_the_visible_text_matches_the_structured_data(client: httpx.AsyncClient) -> None:
    soup = (await client.get("/recipes/roast-tomato-soup")).text
    visible = soup.partition("<main>")[2]
    record = record_of(page_at("/recipes/roast-tomato-soup"), json_ld(soup))
    assert record is not None
    for text in (record["name"], *record["recipeIngredient"], *record["recipeInstructions"]):
        assert f">{text}<" in visible


async def test_markup_in_a_description_does_not_end_the_script_element(client: httpx.AsyncClient) -> None:
    html = (await client.get("/careers/head-baker")).text
    head = html.partition("<body>")[0]
    assert "<\\/li>" in head
    assert "</li>" not in head


async def test_the_flaky_page_fails_twice_and_then_always_works(client: httpx.AsyncClient) -> None:
    statuses = [(await client.get("/recipes/herb-omelette")).status_code for _ in range(4)]
    assert statuses == [500, 500, 200, 200]


async def test_each_site_counts_its_own_visits(client: httpx.AsyncClient) -> None:
    await client.get("/recipes/herb-omelette")
    async with SampleSite() as other, httpx.AsyncClient(trust_env=False) as visitor:
        await visitor.get(f"{other.url}/recipes/herb-omelette")
        assert other.requests == {"/recipes/herb-omelette": 1}


async def test_the_throttled_page_answers_429_once_with_retry_after_1(client: httpx.AsyncClient) -> None:
    first, second = [await client.get("/shop/enamel-mug") for _ in range(2)]
    assert (first.status_code, first.headers["Retry-After"]) == (429, "1")
    assert second.status_code == 200


async def test_the_slow_page_takes_two_seconds(client: httpx.AsyncClient) -> None:
    started = time.monotonic()
    assert (await client.get("/recipes/slow-baked-beans")).status_code == 200
    assert 1.9 < time.monotonic() - started < 4


async def test_missing_and_withdrawn_pages_answer_404_and_410(client: httpx.AsyncClient) -> None:
    assert (await client.get("/shop/paper-lantern")).status_code == 404
    assert (await client.get("/nothing/of/the/kind")).status_code == 404
    assert (await client.get("/careers/delivery-rider")).status_code == 410


async def test_the_moved_page_redirects_to_the_recipe(client: httpx.AsyncClient) -> None:
    answer = await client.get("/recipes/roasted-tomato-soup")
    assert [hop.status_code for hop in answer.history] == [301]
    assert answer.url.path == "/recipes/roast-tomato-soup"


async def test_the_malformed_page_needs_both_repairs(client: httpx.AsyncClient) -> None:
    html = (await client.get("/recipes/apple-crumble")).text
    block = re.findall(r"ld\+json\">(.*?)</script>", html, re.DOTALL)[0]
    without_commas = re.sub(r",(\s*[\]}])", r"\1", block)
    with pytest.raises(json.JSONDecodeError):
        json.loads(block, strict=False)
    with pytest.raises(json.JSONDecodeError):
        json.loads(without_commas)
    assert json.loads(without_commas, strict=False)["@graph"][1]["name"] == "Apple crumble"


async def test_the_gzipped_page_is_compressed_even_if_not_accepted(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/shop/linen-apron", headers={"Accept-Encoding": "identity"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert record_of(page_at("/shop/linen-apron"), json_ld(answer.text)) is not None


async def test_only_the_page_itself_declares_windows_1252(client: httpx.AsyncClient) -> None:
    answer = await client.get("/recipes/creme-caramel")
    assert answer.headers["Content-Type"] == "text/html"
    with pytest.raises(UnicodeDecodeError):
        answer.content.decode("utf-8")
    record = record_of(page_at("/recipes/creme-caramel"), json_ld(text_of(answer, answer.content)))
    assert record is not None
    assert record["name"] == "Crème caramel"
    assert "½ vanilla pod" in record["recipeIngredient"]


async def test_the_huge_page_is_streamed_and_opens_with_a_record(client: httpx.AsyncClient) -> None:
    answer, body = await fetch(client, "/shop/complete-catalogue")
    assert "Content-Length" not in answer.headers
    assert len(body) > LARGEST
    assert record_of(page_at("/shop/complete-catalogue"), json_ld(body[:20_000].decode())) is not None


async def test_the_truncated_page_sends_a_record_and_no_end(client: httpx.AsyncClient) -> None:
    body = b""
    with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
        async with client.stream("GET", "/careers/night-baker") as answer:
            async for chunk in answer.aiter_bytes():
                body += chunk
    assert record_of(page_at("/careers/night-baker"), json_ld(body.decode())) is not None
    assert b"</html>" not in body


async def test_the_index_pages_link_to_every_page(client: httpx.AsyncClient) -> None:
    linked = set()
    for path in ("/", "/recipes/", "/shop/", "/careers/"):
        answer = await client.get(path)
        assert answer.status_code == 200
        linked |= set(re.findall(r'href="(/[^"]*)"', answer.text))
    assert {page.path for page in SITE_PAGES} <= linked


async def test_every_picture_and_the_stylesheet_are_served(client: httpx.AsyncClient) -> None:
    shown = {"/style.css"}
    for path in ("/recipes/", "/shop/"):
        shown |= set(re.findall(r'src="([^"]+)"', (await client.get(path)).text))
    assert len(shown) == 1 + 10 + 8
    for path in shown:
        answer = await client.get(path)
        assert answer.status_code == 200
        if path.endswith(".svg"):
            assert answer.headers["Content-Type"].startswith("image/svg+xml")
            ElementTree.fromstring(answer.text)


async def test_robots_txt_sets_a_delay_and_disallows_private_pages(site: SampleSite, client: httpx.AsyncClient) -> None:
    text = (await client.get("/robots.txt")).text
    assert text.splitlines()[:3] == ["User-agent: *", "Crawl-delay: 0.2", "Disallow: /private/"]
    assert f"Sitemap: {site.url}/sitemap.xml" in text
    robots = RobotFileParser()
    robots.parse(text.splitlines())
    assert all(robots.can_fetch("*", page.path) for page in SITE_PAGES)
    assert not robots.can_fetch("*", "/private/family-fruitcake")


async def test_a_private_recipe_is_served_and_linked_for_clients_that_ignore_robots(
    client: httpx.AsyncClient,
) -> None:
    assert 'href="/private/"' in (await client.get("/")).text
    assert 'href="/private/family-fruitcake"' in (await client.get("/private/")).text
    nodes = json_ld((await client.get("/private/family-fruitcake")).text)
    assert [node["@type"] for node in nodes] == ["WebSite", "Recipe"]


async def test_the_sitemap_lists_all_but_the_private_pages(site: SampleSite, client: httpx.AsyncClient) -> None:
    tree = ElementTree.fromstring((await client.get("/sitemap.xml")).content)
    listed = {element.text or "" for element in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    assert all(url.startswith(f"{site.url}/") for url in listed)
    paths = {urlsplit(url).path for url in listed}
    assert paths == {page.path for page in SITE_PAGES} | {"/", "/recipes/", "/shop/", "/careers/"}


async def test_requests_and_arrivals_are_recorded(site: SampleSite, client: httpx.AsyncClient) -> None:
    before = time.monotonic()
    for path in ("/shop/salt-pig", "/robots.txt", "/shop/salt-pig?from=mail"):
        await client.get(path)
    assert site.requests == {"/shop/salt-pig": 2, "/robots.txt": 1}
    assert [path for _, path in site.arrivals] == ["/shop/salt-pig", "/robots.txt", "/shop/salt-pig"]
    times = [at for at, _ in site.arrivals]
    assert before <= times[0] <= times[1] <= times[2] <= time.monotonic()


async def test_two_sites_serve_equal_pages_except_for_their_address(
    site: SampleSite, client: httpx.AsyncClient
) -> None:
    async with SampleSite() as other, httpx.AsyncClient(base_url=other.url, trust_env=False) as visitor:
        for path in ("/", "/shop/stoneware-bowl", "/recipes/slow-beef-stew", "/sitemap.xml"):
            here, there = (await client.get(path)).text, (await visitor.get(path)).text
            assert here.replace(site.url, "") == there.replace(other.url, "")


async def test_closing_the_site_does_not_wait_for_the_slow_page() -> None:
    async with httpx.AsyncClient(trust_env=False) as visitor:
        async with SampleSite() as site:
            visit = asyncio.create_task(visitor.get(f"{site.url}/recipes/slow-baked-beans"))
            await asyncio.wait([visit], timeout=0.2)
            assert site.requests == {"/recipes/slow-baked-beans": 1}
            closing = time.monotonic()
        assert time.monotonic() - closing < 1
        with pytest.raises(httpx.TransportError):
            await visit
        with pytest.raises(httpx.ConnectError):
            await visitor.get(site.url)


async def start(port: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "garner.sample", "--port", port)
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=buffered)


async def test_the_command_lists_its_urls_serves_them_and_exits_cleanly_on_interrupt() -> None:
    process = await start("0")
    try:
        assert process.stdout is not None
        async with asyncio.timeout(10):
            told = [(await process.stdout.readline()).decode() for _ in range(1 + len(SITE_PAGES))]
        urls = [line.split()[0] for line in told[1:]]
        async with httpx.AsyncClient(trust_env=False) as visitor:
            assert (await visitor.get(urls[0])).status_code == 200
        process.send_signal(signal.SIGINT)
        rest, complaints = await asyncio.wait_for(process.communicate(), 10)
    finally:
        if process.returncode is None:
            process.kill()
    assert [urlsplit(url).path for url in urls] == [page.path for page in SITE_PAGES]
    assert (process.returncode, rest, complaints) == (0, b"", b"")


async def test_a_port_in_use_is_reported_in_one_line(site: SampleSite) -> None:
    port = str(urlsplit(site.url).port)
    process = await start(port)
    _, complaints = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert complaints.decode().startswith(f"Port {port} cannot be used")
    assert complaints.count(b"\n") == 1


async def test_an_invalid_port_is_rejected() -> None:
    process = await start("99999")
    _, complaints = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 2
    assert b"99999 is not a port" in complaints
