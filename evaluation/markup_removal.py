"""Ways of taking markup out of a page, from the least to the most that is removed.

They work on the text of the page, so that what is left is as the site wrote it, mistakes included.
"""

import re

_JSON_LD = re.compile(r"<script\b[^>]*\bld\+json\b[^>]*>.*?</script\s*>", re.I | re.S)
_SCRIPTS = re.compile(r"<script\b.*?</script\s*>", re.I | re.S)
_METAS = re.compile(
    r"<meta\b[^>]*\b(?:property|name|itemprop)\s*=\s*[\"']?(?:og|twitter|product|article|recipe)[^>]*>", re.I
)
_VALUE = r"\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)"
_DATA_ATTRIBUTES = re.compile(
    rf"\s(?:itemscope|itemprop|itemtype|itemid|itemref|typeof|property|vocab|about|resource|datatype)(?:{_VALUE})?(?=[\s/>])",
    re.I,
)
_NAME_ATTRIBUTES = re.compile(rf"\s(?:class|id){_VALUE}(?=[\s/>])", re.I)
_OPENING_TAG = re.compile(r"<[a-z][^<>]*>", re.I)


def without_json_ld(text: str) -> str:
    """Remove JSON-LD, and leave microdata, RDFa, metadata and other scripts."""
    return _JSON_LD.sub("", text)


def without_markup(text: str) -> str:
    """Remove all structured data: scripts, metadata, and attributes that name properties."""
    return _remove_attributes(_DATA_ATTRIBUTES, _METAS.sub("", _SCRIPTS.sub("", text)))


def without_names(text: str) -> str:
    """Remove all structured data, and the names of classes and elements too."""
    return _remove_attributes(_NAME_ATTRIBUTES, without_markup(text))


def _remove_attributes(attributes: re.Pattern[str], text: str) -> str:
    return _OPENING_TAG.sub(lambda tag: attributes.sub("", tag[0]), text)
