"""Detects the notice that a job is closed: "This position has been filled."

Whether the last day to apply has passed is a question for a clock, not for a page, and this module has no clock. A
notice counts only as a line of its own that states the fact: "if the position has been filled" states nothing.
"""

import re
from collections.abc import Iterable

from garner.extraction.kinds.posting.lines import PostingLine, posting_lines
from garner.extraction.kinds.posting.words import NOTICE_STEMS
from garner.extraction.page.document import Document

MAX_NOTICE = 220

_ENGLISH_THING = (
    r"(?:job|position|posting|vacancy|role|opening|opportunity|listing|requisition|advert(?:isement)?|ad|recruitment|"
    r"application(?: (?:period|window|process))?|applications)"
)
_NOTICE = re.compile(
    rf"\b{_ENGLISH_THING}\b[^.!?]{{0,60}}?\b(?:no longer (?:available|open|active|accepting|posted|exists?|online|"
    "advertised)|"
    r"(?:is|are|was|has|have) (?:now |been |already |since |currently |not )*(?:closed|expired|filled|removed|"
    r"unavailable|archived|available anymore|accepting applications anymore|taken down))\b|"
    r"\bno longer accepting (?:new )?(?:applications|applicants|resumes)\b|\bnot accepting applications\b|"
    rf"^(?:this )?{_ENGLISH_THING} (?:closed|expired|filled|not found|unavailable|removed)\W*$|"
    rf"\b{_ENGLISH_THING}\b[^.!?]{{0,60}}? closed on (?:[^\W\d]+,? )?(?:the )?(?:\d|\w{{3,9}} \d)|"
    r"^(?:sorry,? |this (?:job|one) )?(?:is )?no longer available\W*$|^(?:lo sentimos,? )?ya no está disponible\W*$|"
    r"^(?:offre|annonce) (?:expirée|pourvue|clôturée|archivée)\W*$|^(?:oferta|vacante) (?:cerrada|caducada|expirada|"
    r"finalizada|cubierta)\W*$|^vaga (?:encerrada|preenchida|expirada)\W*$|^(?:annuncio|offerta) scadut[ao]\W*$|"
    r"^vacature (?:gesloten|vervuld|verlopen)\W*$|^(?:stelle|anzeige) (?:besetzt|abgelaufen|vergeben)\W*$|"
    r"(?:stelle|stellenan\w+|stellenaus\w+|position|anzeige|job|ausschreibung|inserat|"
    r"bewerbungsfrist)\b[^.!?]{0,50}?(?:nicht mehr (?:verfügbar|online|aktiv|aktuell|vakant|offen|ausgeschrieben)|"
    r"(?:ist|wurde|bereits)\b[^.!?]{0,15} (?:abgelaufen|besetzt|geschlossen|vergeben|deaktiviert))|(?:offre|poste|"
    r"annonce|candidatures)\b[^.!?]{0,40}?(?:n['’](?:est|sont) plus (?:disponibles?|en ligne|ouvertes?|valables?|"
    r"active)|(?:est|a été|a ete|sont) (?:déjà )?(?:expirée?|pourvue?|clôturée?s?|closes?|fermée?s?|archivée?))|"
    r"(?:oferta|vacante|empleo|puesto|plaza|convocatoria|anuncio)\b[^.!?]{0,40}?(?:ya no (?:está|se encuentra|existe)|"
    r"(?:ha sido|está|ha|fue) (?:ya )?(?:cerrad[ao]|caducad[ao]|expirad[ao]|cubiert[ao]|finalizad[ao]))|(?:vaga|"
    r"oportunidade|anúncio|processo seletivo|inscrições)\b[^.!?]{0,40}?(?:não está mais|já não está|(?:foi|está|foram|"
    r"estão) (?:já )?(?:encerrad[ao]s?|preenchid[ao]|expirad[ao]|fechad[ao]))|(?:annuncio|offerta|posizione|selezione|"
    r"candidature)\b[^.!?]{0,40}?(?:non (?:è|sono) più|(?:è|è stat[ao]|risulta|sono) (?:già )?(?:scadut[ao]|"
    r"chius[aeo]|copert[ao]))|(?:vacature|functie)\b[^.!?]{0,40}?(?:niet meer|(?:is|reeds) (?:inmiddels |"
    r"al )?(?:gesloten|verlopen|vervuld|ingevuld))|(?:oferta|ogłoszenie|rekrutacja)\b[^.!?]{0,40}?(?:wygas\w+|"
    r"nieaktualn\w+|zakończon\w+|zosta\w+ zamknięt\w+)|(?:вакансия|объявление|набор)\b[^.!?]{0,40}?(?:неактуальн\w+|"
    r"закрыт\w*|в архиве|архивн\w+)|(?:tjänsten|annonsen|jobbet|ansökningstiden|"
    r"rekryteringen)\b[^.!?]{0,40}?(?:inte längre|är (?:nu )?(?:tillsatt|avslutad|stängd))|(?:stillingen|annoncen|"
    r"annonsen|jobbet|søknadsfristen|ansøgningsfristen)\b[^.!?]{0,40}?(?:ikke længere|ikke lenger|er (?:nå |"
    r"nu )?(?:besat|besatt|utløpt|udløbet|lukket))|(?:paikka|ilmoitus|haku|hakuaika)\b[^.!?]{0,30}?(?:ei ole enää|"
    r"on (?:päättynyt|täytetty|sulkeutunut))|(?:nabídka|pozice|inzerát)\b[^.!?]{0,30}?(?:již není|už není|"
    r"byla (?:obsazena|ukončena))|(?:ilan)\b[^.!?]{0,30}?(?:artık|kapan|yayından)|(?:募集|掲載|求人|"
    r"受付)[^。]{0,15}終了|(?:职位|招聘|岗位)[^。]{0,10}(?:已过期|已关闭|已结束|已下线)|(?:채용|공고|"
    r"모집)[^.]{0,10}(?:마감|종료)",
    re.I,
)  # fmt: skip
_CONDITIONAL = re.compile(
    r"\b(?:if|when|once|until|unless|whether|before|may|will be|would|wenn|falls|sobald|bis|ob|si|dès|lorsque|"
    r"jusqu\w*|cuando|hasta|se|quando|finché|caso|até|als|zodra|totdat|jeśli|gdy|dopóki|если|когда|пока|om|när|tills|"
    r"hvis|når|indtil|jos|kun|until)\b",
    re.I,
)

# Closed temporarily, and open again later.
_RECURS = re.compile(
    r",? (?:on|at|during|over|between|from|every|each|outside|in|for) (?:\w+ ){0,2}?(?:weekends?|week-?ends|"
    r"(?:sun|mon|tues|wednes|thurs|fri|satur)days|(?:public |bank )?holidays?|nights?|christmas|easter|(?:office |"
    r"business )hours)\b",
    re.I,
)


def closed_notice(document: Document, lines: Iterable[PostingLine] | None = None) -> str | None:
    """Return the line that says that this job is closed."""
    if lines is None:
        body = document.tree.body
        text = (body.text() if body else "").lower()
        lines = posting_lines(document.tree) if any(stem in text for stem in NOTICE_STEMS) else ()
    return next((line.text for line in lines if is_notice(line)), None)


def is_notice(line: PostingLine) -> bool:
    text = line.text
    if len(text) > MAX_NOTICE or line.place.is_around or line.leads_to is not None or line.place.tag == "li":
        return False
    notice = _NOTICE.search(text)
    if notice is None or _RECURS.match(text, notice.end()):
        return False
    return not _CONDITIONAL.search(text, 0, notice.end())
