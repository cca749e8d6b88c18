"""Posts of social networks in the mailbox: processed as usual, from pages like those a network serves."""

from collections.abc import AsyncIterator, Sequence
from html import escape

import httpx
import pytest
from aiohttp import web

from garner.extraction.kinds.recipe.sites.social import WARNING
from garner.fetch import Fetcher, FetchLimits
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage

from .conftest import ASYNC, Garner

LOOPBACK = "127.0.0.1"
CAPTION = """Lemon drizzle cake

Ingredients:
- 225 g butter
- 225 g sugar
- 4 eggs

Method:
1. Heat the oven to 180 C.
2. Beat the butter with the sugar, then add the eggs.
3. Bake for 45 minutes."""
POST = f"""<html><head><meta property="og:title" content="Some Cook on Instagram">
<meta property="og:description" content='12 likes, 3 comments - some.cook on March 3, 2026: "{escape(CAPTION)}"'>
</head><body>{"<p>Log in to see photos and videos from friends. </p>" * 60}</body></html>"""
SIGN_IN = """<html><head><title>Login • Instagram</title></head><body><form action="/accounts/login/" method="post">
<input name="username"><input type="password" name="password"><button>Log in</button></form></body></html>"""


async def resolve_to_loopback(host: str) -> Sequence[str]:
    return [LOOPBACK]


@pytest.fixture
async def network() -> AsyncIterator[int]:
    """The port of a social network, served under any host name."""

    async def post(request: web.Request) -> web.Response:
        return web.Response(text=POST, content_type="text/html")

    async def private(request: web.Request) -> web.Response:
        raise web.HTTPFound("/accounts/login/?next=/p/private/")

    async def sign_in(request: web.Request) -> web.Response:
        return web.Response(text=SIGN_IN, content_type="text/html")

    app = web.Application()
    app.add_routes(
        [web.get("/p/cake/", post), web.get("/p/private/", private), web.get("/accounts/login/", sign_in)],
    )
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, LOOPBACK, 0)
    await site.start()
    yield runner.addresses[0][1]
    await runner.cleanup()


@pytest.fixture(autouse=True)
async def fetching(garner: Garner) -> AsyncIterator[None]:
    """A worker that resolves every name to this machine."""
    limits = FetchLimits(10, 1_000_000, 5)
    options = {"user_agent": "Garner/test", "allow_private": True, "concurrency": 4, "resolver": resolve_to_loopback}
    async with Fetcher(limits=limits, **options) as fetcher:
        stage = CrawlStage(garner.engine, fetcher, "w")
        garner.loops[0] = Loop(stage, garner.engine.database, "w", garner.engine.settings)
        yield


async def sent(garner: Garner, person: httpx.AsyncClient, url: str) -> tuple[dict[str, object], dict[str, object]]:
    answer = await person.post(ASYNC, json={"url": url})
    assert answer.status_code == 202, answer.text
    await garner.work()
    return answer.json(), (await person.get(f"/recipes/parse-url/status/{answer.json()['id']}")).json()


async def test_a_recipe_is_read_from_the_caption_of_a_post(
    garner: Garner, ana: httpx.AsyncClient, network: int
) -> None:
    url = f"http://www.instagram.com:{network}/p/cake/"
    job, state = await sent(garner, ana, url)
    assert job == {"id": job["id"], "job_type": "social", "url": url, "status": "PENDING"}
    assert (state["status"], state["job_type"]) == ("COMPLETE", "social")
    result = state["result"]
    assert isinstance(result, dict)
    assert result["parser_strategy"] == "social" and WARNING in result["warnings"]
    recipe = result["recipe"]
    assert (recipe["title"], recipe["author"]) == ("Lemon drizzle cake", "some.cook")
    assert [line["name"] for line in recipe["ingredients"]] == ["butter", "sugar", "eggs"]
    assert len(recipe["instructions"]) == 3
    (entry,) = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    assert (entry["job_type"], entry["preview"]["source_host"]) == ("social", "www.instagram.com")


async def test_a_post_behind_a_login_is_reported_as_login_wall(
    garner: Garner, ana: httpx.AsyncClient, network: int
) -> None:
    _, state = await sent(garner, ana, f"http://www.instagram.com:{network}/p/private/")
    assert (state["status"], state["error_code"]) == ("ERROR", "login_wall")


async def test_the_same_page_on_another_host_is_an_ordinary_link(
    garner: Garner, ana: httpx.AsyncClient, network: int
) -> None:
    job, state = await sent(garner, ana, f"http://blog.example.com:{network}/p/cake/")
    assert (job["job_type"], state["error_code"]) == ("url", "not_found")
