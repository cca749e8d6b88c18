"""The words that shops use as labels and states, in the languages of most shops."""

import re
from collections.abc import Mapping

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

# The first state with a phrase in the line wins, so that "not available" is found before "available".
_STATE_PATTERNS = tuple((state, re.compile(phrases)) for state, phrases in _WORDS.patterns("states").items())


def availability_in(text: str) -> str | None:
    """Return the availability that a line states."""
    lowered = text.lower()
    return next((state for state, pattern in _STATE_PATTERNS if pattern.search(lowered)), None)


# The complete text of a line about a product that is free.
_FREE = re.compile(
    rf"(?:(?:{_WORDS.pattern('price_word')})\W{{1,3}})?(?:(?:is|it's|get it) )?(?:for )?"
    rf"(?:{_WORDS.pattern('free')})(?: (?:download|herunterladen|of charge))?\W*",
    re.I,
)


def says_free(text: str) -> bool:
    return len(text) < 60 and _FREE.fullmatch(text.strip()) is not None


# The text of the button that buys.
BUY = re.compile(_WORDS.pattern("buy"), re.I)
# Button texts that occur only where something is sold: of a payment service, or of a shop without the product.
PAY_BUTTON = re.compile(r"^(?:pay|payments?|check ?out|make payments?)\b[^.]{0,20}\bpaypal\b|^paypal\b", re.I)
SOLD_OUT_BUTTON = re.compile(_WORDS.pattern("sold_out_button"), re.I)
BUY_NAME = re.compile(_WORDS.pattern("buy_name"), re.I)

LABELS: Mapping[str, str] = _WORDS.keys_by_word("labels")
MAX_LABEL_LENGTH = max(map(len, LABELS))


def _letters(text: str) -> str:
    """Return the letters of the label alone; `Stock #` labels a number and `Stock` does not, so the sign is spelled
    out."""
    return "".join(filter(str.isalnum, text.lower().replace("#", "no").replace("№", "no")))


_BY_LETTERS: Mapping[str, str] = {_letters(label): field for label, field in LABELS.items()}


def field_called(label: str) -> str | None:
    """Return the field that a label is for, regardless of punctuation: `Art.-Nr.`, `Art. Nr` and `artnr` are one."""
    return _BY_LETTERS.get(_letters(label)) if len(label) <= 2 * MAX_LABEL_LENGTH else None


# Labels of an article number that also label other things (`Item`, `Code`, `Style`), or that label an entry in a
# database or a catalogue (`Product ID`, `ASIN`) and add nothing to the machine-readable number.
_AMBIGUOUS = frozenset(map(_letters, _WORDS.words("ambiguous_labels")))


def names_article_number(label: str) -> bool:
    """Return whether a label is that of an article number, and can be nothing else."""
    return field_called(label) == "sku" and _letters(label) not in _AMBIGUOUS


_BEGINNINGS = {label.split()[0].rstrip(".-#")[:6] for label, field in LABELS.items() if field == "sku"}
# The beginnings of such labels in the bytes of a page, of which only the ASCII letters are in lower case.
ARTICLE_NUMBER_STEMS = tuple(
    sorted(
        {stem.encode() for text in _BEGINNINGS for stem in ([text] if text[0].isascii() else [text, text.capitalize()])}
    )
)

_STARTING_AT = re.compile(rf"[\s:]+(?:{_WORDS.pattern('starting_at')})\s*$", re.I)


def ends_in_price_label(text: str) -> bool:
    """Return whether the text before an amount ends in a word for the price: `Now only`, `Unser Preis:`."""
    words = _STARTING_AT.sub("", text).split()[-3:]
    return any(field_called(" ".join(words[start:])) == "price" for start in range(len(words)))


# Labels of a former price, or of another seller's price.
OLD_WORD = re.compile(
    rf"(?:\b(?:{_WORDS.pattern('old_word')})\b|{_WORDS.pattern('old_word_unspaced')})[^\d]{{0,20}}$", re.I
)
# Below such a line a page shows other products than its own.
OTHER_THINGS = re.compile(rf"^\W*(?:\d+ )?(?:{_WORDS.pattern('other_things')})", re.I)
# The same, for words with this meaning only as the heading of a part of the page.
OTHER_THINGS_HEADING = re.compile(rf"^\W*(?:our |unser[ea]? )?(?:{_WORDS.pattern('other_things_heading')})\W*$", re.I)
# Headings of the parts of the page about the product itself.
PAGE_PART = re.compile(_WORDS.pattern("page_part"), re.I)

# Class and id names. A name counts where it is a word of its own or a part set off by a hyphen or an underscore.
PRICE_NAME = re.compile(_WORDS.pattern("price_name"), re.I)
OLD_NAME = re.compile(
    rf"(?:^|[-_\s])(?:{_WORDS.pattern('old_name')})(?=[-_\s]|$|price|preis|prix)|"
    r"(?:old|was|list|strike|original|previous|compare)[-_]?(?:price|preis|prix)(?!s)|strikethrough|line-?through",
    re.I,
)
NOT_THE_PRICE = re.compile(_WORDS.pattern("not_the_price"), re.I)
# An amount without the tax that its buyer pays is not the price if the amount with tax is shown as well.
WITHOUT_TAX = re.compile(
    rf"\b(?:{_WORDS.pattern('without')})\b\.? ?(?:\d{{1,2}} ?% ?)?(?:{_WORDS.pattern('tax')})|"
    r"\bnetto\b|\b(?:ht|h\.t\.)$",
    re.I,
)
BRAND_ADDRESS = re.compile(rf"[/?&_-](?:{_WORDS.pattern('brand_address')})[/=_-](?!all\b)[^/?&#]", re.I)
BRAND_NAME = re.compile(
    rf"(?:^|[-_\s])(?:{_WORDS.pattern('brand_name')})(?=$|[-_\s])|productBrand|brand[-_]?(?:name|link|title)", re.I
)
SKU_NAME = re.compile(rf"(?:^|[-_\s])(?:{_WORDS.pattern('sku_name')})(?=$|[-_\s])|productSku|skuNumber", re.I)
STOCK_NAME = re.compile(
    rf"(?:^|[-_\s])(?:{_WORDS.pattern('stock_name')})(?=$|[-_\s])|stockStatus|inStock|availabilit", re.I
)
# Parts of a page that show other products than its own.
ASIDE_NAME = re.compile(rf"(?:^|[-_\s])(?:{_WORDS.pattern('aside_name')})(?=$|[-_\s])", re.I)
