"""Removes volatile text: the ages, counters, clocks and tokens that change on every visit and do not describe the
subject of the page.

Only unambiguous phrases are removed. `3 days ago` is removed, `3 days` stays, because a dough may rest that long; `150
applicants` is removed, `150 people` stays, because a cake may feed them. A date is removed only where the page labels
it as that of its last change: the last day to apply is a date too.
"""

import re

_SPAN = (
    r"(?:(?:second|sekund|segund|minut|hour|stund|heure|hora|godzin|час|giorn|jour|woche|week|semaine|semana|settiman|"
    r"vecko|tygodni|недел|month|monat|maand|miesi|месяц|year|jahr|jaar|год|hafta)\w{0,4}|secs?|secondes?|mins?|hrs?|std|"
    r"or[ae]|uur|timm?ar|timer|days?|tag(?:en)?|d[ií]as?|dag(?:en|ar|er)?|dni|dzień|дн(?:я|ей)|день|weken|veckor|uker|"
    r"mois|m[eê]s(?:es)?|mes[ei]|ans?|a[ñn]os?|ann[oi]|rok|lata?|лет|dakika|saat|gün|ay|yıl)"
)
_SOME = r"(?:\d{1,4}\+?|an?|one|eine[mr]?|une?|una|uno|uma?|een|ett?|en)"
_DATE = (
    r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [^\W\d]{3,10}\.?,? \d{4}|[^\W\d]{3,10}\.? \d{1,2}"
    r"(?:st|nd|rd|th)?,? \d{4})(?:,?t? ?(?:at |um |à |- )?\d{1,2}[:.]\d{2}(?::\d{2})?)?"
)
_COUNTED = (
    r"(?:applicants|views|comments|replies|reviews|ratings|votes|likes|followers|subscribers|downloads|bewerber|aufrufe|"
    r"kommentare|bewertungen|stimmen|candidats|avis|commentaires|vues|comentarios|opiniones|valoraciones|visitas|votos|"
    r"comentários|avaliações|commenti|recensioni|visualizzazioni|voti|beoordelingen|reacties|stemmen|komentarz[ey]|"
    r"opinii|отзыв\w{0,3}|комментари\w{0,3}|просмотр\w{0,3})"
)
_COUNTED_ONCE = (
    r"(?:applicant|view|comment|reply|review|rating|vote|follower|kommentar|bewertung|commentaire|comentario)"
)
_COUNT = r"\d[\d.,\u00a0\u202f]{0,12} ?[km]?\+?"
_ONLOOKERS = (
    r"(?:people|persons|customers|users|others|shoppers) (?:(?:are|is|have|has|now|currently|recently) ){0,2}"
    r"(?:viewing|watching|looking|viewed|bought|applied|saved)"
)
_LAST_CHANGE = (
    r"(?:updated|modified|generated|refreshed|aktualisiert|mise? à jour|actualizado|aggiornat[oa]|bijgewerkt|stand)"
    r"(?: (?:on|at|am|le|el|il|op))?"
)
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
