"""Descriptions of rows and catalogue entries for matching. Each is built once and compared many times."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from garner.core.matching.product_identity import ProductIdentity, product_identity, text_of
from garner.core.matching.words import codes_of, fold_text, is_measure, is_number, joins_of, squash, stem_of

_AMOUNT = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class ProductDescription:
    """A row or an entry, all in lower case and in one spelling."""

    words: tuple[str, ...]  # of the title, in its order
    brand: tuple[str, ...]
    codes: frozenset[str]  # model numbers of any field
    named: frozenset[str]  # model numbers from their own column
    joins: frozenset[str]  # neighbouring words joined, for a code that is divided here
    stems: frozenset[str]  # of codes and joins
    described_codes: frozenset[str]  # of the description, which also names codes of other products
    numbers: frozenset[str]  # counts, sizes, versions
    text: str  # the title without spaces
    gtin: str | None
    price: float | None
    identity: ProductIdentity

    @property
    def terms(self) -> frozenset[str]:
        """Return the words whose rarity counts. A database that stores the number of entries per word can supply the
        `Rarity`."""
        return frozenset((*self.words, *self.brand)) | self.codes


def describe(fields: Mapping[str, object]) -> ProductDescription:
    """Describe fields given by their canonical names: title, brand, mpn, sku, gtin, price, description, url."""
    title, description = (fold_text(text_of(fields.get(name))) for name in ("title", "description"))
    identity = product_identity(fields, title)
    numbers = [fold_text(text_of(fields.get(name))) for name in ("mpn", "sku")]
    words = identity.title
    named = identity.numbers.union(*(codes_of(number, min_length=3) for number in numbers))
    codes = named | identity.codes
    joins = named | joins_of(title)
    return ProductDescription(
        words=words,
        brand=identity.brand,
        codes=codes,
        named=named,
        joins=joins,
        stems=_stems(joins | codes),
        described_codes=frozenset(codes_of(description, min_length=5)),
        numbers=frozenset(word for word in words if word not in codes and (is_number(word) or is_measure(word))),
        text=squash(title),
        gtin=identity.gtin,
        price=amount(fields.get("price")),
        identity=identity,
    )


def _stems(codes: Iterable[str]) -> frozenset[str]:
    return frozenset(map(stem_of, codes))


def amount(value: object) -> float | None:
    """Return a price for comparison. The last of several separators is the decimal one, unless three digits follow
    it."""
    if isinstance(value, float):
        return value if math.isfinite(value) and value > 0 else None
    match = _AMOUNT.search(text_of(value)[:100])
    if match is None:
        return None
    whole, mark, decimals = re.fullmatch(r"(.*?)(?:([.,])(\d*))?", match.group()).groups()  # type: ignore[union-attr]
    if mark and len(decimals) == 3 and (mark in whole or not re.search("[.,]", whole)):
        whole, decimals = whole + decimals, ""
    return float(f"{re.sub('[.,]', '', whole)}.{decimals or 0}") or None
