"""The names of months as pages write them, and the order in which a language puts day and month.

Names and their abbreviations are included only where they are unambiguous: Croatian is left out, because its October is
the Polish and Czech November.
"""

from collections.abc import Mapping

_WRITTEN = (
    "january jan januar jänner jän janvier janv enero ene janeiro gennaio gen januari styczeń stycznia sty leden ledna "
    "január januára tammikuu tammikuuta januárja ianuarie ian ocak oca январь января янв січень січня січ януари яну "
    "ιανουάριος ιανουαρίου ιαν gener janeiro jaanuar",
    "february feb februar feber février févr fév fevrier febrero fevereiro fev febbraio febbr februari luty lutego lut "
    "únor února február februára helmikuu helmikuuta februarie şubat şub февраль февраля фев февр лютий лютого лют "
    "февруари φεβρουάριος φεβρουαρίου φεβ febrer veebruar febr",
    "march mar märz mär mrz mars marzo março mar marz maart mrt marzec marca březen března bře marec maaliskuu "
    "maaliskuuta március márc martie mart март марта мар березень березня бер μάρτιος μαρτίου μαρ març märts marts",
    "april apr avril avr abril abr aprile kwiecień kwietnia kwi duben dubna dub apríl apríla huhtikuu huhtikuuta "
    "április ápr aprilie nisan nis апрель апреля апр квітень квітня кві април απρίλιος απριλίου απρ aprill",
    "may mai mayo maio maggio mag mei maj maja květen května kvě máj mája toukokuu toukokuuta május mayıs май мая "
    "травень травня тра μάιος μαΐου μαΐ maig",
    "june jun juni juin junio junho giugno giu czerwiec czerwca cze červen června čvn jún júna kesäkuu kesäkuuta "
    "június iunie iun haziran haz июнь июня июн червень червня чер юни ιούνιος ιουνίου ιουν juny juuni",
    "july jul juli juillet juil julio julho luglio lug lipiec lipca lip červenec července čvc júl júla heinäkuu "
    "heinäkuuta július iulie iul temmuz tem июль июля июл липень липня юли ιούλιος ιουλίου ιουλ juliol juuli",
    "august aug août aout agosto ago augustus sierpień sierpnia sie srpen srpna srp augusta elokuu elokuuta augusztus "
    "augusti ağustos ağu август августа авг серпень серпня сер αύγουστος αυγούστου αυγ agost",
    "september sep sept septembre septiembre setiembre setembro set settembre sett wrzesień września wrz září zář "
    "septembra syyskuu syyskuuta szeptember szept septembrie eylül eyl сентябрь сентября сен сент вересень вересня вер "
    "септември септ σεπτέμβριος σεπτεμβρίου σεπ setembre",
    "october oct oktober okt octobre octubre outubro out ottobre ott październik października paź říjen října říj "
    "október októbra lokakuu lokakuuta octombrie ekim eki октябрь октября окт жовтень жовтня жов октомври οκτώβριος "
    "οκτωβρίου οκτ oktoober",
    "november nov novembre noviembre novembro listopad listopada listopadu lis novembra marraskuu marraskuuta "
    "noiembrie kasım kas ноябрь ноября ноя нояб листопада ноември ное листопад νοέμβριος νοεμβρίου νοε",
    "december dec dezember dez décembre déc decembre diciembre dic dezembro dicembre grudzień grudnia gru prosinec "
    "prosince pro decembra joulukuu joulukuuta decembrie aralık ara декабрь декабря дек грудень грудня гру декември "
    "δεκέμβριος δεκεμβρίου δεκ desember des desembre detsember",
)  # fmt: skip
MONTHS: Mapping[str, int] = {word: month for month, words in enumerate(_WRITTEN, start=1) for word in words.split()}

_MONTH_FIRST = frozenset({"en-us", "en-ph", "es-us"})
_DAY_FIRST_ENGLISH = frozenset({"en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za", "en-sg", "en-uk"})
_YEAR_FIRST = frozenset({"ja", "zh", "ko", "hu", "lt", "fa", "mn"})


def writes_day_first(language: str | None) -> bool | None:
    """Return whether 05/06 is the fifth of June; None where the language does not decide, as English without a
    country."""
    tag = (language or "").lower().replace("_", "-")
    tongue = tag.partition("-")[0]
    if tag in _MONTH_FIRST:
        return False
    if tag in _DAY_FIRST_ENGLISH:
        return True
    return None if not tongue or tongue == "en" or tongue in _YEAR_FIRST else True
