"""The scores that must be reached, those to reach for, and those of simple methods on other pages of a set."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    must: float | None = None
    reach_for: float | None = None
    baseline: str = ""
    low_is_good: bool = False

    def is_reached(self, value: float, wanted: float) -> bool:
        """Compare a score as it is printed: a goal of .95 is reached by a value that rounds to it in three places."""
        return value <= wanted if self.low_is_good else value >= wanted


_RECIPES = {
    "title exact": Goal(0.95, 0.98, ".859 JSON-LD, .910 + microdata"),
    "ingredient line-F1": Goal(0.88, 0.95, ".751, .780"),
    "instruction token-F1": Goal(0.92, 0.97, ".815, .850"),
    "yield": Goal(0.93, 0.97, ".842, .885"),
    "total minutes": Goal(0.93, 0.97, ".860, .895"),
}
_NOT_FOUND = "NOT_FOUND recall"
_MATCHING = {
    "abt_buy": {"accuracy": Goal(0.85, 0.92, ".743 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".467")},
    "amazon_google": {"accuracy": Goal(0.75, 0.82, ".643 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".589")},
    "walmart_amazon": {"accuracy": Goal(0.88, 0.94, ".806 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".529")},
}
GOALS: dict[str, dict[str, Goal]] = {
    "recipes": _RECIPES,
    # The answers are those of recipe-scrapers itself: with that rung there is nothing to prove.
    "recipes_with_site_parsers": {metric: Goal(baseline="1 by construction") for metric in _RECIPES},
    "bare_recipes": {
        "title exact": Goal(0.85, 0.95, ".696 headings and classes"),
        "ingredient line-F1": Goal(0.70, 0.85, ".436"),
        "instruction token-F1": Goal(0.82, 0.92, ".715"),
    },
    "products": {
        "price": Goal(0.85, 0.93, ".723 extruct, .923 Zyte, .800 Diffbot"),
        "availability": Goal(0.90, 0.96, ".653, .957, .946"),
        "brand": Goal(0.80, 0.90, ".545"),
        "sku": Goal(0.75, 0.85, ".606, .846, .704"),
    },
    "postings_without_markup": {
        "title": Goal(baseline=".929 Garner before"),
        "company": Goal(baseline=".788"),
        "location": Goal(baseline=".848"),
    },
    "shops_without_markup": {
        "name": Goal(baseline=".619 Garner before"),
        "price": Goal(baseline=".789"),
        "brand": Goal(baseline=".822"),
    },
    "ingredients": {
        "quantity": Goal(0.98, 0.99, ".977 regular expressions"),
        "unit": Goal(0.95, 0.98, ".837"),
        "name token-F1": Goal(0.92, 0.96, ".799"),
        "all exact": Goal(0.75, 0.85, ".527"),
    },
    "typos": {
        "one_typo": Goal(0.99, 0.99, ".993 trigram containment"),
        "two_typos": Goal(0.95, 0.95, ".922"),
        "single_word": Goal(0.92, 0.92, ".810"),
    },
    # Records that are to be the first hit. Half A may be looked at, half B is held out.
    "ranking": {
        "A success@1": Goal(0.90, 0.90, ".90 counting words"),
        "B success@1": Goal(0.90, 0.90, ".96"),
    },
    "unchanged": {
        "unchanged skipped": Goal(0.60, 0.90, ".14 SimHash of the whole page"),
        "changed wrongly skipped": Goal(0.01, 0.0, low_is_good=True),
    },
    **{f"match_{name}": goals for name, goals in _MATCHING.items()},
    **{f"match_{name}_alone": goals for name, goals in _MATCHING.items()},
}
