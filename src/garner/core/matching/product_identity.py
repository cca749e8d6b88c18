"""Decide whether two records are the same product: a copy, or another shop's offer.

All callers share one rule: matching counts copies as one candidate, a row that names a product by its number is that
product, and a persistent catalogue groups its entries by it.

Two records are the same product if nothing contradicts it and one of these holds:

* they have the same GTIN, with a valid check digit;
* they have the same brand and the same model number or SKU;
* they are one page under several URLs.

Different GTINs or different brands contradict it. Without two GTINs, so do different model numbers and different
variants: makers give all colours of a product one model number, and a row that asks for the red one must not get
another. Titles that differ only in a word or two name variants, in any language. A title alone proves nothing, as many
products of one shop may have the same one.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from garner.core.matching.variants import appearance_differs, kind_differs, measures_differ, titles_of_variants
from garner.core.matching.words import codes_of, fold_text, is_measure, is_number, squash, words_of
from garner.core.rows.check_digit import GTIN_LENGTHS, has_right_check_digit
from garner.core.urls.page_url import normalize
from garner.errors import InvalidUrl

MIN_WHOLE_CODE_LENGTH = 3
MAX_WHOLE_CODE_LENGTH = 24
MIN_NUMBER_LENGTH = 4  # a shorter one is often a size or a position in a list
MIN_OWN_SKU_LENGTH = 8  # digits; many shops use the same shorter number for different products
MAX_COMPARED = 50  # records that share a key: it bounds the cost of many records with one meaningless number
_SCHEME_AND_WWW = re.compile(r"\s*https?://(?:www\.)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProductIdentity:
    """The identifying fields of a record, all in lower case and in one spelling."""

    title: tuple[str, ...]  # words of the title
    brand: tuple[str, ...]
    models: frozenset[str]  # the maker's numbers
    skus: frozenset[str]  # sellers' numbers, which often are the maker's
    codes: frozenset[str]  # likely model numbers in the title
    gtin: str | None  # in fourteen digits
    url: str | None

    @property
    def numbers(self) -> frozenset[str]:
        return self.models | self.skus

    def keys(self) -> Iterator[Hashable]:
        """Yield lookup keys. Records of the same product share at least one; records that share one need not be the
        same."""
        if self.gtin:
            yield "gtin", self.gtin
        for number in self.numbers:
            if len(number) >= MIN_NUMBER_LENGTH:
                yield "number", number
        if self.title and (self.codes or self.url):
            yield "title", self.title

    def is_same(self, other: "ProductIdentity") -> bool:
        # Check shared numbers first: most records share nothing, and contradictions cost more to find.
        if self.gtin and other.gtin:
            shared = self.gtin == other.gtin
        else:
            shared = self._has_number_of(other) or self._has_page_of(other)
        return shared and not self.contradicts(other)

    def names_by_gtin(self, entry: "ProductIdentity") -> bool:
        """Return whether a row with this identity means the entry because their GTINs are equal. Buyers enter a maker,
        its owner or a product line as the brand, so a different brand contradicts it only if the titles share no
        word."""
        if not self.gtin or self.gtin != entry.gtin:
            return False
        if not brands_differ(self.brand, entry.brand) or not self.title or not entry.title:
            return True
        return not set(self.title).isdisjoint(entry.title)

    def has_other_gtin(self, other: "ProductIdentity") -> bool:
        return bool(self.gtin and other.gtin) and self.gtin != other.gtin

    def contradicts(self, other: "ProductIdentity") -> bool:
        """Return whether they cannot be the same product, regardless of what they share."""
        if brands_differ(self.brand, other.brand):
            return True
        if self.gtin and other.gtin:
            return self.gtin != other.gtin
        if self.models and other.models and self.models.isdisjoint(other.models):
            return True
        return self.is_other_variant(other)

    def _has_number_of(self, other: "ProductIdentity") -> bool:
        shared = any(self._proves(number, other) for number in self.numbers & other.numbers)
        if not shared and not (self.title == other.title and self.codes & other.codes):
            return False
        return self._has_brand_of(other)

    def _proves(self, number: str, other: "ProductIdentity") -> bool:
        """Return whether a number that both have can identify one product. Shops number their articles from one on, so
        a short number that is only a SKU also needs a common word."""
        if len(number) < MIN_NUMBER_LENGTH:
            return False
        if len(number) >= MIN_OWN_SKU_LENGTH or not number.isdecimal() or number in self.models | other.models:
            return True
        common = set(self.title).intersection(other.title).difference(self.brand, other.brand, (number,))
        return bool(common)

    def _has_brand_of(self, other: "ProductIdentity") -> bool:
        if self.brand and other.brand:
            return brands_agree(self.brand, other.brand)
        brand, title = (self.brand, other.title) if self.brand else (other.brand, self.title)
        return bool(brand) and set(brand) <= set(title)

    def is_other_variant(self, other: "ProductIdentity") -> bool:
        """Return whether their titles name different colours, sizes or kinds of a product."""
        if self.title == other.title:
            return False
        if titles_of_variants(self.title, other.title):
            return True
        mine, theirs = set(self.title), set(other.title)
        if appearance_differs(mine, theirs) or kind_differs(mine, theirs):
            return True
        return measures_differ(_sizes(mine), _sizes(theirs))

    def _has_page_of(self, other: "ProductIdentity") -> bool:
        # Titles must agree: feeds give one URL to all variants of a product, or their home page to everything.
        if not self.url or not other.url or not self.title or self.title != other.title:
            return False
        return page_of(self.url) == page_of(other.url)


def product_identity(fields: Mapping[str, object], folded_title: str | None = None) -> ProductIdentity:
    """Build an identity from fields by their canonical names: title, brand, mpn, sku, gtin, url. A caller that has
    already folded the title can pass it."""
    title = fold_text(text_of(fields.get("title"))) if folded_title is None else folded_title
    return ProductIdentity(
        title=words_of(title),
        brand=words_of(fold_text(text_of(fields.get("brand")))),
        models=_whole_code(text_of(fields.get("mpn"))),
        skus=_whole_code(text_of(fields.get("sku"))),
        codes=frozenset(codes_of(title)),
        gtin=_gtin(fields.get("gtin")),
        url=text_of(fields.get("url")) or None,
    )


def page_of(url: str) -> str:
    """Return a URL without the parts that do not identify the page: scheme, `www.`, tracking parameters, a last
    slash."""
    try:
        url = normalize(url)
    except InvalidUrl:
        url = url.strip()
    return _SCHEME_AND_WWW.sub("", url, count=1).rstrip("/")


def brands_differ(brand: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether both are known and neither is a part, the first word or the initials of the other."""
    if not brand or not other or brand[0] == other[0]:
        return False
    brand_text, other_text = squash("".join(brand)), squash("".join(other))
    return not (
        brand_text in other_text
        or other_text in brand_text
        or brand_text == _initials(other)
        or other_text == _initials(brand)
    )


def brands_agree(brand: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether one is the other, its first words or its initials: stricter than not `brands_differ`."""
    if all(mine == theirs for mine, theirs in zip(brand, other, strict=False)):
        return True
    brand_text, other_text = "".join(brand), "".join(other)
    return squash(brand_text) == squash(other_text) or brand_text == _initials(other) or other_text == _initials(brand)


def _initials(words: Sequence[str]) -> str:
    """Return the initials; empty for a single word, whose first letter identifies nothing."""
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def text_of(value: object) -> str:
    return "" if value is None else str(value)


def _sizes(words: Iterable[str]) -> list[str]:
    return [word for word in words if is_number(word) or is_measure(word)]


def _whole_code(text: str) -> frozenset[str]:
    code = squash(fold_text(text))
    fits = MIN_WHOLE_CODE_LENGTH <= len(code) <= MAX_WHOLE_CODE_LENGTH
    return frozenset((code,)) if fits and any(map(str.isdecimal, code)) else frozenset()


def _gtin(value: object) -> str | None:
    """Return the GTIN in fourteen digits; None if the check digit is wrong, since half of the values in such columns
    are no GTINs."""
    digits = re.sub(r"[\s-]", "", text_of(value))[:20]
    if len(digits) not in GTIN_LENGTHS or not has_right_check_digit(digits):
        return None
    return digits.zfill(max(GTIN_LENGTHS))


class ProductGroups:
    """Records grouped by product, in the order in which they are added.

    A record joins every product that it is the same as, unless a record of that product contradicts it. So a later
    record never divides a product, and merges two only if nothing contradicts that they are the same."""

    def __init__(self, identities: Iterable[ProductIdentity] = ()) -> None:
        self._identities: list[ProductIdentity] = []
        self._parents: list[int] = []
        self._by_key: dict[Hashable, list[int]] = {}
        self._members: dict[int, list[ProductIdentity]] = {}  # of products with several records, by the first
        for identity in identities:
            self.add(identity)

    def __len__(self) -> int:
        return len(self._parents)

    def add(self, identity: ProductIdentity) -> int:
        """Add a record and return the first record of its product: its own position if it is the first."""
        index = len(self._parents)
        self._identities.append(identity)
        self._parents.append(index)
        keys = tuple(identity.keys())
        near = {other for key in keys for other in self._by_key.get(key, ())}
        refused = set[int]()  # products that contradict it; their other records are not tried
        for other in sorted(near):
            product, own = self.first(other), self.first(index)
            if product == own or product in refused or not identity.is_same(self._identities[other]):
                continue
            if not self._join(product, own):
                refused.add(product)
        for key in keys:
            if len(sharing := self._by_key.setdefault(key, [])) < MAX_COMPARED:
                sharing.append(index)
        return self.first(index)

    def first(self, index: int) -> int:
        """Return the first record of this record's product."""
        while self._parents[index] != index:
            self._parents[index] = index = self._parents[self._parents[index]]
        return index

    def _join(self, product: int, other: int) -> bool:
        """Merge two products and return True, or return False if their records contradict each other."""
        first, second = sorted((product, other))
        known, more = (self._members.get(index, [self._identities[index]]) for index in (first, second))
        if any(mine.contradicts(theirs) for mine in known for theirs in more):
            return False
        self._parents[second] = first
        self._members.pop(second, None)
        self._members[first] = list(dict.fromkeys((*known, *more)))[:MAX_COMPARED]
        return True


class DistinctProducts:
    """A filter that separates records of new products from copies, other offers and records with a known title.

    Word counts use it: listing a product more often does not change the weight of its words."""

    def __init__(self, groups: ProductGroups | None = None) -> None:
        self._groups = ProductGroups() if groups is None else groups
        self._titles: dict[tuple[str, ...], int] = {}

    def add(self, identity: ProductIdentity) -> int | None:
        """Add a record and return the position of an earlier equivalent record; None if it is new. The title of an
        offer makes no other record with that title a copy, as the offer's own words do not count."""
        index = len(self._groups)
        if (first := self._groups.add(identity)) != index:
            return first
        called = self._titles.setdefault(identity.title, index) if identity.title else index
        return None if called == index else called
