"""Render a record as a card in the terminal.

The content was written by strangers. It is never interpreted as markup, and control characters, with which a page could
repaint the terminal, are removed.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from garner.core.plurals import format_count
from garner.core.record import Kind, RecordData
from garner.kinds.posting.model import Posting
from garner.kinds.product.model import Product
from garner.kinds.recipe.model import Ingredient, Recipe

WIDTH = 88
_WIDEST_AMOUNT = 18
_MAX_DESCRIPTION_LENGTH = 600
_SOFT = "dim"
_HEADING = "bold green"
_AMOUNT = "cyan"


def plain(text: object) -> str:
    """Return the text without terminal control characters; line breaks are kept."""
    return "".join(letter for letter in str(text) if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cs"))


def card(kind: Kind, record: RecordData, url: str) -> RenderableType:
    parts = CARDS[kind].parts(record)
    title = record.get("title") or record.get("name") or "?"
    return Panel(
        Group(*parts),
        title=Text(plain(title), style="bold", overflow="ellipsis"),
        title_align="left",
        subtitle=Text(plain(url), style=_SOFT, overflow="ellipsis"),
        subtitle_align="right",
        border_style="green",
        box=box.ROUNDED,
        padding=(1, 2),
        width=WIDTH,
    )


def _recipe(record: Recipe) -> Iterable[RenderableType]:
    author = record.get("author")
    yield _line(author and f"by {author}", record.get("yields"), _time(record))
    yield from _render_description(record)
    yield from _section("Ingredients", _ingredients(record.get("ingredients") or []))
    if steps := record.get("instructions"):
        yield from _section("Method", _render_steps(steps))
    if facts := record.get("nutrition"):
        yield from _section("Nutrition", _facts(facts.items()))


def _product(record: Product) -> Iterable[RenderableType]:
    yield _price(record)
    yield from _render_description(record)
    rating, count = record.get("rating"), record.get("review_count")
    stars = None if rating is None else f"{rating:g} of 5"
    reviews = None if count is None else format_count(count, "review")
    rated = ", ".join(filter(None, (stars, reviews)))
    named = ("brand", "category", "sku", "gtin", "mpn")
    facts = [(name if len(name) > 4 else name.upper(), record.get(name)) for name in named]
    yield from _section("", _facts([("rating", rated), *facts, ("picture", _first_picture(record))]))


def _posting(record: Posting) -> Iterable[RenderableType]:
    yield _line(record.get("company"), _in_words(record.get("employment_type")), record.get("remote") and "remote")
    yield from _render_description(record)
    facts = (
        ("location", "\n".join(record.get("locations") or [])),
        ("salary", _pay(record)),
        ("posted", record.get("posted_at")),
        ("open until", record.get("valid_through")),
        ("reference", record.get("external_id")),
        ("apply at", record.get("apply_url")),
    )
    yield from _section("", _facts(facts))


def _line(*parts: object) -> Text:
    return Text(plain(" · ".join(str(part) for part in parts if part)), style=_SOFT)


def _render_description(record: RecordData) -> Iterable[RenderableType]:
    if description := plain(record.get("description") or ""):
        shown = description[:_MAX_DESCRIPTION_LENGTH].rstrip()
        yield from ("", Text(shown if shown == description else f"{shown} …", style="italic"))


def _section(heading: str, body: RenderableType) -> Iterable[RenderableType]:
    yield ""
    if heading:
        yield Text(heading, style=_HEADING)
    yield Padding(body, (0, 0, 0, 2 if heading else 0))


def _ingredients(lines: Iterable[Ingredient]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style=_AMOUNT, no_wrap=True)
    table.add_column()
    for line in lines:
        table.add_row(*map(Text, split_amount(line)))
    return table


def split_amount(line: Ingredient) -> tuple[str, str]:
    """Split an ingredient line after its amount; without a leading amount, all of it is the food."""
    raw = plain(line.get("raw") or line.get("name") or "")
    name = plain(line.get("name") or "")
    at = raw.find(name) if name else -1
    amount = raw[: max(at, 0)].strip()
    leads = amount[:1].isnumeric() and len(amount) <= _WIDEST_AMOUNT
    return (amount, raw[at:]) if leads else ("", raw)


def _render_steps(steps: Iterable[str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style=_AMOUNT, no_wrap=True)
    table.add_column()
    for number, step in enumerate(steps, 1):
        table.add_row(f"{number}.", Text(plain(step)))
    return table


def _facts(facts: Iterable[tuple[str, Any]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=_SOFT, no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts:
        if value:
            table.add_row(Text(plain(name)), Text(plain(value)))
    return table


def _price(record: Product) -> Text:
    text = Text()
    if record.get("price"):
        text.append(plain(f"{record['price']} {record.get('currency') or ''}").strip(), style="bold cyan")
    if record.get("list_price"):
        text.append("  ")
        text.append(plain(record["list_price"]), style="strike dim")
    if available := _in_words(record.get("availability")):
        text.append(f"{' · ' if text else ''}{plain(available)}", style=_SOFT)
    return text


def _pay(record: Posting) -> str:
    least, most = record.get("salary_min"), record.get("salary_max")
    amounts = " – ".join(str(amount) for amount in dict.fromkeys((least, most)) if amount)
    if not amounts:
        return ""
    period = record.get("salary_period")
    return f"{amounts} {record.get('salary_currency') or ''}".strip() + (f" a {period}" if period else "")


def _first_picture(record: Product) -> str | None:
    return next((image.get("url") for image in record.get("images") or []), None)


def _in_words(code: str | None) -> str:
    return (code or "").replace("_", " ")


def _time(record: Recipe) -> str:
    times = ((record.get("prep_minutes"), "prep"), (record.get("cook_minutes"), "cook"))
    parts = [f"{in_hours(minutes)} {what}" for minutes, what in times if minutes]
    total = record.get("total_minutes")
    if not total:
        return ", ".join(parts)
    return in_hours(total) + (f" ({', '.join(parts)})" if parts else "")


def in_hours(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest} min" if rest else f"{hours} h"


class KindCard(NamedTuple):
    parts: Callable[[Any], Iterable[RenderableType]]
    style: str  # of the kind's name in a list


CARDS: Mapping[Kind, KindCard] = {
    Kind.RECIPE: KindCard(_recipe, "green"),
    Kind.PRODUCT: KindCard(_product, "magenta"),
    Kind.POSTING: KindCard(_posting, "blue"),
}
