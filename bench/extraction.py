"""G12: structured data compared with extruct, and recipes compared with recipe-scrapers, from real pages with known
answers.

Each contender works in a process of its own, and they take turns; a rate is the median of the rounds, by processor
time. Both sides of a pair get the same bytes and do the same work:

* JSON-LD, microdata and RDFa are read into nodes, as extruct does when asked for these three. RDFa takes most of
  extruct's time, so the ratio without it is reported as well.
* A page becomes a recipe: title, ingredients, instructions, yield and times, without Garner's site parsers. Garner also
  parses every ingredient line.

Speed is worth nothing without accuracy: Garner must find all nodes of the three kinds that extruct finds, by type and
name. The pages belong to their publishers and lie beside the checkout; without them, generated ones take their place.
"""

import gzip
import json
import logging
import multiprocessing
import os
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import extruct
from recipe_scrapers import scrape_html

from bench import simhash
from bench.result import Result
from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.page.document import Document
from garner.extraction.values.fields import clean_text

CORPORA = Path(os.environ.get("GARNER_SHARED", Path(__file__).parents[1].parent / "shared")) / "corpora"
ROUNDS = 3
PAGES = 120
SYNTAXES = ("json-ld", "microdata", "rdfa")
WITHOUT_RDFA = ("json-ld", "microdata")
KINDS = frozenset({"recipe", "product", "jobposting"})
FIELDS = ("title", "ingredients", "instructions_list", "yields", "total_time", "prep_time", "cook_time")
MADE_RECIPE = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "Leek soup",
    "recipeIngredient": [f"{number} g of the {number}th thing" for number in range(1, 13)],
    "recipeInstructions": [{"@type": "HowToStep", "text": f"Stir {number} times."} for number in range(1, 9)],
    "recipeYield": "4 servings",
    "totalTime": "PT45M",
}


@dataclass(frozen=True)
class Page:
    url: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@cache
def pages(folder: str, limit: int) -> list[Page]:
    """Return pages of the folder at equal intervals, so that all sites have their share."""
    paths = sorted((CORPORA / folder).rglob("*.html.gz"))
    chosen = paths[:: max(1, len(paths) // limit)][:limit]
    return [Page(_address(path), gzip.decompress(path.read_bytes())) for path in chosen] or _made(limit)


def _address(path: Path) -> str:
    answer = json.loads(path.with_name(path.name.removesuffix(".html.gz") + ".json").read_bytes())
    address = str(answer.get("canonical_url") or answer.get("url") or "")
    return address if address.startswith("http") else f"https://{path.parent.name}/"


def _made(count: int) -> list[Page]:
    block = f'<script type="application/ld+json">{json.dumps(MADE_RECIPE)}</script></head>'.encode()
    bodies = (simhash.page(seed).replace(b"</head>", block, 1) for seed in range(count))
    return [Page("https://example.org/soup", body) for body in bodies]


def structured_by_garner(page: Page) -> Any:
    document = Document(page.body, url=page.url, charset=None)
    return document.json_ld, document.microdata, document.rdfa


def structured_by_garner_without_rdfa(page: Page) -> Any:
    document = Document(page.body, url=page.url, charset=None)
    return document.json_ld, document.microdata


def structured_by_extruct(page: Page, syntaxes: Sequence[str] = SYNTAXES) -> Any:
    return extruct.extract(page.text, base_url=page.url, syntaxes=list(syntaxes), errors="ignore")


def structured_by_extruct_without_rdfa(page: Page) -> Any:
    return structured_by_extruct(page, WITHOUT_RDFA)


def recipe_by_garner(page: Page) -> Any:
    return extract(page.body, url=page.url, charset=None, kinds=(Kind.RECIPE,), site_parsers=False)


def recipe_by_recipe_scrapers(page: Page) -> Any:
    try:
        scraper = scrape_html(page.text, page.url, supported_only=False)
    except Exception:  # it raises for pages without a schema, which is an answer too
        return {}
    return {field: _asked(scraper, field) for field in FIELDS}


def _asked(scraper: Any, field: str) -> Any:
    try:
        return getattr(scraper, field)()
    except Exception:  # it raises for what is not there, which is an answer too
        return None


Contender = Callable[[Page], Any]


def seconds(contender: Contender, folders: Sequence[str], limit: int) -> float:
    """Return the time that the pages cost in this process."""
    logging.disable(logging.CRITICAL)  # extruct tells of every malformed block
    warnings.simplefilter("ignore")  # recipe-scrapers of every field that a site does not have
    given = [page for folder in folders for page in pages(folder, limit)]
    started = time.process_time()
    for page in given:
        contender(page)
    return (time.process_time() - started) / len(given)


def side_by_side(contenders: Sequence[Contender], folders: Sequence[str], limit: int) -> list[float]:
    """Return the pages per second of each contender."""
    spawned = multiprocessing.get_context("spawn")
    with ExitStack() as processes:
        pools = [processes.enter_context(ProcessPoolExecutor(1, mp_context=spawned)) for _ in contenders]
        rounds = [
            [pool.submit(seconds, one, folders, limit).result() for pool, one in zip(pools, contenders, strict=True)]
            for _ in range(ROUNDS + 1)
        ]
    return [1 / statistics.median(each) for each in zip(*rounds[1:], strict=True)]  # the first round warms up


def things_by_garner(page: Page) -> set[tuple[str, str]]:
    """Return the nodes of the three kinds, by type and name."""
    graphs = structured_by_garner(page)
    nodes = (node for graph in graphs for node in graph.nodes)
    return {(kind, name) for node in nodes for kind in node.types & KINDS for name in node.texts("name")}


def things_by_extruct(page: Page) -> set[tuple[str, str]]:
    return set(_things(structured_by_extruct(page)))


def _things(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for item in value:
            yield from _things(item)
    elif isinstance(value, dict):
        yield from _thing(value)
        for item in value.values():
            yield from _things(item)


def _thing(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    declared = node.get("@type") or node.get("type")
    properties = node.get("properties", node)
    names = properties.get("name") or properties.get("http://schema.org/name") if isinstance(properties, dict) else None
    for kind in declared if isinstance(declared, list) else [declared]:
        for name in names if isinstance(names, list) else [names]:
            word = str(kind).rpartition("/")[2].lower()
            text = name.get("@value") if isinstance(name, dict) else name
            # a name within a link is given as the link's address, which names nothing
            if word in KINDS and isinstance(text, str) and clean_text(text) and "://" not in text:
                yield word, clean_text(text, 10_000)


def coverage_of_extruct(limit: int) -> Result:
    logging.disable(logging.CRITICAL)
    given = [page for folder in ("recipes", "products") for page in pages(folder, limit)]
    ours = [things_by_garner(page) for page in given]
    theirs = [things_by_extruct(page) for page in given]
    logging.disable(logging.NOTSET)
    both = sum(len(one & other) for one, other in zip(ours, theirs, strict=True))
    detail = (
        f"garner finds {sum(map(len, ours))} things of the three kinds, extruct {sum(map(len, theirs))}, both {both}"
    )
    return Result("G12", "of what extruct finds, found", both / max(1, sum(map(len, theirs))), 1.0, detail)


def structured_data(limit: int) -> Result:
    folders = ("recipes", "products")
    ours, theirs = side_by_side((structured_by_garner, structured_by_extruct), folders, limit)
    alone = (structured_by_garner_without_rdfa, structured_by_extruct_without_rdfa)
    our_part, their_part = side_by_side(alone, folders, limit)
    detail = (
        f"garner {ours:,.0f} pages/s, extruct {theirs:,.0f}; without RDFa {our_part:,.0f} and {their_part:,.0f}, "
        f"{our_part / their_part:.1f} ×; {_size(folders, limit)}"
    )
    return Result("G12", "JSON-LD, microdata and RDFa of a page", ours / theirs, 5.0, detail)


def recipes(limit: int) -> Result:
    ours, theirs = side_by_side((recipe_by_garner, recipe_by_recipe_scrapers), ("recipes",), limit)
    detail = f"garner {ours:,.0f} pages/s, recipe-scrapers {theirs:,.0f}; {_size(('recipes',), limit)}"
    return Result("G12", "recipe of a page", ours / theirs, 3.0, detail)


def _size(folders: Sequence[str], limit: int) -> str:
    given = [len(page.body) for folder in folders for page in pages(folder, limit)]
    kind = "real" if CORPORA.exists() else "made"
    return f"{len(given)} {kind} pages of {statistics.mean(given) / 1000:.0f} KB"


def run(quick: bool) -> list[Result]:
    limit = PAGES // 4 if quick else PAGES
    return [structured_data(limit), coverage_of_extruct(limit), recipes(limit)]
