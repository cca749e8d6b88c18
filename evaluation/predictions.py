"""The predictions of Garner for one page, line or pair, in the form that the scorer reads."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.disturbances import DISTURBANCES, PageContext
from evaluation.pages import Line, Page, read, read_lines
from garner.core.record import Kind
from garner.extraction import extract, extract_if_changed
from garner.extraction.page.document import decode_page
from garner.extraction.values.ingredients import parse_ingredient

Data = dict[str, Any]
_PER_TASK = 8
_AVAILABILITY = {
    "in_stock": "InStock",
    "limited": "InStock",
    "preorder": "InStock",
    "backorder": "InStock",
    "out_of_stock": "OutOfStock",
    "discontinued": "OutOfStock",
}


@dataclass(frozen=True)
class Reading:
    """The way in which a set reads its pages. Sites are read as unknown ones unless `site_parsers` is set."""

    remove: Callable[[str], str] | None = None
    site_parsers: bool = False
    disturbance: str | None = None

    def body(self, page: Page) -> bytes:
        body = page.read()
        if self.remove is None and self.disturbance is None:
            return body
        text = decode_page(body, None)
        if self.remove is not None:
            text = self.remove(text)
        if self.disturbance is not None:
            context = PageContext(page.id, page.kind, page.record)
            text = DISTURBANCES[self.disturbance].change(text, context)
        return text.encode()


def predict_page(reading: Reading, page: Page) -> Line:
    extraction = extract(
        reading.body(page), url=page.url, charset=None, kinds=(page.kind,), site_parsers=reading.site_parsers
    )
    record = extraction.records.get(page.kind)
    return {"id": page.id} | (_AS_SCORED[page.kind](dict(record.data)) if record else {})


def _recipe_line(data: Data) -> Line:
    return {
        **{name: data[name] for name in ("title", "instructions", "yields")},
        "ingredients": [ingredient["raw"] for ingredient in data["ingredients"]],
        "total_time": data["total_minutes"],
    }


def _product_line(data: Data) -> Line:
    values = {name: data[name] for name in ("name", "price", "currency", "sku", "brand", "gtin", "mpn")}
    return values | {"availability": _AVAILABILITY.get(data["availability"])}


def _posting_line(data: Data) -> Line:
    return {name: data[name] for name in ("title", "company", "locations")}


_AS_SCORED: dict[Kind, Callable[[Data], Line]] = {
    Kind.RECIPE: _recipe_line,
    Kind.PRODUCT: _product_line,
    Kind.POSTING: _posting_line,
}


def predict_pages(reading: Reading, pages: list[Page], executor: Executor) -> Iterator[Line]:
    return executor.map(predict_page, [reading] * len(pages), pages, chunksize=_PER_TASK)


def predict_ingredients(corpora: Path, executor: Executor) -> Iterator[Line]:
    for gold in read_lines(corpora / "ingredients" / "given.jsonl.gz"):
        yield {"input": gold["input"]} | parse_ingredient(gold["input"])


def predict_unchanged(corpora: Path, executor: Executor) -> Iterator[Line]:
    folder = corpora / "near_duplicates"
    pairs = json.loads((folder / "pairs.json").read_bytes())
    return executor.map(_predict_pair, [folder] * len(pairs), pairs, chunksize=_PER_TASK)


def _predict_pair(folder: Path, pair: Line) -> Line:
    bodies = [read(folder / "html" / f"{pair[side][:12]}.html.gz") for side in "ab"]
    wanted: Data = {"url": f"https://{pair['url']}", "charset": None, "kinds": (Kind.RECIPE,)}
    first = extract_if_changed(bodies[0], before=None, **wanted)
    if Kind.RECIPE not in first.records:
        return {"a": pair["a"], "b": pair["b"], "skip": False}
    second = extract_if_changed(bodies[1], before=first.page_fingerprint, **wanted)
    return {"a": pair["a"], "b": pair["b"], "skip": second.unchanged}
