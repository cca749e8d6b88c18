"""What a browser complains about while a test looks at the page. Any complaint fails the test that it came up in,
unless the test said that it would come."""

from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, ConsoleMessage, Page, WebError

# What Chromium itself says of an answer that is an error, or of none.
FAILED_TO_LOAD = "Failed to load resource"


class Console:
    def __init__(self) -> None:
        self._complaints: list[str] = []
        self._expected: list[str] = []

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def hear_uncaught(self, error: WebError) -> None:
        self._complaints.append(f"uncaught: {error.error}")

    def expect(self, *words: str) -> None:
        self._expected.extend(words)

    def unexpected(self) -> list[str]:
        return [said for said in self._complaints if not any(words in said for words in self._expected)]


_CONSOLES: WeakKeyDictionary[BrowserContext, Console] = WeakKeyDictionary()


def watch(context: BrowserContext) -> None:
    """All pages of it, those that are opened later included."""
    console = _CONSOLES[context] = Console()
    context.on("console", console.hear)
    context.on("weberror", console.hear_uncaught)


def expect_complaints(page: Page, *words: str) -> None:
    """What a test brings about on purpose: `expect_complaints(page, FAILED_TO_LOAD)` while a server is away, or where
    it refuses what is asked."""
    _CONSOLES[page.context].expect(*words)


async def hear_out(context: BrowserContext) -> None:
    """Waits until everything that the pages have reported so far is heard: a console's messages come in order."""
    for page in context.pages:
        await page.evaluate("0")


def assert_no_complaints(context: BrowserContext) -> None:
    complaints = _CONSOLES[context].unexpected()
    assert not complaints, "\n".join(complaints)
