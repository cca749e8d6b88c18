"""Decide which product a row is, if any.

Entries that are the same product (`product_identity`) count as one candidate: several shops selling it is no
evidence against it. Each candidate's share is its odds divided by the sum of the odds of all candidates and of no
match. The best candidate is the match if its share reaches the threshold; otherwise the row is not found.

Every product is judged by its first entry. Entries added to it later count only for a row that has no match yet, one
after the other in the order of the catalogue. So an added offer, however it is worded, neither moves a match to another
product nor makes it ambiguous. No title outranks a number of the row: as long as an entry with that number is not
counted, the row is not decided.

Candidates with equal odds or equal titles are tied and have one share together. If it reaches the threshold, the row is
ambiguous: it means one of them, and nothing distinguishes them. So an added entry with the title of a match can make
the row ambiguous, and never takes the match away.

Each row is decided alone, so that neither the other rows of its file nor their order change its match. To use every
entry at most once, `decide_one_to_one` gives each product to the rows that it fits best; rows that fit it equally well,
such as repeated ones, all keep it.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from garner.core.matching.description import ProductDescription
from garner.core.matching.product_identity import brands_differ
from garner.core.matching.rarity import Rarity
from garner.core.matching.scoring import MatchScore, score
from garner.core.matching.variants import APPEARANCES

THRESHOLD = 0.38
MAX_KEPT = 5
MAX_OFFERS = 10  # other entries of a product that are reported
TIE = 1e-3  # log odds that differ by no more than this are equal
OUTBID = -4.0  # added to the odds of a product that fits another row better
EQUALLY_WELL = 1e-6
MIN_BID = 0.0  # odds below even are no bid
_ODDS_OF_THRESHOLD = math.log(THRESHOLD / (1 - THRESHOLD))

ANY = "*"

Id = TypeVar("Id", bound=Hashable)


class Unmatched(StrEnum):
    """The reason why a row has no match."""

    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"  # several products fit it equally well


@dataclass(frozen=True, slots=True)
class Fit(Generic[Id]):
    """A candidate entry for a row, and how well it fits."""

    id: Id
    scored: MatchScore
    product: Hashable  # equal for entries that are the same product
    title: Hashable  # equal for entries with the same title; None if unknown
    same_brand: bool | None = None  # as the row's; None if one of them has no brand
    same_title: bool = False  # as the row's
    other_variant: bool = False  # than the row names: another colour, size or kind
    entries: tuple[Id, ...] = ()  # of the product, up to the reported maximum; empty if all of them are compared

    @property
    def bid(self) -> float:
        """Return how well the row fits, compared with other rows: no row outbids one with the entry's own number or
        title."""
        return math.inf if self.scored.certain or self.same_title else self.scored.odds

    @property
    def alone(self) -> float:
        """Return the odds by evidence, without the bonus of a number that names the entry."""
        return self.scored.odds - self.scored.certain


@dataclass(frozen=True, slots=True)
class MatchCandidate(Generic[Id]):
    """A product that a row may be."""

    id: Id  # of the entry that represents it
    score: float  # its share, from 0 to 1
    scored: MatchScore
    offers: tuple[Id, ...] = ()  # other entries of the same product, the first ones


@dataclass(frozen=True, slots=True)
class MatchDecision(Generic[Id]):
    match: Id | None  # None: not found
    score: float  # of the best candidate, match or not
    candidates: tuple[MatchCandidate[Id], ...]  # the best first
    reason: Unmatched | None = None  # of the missing match

    @property
    def offers(self) -> tuple[Id, ...]:
        """Return other entries of the matched product, the first ones in the order of the catalogue."""
        return () if self.match is None else self.candidates[0].offers


class _Product(Generic[Id]):
    """The entries of one product, in the order of the catalogue. The counted entries determine its odds."""

    __slots__ = ("best", "counted", "fits", "penalty")

    def __init__(self, first: Fit[Id], penalty: float) -> None:
        self.fits = [first]
        self.counted = [first]
        self.best = first
        self.penalty = penalty

    def count(self, fit: Fit[Id]) -> bool:
        """Count the entry and return whether it makes the product likelier."""
        self.counted.append(fit)
        if fit.scored.odds <= self.best.scored.odds:
            return False
        self.best = fit
        return True

    @property
    def odds(self) -> float:
        return self.best.scored.odds

    @property
    def bid(self) -> float:
        return self.odds + self.penalty

    @property
    def representative(self) -> Fit[Id]:
        """Return the first entry that would match alone, so that copies added later do not replace it."""
        first = self.counted[0] if self.best.scored.certain else self.best
        return next((fit for fit in self.counted if fit.alone >= _ODDS_OF_THRESHOLD), first)

    @property
    def shown(self) -> Fit[Id]:
        """Return the entry to show. An entry of another variant than the row's gives way to one with exactly the row's
        title."""
        default_fit = self.representative
        if not default_fit.other_variant:
            return default_fit
        return next((fit for fit in self.fits if fit.same_title), default_fit)


def fit_of(
    identity: Id, row: ProductDescription, entry: ProductDescription, product: Hashable, rarity: Rarity
) -> Fit[Id]:
    same_brand = not brands_differ(row.brand, entry.brand) if row.brand and entry.brand else None
    same_title = bool(row.words) and row.words == entry.words
    scored = score(row, entry, rarity)
    title = _title_among(entry, row, certain=bool(scored.certain))
    other_variant = not same_title and row.identity.is_other_variant(entry.identity)
    return Fit(identity, scored, product, title, same_brand, same_title, other_variant)


def _title_among(entry: ProductDescription, row: ProductDescription, *, certain: bool) -> Hashable:
    """Return the title of an entry as far as the row distinguishes it: its colour, platform, size or version counts
    only if the row names one. If an entry has the row's number, only words that the row names count: other words
    distinguish variants, and do not tell which of them is meant. None for an entry without a title."""
    distinctive = frozenset(entry.words) if certain else entry.numbers | APPEARANCES.intersection(entry.words)
    unnamed = distinctive.difference(row.words)
    if not unnamed:
        return entry.words or None
    return tuple(ANY if word in unnamed else word for word in entry.words)


def decide(
    fits: Iterable[Fit[Id]], threshold: float = THRESHOLD, outbid: Collection[Hashable] = ()
) -> MatchDecision[Id]:
    """Decide one row. `fits` come in the order of the catalogue; `outbid` are products that fit another row better."""
    products, later = _products(fits, outbid)
    if not products:
        return MatchDecision(None, 0.0, (), Unmatched.NO_MATCH)
    surest = max(fit.scored.certain for product in products.values() for fit in product.fits)
    ranked = _rank_products(products)
    decision = _decide_ranked(ranked, threshold)
    for fit in later:
        if decision.match is not None and ranked[0].best.scored.certain == surest:
            break
        if products[fit.product].count(fit):
            ranked = _rank_products(products)
            decision = _decide_ranked(ranked, threshold)
    return decision


def _products(
    fits: Iterable[Fit[Id]], outbid: Collection[Hashable]
) -> tuple[dict[Hashable, _Product[Id]], list[Fit[Id]]]:
    """Return the products by their first entries, and the other entries."""
    products: dict[Hashable, _Product[Id]] = {}
    later = []
    for fit in fits:
        if (product := products.get(fit.product)) is None:
            products[fit.product] = _Product(fit, OUTBID if fit.product in outbid else 0.0)
        else:
            product.fits.append(fit)
            later.append(fit)
    return products, later


def _rank_products(products: Mapping[Hashable, _Product[Id]]) -> list[_Product[Id]]:
    """Return the products, the best first."""
    return sorted(products.values(), key=lambda product: -product.bid)


def _decide_ranked(products: Sequence[_Product[Id]], threshold: float) -> MatchDecision[Id]:
    tied = _tied_with_best(products)
    all_odds = 1.0 + _sum_of_odds([products[0], *(product for product in products if product not in tied)])
    candidates = tuple(_candidate(product, all_odds) for product in products[:MAX_KEPT])
    score = candidates[0].score
    if score < threshold:
        return MatchDecision(None, score, candidates, Unmatched.NO_MATCH)
    if len(tied) > 1:
        return MatchDecision(None, score, candidates, Unmatched.AMBIGUOUS)
    return MatchDecision(candidates[0].id, score, candidates)


def _tied_with_best(products: Sequence[_Product[Id]]) -> list[_Product[Id]]:
    """Return the best product and those tied with it. A number that names one of them breaks the tie. Titles are those
    of the entries that represent the products."""
    best = products[0]
    if len(products) == 1:
        return [best]
    certain, title = best.best.scored.certain, best.representative.title
    return [
        product
        for product in products
        if product.best.scored.certain == certain
        and product.penalty == best.penalty
        and not (best.best.same_brand and product.best.same_brand is False)
        and (best.odds - product.odds <= TIE or (title is not None and product.representative.title == title))
    ]


def _sum_of_odds(products: Iterable[_Product[Id]]) -> float:
    """Sum the odds. Entries with the same title count once, as they are most likely unproven copies. An outbid product
    counts in full: its good fit still counts against the next best."""
    called: set[Hashable] = set()
    odds = []
    for product in products:
        if (title := product.representative.title) not in called:
            odds.append(math.exp(product.odds))
        if title is not None:
            called.add(title)
    return math.fsum(odds)


def _candidate(product: _Product[Id], all_odds: float) -> MatchCandidate[Id]:
    shown = product.shown
    entries = shown.entries or tuple(fit.id for fit in product.fits)
    offers = tuple(identity for identity in entries if identity != shown.id)[:MAX_OFFERS]
    return MatchCandidate(shown.id, math.exp(product.bid) / all_odds, shown.scored, offers)


def decide_one_to_one(rows: Sequence[Sequence[Fit[Id]]], threshold: float = THRESHOLD) -> list[MatchDecision[Id]]:
    """Decide all rows of a file, each product going to the rows that it fits best."""
    bids: dict[Hashable, float] = {}
    for row in rows:
        for fit in row:
            if fit.bid > bids.get(fit.product, MIN_BID):
                bids[fit.product] = fit.bid
    return [decide(row, threshold, _outbid(row, bids)) for row in rows]


def _outbid(row: Iterable[Fit[Id]], bids: Mapping[Hashable, float]) -> set[Hashable]:
    own: dict[Hashable, float] = {}
    for fit in row:
        own[fit.product] = max(fit.bid, own.get(fit.product, -math.inf))
    return {product for product, bid in own.items() if bid < bids.get(product, bid) - EQUALLY_WELL}
