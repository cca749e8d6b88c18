"""How likely a row and an entry are the same product, and why.

The evidence is weighed by a logistic model. Its weights were fitted on labelled rows of three catalogues at once
(`python -m evaluation.match_fitting` fits them anew), as one choice for each row between its candidates and none of
them: one set of weights and one threshold for whatever is matched, and nothing that knows which catalogue it is.
"""

import math
from dataclasses import dataclass, fields
from operator import attrgetter, mul

from garner.core.match.description import Described
from garner.core.match.evidence import Evidence, brands_differ, weigh
from garner.core.match.rarity import Rarity

NONE_OF_IT = -7.70  # the odds where nothing speaks for it
WEIGHTS = Evidence(
    shared=2.44,  # words say who it is, the more of them the surer
    rarest_shared=4.77,  # one rare word in common is worth many common ones
    row_lacks=-1.22,  # a rare word that the entry has not: another thing, or another shop's words
    words_inside=2.04,  # a short title is all in a long one of the same thing
    begins_otherwise=-1.10,  # another maker's
    letters_inside=2.29,  # titles that continue one another
    letters_of_entry=1.21,  # an entry that adds nothing
    code_equal=7.20,  # a model number decides, if it is long and rare enough
    code_stem=4.53,  # colour and country aside
    code_described=1.11,  # of a thing that goes with it, perhaps
    code_near=-4.13,  # KX-TG9343 is not KX-TG9344
    code_other=-2.16,  # two models
    code_and_words=-2.08,  # where the code agrees, shops may word it as they like
    row_numbers=-1.23,  # a size, a count or a version that the entry has not
    entry_numbers=-1.02,  # or that the row has not
    measure_differs=-0.67,  # 4 GB is not 8 GB, and 2006 not 2007
    variant_differs=-2.56,  # nor black white, nor Mac Windows
    kind_differs=-1.75,  # an upgrade is not the whole
    brand_differs=-1.98,  # a compatible one of somebody else's
    price_far=-3.81,  # seven times the price is another thing
    price_unknown=-0.96,  # less is known, so less is sure
)

CERTAIN = 12.0  # the odds of the same GTIN, and of the same part number of the same brand
OTHER_GTIN = -5.0  # where both have one, and not the same
SHORTEST_PART_NUMBER = 4

NAMES = tuple(field.name for field in fields(Evidence))
_values = attrgetter(*NAMES)
_WEIGHED = _values(WEIGHTS)


@dataclass(frozen=True, slots=True)
class Scored:
    odds: float  # their logarithm
    certain: bool  # decided by a number that names the product, whatever else differs
    evidence: Evidence | None = None  # None where only the odds are kept, for millions of them

    @property
    def probability(self) -> float:
        """Of being the same, were there no other candidate."""
        return 1 / (1 + math.exp(-self.odds))

    def reasons(self) -> dict[str, float]:
        """What counted and how much, the weightiest first."""
        if self.evidence is None:
            return {}
        weighed = zip(NAMES, map(mul, _values(self.evidence), _WEIGHED), strict=True)
        return dict(sorted(((name, value) for name, value in weighed if value), key=lambda pair: -abs(pair[1])))


def score(row: Described, entry: Described, rarity: Rarity) -> Scored:
    evidence = weigh(row, entry, rarity)
    if names_the_same(row, entry):
        return Scored(CERTAIN, True, evidence)
    odds = NONE_OF_IT + math.fsum(map(mul, _values(evidence), _WEIGHED))
    return Scored(odds + (OTHER_GTIN if row.gtin and entry.gtin else 0.0), False, evidence)


def names_the_same(row: Described, entry: Described) -> bool:
    """Whether both have the same GTIN, or the same part number of the same brand."""
    if row.gtin and entry.gtin:
        return row.gtin == entry.gtin
    if not row.brand or not entry.brand or brands_differ(row.brand, entry.brand):
        return False
    return any(len(number) >= SHORTEST_PART_NUMBER for number in row.part_numbers & entry.part_numbers)
