"""For how many, and for how long: numbers beside the words that say what they count."""

import re
from collections.abc import Iterator, Sequence

from garner.extract.fields import minutes
from garner.extract.page_rows import Row

NEAR = 60  # rows around the beginning of the ingredients, where such facts stand
_LONGEST = 120
_LONGEST_MINUTES = 60 * 24 * 60

_COUNT = r"\d{1,3}(?:\s?(?:[-–]|to|bis|à|a)\s?\d{1,3})?"
_EATERS = (
    r"(?:servings?|serves|portions?|people|persons?|portionen|personen|pers\.?|personnes?|parts|personas|raciones|"
    r"porciones|"
    r"porções|pessoas|doses|persone|porzioni|porties|personer|portioner|porsjoner|annosta|hlö|porcji|porcje|porce|"
    r"porcí|osoby|"
    r"osób|adag|fő|порц\w*|персон\w*|μερίδες|άτομα|kişilik|人分|人份|个|個|인분)"
)
_LABEL = (
    r"(?:servings?|serves|yields?|makes|portions?|portionen|personen|für|ergibt|menge|anzahl|pour|personnes|"
    r"rendement|rinde|raciones|"
    r"porciones|personas|comensales|rende|rendimento|porções|doses|dosi|persone|porzioni|dosi per|quantità|"
    r"aantal personen|porties|"
    r"personen|antal(?: portioner| personer)?|portioner|porsjoner|annoksia|porcje|liczba porcji|porce|adag|порций|"
    r"количество порций|"
    r"порции|μερίδες|kaç kişilik|分量|份量)"
)
_YIELDS = (
    re.compile(
        rf"\b{_LABEL}\b(?:\s+(?:size|about|ca\.?|circa|ungefähr|approximately|"
        rf"approx\.?))?\s*[:=]?\s*(?P<yield>{_COUNT}\b[^|•·;,.()\d]{{0,30}})",
        re.I,
    ),
    re.compile(rf"(?P<yield>{_COUNT}\s?{_EATERS})(?!\w)", re.I),
)
_LABEL_ALONE = re.compile(rf"\W*(?:recipe )?{_LABEL}\W*\Z", re.I)
_BARE_COUNT = re.compile(rf"\W*(?P<yield>{_COUNT}\b.{{0,30}})\Z")

_DURATION = (
    r"(?P<time>[\d½¼¾][\d\s.,:/½¼¾–-]{0,9}[^\W\d]{0,12}\.?"
    r"(?:,?\s(?:and |und |et |y |e |en |og |och )?\d[\d\s.,/]{0,5}[^\W\d]{1,12}\.?)?)"
)
_TIMES = {
    "total_minutes": (
        r"total(?: time)?|ready in|gesamt(?:zeit|dauer)?|zeit gesamt|temps total|durée totale|tiempo total|"
        r"tempo totale?|"
        r"pronto in|totale (?:bereidings)?tijd|totalt? tid|tid i alt|kokonaisaika|czas całkowity|łączny czas|"
        r"celkový čas|"
        r"общее время|συνολικός χρόνος|toplam süre|所要時間|总时间"
    ),
    "prep_minutes": (
        r"prep(?:aration|ping)?(?:[ -]time)?|active(?: time)?|hands[- ]on(?: time)?|vorbereitung(?:szeit)?|"
        r"zubereitung(?:szeit)?|arbeitszeit|(?:temps de )?préparation|(?:tiempo de )?preparación|"
        r"(?:tempo de )?prepar[oa](?:ção)?|(?:tempo di )?preparazione|voorbereiding(?:stijd)?|arbejdstid|forberedelse|"
        r"valmisteluaika|przygotowanie|příprava|подготовка|προετοιμασία|hazırlama(?: süresi)?"
    ),
    "cook_minutes": (
        r"(?:cook(?:ing)?|bak(?:e|ing)|grill(?:ing)?|roasting)(?:[ -]time)?|(?:koch|gar|back|koch-/back)zeit|"
        r"(?:temps de )?cuisson|(?:tiempo de )?cocción|(?:tempo de )?coz(?:edura|imento)|(?:tempo di )?cottura|"
        r"(?:kook|oven)tijd|stegetid|bagetid|steketid|kypsennysaika|gotowanie|pieczenie|vaření|pečení|μαγείρεμα|"
        r"pişirme(?: süresi)?"
    ),
}
_ABOUT = r"(?:ca\.?|about|etwa|circa|env\.?|environ)?"
_TIME_PATTERNS = {
    name: (
        re.compile(
            rf"(?<![\w-])(?:{labels})(?![\w-])\s*(?:\([^)]{{0,20}}\))?\s*[:=–-]?\s*{_ABOUT}\s*{_DURATION}", re.I
        ),
        re.compile(rf"{_DURATION}\s*(?:of |de |di )?(?:{labels})(?![\w-])", re.I),
        re.compile(rf"\W*(?:{labels})\W*\Z", re.I),
    )
    for name, labels in _TIMES.items()
}
# A duration without a label, or with one that says no more than that it is a time, is how long it takes.
_SOME_TIME = re.compile(
    rf"\W*(?:(?:time|duration|dauer|zeit|durée|temps|duración|tiempo|durata|tempo|tid|bereidingstijd|tijd|czas|время|"
    rf"süre|"
    rf"調理時間)\W*)?{_DURATION}\W*\Z",
    re.I,
)


def read_yield(rows: Sequence[Row], at: int) -> tuple[str | None, str]:
    near = list(_nearby(rows, at))
    for pattern in _YIELDS:
        for row, _ in near:
            if found := pattern.search(row.text):
                return tidy_yield(found["yield"]), "beside its label"
    for row, following in near:
        if following and _LABEL_ALONE.match(row.text) and (found := _BARE_COUNT.match(following.text)):
            return tidy_yield(found["yield"]), "below its label"
    return None, ""


def tidy_yield(text: str) -> str:
    """A bare number is one of servings."""
    text = text.strip(" :-–")
    return f"{text} servings" if text.isdecimal() else text


def read_times(rows: Sequence[Row], at: int) -> dict[str, tuple[int, str]]:
    near = list(_nearby(rows, at))
    found = {name: (amount, "beside its label") for name in _TIMES if (amount := _labelled(name, near))}
    parts = [found[name][0] for name in ("prep_minutes", "cook_minutes") if name in found]
    if parts and ("total_minutes" not in found or found["total_minutes"][0] < max(parts)):
        found["total_minutes"] = sum(parts), "prep_minutes + cook_minutes"
    if not found and (amount := _unlabelled(rows[max(0, at - NEAR) : at])):
        found["total_minutes"] = amount, "a duration above the ingredients"
    return found


def _labelled(name: str, near: Sequence[tuple[Row, Row | None]]) -> int | None:
    after, before, alone = _TIME_PATTERNS[name]
    for row, following in near:
        match = after.search(row.text) or before.search(row.text)
        text = match["time"] if match else following.text if following and alone.match(row.text) else ""
        if amount := _believable(text):
            return amount
    return None


def _unlabelled(above: Sequence[Row]) -> int | None:
    matches = (_SOME_TIME.match(row.text) for row in reversed(above) if not row.is_link and len(row.text) <= _LONGEST)
    return next((amount for match in matches if match and (amount := _believable(match["time"]))), None)


def _believable(text: str) -> int | None:
    amount = minutes(text) if _has_unit(text) else None
    return amount if amount and amount <= _LONGEST_MINUTES else None


def _has_unit(text: str) -> bool:
    return any(character.isalpha() or character == ":" for character in text)


def _nearby(rows: Sequence[Row], at: int) -> Iterator[tuple[Row, Row | None]]:
    """Rows where such facts stand, each with the one below it: the nearest first, and those above before the rest."""
    window = range(max(0, at - NEAR), min(len(rows), at + NEAR))
    for index in sorted(window, key=lambda index: (index > at + 5, abs(index - at))):
        row = rows[index]
        if len(row.text) <= _LONGEST:
            yield row, rows[index + 1] if index + 1 < len(rows) else None
