"""Predictions for each set of the corpora, in the form that the scorer reads.

Recipes are read without the site parsers, as on unknown sites, unless a set says otherwise.
"""

import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.matching import CATALOGUES, predict_each_alone, predict_one_to_one
from garner.core.record import Kind
from garner.extraction import extract, extract_if_changed
from garner.extraction.values.ingredients import parse_ingredient

Line = dict[str, Any]

# Everything that says in so many words what is what: what is left is what a person sees.
_SCRIPTS = re.compile(r"<script\b.*?</script\s*>", re.I | re.S)
_METAS = re.compile(
    r"<meta\b[^>]*\b(?:property|name|itemprop)\s*=\s*[\"']?(?:og|twitter|product|article|recipe)[^>]*>", re.I
)
_ATTRIBUTES = re.compile(
    r"\s(?:itemscope|itemprop|itemtype|itemid|itemref|typeof|property|vocab|about|resource|datatype)"
    r"(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))?(?=[\s/>])",
    re.I,
)
_OPENING_TAG = re.compile(r"<[a-z][^<>]*>", re.I)


@dataclass(frozen=True)
class Set:
    scorer: str  # the name that the scorer knows it by
    gold: str  # below the corpora
    predict: Callable[[Path], Iterator[Line]]


def read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def lines(path: Path) -> list[Line]:
    return [json.loads(line) for line in read(path).splitlines() if line.strip()]


def without_markup(body: bytes) -> bytes:
    """The page without the structured data in it: no scripts, no metadata, none of the attributes that name things."""
    text = body.decode("utf-8", "replace")
    text = _METAS.sub("", _SCRIPTS.sub("", text))
    return _OPENING_TAG.sub(lambda tag: _ATTRIBUTES.sub("", tag[0]), text).encode()


def _recipe(path: Path, body: bytes, *, site_parsers: bool = False) -> Line:
    gold = json.loads(path.with_name(path.name.removesuffix(".html.gz") + ".json").read_bytes())
    url = gold.get("canonical_url") or ""
    url = url if url.startswith("http") else f"https://{path.parent.name}/"
    extraction = extract(body, url=url, charset=None, kinds=(Kind.RECIPE,), site_parsers=site_parsers)
    found = extraction.records.get(Kind.RECIPE)
    line: Line = {"id": f"{path.parent.name}/{path.name.removesuffix('.html.gz')}"}
    if found is not None:
        data = found.data
        line |= {name: data[name] for name in ("title", "instructions", "yields")}
        line |= {"ingredients": [each["raw"] for each in data["ingredients"]], "total_time": data["total_minutes"]}
    return line


def _marked_recipe(path: Path) -> Line:
    return _recipe(path, read(path))


def _recipe_of_a_known_site(path: Path) -> Line:
    return _recipe(path, read(path), site_parsers=True)


def _bare_recipe(path: Path) -> Line:
    return _recipe(path, without_markup(read(path)))


def _product(path: Path) -> Line:
    gold = json.loads(path.with_name(path.name.removesuffix(".html.gz") + ".json").read_bytes())
    found = extract(read(path), url=gold["url"], charset=None, kinds=(Kind.PRODUCT,)).records.get(Kind.PRODUCT)
    line: Line = {"id": gold["id"]}
    if found is not None:
        line |= {name: found.data[name] for name in ("price", "currency", "sku", "brand", "gtin", "mpn")}
        line["availability"] = SCHEMA_WORDS.get(found.data["availability"])
    return line


SCHEMA_WORDS = {
    "in_stock": "InStock",
    "limited": "InStock",
    "preorder": "InStock",
    "backorder": "InStock",
    "out_of_stock": "OutOfStock",
    "discontinued": "OutOfStock",
}


def _pair(folder: Path, pair: Line) -> Line:
    bodies = [read(folder / "html" / f"{pair[side][:12]}.html.gz") for side in "ab"]
    url = f"https://{pair['url']}"
    wanted: dict[str, Any] = {"url": url, "charset": None, "kinds": (Kind.RECIPE,)}
    first = extract_if_changed(bodies[0], before=None, **wanted)
    if Kind.RECIPE not in first.records:
        return {"a": pair["a"], "b": pair["b"], "skip": False}
    second = extract_if_changed(bodies[1], before=first.page_fingerprint, **wanted)
    return {"a": pair["a"], "b": pair["b"], "skip": second.unchanged}


def _in_parallel(predict: Callable[..., Line], *columns: list[Any]) -> Iterator[Line]:
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        yield from processes.map(predict, *columns, chunksize=4)


def recipes(corpora: Path) -> Iterator[Line]:
    yield from _in_parallel(_marked_recipe, sorted((corpora / "recipes").glob("*/*.html.gz")))


def recipes_with_site_parsers(corpora: Path) -> Iterator[Line]:
    yield from _in_parallel(_recipe_of_a_known_site, sorted((corpora / "recipes").glob("*/*.html.gz")))


def bare_recipes(corpora: Path) -> Iterator[Line]:
    yield from _in_parallel(_bare_recipe, sorted((corpora / "recipes").glob("*/*.html.gz")))


def products(corpora: Path) -> Iterator[Line]:
    yield from _in_parallel(_product, sorted((corpora / "products").glob("*.html.gz")))


def ingredients(corpora: Path) -> Iterator[Line]:
    for gold in lines(corpora / "ingredients" / "given.jsonl.gz"):
        yield {"input": gold["input"]} | parse_ingredient(gold["input"])


def unchanged(corpora: Path) -> Iterator[Line]:
    folder = corpora / "near_duplicates"
    pairs = json.loads((folder / "pairs.json").read_bytes())
    yield from _in_parallel(_pair, [folder] * len(pairs), pairs)


def _matching(name: str, predict: Callable[[Path, str], Iterator[Line]]) -> Set:
    return Set("matching", f"matching/{name}/rows.jsonl.gz", lambda corpora: predict(corpora, name))


SETS = {
    "recipes": Set("recipes", "recipes", recipes),
    "recipes_with_site_parsers": Set("recipes", "recipes", recipes_with_site_parsers),
    "bare_recipes": Set("recipes", "recipes", bare_recipes),
    "products": Set("products", "products", products),
    "ingredients": Set("ingredients", "ingredients/given.jsonl.gz", ingredients),
    "unchanged": Set("unchanged", "near_duplicates/pairs.json", unchanged),
    **{f"match_{name}": _matching(name, predict_one_to_one) for name in CATALOGUES},
    **{f"match_{name}_alone": _matching(name, predict_each_alone) for name in CATALOGUES},
}
