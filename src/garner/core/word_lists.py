"""Read word lists from the TOML files beside the modules that use them.

Words are data: they grow by one word at a time, in many languages, and by people who need not know the code. A file
holds lists of words and tables of such lists. A list whose entries have no spaces may be written as one string, with
spaces between them, which also takes a tenth of the time to parse. An entry that becomes part of a regular expression
may use its syntax.
"""

import pkgutil
import tomllib
from collections.abc import Mapping
from functools import cache


class WordListError(LookupError):
    """A file of word lists is missing, or has no such list."""


class WordLists:
    """The lists and tables of one file."""

    def __init__(self, path: str, contents: Mapping[str, object]) -> None:
        self._path = path
        self._contents = contents

    def words(self, name: str) -> tuple[str, ...]:
        """Return the words of a list, in the order of the file."""
        return self._check(self._contents.get(name), name)

    def groups(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return a table of lists, in the order of the file."""
        table = self._contents.get(name)
        if not isinstance(table, dict):
            raise WordListError(f"{self._path} has no table named {name}.")
        return {key: self._check(words, f"{name}.{key}") for key, words in table.items()}

    def keys_by_word(self, name: str) -> dict[str, str]:
        """Return the key of each word in a table of lists. A word in several lists has the key of the last one."""
        return {word: key for key, words in self.groups(name).items() for word in words}

    def pattern(self, name: str) -> str:
        """Return the entries of a list as the alternatives of a regular expression."""
        return "|".join(self.words(name))

    def patterns(self, name: str) -> dict[str, str]:
        """Return each list of a table as the alternatives of a regular expression."""
        return {key: "|".join(words) for key, words in self.groups(name).items()}

    def _check(self, words: object, name: str) -> tuple[str, ...]:
        if isinstance(words, str):
            return tuple(words.split())
        if not isinstance(words, list):
            raise WordListError(f"{self._path} has no list named {name}.")
        for word in words:
            if not isinstance(word, str):
                raise WordListError(f"{self._path} has an entry in {name} that is not a string: {word!r}.")
        return tuple(words)


@cache
def load_word_lists(package: str, name: str = "words") -> WordLists:
    """Return the word lists in the file `<name>.toml` of a package."""
    path = f"{package.replace('.', '/')}/{name}.toml"
    try:
        data = pkgutil.get_data(package, f"{name}.toml")
    except FileNotFoundError:
        data = None
    if data is None:
        raise WordListError(f"The data file {path} is missing. Reinstall Garner.")
    return WordLists(path, tomllib.loads(data.decode()))
