"""Remove volatile text: the ages, counters, clocks and tokens that change on every visit and do not describe the
subject of the page.

Only unambiguous phrases are removed. `3 days ago` is removed, `3 days` stays, because a dough may rest that long; `150
applicants` is removed, `150 people` stays, because a cake may feed them. A date is removed only where the page labels
it as that of its last change: the last day to apply is a date too.
"""

import re

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

_SPAN = rf"(?:(?:{_WORDS.pattern('span_stems')})\w{{0,4}}|{_WORDS.pattern('spans')})"
_SOME = rf"(?:\d{{1,4}}\+?|{_WORDS.pattern('one')})"
_DATE = (
    r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [^\W\d]{3,10}\.?,? \d{4}|[^\W\d]{3,10}\.? \d{1,2}"
    r"(?:st|nd|rd|th)?,? \d{4})(?:,?t? ?(?:at |um |à |- )?\d{1,2}[:.]\d{2}(?::\d{2})?)?"
)
_COUNTED = f"(?:{_WORDS.pattern('counted')})"
_COUNTED_ONCE = f"(?:{_WORDS.pattern('counted_once')})"
_COUNT = r"\d[\d.,\u00a0\u202f]{0,12} ?[km]?\+?"
_ONLOOKERS = (
    rf"(?:{_WORDS.pattern('onlookers')}) (?:(?:are|is|have|has|now|currently|recently) ){{0,2}}"
    rf"(?:{_WORDS.pattern('onlookers_do')})"
)
_LAST_CHANGE = rf"(?:{_WORDS.pattern('last_change')})(?: (?:on|at|am|le|el|il|op))?"
_PASSING = re.compile(
    rf"\b(?:vor|il y a|hace|há) (?:etwa |ca\.? |environ )?{_SOME} {_SPAN}\b"
    rf"|\b{_SOME} {_SPAN} (?:ago|fa|geleden|temu|назад|sedan|siden|önce|atrás)\b"
    r"|\b\d{1,3} ?(?:[smhdwy]|mo) ago\b"
    r"|\b\d{1,4} ?(?:秒|分|分钟|分鐘|小时|小時|時間|天|日|周|週間?|[个か個ヶ]?月|年)之?前"
    r"|\bposted (?:today|yesterday|just now)\b"
    rf"|\b{_COUNT} ?{_COUNTED}\b"
    rf"|\b1 {_COUNTED_ONCE}\b"
    rf"|\b{_COUNTED} ?[:(] ?{_COUNT}\)?"
    rf"|\b{_COUNT} {_ONLOOKERS}\b"
    rf"|\b{_LAST_CHANGE}:? ?{_DATE}"
    r"|\b\d{1,2}:\d{2}:\d{2}\b"
    r"|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
    r"|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,}\b"
)


def remove_volatile(text: str) -> str:
    """Return a lower-case line without its volatile text."""
    return " ".join(_PASSING.sub(" ", text).split())
