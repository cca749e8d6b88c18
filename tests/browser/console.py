"""Errors on the browser's console during a test. Each of them fails the test, unless the test expects it."""

from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, ConsoleMessage, Page, WebError

# Chromium's own message about an error status, or about no answer.
FAILED_TO_LOAD = "Failed to load resource"


class Console:
    def __init__(self) -> None:
        self._errors: list[str] = []
        self._expected: list[str] = []

    def add_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._errors.append(f"{message.text} ({message.location.get('url', '')})")

    def add_uncaught(self, error: WebError) -> None:
        self._errors.append(f"uncaught: {error.error}")

    def expect(self, *words: str) -> None:
        self._expected.extend(words)

    def unexpected(self) -> list[str]:
        return [error for error in self._errors if not any(text in error for text in self._expected)]


_CONSOLES: WeakKeyDictionary[BrowserContext, Console] = WeakKeyDictionary()


def watch(context: BrowserContext) -> None:
    """Collect the errors of all pages of the context, including those that are opened later."""
    console = _CONSOLES[context] = Console()
    context.on("console", console.add_message)
    context.on("weberror", console.add_uncaught)


def expect_errors(page: Page, *words: str) -> None:
    """Expect errors that the test causes: `expect_errors(page, FAILED_TO_LOAD)` while a server is unreachable, or when
    it refuses a request."""
    _CONSOLES[page.context].expect(*words)


async def receive_messages(context: BrowserContext) -> None:
    """Wait until all messages so far have been received. The console sends them in order."""
    for page in context.pages:
        await page.evaluate("0")


def assert_no_errors(context: BrowserContext) -> None:
    errors = _CONSOLES[context].unexpected()
    assert not errors, "\n".join(errors)
