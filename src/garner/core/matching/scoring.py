"""How likely a row and an entry are the same product, and why.

The evidence is weighed by a logistic model. Its weights were fitted on labelled rows of three catalogues at once
(`python -m evaluation.match_fitting` fits them anew), as one choice for each row between its candidates and none of
them: one set of weights and one threshold for whatever is matched, and nothing that knows which catalogue it is.
"""

import math
from dataclasses import dataclass, fields
from operator import attrgetter, mul

from garner.core.matching.description import Described
from garner.core.matching.evidence import (
    Evidence,
    weigh,
)
from garner.core.matching.product_identity import ProductIdentity
from garner.core.matching.rarity import Rarity

NONE_OF_IT = -8.31  # the odds where nothing speaks for it
WEIGHTS = Evidence(
    shared=2.43,  # words say who it is, the more of them the surer
    rarest_shared=5.61,  # one rare word in common is worth many common ones
    row_lacks=-1.17,  # a rare word that the entry has not: another thing, or another shop's words
    words_inside=2.02,  # a short title is all in a long one of the same thing
    begins_otherwise=-1.11,  # another maker's
    letters_inside=2.41,  # titles that continue one another
    letters_of_entry=1.19,  # an entry that adds nothing
    code_equal=7.28,  # a model number decides, if it is long and rare enough
    code_stem=4.40,  # colour and country aside
    code_described=0.94,  # of a thing that goes with it, perhaps
    code_near=-4.08,  # KX-TG9343 is not KX-TG9344
    code_other=-2.15,  # two models
    code_and_words=-1.86,  # where the code agrees, shops may word it as they like
    row_numbers=-1.24,  # a size, a count or a version that the entry has not
    entry_numbers=-1.00,  # or that the row has not
    measure_differs=-0.74,  # 4 GB is not 8 GB, and 2006 not 2007
    variant_differs=-2.73,  # nor black white, nor Mac Windows
    kind_differs=-1.76,  # an upgrade is not the whole
    brand_differs=-1.89,  # a compatible one of somebody else's
    price_far=-3.77,  # seven times the price is another thing
    price_unknown=-1.03,  # less is known, so less is sure
)

# Added where a number names the product: more than all evidence can speak against it. What a GTIN names is surer than
# what a model number or a SKU does, however much better the latter fits otherwise.
BY_NUMBER = 30.0
BY_GTIN = 60.0
OTHER_GTIN = -5.0  # where both have one, and not the same

NAMES = tuple(field.name for field in fields(Evidence))
_values = attrgetter(*NAMES)
_WEIGHED = _values(WEIGHTS)


@dataclass(frozen=True, slots=True)
class Scored:
    odds: float  # their logarithm
    certain: float  # what a number that names the product adds to the odds, whatever else differs; 0 without one
    evidence: Evidence | None = None  # None where only the odds are kept, for millions of them

    def reasons(self) -> dict[str, float]:
        """What counted and how much, the weightiest first."""
        if self.evidence is None:
            return {}
        weighed = zip(NAMES, map(mul, _values(self.evidence), _WEIGHED), strict=True)
        return dict(sorted(((name, value) for name, value in weighed if value), key=lambda pair: -abs(pair[1])))


def score(row: Described, entry: Described, rarity: Rarity) -> Scored:
    evidence = weigh(row, entry, rarity)
    odds = NONE_OF_IT + math.fsum(map(mul, _values(evidence), _WEIGHED))
    if certain := _certainty(row.identity, entry.identity):
        return Scored(odds + certain, certain, evidence)
    return Scored(odds + (OTHER_GTIN if row.identity.has_other_gtin(entry.identity) else 0.0), 0.0, evidence)


def _certainty(row: ProductIdentity, entry: ProductIdentity) -> float:
    if row.names_by_gtin(entry):
        return BY_GTIN
    return BY_NUMBER if row.is_same(entry) else 0.0
