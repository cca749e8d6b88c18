"""The probability that a row and an entry are the same product, and the reasons.

A logistic model weighs the evidence. Its weights were fitted on labelled rows of three catalogues at once (`python -m
evaluation.match_fitting` refits them), as one choice for each row between its candidates and none of them: one set of
weights and one threshold for every match, independent of the catalogue.
"""

import math
from dataclasses import dataclass, fields
from operator import attrgetter, mul

from garner.core.matching.description import ProductDescription
from garner.core.matching.evidence import Evidence, weigh
from garner.core.matching.product_identity import ProductIdentity
from garner.core.matching.rarity import Rarity

NONE_OF_IT = -8.31  # the log odds without any evidence
WEIGHTS = Evidence(
    shared=2.43,  # shared words identify it, the more the better
    rarest_shared=5.61,  # one rare word in common is worth many common ones
    row_lacks=-1.17,  # a rare word that the entry lacks: another product, or another shop's wording
    words_inside=2.02,  # a short title is contained in a long one of the same product
    begins_otherwise=-1.11,  # another maker's
    letters_inside=2.41,  # titles that overlap
    letters_of_entry=1.19,  # an entry that adds nothing
    code_equal=7.28,  # a model number decides, if it is long and rare enough
    code_stem=4.40,  # colour and country aside
    code_described=0.94,  # may be the code of an accessory
    code_near=-4.08,  # KX-TG9343 is not KX-TG9344
    code_other=-2.15,  # two models
    code_and_words=-1.86,  # if the code agrees, the wording matters less
    row_numbers=-1.24,  # a size, a count or a version that the entry lacks
    entry_numbers=-1.00,  # or that the row lacks
    measure_differs=-0.74,  # 4 GB is not 8 GB, and 2006 is not 2007
    variant_differs=-2.73,  # black is not white, and Mac is not Windows
    kind_differs=-1.76,  # an upgrade is not the full product
    brand_differs=-1.89,  # a compatible product of another maker
    price_far=-3.77,  # seven times the price is another product
    price_unknown=-1.03,  # less evidence, less certainty
)

# Added if a number names the product: more than all opposing evidence can outweigh. A GTIN outranks a model number or
# a SKU, however much better the entry with the latter fits otherwise.
BY_NUMBER = 30.0
BY_GTIN = 60.0
OTHER_GTIN = -5.0  # if both have one, and they differ

NAMES = tuple(field.name for field in fields(Evidence))
_values = attrgetter(*NAMES)
_WEIGHED = _values(WEIGHTS)


@dataclass(frozen=True, slots=True)
class MatchScore:
    odds: float  # their logarithm
    certain: float  # bonus of a number that names the product, regardless of other differences; 0 without one
    evidence: Evidence | None = None  # None where only the odds are kept, for millions of pairs

    def reasons(self) -> dict[str, float]:
        """Return the features that counted and their contributions, the largest first."""
        if self.evidence is None:
            return {}
        weighed = zip(NAMES, map(mul, _values(self.evidence), _WEIGHED), strict=True)
        return dict(sorted(((name, value) for name, value in weighed if value), key=lambda pair: -abs(pair[1])))


def score(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> MatchScore:
    evidence = weigh(row, entry, rarity)
    odds = NONE_OF_IT + math.fsum(map(mul, _values(evidence), _WEIGHED))
    if certain := _certainty(row.identity, entry.identity):
        return MatchScore(odds + certain, certain, evidence)
    return MatchScore(odds + (OTHER_GTIN if row.identity.has_other_gtin(entry.identity) else 0.0), 0.0, evidence)


def _certainty(row: ProductIdentity, entry: ProductIdentity) -> float:
    if row.names_by_gtin(entry):
        return BY_GTIN
    return BY_NUMBER if row.is_same(entry) else 0.0
