"""What axe finds wrong with a page for people who cannot see it, or cannot use a mouse."""

from functools import cache
from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


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
