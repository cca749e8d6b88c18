"""The kitchen's units: a short English name for each, and its spellings in several languages.

Only words listed here are ever units. A word that is also a food (a clove, an ear, a leaf) is a unit only where the
line leaves something else to be the food; the reader of the line decides that. Words that are a unit in one language
and a food or an everyday word in another (the French `noix`, the Swedish `bit`) are left out.
"""

import re
from typing import NamedTuple

_WORDS = {
    # mass
    "g": """g gr grs gram grams gramme grammes gramm grammi grammo gramo gramos grama gramas gms gm gramów gramy gramů
        grammaa grame г гр грамм грамма граммов 克 公克 グラム""",
    "kg": """kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos kilogramma
        кг килограмм 公斤 千克 キロ""",
    "mg": "mg milligram milligrams milligramm мг",
    "hg": "hg hekto",
    "dag": "dag dkg deko dekagram dekagramów",
    "jin": "斤 市斤",
    "ounce": "oz ozs ounce ounces onza onzas onces unze unzen uncja uncje",
    "pound": "lb lbs pound pounds libra libras pfund pond livre livres pund",
    # volume
    "ml": """ml mls millilitre millilitres milliliter milliliters mililitro mililitros millilitri millilitro
        mililitr mililitrów cc мл миллилитр 毫升 ミリリットル""",
    "cl": "cl centilitre centilitres centiliter centiliters centilitri",
    "dl": "dl decilitre decilitres deciliter deciliters decilitro decilitros deci дл",
    "l": """l lt ltr litre litres liter liters litro litros litri litr litra litru litry litrów litraa литр
        литра литров л 升 公升 リットル""",
    "cup": """c cup cups cupful cupfuls teacup teacups mug mugs tasse tassen tasses taza tazas tazza tazze xícara
        xícaras xicara xicaras kop koppen kopje kopjes kopp koppar kopper szklanka szklanki szklanek szkl hrnek hrnku
        hrnky hrnků hrníček šálek bögre csésze cană cani căni kuppi kuppia стакан стакана стаканов чашка чашки
        カップ 杯""",
    "tablespoon": """tbsp tbsps tbs tbl tblsp tblsps tb tablespoon tablespoons tablespoonful tablespoonfuls
        el essl esslöffel cuillerée cuillerées càs cas cs cucharada cucharadas cda cdas cucchiaio cucchiai eetlepel
        eetlepels colher colheres łyżka łyżki łyżek łyż matsked matskedar msk spiseskje spiseskjeer ss spsk spiseske
        spiseskeer rkl ruokalusikka ruokalusikallinen lžíce lžic pl стл evőkanál ek lingură linguri lingura yk
        大さじ 大匙 汤匙 湯匙 汤勺 大勺""",
    "teaspoon": """tsp tsps ts teaspoon teaspoons teaspoonful teaspoonfuls tl teel teelöffel càc cac cucharadita
        cucharaditas cdta cdtas cdita cditas cucchiaino cucchiaini theelepel theelepels łyżeczka łyżeczki łyżeczek
        łyżecz tesked teskedar tsk teske teskeer teskje teskjeer teelusikka teelusikallinen lžička lžičky lžiček čl
        чл teáskanál kávéskanál tk kk linguriță lingurițe lingurita lingurite çk
        小さじ 小匙 茶匙 小勺""",
    "dessertspoon": "dsp dstspn dessertspoon dessertspoons",
    "fluid ounce": "floz",
    "pint": "pt pts pint pints pinte pintes",
    "quart": "qt qts quart quarts",
    "gallon": "gal gals gallon gallons",
    # a little
    "pinch": """pinch pinches prise prisen messerspitze messerspitzen msp pincée pincées pincee pizzico pizzichi pizca
        pizcas pitada pitadas snufje snuf mespunt szczypta szczypty nypa nypor knivspids klype klyper knsp krm
        hyppysellinen ripaus špetka špetku špetky csipet csipetnyi késhegynyi praf tutam щепотка щепотки щепотку
        щепоток ひとつまみ つまみ""",
    "dash": "dash dashes spritzer schuss scheutje scheut chorrito chorro chorritos skvätt loraus",
    "splash": "splash splashes stänk",
    "drizzle": "drizzle drizzles",
    "drop": "drop drops tropfen goutte gouttes gota gotas goccia gocce druppel druppels krople kropli kapky 滴",
    "glug": "glug glugs",
    "shake": "shake shakes",
    "grind": "grind grinds grinding grindings",
    "shaving": "shaving shavings",
    "sprinkle": "sprinkle sprinkling",
    "knob": "knob knobs klontje klick",
    "handful": """handful handfuls handvoll poignée poignées poignee puñado puñados manciata manciate punhado
        punhados handje handvol näve nävar håndfuld håndfull kourallinen garść garście garści hrst hrsti
        marék горсть 一把""",
    # pieces and parts
    "piece": """piece pieces pc pcs stück stücke stk st pièce pièces pezzo pezzi pieza piezas stuk stuks sztuka
        sztuki sztuk szt unidad unidades unidade unità bitar kpl kappale kappaletta ks kus kusy kusů db darab
        buc bucată bucăți bucata bucati adet шт штук штуки штука 个 個 颗 顆 只 隻 枚 块 塊 本 コ ヶ 匹 丁 玉 切れ""",
    "slice": """slice slices scheibe scheiben tranche tranches fetta fette fettina rebanada rebanadas rodaja rodajas
        plak plakje plakjes plakken plaster plastry plastrów plasterki plasterek skive skiver skiva skivor fatia
        fatias loncha lonchas viipale viipaletta plátek plátky plátků szelet felie felii dilim ломтик ломтика
        ломтиков 片""",
    "clove": """clove cloves zehe zehen knoblauchzehe knoblauchzehen gousse gousses spicchio spicchi diente dientes
        teen teentje teentjes tenen ząbek ząbki ząbków klyfta klyftor fed fedd båt båter dente dentes kynsi kynttä
        stroužek stroužky stroužků gerezd cățel căței catel catei diş зубчик зубчика зубчиков зубок зубка 瓣 かけ
        片け""",
    "sprig": """sprig sprigs zweig zweige brin brins rametto rametti ramita ramitas rama ramas ramo ramos raminho
        raminhos takje takjes gałązka gałązki gałązek kvist kvistar kviste kvister oksa oksaa snítka snítky
        веточка веточки веточек""",
    "bunch": """bunch bunches bund botte bottes mazzo mazzetto ciuffo manojo manojos bos bosje bosjes pęczek pęczki
        pęczka maço knippe bundt bunt nippu svazek svazky csokor csomó legătură legături legatura demet пучок пучка
        束 把""",
    "stalk": """stalk stalks branch stange stangen tige tiges branche branches gambo gambi tallo tallos stengel
        stengels stilk stilke stjälk stjälkar szál łodyga łodygi стебель стебля 根 株""",
    "stick": "stick sticks",
    "stem": "stem stems",
    "spear": "spear spears",
    "rib": "rib ribs costa coste",
    "head": """head heads cabeza cabezas cabeça krop tête têtes fej główka główki hlávka головка головки""",
    "bulb": "bulb bulbs knolle knollen bulbe bulbes",
    "leaf": """leaf leaves blatt blätter feuille feuilles foglia foglie hoja hojas folha folhas blaadje blaadjes liść
        liście listek listki blad lehti lehteä list listy лист листа 叶 葉""",
    "sheet": "sheet sheets",
    "rasher": "rasher rashers",
    "strip": "strip strips",
    "ear": "ear ears",
    "loaf": "loaf loaves",
    "cube": "cube cubes würfel blokje blokjes kostka kostki tärning",
    "ball": "ball balls",
    "block": "block blocks",
    "slab": "slab slabs",
    "wedge": "wedge wedges",
    "bag": "bag bags beutel zak zakje zakjes pose poser påse påsar pussi 袋",
    "bar": "bar bars tafel tableta tavoletta",
    "bottle": """bottle bottles flasche flaschen bouteille bouteilles bottiglia botella botellas fles flaska flaske
        pullo butelka 瓶""",
    "box": "box boxes caja cajas scatola doos 盒",
    "can": """can cans tin tins dose dosen boîte boîtes boite boites lata latas barattolo scatoletta blik blikje
        blikjes puszka puszki puszek burk burkar dåse dåser boks bokser tölkki tlk plechovka plechovky konzerva konzervy
        konzerv conservă банка банки 缶 罐""",
    "carton": "carton cartons brique briques brik karton",
    "container": "container containers tub tubs becher pot pots punnet punnets potje potjes kelímek pohár kruka",
    "envelope": "envelope envelopes",
    "glass": """glass glasses glas gläser verre verres bicchiere bicchieri vaso vasos copo copos lasi bardak
        pahar""",
    "jar": "jar jars bocal tarro tarros słoik słoika purkki prk üveg borcan",
    "package": """package packages pkg pkgs packet packets pack packs pck pckg päckchen packung packungen pkt pk
        paquet paquets paquete paquetes pacchetto pak pakje pakjes pacote pacotes opakowanie opakowania förpackning
        förp paket pakke pakker paketti pkk balíček balíčky balení csomag pachet pachete пачка пачки упаковка パック
        包""",
    "sachet": """sachet sachets sobre sobres bustina bustine saszetka saszetki plic plicuri пакетик пакетика päckli""",
    "rack": "rack racks",
    "scoop": "scoop scoops 勺",
    "shot": "shot shots",
    "part": "part parts",
    "recipe": "recipe recipes",
    "batch": "batch batches",
    "portion": "portion portions serving servings",
    "gō": "合",
    "inch": "inch inches in",
    "cm": "cm centimetre centimetres centimeter centimeters см",
    "mm": "mm",
}
_PHRASES = {
    "tablespoon": (
        "cuillère à soupe", "cuillères à soupe", "cuillere a soupe", "cuilleres a soupe", "cuillerée à soupe",
        "cuillerées à soupe", "cuil à soupe", "cuill à soupe", "c à soupe", "cà soupe", "c à s", "c a s", "c a soupe",
        "cuchara sopera", "cucharas soperas", "cucharada sopera", "cucharadas soperas", "colher de sopa",
        "colheres de sopa", "colher sopa", "colheres sopa", "c de sopa", "ст л", "столовая ложка", "столовые ложки",
        "столовых ложек", "столовой ложки", "yemek kaşığı", "polévková lžíce", "polévkové lžíce",
    ),
    "teaspoon": (
        "cuillère à café", "cuillères à café", "cuillere a cafe", "cuilleres a cafe", "cuillère à thé",
        "cuillerée à café", "cuil à café", "cuill à café", "c à café", "cà café", "c à c", "c a c", "c à thé",
        "cucharada de postre", "cuchara de postre", "colher de chá", "colheres de chá", "colher chá",
        "colheres chá", "c de chá", "colher de café", "ч л", "чайная ложка", "чайные ложки", "чайных ложек",
        "чайной ложки", "çay kaşığı", "čajová lžička",
    ),
    "dessertspoon": (
        "cuillère à dessert", "colher de sobremesa", "colheres de sobremesa", "tatlı kaşığı", "дес л",
    ),
    "cup": ("xícara de chá", "xícaras de chá", "su bardağı", "measuring cup", "measuring cups"),
    "glass": ("çay bardağı",),
    "drizzle": ("filet de", "filet d", "filo di", "filo d", "fio de", "chorro de"),
    "pinch": ("vârf de cuțit",),
    "fluid ounce": ("fl oz", "fl ozs", "fluid ounce", "fluid ounces", "fl ounce", "fl ounces", "fluid oz"),
}  # fmt: skip
_PLURALS = (("ves", "f"), ("s", ""), ("es", ""), ("n", ""), ("en", ""))


def _singular(word: str, spellings: list[str]) -> str:
    for ending, instead in _PLURALS:
        shorter = word.removesuffix(ending) + instead
        if shorter != word and shorter in spellings and not word.endswith("ss"):  # glass is not the plural of glas
            return shorter
    return word


def _singular_phrase(phrase: str, phrases: tuple[str, ...]) -> str:
    first, *rest = phrase.split()
    ones = (" ".join([first.removesuffix(ending), *rest]) for ending in ("es", "s"))
    return next((one for one in ones if one != phrase and one in phrases), phrase)


UNITS = {word: unit for unit, words in _WORDS.items() for word in words.split()}
UNITS |= {phrase: unit for unit, phrases in _PHRASES.items() for phrase in phrases}

_SINGULARS = {word: _singular(word, words.split()) for words in _WORDS.values() for word in words.split()}
_SINGULARS |= {phrase: _singular_phrase(phrase, phrases) for phrases in _PHRASES.values() for phrase in phrases}
_PHRASE_BEGINNINGS = frozenset(phrase.split()[0] for phrases in _PHRASES.values() for phrase in phrases)
_LONGEST_PHRASE = 4
_LETTERS = {"T": "tablespoon", "t": "teaspoon"}
_SUFFIX = r"(?:\([a-z]{1,2}\)|/[a-z]{1,2}(?!\w))"  # Zehe(n), Tasse/n
_WORD = re.compile(rf"[^\W\d_]+(?:\.[^\W\d_]+)*\.?{_SUFFIX}?")
_ABBREVIATION = re.compile(rf"\.|{_SUFFIX}\Z")
# Scripts that leave no space between a unit and its food.
_UNSPACED = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{1,4}")
_PREPOSITION = re.compile(r" d[ei]?\Z")
# Foods with a first word that is a unit elsewhere.
_FOODS = re.compile(
    r"(?:pa[ck]k? cho[iy]|pot (?:roast|pie|sticker)|rib[ -]?(?:eye|roast|steak)|stem ginger|bottle gourd)", re.I
)
_FOOD_BEGINNINGS = frozenset(("pak", "pack", "pot", "rib", "stem", "bottle"))
_APOSTROPHES = ("'", "\u2019")


class UnitMatch(NamedTuple):
    unit: str  # its English name
    written: str  # as the page writes it, in the singular
    end: int


def unit_at(text: str, start: int) -> UnitMatch | None:
    """Return the longest unit that is written at this position, or None."""
    word = _WORD.match(text, start)
    if word is None:
        return None
    written, end = word.group(), word.end()
    key = _key(written)
    if key in _PHRASE_BEGINNINGS and (phrase := _phrase_at(text, start, end)):
        return phrase
    unit = UNITS.get(key) or _LETTERS.get(written.rstrip("."))
    if unit is None:
        return None if key.isascii() else _unspaced_at(text, start)
    if text[end : end + 1] in _APOSTROPHES or (key in _FOOD_BEGINNINGS and _FOODS.match(text, start)):
        return None
    return UnitMatch(unit, _as_one(written, key), end)


def _key(written: str) -> str:
    if "." in written or written[-1] == ")" or "/" in written:
        written = _ABBREVIATION.sub("", written)
    return written.casefold()


def _as_one(written: str, key: str) -> str:
    singular = _SINGULARS.get(key, key)
    if not key.startswith(singular):
        return singular
    if written[: len(key)].casefold() == key:
        return written[: len(singular)]
    return written if "." in written[:-1] else written.rstrip(".")  # dropping only the last point breaks it


def _phrase_at(text: str, start: int, first_end: int) -> UnitMatch | None:
    ends = [first_end]
    while len(ends) < _LONGEST_PHRASE and (
        word := _WORD.match(text, ends[-1] + (text[ends[-1] : ends[-1] + 1] == " "))
    ):
        ends.append(word.end())
    for end in reversed(ends[1:]):
        written = text[start:end]
        if unit := UNITS.get(key := _key(written)):
            elided = text[end : end + 1] in _APOSTROPHES  # the oil of `filet d'huile`
            return UnitMatch(unit, _PREPOSITION.sub("", _as_one(written, key)), end + elided)
    return None


def _unspaced_at(text: str, start: int) -> UnitMatch | None:
    match = _UNSPACED.match(text, start)
    for length in range(len(match.group()) if match else 0, 0, -1):
        if unit := UNITS.get(text[start : start + length]):
            return UnitMatch(unit, text[start : start + length], start + length)
    return None
