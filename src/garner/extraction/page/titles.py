"""Page titles: the part that names the thing, without the part that names the site."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_BETWEEN = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022»:]\s+|\s+-\s+|\s*\|\s*")
_WORD = re.compile(r"\w+")
_EXTENSION = re.compile(r"\.[a-z]{2,5}\Z", re.I)
_MAX_PARTS = 10
_CALL = re.compile(r"^(?:buy|shop|order|kaufen|acheter|comprar)\s+(?=\S+\s+\S)", re.I)


def without_site_name(title: str, site_name: str | None, host: str) -> str:
    """Return the title without trailing parts that repeat the name of the site, and without a call to buy."""
    site = letters_of(site_name or "")
    labels = [label for label in host.lower().split(".") if len(label) > 3]
    parts = _parts(title)
    while len(parts) > 1:
        last = letters_of(parts[-1][1])
        if not last or not (last == site or any(letters_of(label) in last or last in label for label in labels)):
            break
        parts.pop()
    return _CALL.sub("", "".join(between + part for between, part in parts).strip())


@dataclass(frozen=True, slots=True)
class Called:
    """The names that a page gives its subject."""

    names: tuple[str, ...] = ()  # from its headings and titles, without the name of the site
    slug: str = ""  # the words at the end of its URL

    @classmethod
    def of(cls, texts: Iterable[str], site_name: str | None, url: str) -> "Called":
        try:
            address = urlsplit(url)
            host, path = address.hostname or "", unquote(address.path)
        except ValueError:
            host, path = "", ""
        wholes = [without_site_name(text, site_name, host) for text in texts]
        parts = [part for whole in wholes for part in _BETWEEN.split(whole, _MAX_PARTS)]
        names = [name for name in dict.fromkeys((*wholes, *parts)) if not _names_site(name, site_name, host)]
        return cls(tuple(names), " ".join(_WORD.findall(_EXTENSION.sub("", path.rstrip("/").rpartition("/")[2]))))

    def likeness(self, name: str) -> float:
        """Return from 0 to 1 how similar a name is to the page's own names."""
        return max((likeness(name, own_name) for own_name in (*self.names, self.slug)), default=0.0)


def likeness(name: str, other: str) -> float:
    """Return the share of the words that two names have in common, or of the letters if one name is a part of the
    other."""
    words, others = (set(_WORD.findall(text.casefold())) for text in (name, other))
    shared = 2 * len(words & others) / (len(words) + len(others) or 1)
    shorter, longer = sorted((letters_of(name), letters_of(other)), key=len)
    return max(shared, len(shorter) / len(longer)) if len(shorter) > 1 and shorter in longer else shared


def _names_site(text: str, site_name: str | None, host: str) -> bool:
    letters = letters_of(text)
    labels = [letters_of(label) for label in host.lower().split(".")[:-1]]
    return not letters or letters in (letters_of(site_name or ""), *labels)


def first_part(title: str) -> str:
    """Return the title up to its first separator."""
    return _BETWEEN.split(title, maxsplit=1)[0].strip()


def _parts(title: str) -> list[tuple[str, str]]:
    """Return the parts, each with the separator before it."""
    separators = ["", *_BETWEEN.findall(title)]
    return list(zip(separators, _BETWEEN.split(title), strict=True))


def letters_of(text: str) -> str:
    """Return the lower-case letters and digits of the text, by which names are compared regardless of their
    typography."""
    return "".join(filter(str.isalnum, text.lower()))
