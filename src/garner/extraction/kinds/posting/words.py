"""The words by which job advertisements are recognized, in the languages that most of them are written in."""

import re
from collections.abc import Mapping

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

# The topic of a section, by the words of its heading.
SECTIONS: Mapping[str, re.Pattern[str]] = {
    topic: re.compile(headings, re.I) for topic, headings in _WORDS.patterns("sections").items()
}

# Sentences that occur in advertisements for a job and hardly elsewhere.
SAYINGS = re.compile(_WORDS.pattern("sayings"), re.I)

# Marks that German, French and related laws have advertisers put after the title.
GENDER_MARK = re.compile(
    r"[(\[]\s?(?:(?:[mwfdxhvingagk*]|all genders?|gn|div\w*|männlich|weiblich|alle)\s?[/|,.]?\s?){1,4}\s?[)\]]|"
    r"\b(?:[mwfdxh]\s?/\s?){1,3}[mwfdxhk]\b(?!\w)",
    re.I,
)

# A label that stands before a value, and the field of the value; empty if the value is not read.
LABELS: Mapping[str, str] = _WORDS.keys_by_word("labels") | dict.fromkeys(_WORDS.words("other_labels"), "")
# Any page may have some of these labels; the others indicate a job.
COMMON_LABELS = frozenset(_WORDS.words("common_labels"))

APPLY = re.compile(rf"^(?:»|›|→|✉|>>?)?\s*(?:{_WORDS.pattern('apply')})\s*(?:[!»›→.]|>>?)*$", re.I)

EMPLOYMENT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(words, re.I)) for kind, words in _WORDS.patterns("employment").items()
)
# Words that indicate the kind of employment only after a label: `Jornada: Parcial`.
EMPLOYMENT_AFTER_LABEL: Mapping[str, str] = _WORDS.keys_by_word("employment_after_label")

REMOTE = re.compile(_WORDS.pattern("remote"), re.I)
HYBRID = re.compile(_WORDS.pattern("hybrid"), re.I)
NOT_REMOTE = re.compile(_WORDS.pattern("not_remote"), re.I)

# Words of a site, not of a company: the rest of "Acme Careers" without them is the company.
CAREER_WORDS = re.compile(rf"\b(?:{_WORDS.pattern('career_words')})\b", re.I)
# Texts that stand in the place of a title and name no job.
NO_TITLE = re.compile(rf"^(?:{_WORDS.pattern('no_title')})$", re.I)
# Text that is written before a title and is not part of it.
BEFORE_TITLE = re.compile(
    r"^(?:\[[^\]]{2,20}\]\s*|(?:une?|eine?n?|eine/n|eine?n? \w+e?n?) (?=\w+ ?\w*.*[(\[]))|"
    rf"^(?:{_WORDS.pattern('before_title')})\s*(?:[:–—|-]\s*|(?<=for)\s+)",
    re.I,
)
# Names of occupations or ranks: nearly every job title contains one of them.
OCCUPATIONS = frozenset(_WORDS.keys_by_word("occupations"))
# Endings of compound words, as in German and Dutch.
OCCUPATION_ENDS = _WORDS.words("occupation_ends")
_WORD = re.compile(r"[^\W\d_]+")


def names_occupation(text: str) -> bool:
    words = _WORD.findall(text.lower())
    return any(
        word in OCCUPATIONS or word.removesuffix("s") in OCCUPATIONS or word.endswith(OCCUPATION_ENDS) for word in words
    )


# The distance from its place at which the work is done.
FROM_WHERE = rf"(?:(?:fully|partly|partially|100 ?%) )?(?:{_WORDS.pattern('from_where')})"
# Legal forms of companies, at the end of their names.
LEGAL_FORM = re.compile(rf"[\s,](?:{_WORDS.pattern('legal_form')})\.?\Z", re.I)
# The codes of states and provinces in the United States, in Canada and in Australia.
STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
REGIONS = f"{STATES}|AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT|NSW|VIC|QLD|SA|TAS|ACT"
_IN_REGION = re.compile(rf"\w[.)]?, (?:{REGIONS})\Z")


def has_legal_form(text: str) -> bool:
    """Return whether it ends in a legal form of companies; `Denver, CO` and `Reno, NV` end in a state."""
    return LEGAL_FORM.search(text) is not None and _IN_REGION.search(text) is None


# Words in the names of institutions.
INSTITUTION = re.compile(rf"\b(?:{_WORDS.pattern('institution')})\b", re.I)
# Text that is written after a title and is not part of it.
AFTER_TITLE = re.compile(
    r"\s+(?:jobs?|vacancy|job (?:opening|vacancy))(?:\s+(?:in|at|with|details?|description|opening)\b.*)?\Z|"
    r"\s+(?:wanted|required|needed)!*\Z",
    re.I,
)
# "Baker at Crumb & Co"
AT = re.compile(
    rf"\s+(?:{_WORDS.pattern('at')}|"
    # `with` mostly introduces a skill, so the company must look like one.
    rf"with(?=(?:\s+[\w&'’.-]+){{0,5}}\s+(?:{_WORDS.pattern('company_ends')})\b))\s+(?=[A-ZÀ-ÞА-ЯŁŚŻ\d])"
)
HIRES = re.compile(
    r"^(?:(?i:(?:wir|we|nous),? (?:die|der|at|the|la)|the|die|das|der|la|le|el|il|het|de|firma)\s+)?"
    rf"(.{{2,60}}?)\s*,?\s+(?:{_WORDS.pattern('hires')})\b"
)
SEEKS = re.compile(
    r"\s*,?\s*(?:[^.]{0,40}?\s)?(?:(?:is|are|has)\s+)?(?:currently\s+|now\s+|actively\s+)?"
    rf"(?:{_WORDS.pattern('seeks')})\b",
    re.I,
)
# "is looking for an experienced line cook to", "a job as line cook": the job that is sought.
SOUGHT = re.compile(
    rf"\b(?:{_WORDS.pattern('sought')})\s+"
    rf"(?:an?|une?|una?|een|the)?\s*(?:(?:{_WORDS.pattern('praise')})\s+){{0,3}}"
    r"((?:[\w&/+#.'’-]+\s+){0,5}?[\w&/+#'’-]+)(?=\s*(?:[,.;:(!]|\b(?:to|for|with|who|in|at|on|pour|para|"
    r"voor|do|that|of our|based)\b|\Z))",
    re.I,
)
ABOUT = re.compile(rf"^(?:{_WORDS.pattern('about')})\s+(?!{_WORDS.pattern('about_no_company')})(.{{2,50}})$", re.I)
# Words that stand in the place of a company's name and name no company.
NO_NAMES = frozenset(_WORDS.words("no_names"))
# Without one of these, and one of those below, a page is not worth reading line by line.
GIST = _WORDS.words("gist")
SECTION_STEMS = _WORDS.words("section_stems")
JOB_ADDRESS = re.compile(
    rf"(?:^|[/.\-_])(?:{_WORDS.pattern('job_address')})(?:[/.\-_?=]|$)|"
    r"\wjobs?(?:[/.\-_?=]|$)|careers?(?:[/.\-_?=]|hub|$)",
    re.I,
)
# The beginning of a line after which the advertisement is over.
PAGE_ENDS = re.compile(_WORDS.pattern("page_ends"), re.I)
# Without one of these in its text a page has no notice that the job is closed: a cheap test before a careful one.
NOTICE_STEMS = _WORDS.words("notice_stems")
# Words of a page's title that refer to jobs.
HEADED = re.compile(rf"\b(?:{_WORDS.pattern('headed')})\b", re.I)

# Words in the names or menus of sites that show the jobs of many companies: such a name is not the employer.
BOARD_NAME = re.compile(_WORDS.pattern("board_name"), re.I)
BOARD_MENU = re.compile(rf"^(?:{_WORDS.pattern('board_menu')})$", re.I)
# Sites that show the jobs of many companies, with names that do not indicate it. Lower case, letters and digits only.
BOARD_SITES = frozenset(_WORDS.words("board_sites"))
# Hosts that show the postings of many companies, each below a name of its own.
BOARD_HOSTS = frozenset(_WORDS.words("board_hosts"))
