"""The kitchen's units: a short English name for each, and how cooks of several languages write it.

Only words listed here are ever units. A word that is also a food (a clove, an ear, a leaf) is a unit only where the
line leaves something else to be the food; that is for the reader of the line to judge.
"""

import re
from typing import NamedTuple

_WORDS = {
    # mass
    "g": """g gr grs gram grams gramme grammes gramm grammi gramo gramos grama gramas gms gm gramów gramy
        г гр грамм""",
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos кг",
    "mg": "mg milligram milligrams",
    "dag": "dag dkg deko dekagram dekagramów",
    "ounce": "oz ozs ounce ounces onza onzas once onces unze unzen",
    "pound": "lb lbs pound pounds libra libras pfund pond livre",
    # volume
    "ml": "ml mls millilitre millilitres milliliter milliliters mililitro mililitros millilitri cc мл",
    "cl": "cl centilitre centilitres centiliter centiliters",
    "dl": "dl decilitre decilitres deciliter deciliters decilitro decilitros",
    "l": "l lt ltr litre litres liter liters litro litros litri litr litra литр л",
    "cup": """c cup cups cupful cupfuls tasse tassen tasses taza tazas tazza tazze xícara xícaras xicara xicaras
        kop kopje kopjes kopp szklanka szklanki szklanek стакан стакана""",
    "tablespoon": """tbsp tbsps tbs tbl tblsp tblspn tb tablespoon tablespoons tablespoonful tablespoonfuls
        el essl esslöffel cuillerée càs cas cs cucharada cucharadas cda cdas cucchiaio cucchiai eetlepel eetlepels
        colher colheres łyżka łyżki łyżek łyż matsked matskedar msk spiseskje spiseskjeer ss spsk""",
    "teaspoon": """tsp tsps ts teaspoon teaspoons teaspoonful teaspoonfuls tl teel teelöffel càc cac cucharadita
        cucharaditas cdta cdtas cdita cucchiaino cucchiaini theelepel theelepels łyżeczka łyżeczki łyżeczek tesked
        teskedar tsk teskje""",
    "dessertspoon": "dsp dstspn dessertspoon dessertspoons",
    "fluid ounce": "floz",
    "pint": "pt pts pint pints",
    "quart": "qt qts quart quarts",
    "gallon": "gal gallon gallons",
    # a little
    "pinch": """pinch pinches prise prisen messerspitze msp pincée pincées pincee pizzico pizzichi pizca pizcas
        pitada pitadas snufje snuf szczypta szczypty nypa щепотка""",
    "dash": "dash dashes spritzer schuss scheutje chorrito trait",
    "splash": "splash splashes",
    "drizzle": "drizzle filet filo",
    "drop": "drop drops tropfen goutte gouttes gota gotas druppel druppels krople kropli",
    "glug": "glug glugs",
    "knob": "knob knobs noix noisette noce klontje",
    "handful": """handful handfuls handvoll poignée poignées poignee puñado puñados manciata manciate handje
        handvol garść""",
    # pieces and parts
    "piece": """piece pieces pc pcs stück stücke stk st pièce pièces pezzo pezzi pieza piezas stuk stuks sztuka
        sztuki szt шт""",
    "slice": """slice slices scheibe scheiben tranche tranches fetta fette rebanada rebanadas plak plakje plakjes
        plakken plaster plastry plasterki skive skiver skiva skivor fatia fatias loncha lonchas""",
    "clove": """clove cloves zehe zehen knoblauchzehe knoblauchzehen gousse gousses spicchio spicchi diente dientes
        teen teentje teentjes tenen ząbek ząbki ząbków klyfta klyftor fedd dente dentes зубчик зубчика""",
    "sprig": """sprig sprigs zweig zweige brin brins rametto rametti ramita ramitas takje takjes gałązka gałązki
        kvist kvistar""",
    "bunch": """bunch bunches bund botte bottes mazzo mazzetto manojo manojos bos bosje bosjes pęczek pęczki
        maço""",
    "stalk": """stalk stalks branch stange stangen tige tiges branche branches gambo tallo tallos stengel
        stengels""",
    "stick": "stick sticks",
    "stem": "stem stems",
    "rib": "rib ribs costa coste",
    "head": "head heads cabeza cabezas testa krop tête",
    "bulb": "bulb bulbs knolle knollen bulbe",
    "leaf": """leaf leaves blatt blätter feuille feuilles foglia foglie hoja hojas blaadje blaadjes liść liście
        listek listki""",
    "sheet": "sheet sheets",
    "rasher": "rasher rashers",
    "strip": "strip strips",
    "ear": "ear ears",
    "loaf": "loaf loaves",
    "cube": "cube cubes würfel blokje blokjes kostka kostki",
    "ball": "ball balls",
    "block": "block blocks",
    "bag": "bag bags beutel zak zakje zakjes",
    "bar": "bar bars tafel tableta tavoletta",
    "bottle": "bottle bottles flasche flaschen bouteille bouteilles bottiglia botella botellas fles",
    "box": "box boxes caja scatola doos",
    "can": """can cans tin tins dose dosen boîte boîtes boite boites lata latas barattolo scatoletta blik blikje
        blikjes puszka puszki burk burkar""",
    "carton": "carton cartons",
    "container": "container containers tub tubs becher pot pots punnet punnets",
    "envelope": "envelope envelopes",
    "glass": "glass glasses glas gläser verre verres bicchiere bicchieri vaso vasos",
    "jar": "jar jars bocal tarro słoik",
    "package": """package packages pkg pkgs packet packets pack packs pck pckg päckchen packung packungen pkt
        paquet paquets paquete paquetes pacchetto pak pakje pakjes opakowanie opakowania förpackning""",
    "sachet": "sachet sachets sobre sobres bustina bustine saszetka",
    "rack": "rack racks",
    "scoop": "scoop scoops",
    "shot": "shot shots",
    "part": "part parts",
    "inch": "inch inches in",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "mm": "mm",
}
_PHRASES = {
    "tablespoon": (
        "cuillère à soupe", "cuillères à soupe", "cuillere a soupe", "cuilleres a soupe", "cuillerée à soupe",
        "cuillerées à soupe", "cuil à soupe", "c à soupe", "c à s", "colher de sopa", "colheres de sopa",
        "ст л", "столовая ложка", "столовые ложки",
    ),
    "teaspoon": (
        "cuillère à café", "cuillères à café", "cuillere a cafe", "cuilleres a cafe", "cuil à café", "c à café",
        "c à c", "colher de chá", "colheres de chá", "ч л", "чайная ложка",
    ),
    "dessertspoon": ("cuillère à dessert", "colher de sobremesa", "colheres de sobremesa"),
    "fluid ounce": ("fl oz", "fl ozs", "fluid ounce", "fluid ounces", "fl ounce", "fl ounces"),
}  # fmt: skip

UNITS = {word: unit for unit, words in _WORDS.items() for word in words.split()}
UNITS |= {phrase: unit for unit, phrases in _PHRASES.items() for phrase in phrases}

_LETTERS = {"T": "tablespoon", "t": "teaspoon"}
_SUFFIX = r"(?:\([a-z]{1,2}\)|/[a-z]{1,2}(?!\w))"  # Zehe(n), Tasse/n
_WORD = re.compile(rf"[^\W\d_]+(?:\.[^\W\d_]+)*\.?{_SUFFIX}?")
_ABBREVIATION = re.compile(rf"\.|{_SUFFIX}\Z")
_LONGEST_PHRASE = 4


class UnitMatch(NamedTuple):
    unit: str
    end: int


def unit_at(text: str, start: int) -> UnitMatch | None:
    """The longest unit that is written at this place, if one is."""
    ends: list[int] = []
    at = start
    while len(ends) < _LONGEST_PHRASE and (word := _WORD.match(text, at)):
        ends.append(word.end())
        at = word.end() + (text[word.end() : word.end() + 1] == " ")
    for end in reversed(ends):
        written = text[start:end]
        unit = _LETTERS.get(written.rstrip(".")) or UNITS.get(_ABBREVIATION.sub("", written).casefold())
        if unit and text[end : end + 1] not in ("'", "\u2019"):
            return UnitMatch(unit, end)
    return None
