"""Whether two records are one product: a copy, or another shop's offer.

The rule is the same for everything that asks: matching counts copies as one candidate, a row that names a product by
its number is that product, and a catalogue that persists products groups its entries by it.

Two records are one product if nothing contradicts it and one of these holds:

* they have the same GTIN, with a valid check digit;
* they have the same brand and the same model number or SKU;
* they are one page under several addresses.

Different GTINs or different brands contradict it. So do, where no GTIN decides, different model numbers and different
variants: makers give all colours of a thing one model number, and a row that wants the red one is not served with any.
Titles that are alike but for a word or two name variants, in whatever language.
A title alone proves nothing, as many products of one shop may have the same one.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from garner.core.check_digit import (
    GTIN_LENGTHS,
    has_right_check_digit,
)
from garner.core.matching.variants import (
    appearance_differs,
    kind_differs,
    measures_differ,
    titles_of_variants,
)
from garner.core.matching.words import (
    codes_of,
    folded,
    is_measure,
    is_number,
    squashed,
    words_of,
)
from garner.core.urls import normalize
from garner.errors import InvalidUrl

SHORTEST_WHOLE_CODE = 3
LONGEST_WHOLE_CODE = 24
SHORTEST_NUMBER = 4  # a shorter one is often a size or a position in a list
SHORTEST_OWN_SKU = 8  # digits; many shops have a shorter one, each for a product of its own
MOST_COMPARED = 50  # records that share a key: it bounds what many records with one meaningless number cost
_SCHEME_AND_WWW = re.compile(r"\s*https?://(?:www\.)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProductIdentity:
    """What tells whether a record is the same product as another. All of it in lower case and one way of writing."""

    title: tuple[str, ...]  # its words
    brand: tuple[str, ...]
    models: frozenset[str]  # the maker's numbers
    skus: frozenset[str]  # sellers' numbers, which are often the maker's
    codes: frozenset[str]  # what looks like a model number in the title
    gtin: str | None  # in fourteen digits
    url: str | None

    @property
    def numbers(self) -> frozenset[str]:
        return self.models | self.skus

    def keys(self) -> Iterator[Hashable]:
        """Records that are the same product share at least one of them; records that share one need not be the same."""
        if self.gtin:
            yield "gtin", self.gtin
        for number in self.numbers:
            if len(number) >= SHORTEST_NUMBER:
                yield "number", number
        if self.title and (self.codes or self.url):
            yield "title", self.title

    def is_same(self, other: "ProductIdentity") -> bool:
        # What they share is asked for first: most records share nothing, and what contradicts costs more to find.
        if self.gtin and other.gtin:
            shared = self.gtin == other.gtin
        else:
            shared = self._has_number_of(other) or self._has_page_of(other)
        return shared and not self.contradicts(other)

    def names_by_gtin(self, entry: "ProductIdentity") -> bool:
        """Whether a row with this identity means the entry, as their GTINs are equal. Buyers write a maker, its owner
        or a line of products for the brand, so a different brand contradicts it only if the titles share no word."""
        if not self.gtin or self.gtin != entry.gtin:
            return False
        if not brands_differ(self.brand, entry.brand) or not self.title or not entry.title:
            return True
        return not set(self.title).isdisjoint(entry.title)

    def has_other_gtin(self, other: "ProductIdentity") -> bool:
        return bool(self.gtin and other.gtin) and self.gtin != other.gtin

    def contradicts(self, other: "ProductIdentity") -> bool:
        """Whether they cannot be one product, whatever else they share."""
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
        """Whether a number that both have can be that of one product. Shops count their articles, each from one on: a
        short number that is only a SKU needs a word in common too."""
        if len(number) < SHORTEST_NUMBER:
            return False
        if len(number) >= SHORTEST_OWN_SKU or not number.isdecimal() or number in self.models | other.models:
            return True
        common = set(self.title).intersection(other.title).difference(self.brand, other.brand, (number,))
        return bool(common)

    def _has_brand_of(self, other: "ProductIdentity") -> bool:
        if self.brand and other.brand:
            return brands_agree(self.brand, other.brand)
        brand, title = (self.brand, other.title) if self.brand else (other.brand, self.title)
        return bool(brand) and set(brand) <= set(title)

    def is_other_variant(self, other: "ProductIdentity") -> bool:
        """Whether their titles name different colours, sizes or kinds of a thing."""
        if self.title == other.title:
            return False
        if titles_of_variants(self.title, other.title):
            return True
        mine, theirs = set(self.title), set(other.title)
        if appearance_differs(mine, theirs) or kind_differs(mine, theirs):
            return True
        return measures_differ(_sizes(mine), _sizes(theirs))

    def _has_page_of(self, other: "ProductIdentity") -> bool:
        # Titles must agree: feeds give one address to all variants of a thing, or their home page to everything.
        if not self.url or not other.url or not self.title or self.title != other.title:
            return False
        return page_of(self.url) == page_of(other.url)


def product_identity(fields: Mapping[str, object], folded_title: str | None = None) -> ProductIdentity:
    """From fields by their canonical names: title, brand, mpn, sku, gtin, url. A caller that has folded the title
    already can give it."""
    title = folded(text_of(fields.get("title"))) if folded_title is None else folded_title
    return ProductIdentity(
        title=words_of(title),
        brand=words_of(folded(text_of(fields.get("brand")))),
        models=_whole_code(text_of(fields.get("mpn"))),
        skus=_whole_code(text_of(fields.get("sku"))),
        codes=frozenset(codes_of(title)),
        gtin=_gtin(fields.get("gtin")),
        url=text_of(fields.get("url")) or None,
    )


def page_of(url: str) -> str:
    """An address without what does not tell which page it is: scheme, `www.`, tracking parameters, a last slash."""
    try:
        url = normalize(url)
    except InvalidUrl:
        url = url.strip()
    return _SCHEME_AND_WWW.sub("", url, count=1).rstrip("/")


def brands_differ(brand: Sequence[str], other: Sequence[str]) -> bool:
    """Whether both are known and neither is a part, the first word or the initials of the other."""
    if not brand or not other or brand[0] == other[0]:
        return False
    one, two = squashed("".join(brand)), squashed("".join(other))
    return not (one in two or two in one or one == _initials(other) or two == _initials(brand))


def brands_agree(brand: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one is the other, its first words or its initials: more than that they do not differ."""
    if all(mine == theirs for mine, theirs in zip(brand, other, strict=False)):
        return True
    one, two = "".join(brand), "".join(other)
    return squashed(one) == squashed(two) or one == _initials(other) or two == _initials(brand)


def _initials(words: Sequence[str]) -> str:
    """None of a single word, as its first letter says nothing."""
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def text_of(value: object) -> str:
    return "" if value is None else str(value)


def _sizes(words: Iterable[str]) -> list[str]:
    return [word for word in words if is_number(word) or is_measure(word)]


def _whole_code(text: str) -> frozenset[str]:
    code = squashed(folded(text))
    fits = SHORTEST_WHOLE_CODE <= len(code) <= LONGEST_WHOLE_CODE
    return frozenset((code,)) if fits and any(map(str.isdecimal, code)) else frozenset()


def _gtin(value: object) -> str | None:
    """In fourteen digits; none without the right check digit, since half of what stands in such columns is no GTIN."""
    digits = re.sub(r"[\s-]", "", text_of(value))[:20]
    if len(digits) not in GTIN_LENGTHS or not has_right_check_digit(digits):
        return None
    return digits.zfill(max(GTIN_LENGTHS))


class ProductGroups:
    """Records grouped by the product that they are, in the order in which they are added.

    A record joins every product that it is the same as and of which no record contradicts it. So a record that is added
    later never divides a product, and joins two only if nothing contradicts that they are one."""

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
        """Returns the first record of the product that it is: its own place if it is the first itself."""
        place = len(self._parents)
        self._identities.append(identity)
        self._parents.append(place)
        keys = tuple(identity.keys())
        near = {other for key in keys for other in self._by_key.get(key, ())}
        refused = set[int]()  # products, which refuse it whichever of their records is the same
        for other in sorted(near):
            product, own = self.first(other), self.first(place)
            if product == own or product in refused or not identity.is_same(self._identities[other]):
                continue
            if not self._join(product, own):
                refused.add(product)
        for key in keys:
            if len(sharing := self._by_key.setdefault(key, [])) < MOST_COMPARED:
                sharing.append(place)
        return self.first(place)

    def first(self, place: int) -> int:
        """The first record of the product that this one is."""
        while self._parents[place] != place:
            self._parents[place] = place = self._parents[self._parents[place]]
        return place

    def _join(self, one: int, other: int) -> bool:
        """Whether nothing contradicts that two products are one, which they are then."""
        first, second = sorted((one, other))
        known, more = (self._members.get(place, [self._identities[place]]) for place in (first, second))
        if any(mine.contradicts(theirs) for mine in known for theirs in more):
            return False
        self._parents[second] = first
        self._members.pop(second, None)
        self._members[first] = list(dict.fromkeys((*known, *more)))[:MOST_COMPARED]
        return True


class DistinctProducts:
    """Tells records of new products from copies, other offers and records of a known title.

    Words are counted by it: however often a product is listed, what it is called says as much as before."""

    def __init__(self, groups: ProductGroups | None = None) -> None:
        self._groups = ProductGroups() if groups is None else groups
        self._titles: dict[tuple[str, ...], int] = {}

    def add(self, identity: ProductIdentity) -> int | None:
        """The place of an earlier record that says the same; None if it is new. What an offer is called makes no other
        record of that title a copy, as the offer's own words do not count."""
        place = len(self._groups)
        if (first := self._groups.add(identity)) != place:
            return first
        called = self._titles.setdefault(identity.title, place) if identity.title else place
        return None if called == place else called
