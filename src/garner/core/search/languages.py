"""The language of a text, as far as stemming needs it: the name of PostgreSQL's configuration for it."""

from collections import Counter

from garner.core.search.words import fold
from garner.core.word_lists import load_word_lists

DEFAULT = "english"
MIN_FREQUENT = 3  # frequent words that a text must have of a language; titles alone have fewer
MAX_READ = 1_500  # characters

_WORDS = load_word_lists(__package__)
_NAMES = {tag: name for name, tags in _WORDS.groups("tags").items() for tag in tags}
_FREQUENT: dict[str, list[str]] = {}  # the languages of each word
for _name, _frequent in _WORDS.groups("frequent").items():
    for _word in set(map(fold, _frequent)):
        _FREQUENT.setdefault(_word, []).append(_name)
LANGUAGES = tuple(_WORDS.groups("tags"))


def language_of(tag: object, text: str) -> str:
    """Return the language that a record names, or the one whose frequent words its text has most of. A language that
    cannot be stemmed, and a text of another script, is left as it is written."""
    if isinstance(tag, str) and tag:
        return _NAMES.get(tag.split("-")[0].split("_")[0].lower(), "simple")
    counts = Counter(name for word in fold(text[:MAX_READ]).split() for name in _FREQUENT.get(word, ()))
    best = max(counts, key=lambda name: (counts[name], name == DEFAULT), default=DEFAULT)
    return best if counts[best] >= MIN_FREQUENT else DEFAULT
