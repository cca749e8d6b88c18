"""The world's currencies and their written forms: signs, abbreviations and words.

Many signs are shared. `$` is written in thirty countries, `kr` in four; such a sign identifies a currency only together
with a country, and the page's URL and language indicate the country.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

# Every code of ISO 4217 in which prices are given, some obsolete ones that still stand on old pages, and beside each
# its other written forms. An underscore stands for a space.
_WRITTEN: Mapping[str, str] = {
    "AED": "د.إ درهم dh dhs dirham dirhams درهم_إماراتي",
    "AFN": "؋ af afs afghani afghanis افغانی",
    "ALL": "lek lekë leke l",
    "AMD": "֏ դր դրամ dram drams",
    "ANG": "ƒ naƒ naf guilder guilders gulden",
    "AOA": "kz kwanza kwanzas kwz",
    "ARS": "$ ar$ arg$ peso pesos $a",
    "AUD": "$ a$ au$ aud$ aus$ dollar dollars $au",
    "AWG": "ƒ afl florin florins",
    "AZN": "₼ man manat manats ман манат",
    "BAM": "km км marka maraka марка",
    "BBD": "$ bds$ bds bbd$",
    "BDT": "৳ tk taka takas টকা টাকা",
    "BGN": "лв лева лев lv leva lev lew",
    "BHD": "د.ب bd دينار_بحريني dinar dinars دينار",
    "BIF": "fbu fr francs franc",
    "BMD": "$ bd$ bmd$",
    "BND": "$ b$ bn$ bnd$",
    "BOB": "bs $b b$ bs. boliviano bolivianos",
    "BRL": "r$ real reais",
    "BSD": "$ b$ bs$ bsd$",
    "BTN": "nu nu. ngultrum",
    "BWP": "p pula pulas",
    "BYN": "br р руб рублей рубля рубль б.р. р.б. бел.руб byn. бр br. rub",
    "BYR": "",
    "BZD": "$ bz$ bzd$",
    "CAD": "$ c$ ca$ cad$ can$ cdn$ $ca $cad",
    "CDF": "fc fr francs franc",
    "CHF": "fr sfr fr. fs sfr. chf. franken franchi francs franc schweizer_franken stutz",
    "CLF": "uf",
    "CLP": "$ cl$ clp$ ch$ peso pesos",
    "CNY": "¥ ￥ cn¥ 元 圆 圓 yuan rmb rmb¥ 人民币 块 renminbi",
    "COP": "$ co$ col$ cop$ peso pesos",
    "CRC": "₡ colon colón colones ¢",
    "CUC": "cuc$",
    "CUP": "$ ₱ cu$ $mn peso pesos",
    "CVE": "$ esc cv$ escudo escudos",
    "CZK": "kč kc kčs koruna koruny korun kč.",
    "DJF": "fdj fr francs franc",
    "DKK": "kr kr. dkr dkk. kroner krone d.kr",
    "DOP": "rd$ $ rd peso pesos",
    "DZD": "د.ج da دج دينار_جزائري dinar dinars دينار",
    "EGP": "£ e£ le l.e l.e. ج.م جنيه egp£ £e جنيه_مصري pound pounds",
    "ERN": "nfk nakfa ናቕፋ",
    "ETB": "br birr ብር",
    "EUR": "€ euro euros eur. ευρώ евро yevro eurot evro ewro ευρω ca€",
    "FJD": "$ fj$ fjd$",
    "FKP": "£ fk£",
    "GBP": "£ gb£ uk£ ￡ stg pound pounds sterling quid £stg gbp£ pounds_sterling ₤",
    "GEL": "₾ lari ლ ლარი",
    "GGP": "£",
    "GHS": "₵ gh₵ gh¢ cedi cedis ghc gh¢. ghs₵",
    "GIP": "£",
    "GMD": "d dalasi dalasis",
    "GNF": "fg gfr fr francs franc",
    "GTQ": "q quetzal quetzales q.",
    "GYD": "$ gy$ g$ gyd$",
    "HKD": "$ hk$ hkd$ 港元 港幣 港币 元",
    "HNL": "l lempira lempiras l.",
    "HRK": "kn kuna kune kn.",
    "HTG": "g gourde gourdes gdes",
    "HUF": "ft forint ft. forintot",
    "IDR": "rp rupiah rp. rupiahs",
    "ILS": "₪ nis שח ש״ח ש\"ח shekel shekels sheqel שקל שקלים n.i.s",
    "IMP": "£",
    "INR": "₹ rs rs. ₨ र re रु रू રૂ రూ ரூ रू. रु. inr. रुपये rupee rupees rupaye ৳ ௹ ૱",
    "IQD": "د.ع id دينار_عراقي dinar dinars دينار",
    "IRR": "﷼ ریال rial rials تومان تومن toman tomans ريال irt",
    "ISK": "kr kr. íkr ikr króna krónur kronur",
    "JEP": "£",
    "JMD": "$ j$ ja$ jmd$",
    "JOD": "د.أ jd دينار_أردني dinar dinars دينار د.ا",
    "JPY": "¥ ￥ 円 jp¥ yen 円税込 圓 ¥en",
    "KES": "ksh kshs ksh. k.sh /= sh shilling shillings shs",
    "KGS": "с сом som soms ⃀ лв",
    "KHR": "៛ riel riels ៛.",
    "KMF": "fc cf fr francs franc",
    "KPW": "₩ won 원",
    "KRW": "₩ ￦ 원 won 원. krw₩ 만원",
    "KWD": "د.ك kd k.d دينار_كويتي dinar dinars دينار k.d.",
    "KYD": "$ ci$ kyd$",
    "KZT": "₸ тг тенге tg tenge тңг kzt. т",
    "LAK": "₭ kip kips ₭n ກີບ",
    "LBP": "ل.ل £ ll l.l l£ lb£ ليرة lira liras l.l.",
    "LKR": "rs රු ரூ slrs sl_re sl_rs ₨ rupee rupees rs.",
    "LRD": "$ l$ ld lrd$",
    "LSL": "l m loti maloti",
    "LYD": "د.ل ld دينار_ليبي dinar dinars دينار",
    "MAD": "د.م dh dhs dirham dirhams درهم د.م. mdh",
    "MDL": "lei leu лей леев",
    "MGA": "ar ariary fmg",
    "MKD": "ден den денари denar denari denars ден.",
    "MMK": "k ks kyat kyats ကျပ်",
    "MNT": "₮ төг төгрөг tugrik tugriks togrog",
    "MOP": "mop$ pataca patacas 澳門元",
    "MRU": "um ouguiya أوقية",
    "MRO": "um ouguiya",
    "MUR": "₨ rs murs rupee rupees",
    "MVR": "rf mrf .ރ ރ mvr. rufiyaa rf.",
    "MWK": "mk kwacha k",
    "MXN": "$ mx$ mex$ mxn$ m.n. mn peso pesos",
    "MYR": "rm ringgit ringgits rm.",
    "MZN": "mt mtn mt. metical meticais",
    "NAD": "$ n$ nad$",
    "NGN": "₦ naira nairas n",
    "NIO": "c$ córdoba cordoba córdobas cordobas",
    "NOK": "kr kr. nkr kroner krone nok.",
    "NPR": "₨ rs रू रु nprs नेरू रु. रू. rupee rupees n.rs rs.",
    "NZD": "$ nz$ nzd$ $nz",
    "OMR": "ر.ع ro r.o ريال_عماني ﷼ rial rials ريال r.o. ر.ع.",
    "PAB": "b/. b/ balboa balboas",
    "PEN": "s/ s/. sol soles nuevos_soles",
    "PGK": "k kina pgk.",
    "PHP": "₱ php. peso pesos piso ph₱ p p. php₱",
    "PKR": "₨ rs rs. pkrs روپے rupee rupees re /-",
    "PLN": "zł zl zlotych złotych złoty zloty złote zlote zł. pln. złotego",
    "PYG": "₲ gs gs. guarani guaraní guaranies guaraníes g",
    "QAR": "ر.ق qr q.r ريال_قطري ﷼ riyal riyals ريال qr. ر.ق.",
    "RON": "lei leu lej ron.",
    "RSD": "дин din din. дин. динар динара dinara dinar dinari rsd.",
    "RUB": "₽ р руб рублей рубля рубль rub. рублях rur rubles roubles ruble rouble p p.",
    "RWF": "rf frw r₣ fr francs franc rwf.",
    "SAR": "ر.س sr s.r ريال_سعودي ﷼ riyal riyals ريال sr. sar. ر.س. ⃁ س.ر",
    "SBD": "$ si$ sbd$",
    "SCR": "₨ sr sre rs rupee rupees",
    "SDG": "ج.س sd£ £sd جنيه £ pound pounds جنيه_سوداني",
    "SEK": "kr kr. skr kronor krona sek. :-",
    "SGD": "$ s$ sg$ sgd$ s$.",
    "SHP": "£ sh£",
    "SLE": "le leone leones",
    "SLL": "le leone leones",
    "SOS": "ssh so.sh sh.so sh shilling shillings",
    "SRD": "$ sr$ srd$ sur$",
    "SSP": "£ ss£ pound pounds",
    "STN": "db dobra dobras",
    "STD": "db dobra dobras",
    "SVC": "₡ ¢ svc$ colon colón colones",
    "SYP": "ل.س £ sy£ s£ ls £s ليرة_سورية lira liras ليرة s.p s.p.",
    "SZL": "e l lilangeni emalangeni",
    "THB": "฿ บาท baht bahts bht thb. thb฿ ฿.",
    "TJS": "сомони somoni som см sm",
    "TMT": "m manat manats tmt. t",
    "TND": "د.ت dt دينار_تونسي dinar dinars دينار td d.t",
    "TOP": "t$ top$ paʻanga pa'anga paanga",
    "TRY": "₺ tl lira lirası türk_lirası tl. ytl trl",
    "TTD": "$ tt$ ttd$",
    "TWD": "$ nt$ ntd ntd$ 元 新台幣 新臺幣 台幣 圓 nt twd$ tw$",
    "TZS": "tsh tshs /= sh shilling shillings tzs. t.sh",
    "UAH": "₴ грн гривень гривні гривня hrn грв uah. грн. hryvnia гривен гривны",
    "UGX": "ush ushs shs shilling shillings /= sh u.sh",
    "USD": "$ us$ usd$ u$s u$d dollar dollars $us $usd bucks u.s.$ dólares dolares dólar u$ dollari dolar доллар "
    "доллара долларов",
    "UYU": "$ $u uy$ uyu$ $uy peso pesos ur$",
    "UZS": "сум so'm soʻm sum soum som soʼm сўм лв so‘m",
    "VED": "bs bs.d bolívar bolivar bolívares bolivares",
    "VES": "bs bs.s bss bolívar bolivar bolívares bolivares bs.",
    "VEF": "bs bs.f bs.f. bsf bolívar bolivar bolívares bolivares",
    "VND": "₫ đ d đồng dong vnđ vnd. đ. vn₫ đồng.",
    "VUV": "vt vatu",
    "WST": "ws$ sat$ tālā tala st$ t",
    "XAF": "fcfa cfa f.cfa franc_cfa francs_cfa f_cfa frs fr francs franc f",
    "XCD": "$ ec$ xcd$",
    "XOF": "fcfa cfa f.cfa franc_cfa francs_cfa f_cfa frs fr francs franc f",
    "XPF": "cfp fcfp f_cfp xpf. francs_pacifique ₣ frs fr francs franc f",
    "YER": "ر.ي yr ريال_يمني ﷼ rial rials ريال yri",
    "ZAR": "r rand rands zar. r.",
    "ZMW": "zk k kwacha",
    "ZMK": "zk kwacha",
    "ZWL": "$ z$ zw$ zwl$",
    "ZWD": "$ z$ zw$",
    "BTC": "₿ bitcoin bitcoins xbt btc.",
    "ATS": "ös schilling s", "BEF": "bfr frs fb", "CYP": "£", "DEM": "dm mark d-mark", "EEK": "kroon krooni",
    "ESP": "₧ pta ptas pts pesetas peseta pt", "FIM": "mk markkaa markka", "FRF": "₣ ff frs francs franc f",
    "GRD": "₯ δρχ δρ drachma drachmas drachmes", "IEP": "ir£ £", "ITL": "₤ lire lira l. £", "LTL": "lt litas litai "
    "litų",
    "LUF": "lfr flux", "LVL": "ls lats latu lati", "MTL": "lm", "NLG": "ƒ fl hfl gulden fl.", "PTE": "esc escudos",
    "SIT": "tolar tolarjev tolarji", "SKK": "sk slovenských_korún", "VAL": "",
}  # fmt: skip

ABBREVIATED_CODES: Mapping[str, str] = {"RUR": "RUB", "BYR": "BYN", "NTD": "TWD", "RMB": "CNY", "IRT": "IRR"}
CODES: frozenset[str] = frozenset(_WRITTEN) - {"VAL"}

# The currency of a shared sign if the country is unknown. Signs without a usual meaning are not included.
_USUALLY: Mapping[str, str] = {
    "£": "GBP", "￡": "GBP", "¥": "JPY", "￥": "JPY", "rs": "INR", "₨": "INR", "lei": "RON", "leu": "RON", "tl": "TRY",
    "руб": "RUB", "р": "RUB", "рублей": "RUB", "рубля": "RUB", "рубль": "RUB", "元": "CNY", "₩": "KRW", "원": "KRW",
    "лв": "BGN", "dhs": "AED", "rupees": "INR", "din": "RSD", "дин": "RSD", "kn": "HRK", "c$": "CAD", "fcfa": "XOF",
    "cfa": "XOF", "₱": "PHP", "₡": "CRC", "r$": "BRL", "₤": "GBP", "zł": "PLN", "lt": "LTL", "tk": "BDT",
    "pounds": "GBP", "pound": "GBP", "sfr": "CHF", "تومان": "IRR", "r": "ZAR", "gs": "PYG", "ƒ": "ANG",
    "₣": "FRF", "৳": "BDT",
    "jd": "JOD", "bd": "BHD", "da": "DZD", "dt": "TND", "km": "BAM", "q": "GTQ", "baht": "THB", "ден": "MKD",
    "rm": "MYR", "won": "KRW", "rs.": "INR", "sr": "SAR", "ريال": "SAR", "﷼": "IRR", "جنيه": "EGP", "درهم": "AED",
    "kwacha": "ZMW",
}  # fmt: skip

_EURO = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK MC SM VA AD ME XK EU"
_OF_COUNTRY: Mapping[str, str] = dict.fromkeys(_EURO.split(), "EUR") | {
    "AE": "AED", "AF": "AFN", "AL": "ALL", "AM": "AMD", "AO": "AOA", "AR": "ARS", "AU": "AUD", "AZ": "AZN", "BA": "BAM",
    "BB": "BBD", "BD": "BDT", "BF": "XOF", "BG": "BGN", "BH": "BHD", "BJ": "XOF", "BM": "BMD", "BN": "BND", "BO": "BOB",
    "BR": "BRL", "BS": "BSD", "BW": "BWP", "BY": "BYN", "BZ": "BZD", "CA": "CAD", "CH": "CHF", "CI": "XOF", "CL": "CLP",
    "CM": "XAF", "CN": "CNY", "CO": "COP", "CR": "CRC", "CU": "CUP", "CZ": "CZK", "DK": "DKK", "DO": "DOP",
    "DZ": "DZD", "EC": "USD",
    "EG": "EGP", "ET": "ETB", "FJ": "FJD", "GA": "XAF", "GB": "GBP", "GE": "GEL", "GH": "GHS", "GT": "GTQ", "GY": "GYD",
    "HK": "HKD", "HN": "HNL", "HU": "HUF", "ID": "IDR", "IL": "ILS", "IN": "INR", "IQ": "IQD", "IR": "IRR", "IS": "ISK",
    "JM": "JMD", "JO": "JOD", "JP": "JPY", "KE": "KES", "KG": "KGS", "KH": "KHR", "KR": "KRW", "KW": "KWD", "KY": "KYD",
    "KZ": "KZT", "LA": "LAK", "LB": "LBP", "LI": "CHF", "LK": "LKR", "LY": "LYD", "MA": "MAD", "MD": "MDL", "MG": "MGA",
    "MK": "MKD", "ML": "XOF", "MM": "MMK", "MN": "MNT", "MO": "MOP", "MU": "MUR", "MV": "MVR", "MW": "MWK", "MX": "MXN",
    "MY": "MYR", "MZ": "MZN", "NA": "NAD", "NG": "NGN", "NI": "NIO", "NO": "NOK", "NP": "NPR", "NZ": "NZD", "OM": "OMR",
    "PA": "USD", "PE": "PEN", "PG": "PGK", "PH": "PHP", "PK": "PKR", "PL": "PLN", "PR": "USD", "PY": "PYG", "QA": "QAR",
    "RO": "RON", "RS": "RSD", "RU": "RUB", "RW": "RWF", "SA": "SAR", "SE": "SEK", "SG": "SGD", "SN": "XOF", "SR": "SRD",
    "SV": "USD", "SY": "SYP", "TH": "THB", "TJ": "TJS", "TN": "TND", "TR": "TRY", "TT": "TTD", "TW": "TWD", "TZ": "TZS",
    "UA": "UAH", "UG": "UGX", "UK": "GBP", "US": "USD", "UY": "UYU", "UZ": "UZS", "VE": "VES", "VN": "VND", "YE": "YER",
    "ZA": "ZAR", "ZM": "ZMW", "ZW": "USD", "GG": "GBP", "JE": "GBP", "IM": "GBP", "MC": "EUR", "NC": "XPF", "PF": "XPF",
    "AW": "AWG", "BI": "BIF", "BT": "BTN", "CF": "XAF", "CG": "XAF", "CV": "CVE", "DJ": "DJF", "ER": "ERN", "GM": "GMD",
    "GN": "GNF", "GQ": "XAF", "GW": "XOF", "HT": "HTG", "KM": "KMF", "LR": "LRD", "LS": "LSL", "MR": "MRU", "NE": "XOF",
    "SB": "SBD", "SC": "SCR", "SD": "SDG", "SL": "SLE", "SO": "SOS", "SS": "SSP", "ST": "STN", "SZ": "SZL", "TD": "XAF",
    "TG": "XOF", "TM": "TMT", "TO": "TOP", "VU": "VUV", "WS": "WST",
}  # fmt: skip
# Country-code domains that are sold worldwide.
_ENDINGS_FOR_ALL = frozenset(("co", "io", "tv", "me", "cc", "ai", "eu", "fm", "gg", "la", "ly", "sh", "to", "im", "vc"))
# Languages that shops use in one country or one currency.
_COUNTRY_OF_LANGUAGE: Mapping[str, str] = {
    "sv": "SE", "da": "DK", "nb": "NO", "nn": "NO", "no": "NO", "is": "IS", "ja": "JP", "ko": "KR", "pl": "PL",
    "cs": "CZ", "hu": "HU", "ro": "RO", "ru": "RU", "be": "BY", "uk": "UA", "bg": "BG", "tr": "TR", "th": "TH",
    "vi": "VN", "he": "IL", "hi": "IN", "id": "ID", "kk": "KZ", "sr": "RS", "mk": "MK", "zh": "CN", "bn": "BD",
    "fa": "IR", "ur": "PK", "ka": "GE", "hy": "AM", "az": "AZ", "uz": "UZ", "mn": "MN", "km": "KH", "lo": "LA",
    "si": "LK", "ne": "NP", "sq": "AL", "bs": "BA", "ms": "MY",
}  # fmt: skip


def _by_writing() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for code, forms in _WRITTEN.items():
        for form in (code.lower(), *forms.split()):
            found.setdefault(form.replace("_", " "), []).append(code)
    return {form: tuple(dict.fromkeys(codes)) for form, codes in found.items()}


BY_WRITING: Mapping[str, tuple[str, ...]] = _by_writing()


def currency_code(written: str, country: str | None = None) -> str | None:
    """Return the ISO 4217 code of a sign, an abbreviation, a word or a code; a shared one needs the country to be
    unambiguous."""
    form = written.strip().casefold().replace("\u200f", "").replace("\u200e", "")
    if len(form) == 3 and form.isascii() and form.upper() in CODES | ABBREVIATED_CODES.keys():
        return ABBREVIATED_CODES.get(form.upper(), form.upper())
    form = form if form in BY_WRITING else form.rstrip(".:")
    codes = BY_WRITING.get(form, ())
    at_home = _OF_COUNTRY.get(country or "")
    if at_home in codes:
        return at_home
    return codes[0] if len(codes) == 1 else _USUALLY.get(form)


def home_currency(country: str | None) -> str | None:
    """Return the ISO 4217 code of a country's currency."""
    return _OF_COUNTRY.get(country or "")


def country_of(url: str, language: str | None) -> str | None:
    """Return the shop's country as a two-letter code: by the suffix of its host, by its URL, by the page's language."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return None
    ending = host.rpartition(".")[2]
    if len(ending) == 2 and ending not in _ENDINGS_FOR_ALL and ending.upper() in _OF_COUNTRY:
        return "GB" if ending == "uk" else ending.upper()
    spoken, _, region = (language or "").replace("_", "-").partition("-")
    named = _named_in(host.partition(".")[0]) or next(filter(None, map(_named_in, parts.path.split("/")[1:4])), None)
    region = region.rpartition("-")[2].upper()
    if named or region in _OF_COUNTRY:
        return named or region
    by_language = _COUNTRY_OF_LANGUAGE.get(spoken.lower())
    # English with no other indication of a country, on a generic host, is usual for American shops; if the host is
    # unknown too, the page must declare that it is English.
    is_american = spoken.lower() == "en" or (not spoken and bool(ending))
    return by_language or ("US" if is_american and ending != "eu" else None)


def _named_in(part: str) -> str | None:
    """Return the country in `en-ca`, `ca_en` or `ca`, by which shops distinguish several countries."""
    halves = part.replace("_", "-").split("-")
    if len(halves) == 2 and all(len(half) == 2 for half in halves):
        one, other = halves[1].upper(), halves[0].upper()
        return one if one in _OF_COUNTRY and one != "EN" else other if other in _OF_COUNTRY else None
    return part.upper() if part in ("us", "ca", "au", "nz", "uk", "gb", "ie", "sg", "hk", "mx", "ar", "cl") else None
