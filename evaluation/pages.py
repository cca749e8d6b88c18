"""The given pages with their right answers, by collection."""

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from evaluation.folds import site_name
from evaluation.layout import ShownRecord
from garner.core.record import Kind

Line = dict[str, Any]
_PAGE = ".html.gz"


@dataclass(frozen=True)
class Page:
    id: str  # as the scorer knows it
    site: str
    url: str
    path: Path
    kind: Kind
    record: ShownRecord
    answered: frozenset[str]  # the fields that have a right answer

    @property
    def answer_file(self) -> Path:
        return _answer_file(self.path)

    def read(self) -> bytes:
        return read(self.path)


@dataclass(frozen=True)
class Collection:
    """Pages of one kind, in a folder below the corpora that the scorer reads the answers from."""

    folder: str
    pattern: str
    kind: Kind
    load: Callable[[Path], Page]

    def pages(self, corpora: Path) -> Iterator[Page]:
        for path in sorted((corpora / self.folder).glob(self.pattern)):
            yield self.load(path)


def read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def read_lines(path: Path) -> list[Line]:
    return [json.loads(line) for line in read(path).splitlines() if line.strip()]


def _answer_file(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(_PAGE) + ".json")


def _read_answers(path: Path) -> Line:
    answers: Line = json.loads(_answer_file(path).read_bytes())
    return answers


def _relative_id(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix(_PAGE)}"


def _load_recipe(path: Path) -> Page:
    gold = _read_answers(path)
    url = gold.get("canonical_url") or ""
    steps = gold.get("instructions_list") or [gold.get("instructions") or ""]
    texts = [gold.get("title") or "", *(gold.get("ingredients") or []), *steps]
    return Page(
        id=_relative_id(path),
        site=site_name(path.parent.name),
        url=url if url.startswith("http") else f"https://{path.parent.name}/",
        path=path,
        kind=Kind.RECIPE,
        record=ShownRecord(tuple(filter(None, texts))),
        answered=frozenset(gold),
    )


def _load_product(path: Path) -> Page:
    gold = _read_answers(path)
    texts = [text for field in ("sku", "brand", "gtin", "mpn") for text in gold.get(field, [])]
    return Page(
        id=gold["id"],
        site=site_name(urlsplit(gold["url"]).hostname or ""),
        url=gold["url"],
        path=path,
        kind=Kind.PRODUCT,
        record=ShownRecord(tuple(texts), tuple(gold.get("price", []))),
        answered=frozenset(gold),
    )


def _load_page_without_markup(kind: Kind, fields: tuple[str, ...], path: Path) -> Page:
    page = _read_answers(path)
    gold = page["gold"]
    texts = [text for field in fields for text in gold.get(field) or []]
    return Page(
        id=_relative_id(path),
        site=site_name(page["site"]),
        url=page["url"],
        path=path,
        kind=kind,
        record=ShownRecord(tuple(texts), tuple(gold.get("price") or [])),
        answered=frozenset(gold),
    )


def _load_posting(path: Path) -> Page:
    return _load_page_without_markup(Kind.POSTING, ("title", "company", "location"), path)


def _load_shop_page(path: Path) -> Page:
    return _load_page_without_markup(Kind.PRODUCT, ("model", "manufacturer"), path)


# By the name of the scorer's command.
COLLECTIONS = {
    "recipes": Collection("recipes", f"*/*{_PAGE}", Kind.RECIPE, _load_recipe),
    "products": Collection("products", f"*{_PAGE}", Kind.PRODUCT, _load_product),
    "postings": Collection("pages_without_markup/postings", f"*/*{_PAGE}", Kind.POSTING, _load_posting),
    "shops": Collection("pages_without_markup/shops", f"*/*{_PAGE}", Kind.PRODUCT, _load_shop_page),
}
