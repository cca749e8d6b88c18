"""Check the accessibility of pages with axe.

Each state of a screen is checked once, in the test that reaches it.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from playwright.async_api import Page, expect
from tests.browser.users import PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
# During a transition, colours have intermediate values.
FINISH_TRANSITIONS = "document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish())"


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe is not installed: run `make page` first."
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
    """Check both colour schemes, and that nothing is wider than a phone."""
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        await page.evaluate(FINISH_TRANSITIONS)
        await assert_accessible(page)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
