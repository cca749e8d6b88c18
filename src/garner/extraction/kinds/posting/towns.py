"""Towns that are recognized by their name alone, for pages that write `Utrecht` and nothing else."""

from garner.core.word_lists import load_word_lists

TOWNS = frozenset(load_word_lists(__package__, "towns").words("towns"))
