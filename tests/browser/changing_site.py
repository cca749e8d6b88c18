"""A site with one recipe, which a test may change, and a page that does not answer until the test lets it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from aiohttp import web

RECIPE: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "Barley soup",
    "description": "Thick and plain.",
    "recipeYield": "4 servings",
    "totalTime": "PT40M",
    "recipeIngredient": ["200 g barley", "1 onion", "1 l stock"],
    "recipeInstructions": [
        {"@type": "HowToStep", "text": "Chop the onion."},
        {"@type": "HowToStep", "text": "Boil all for half an hour."},
    ],
}


class ChangingSite:
    def __init__(self) -> None:
        self.recipe = dict(RECIPE)
        self.may_answer = asyncio.Event()
        self.url = ""  # with a random path: ports are reused, and the server remembers pages

    def page(self, name: str = "barley-soup") -> str:
        """Return a URL of the recipe that no other test requests."""
        return f"{self.url}/{name}"

    @property
    def slow_page(self) -> str:
        return f"{self.url}/slow"

    async def answer(self, request: web.Request) -> web.Response:
        if request.path == "/robots.txt":
            return web.Response(status=404)
        if request.path.endswith("/slow"):
            await self.may_answer.wait()
        data = json.dumps(self.recipe)
        text = f'<html lang="en"><title>Soup</title><script type="application/ld+json">{data}</script><h1>Soup</h1>'
        return web.Response(text=text, content_type="text/html")


@asynccontextmanager
async def changing_site() -> AsyncIterator[ChangingSite]:
    site = ChangingSite()
    application = web.Application()
    application.router.add_get("/{path:.*}", site.answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    listener = web.TCPSite(runner, "127.0.0.1", 0)
    await listener.start()
    site.url = f"http://127.0.0.1:{listener.port}/{uuid4().hex[:8]}"
    try:
        yield site
    finally:
        site.may_answer.set()
        await runner.cleanup()
