"""Asks axe what is wrong with a page for users who cannot see it or cannot use a mouse.

Each state of a screen is checked once, in the test that brings it about.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from playwright.async_api import Page, expect
from tests.browser.people import PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
# Colours that change are in between for a moment.
FINISH_TRANSITIONS = "document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish())"


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe is not installed, and these tests ask it: run `make page` first."
    return AXE.read_text()


async def assert_accessible(page: Page) -> None:
    await page.evaluate(_axe())
    found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    grave = [problem for problem in found["violations"] if problem["impact"] in GRAVE]
    assert not grave, "\n".join(
        f"{problem['impact']} {problem['id']}: {problem['help']}\n    {node['html']}\n    {node['failureSummary']}"
        for problem in grave
        for node in problem["nodes"]
    )


async def assert_fits_a_phone(page: Page) -> None:
    """Accessible in both colour schemes, and nothing sticks out at a phone's width."""
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        await page.evaluate(FINISH_TRANSITIONS)
        await assert_accessible(page)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
