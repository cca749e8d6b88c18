"""Recognizes sites that show the jobs of many companies: the name of such a site is not the employer."""

import re

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

# Words in the names or menus of sites that show the jobs of many companies.
BOARD_NAME = re.compile(_WORDS.pattern("board_name"), re.I)
BOARD_MENU = re.compile(rf"^(?:{_WORDS.pattern('board_menu')})$", re.I)
# Sites that show the jobs of many companies, with names that do not indicate it. Lower case, letters and digits only.
BOARD_SITES = frozenset(_WORDS.words("board_sites"))
# Hosts that show the postings of many companies, each below a name of its own.
BOARD_HOSTS = frozenset(_WORDS.words("board_hosts"))
