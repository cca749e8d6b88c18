"""Titles of pages: what names the thing, without what names the site."""

import re

_BETWEEN = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022»:]\s+|\s+-\s+|\s*\|\s*")
_CALL = re.compile(r"^(?:buy|shop|order|kaufen|acheter|comprar)\s+(?=\S+\s+\S)", re.I)


def without_site_name(title: str, site_name: str | None, host: str) -> str:
    """The title without the parts at its end that repeat the name of the site, and without a call to buy."""
    site = _letters(site_name or "")
    labels = [label for label in host.lower().split(".") if len(label) > 3]
    parts = _parts(title)
    while len(parts) > 1:
        last = _letters(parts[-1][1])
        if not last or not (last == site or any(_letters(label) in last or last in label for label in labels)):
            break
        parts.pop()
    return _CALL.sub("", "".join(between + part for between, part in parts).strip())


def first_part(title: str) -> str:
    """The title up to its first separator."""
    return _BETWEEN.split(title, maxsplit=1)[0].strip()


def _parts(title: str) -> list[tuple[str, str]]:
    """The parts, each with the separator before it."""
    separators = ["", *_BETWEEN.findall(title)]
    return list(zip(separators, _BETWEEN.split(title), strict=True))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
