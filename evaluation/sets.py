"""The sets that are scored: pages of a collection, read in one of several ways, files of lines, rows or pairs, and the
project's own sets."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation.disturbances import DISTURBANCES
from evaluation.folds import Split
from evaluation.markup_removal import without_json_ld, without_markup, without_names
from evaluation.matching import CATALOGUES, predict_each_alone, predict_one_to_one
from evaluation.pages import COLLECTIONS, Collection, Line
from evaluation.predictions import Reading, predict_ingredients, predict_unchanged
from evaluation.ranking.known_items import predict_known_items, score_known_items
from evaluation.typos import predict_searches

AS_GIVEN = Reading()


@dataclass(frozen=True)
class PageSet:
    scorer: str  # the scorer's command, and the collection
    reading: Reading = AS_GIVEN
    disturbed: bool = False  # whether it is also scored with every disturbance unless the caller names some

    @property
    def collection(self) -> Collection:
        return COLLECTIONS[self.scorer]

    @property
    def disturbances(self) -> tuple[str, ...]:
        """Return the disturbances that pages of this kind can have."""
        kind = self.collection.kind
        return tuple(name for name, disturbance in DISTURBANCES.items() if kind in disturbance.kinds)

    def disturbed_by(self, name: str) -> Reading:
        return replace(self.reading, disturbance=name)


@dataclass(frozen=True)
class FileSet:
    scorer: str
    gold: str  # below the corpora
    predict: Callable[[Path, Executor], Iterator[Line]]


@dataclass(frozen=True)
class OwnSet:
    """A set that is part of the project, and scored without the corpora and their scorer."""

    predict: Callable[[Split], Iterator[Line]]
    score: Callable[[Iterable[Line]], dict[str, float]]


def _matching(name: str, predict: Callable[[Path, str], Iterator[Line]]) -> FileSet:
    return FileSet("matching", f"matching/{name}/rows.jsonl.gz", lambda corpora, executor: predict(corpora, name))


SETS: dict[str, PageSet | FileSet | OwnSet] = {
    "recipes": PageSet("recipes"),
    "recipes_with_site_parsers": PageSet("recipes", Reading(site_parsers=True)),
    "recipes_without_json_ld": PageSet("recipes", Reading(without_json_ld)),
    "bare_recipes": PageSet("recipes", Reading(without_markup), disturbed=True),
    "nameless_recipes": PageSet("recipes", Reading(without_names)),
    "products": PageSet("products", disturbed=True),
    "products_without_json_ld": PageSet("products", Reading(without_json_ld)),
    "bare_products": PageSet("products", Reading(without_markup), disturbed=True),
    "nameless_products": PageSet("products", Reading(without_names)),
    "postings_without_markup": PageSet("postings", disturbed=True),
    "shops_without_markup": PageSet("shops", disturbed=True),
    "ingredients": FileSet("ingredients", "ingredients/given.jsonl.gz", predict_ingredients),
    "typos": FileSet("search", "typos/queries.jsonl.gz", predict_searches),
    "ranking": OwnSet(predict_known_items, score_known_items),
    "unchanged": FileSet("unchanged", "near_duplicates/pairs.json", predict_unchanged),
    **{f"match_{name}": _matching(name, predict_one_to_one) for name in CATALOGUES},
    **{f"match_{name}_alone": _matching(name, predict_each_alone) for name in CATALOGUES},
}
