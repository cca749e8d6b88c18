"""Matching of rows to a catalogue of products: pure, so that files and the database are matched alike.

`Index`, which finds candidates in memory, is imported from its own module: it needs numpy, whose import time other
users avoid.
"""

from garner.core.matching.decision import (
    Fit,
    MatchCandidate,
    MatchDecision,
    Unmatched,
    decide,
    decide_one_to_one,
    fit_of,
)
from garner.core.matching.description import ProductDescription, describe
from garner.core.matching.product_identity import DistinctProducts, ProductGroups, ProductIdentity, product_identity
from garner.core.matching.rarity import Rarity
from garner.core.matching.scoring import MatchScore, score

__all__ = [
    "DistinctProducts",
    "Fit",
    "MatchCandidate",
    "MatchDecision",
    "MatchScore",
    "ProductDescription",
    "ProductGroups",
    "ProductIdentity",
    "Rarity",
    "Unmatched",
    "decide",
    "decide_one_to_one",
    "describe",
    "fit_of",
    "product_identity",
    "score",
]  # fmt: skip
