"""Common names of product list columns, in several languages.

The names of a meaning are ordered by certainty: if two columns of a file may have the same meaning, the one whose name
comes first wins. Case, accents, spaces and punctuation do not matter (see `columns.fold_name`).
"""

from garner.core.word_lists import load_word_lists

_NAMES = load_word_lists(__package__, "column_names")

NAMES = _NAMES.groups("names")

# Words around a name that do not change its meaning: "Price (USD)", "Title EN", "main image".
QUALIFIERS = frozenset(_NAMES.words("qualifiers"))
# TAXES are qualifiers only with one of INCLUDING: "Price incl. VAT" is a price, "VAT code" no product code.
INCLUDING = frozenset(_NAMES.words("including"))
TAXES = frozenset(_NAMES.words("taxes"))
