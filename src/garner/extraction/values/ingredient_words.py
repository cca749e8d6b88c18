"""The words that separate the parts of an ingredient line, in the languages that recipe pages are written in."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _beginning(*alternatives: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(alternatives)})", re.I)


def _before(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\s(?=(?:{'|'.join(alternatives)}))", re.I)


NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "half": 0.5, "quarter": 0.25, "dozen": 12, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "dos": 2, "tres": 3,
    "cuatro": 4, "cinco": 5, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "twee": 2, "drie": 3, "vijf": 5, "två": 2,
    "fyra": 4, "fem": 5, "fire": 4, "kaksi": 2, "kolme": 3, "dwa": 2, "dwie": 2, "trzy": 3, "cztery": 4, "dva": 2,
    "dvě": 2, "tři": 3, "два": 2, "две": 2, "три": 3, "iki": 2, "üç": 3, "yarım": 0.5, "két": 2, "három": 3, "fél": 0.5,
    "două": 2, "trei": 3, "jumătate": 0.5, "halbe": 0.5, "halber": 0.5, "halbes": 0.5, "demi": 0.5, "halve": 0.5,
    "halv": 0.5, "halvt": 0.5, "pół": 0.5, "půl": 0.5, "puoli": 0.5, "medio": 0.5, "media": 0.5, "meia": 0.5,
    "meio": 0.5, "mezzo": 0.5, "mezza": 0.5, "半": 0.5, "一": 1, "两": 2, "兩": 2,
}  # fmt: skip
DOZEN = re.compile(
    r"\s*(?:dozen|dutzend|douzaines?|docenas?|dozzin[ae]|dúzias?|dozijn|dussin|dusin|tuzin|tucet)"
    r"(?:\s+|\Z)",
    re.I,
)

# An article is not an amount: "a pinch of salt" does not mean one pinch any more than "a little salt" does.
ARTICLE = re.compile(
    r"(?:(?:a )?few|some|several|ein paar|einige|quelques|algun[oa]s|enkele|några|an?|eine?|einen|une?|una|uno|"
    r"um|uma|een|en|ett|et)\s+",
    re.I,
)
A_LITTLE = re.compile(
    r"(?:a (?:little(?: bit of)?|bit of|touch of|lot of)|etwas|ein wenig|un peu d(?:e |['’])|un poco (?:de|di)|"
    r"un po['’] di|um pouco de|een beetje|wat|lite|litt|lidt|hieman|trochę|trochu|немного|biraz|kevés|"
    r"plenty of|lots of|additional|q\.?\s?b\.?|n\. ?b\.|eventueel|eventuell|evtl\.?)\s*(?<=[\s'’])",
    re.I,
)
ABOUT = re.compile(
    r"(?:about|approx(?:imately)?\.?|around|roughly|ca\.?|circa|etwa|environ|ongeveer|około|cirka|noin|asi|kb\.?|"
    r"примерно|около|cerca de|aproximadamente|unos|unas|up to|at least|generous|scant|heaped|heaping|rounded|level|"
    r"good|each|n\.)\s*(?=\d)",
    re.I,
)
OPTIONAL = re.compile(r"(optional(?:ly)?|garnish|for (?:garnish|serving)|to (?:serve|garnish))\s*:\s*(?=\S)", re.I)
PART_OF = re.compile(
    r"((?:[^\W\d_]+ ){0,3}"
    r"(?:juice|zest|rind|peel|saft|schale|jus|zeste|jugo|zumo|ralladura|succo|scorza|suco|raspas|sap|rasp)"
    r"(?: (?:and|&|or|und|et) [a-z]+){0,2}) (?:(?:of|from|von|de|di|van)\s+|d['’]\s*)"
    r"(?=\.?\d|half|one|two|an? |einer |une? |una? |een )",
    re.I,
)
RANGE_IN_WORDS = re.compile(r"(?:to|or|bis|oder|à|ou|o|a|of|eller|till|til|do|lub)\s+", re.I)
RANGE = re.compile(
    r"\s*(?:-|/|\bto\b|\bor\b|\bbis\b|\bà\b|\btot\b|\ba\b|\bou\b|\boder\b|\bo\b|\bof\b|\beller\b|\btill\b|\btil\b|\bdo\b|"
    r"~|〜|～)\s*(?=\d)",
    re.I,
)
JOIN = re.compile(r"\s*(?:/|\||\+|&|\bplus\b|\band\b|\bor\b|\bund\b|\bet\b|-)?\s*(?=\d)", re.I)
OF = re.compile(
    r"(?:of the|of|each|de la|del|della|dello|dell['’]|de l['’]|de|di|du|des|d['’]|von|van|do|da|の)"
    r"(?:\s+|(?<=['’の]))",
    re.I,
)
_ONE_SIZE = (
    r"(?:very |extra[ -]?)?(?:large|small|medium|big|lg|sm|md|(?:even|good|medium|regular)-sized?)(?:[- ]sized?)?"
)
# Two small ones may replace a large one: `1 large or 2 small onions`.
SIZE = re.compile(
    rf"(?:{_ONE_SIZE}(?:[- ]to[- ]\w+|-large|-small|,? or (?:[\d/. ]{{1,8}} |[a-z]+ )?{_ONE_SIZE})?(?:,\s*|\s+))++"
    r"(?!or |dry |curry |oat|grain |eggs? size)",
    re.I,
)
LEVEL = re.compile(
    r"(?:rases?|ras[oai]|rasas|rasad[ao]s?|colm[oi]|colmad[ao]s?|bombées?|cheias?|gestrichen|gehäuft)\s+", re.I
)
MODIFIER = re.compile(
    r"(?:heaping|heaped|rounded|level|scant|generous|good|healthy|hefty|large|small|medium|big|thick|thin|fat|full|"
    r"packed|long|whole|gehäufte?r?|gestrichene?r?|große?[rs]?|kleine?[rs]?|grande|petite?|grote|kleine|thumb-sized?|"
    r"fist-sized?|medium-sized?|lg|sm|md|fresh|bonnes?|belle|colm[oi]|rasi?|rasa|bem cheia|stora?|liten|små|duż[ae]|"
    r"mał[ae]|dünne|dicke|generos[oa]|buon[ao]?|gros(?:se)?|petits?)[\s-]+",
    re.I,
)

NOTE = _beginning(
    "to (?:taste|serve|garnish|finish|decorate|cover|coat|grease|dust|drizzle|season)", "for ", "optional", "plus ",
    "or ", "preferably ", "such as ", "about ", "if ", "as (?:needed|required|desired)", "at room", "see ", "like ",
    "more ", "depending", "extra ", "zum ", "zur ", "nach ", "pour ", "per ", "para ", "au goût", "al gusto", r"q\.?b",
    "voor ", "naar ", "do ", "według ", r"i\.e\.", r"e\.g\.", "i used", "available", "from ", "either ", "each ",
    "till ", "efter ", "maun ", "по вкусу", "для ", "a gosto", "ízlés", "after ", "weighing ", "ideally ", "i like",
    "store-bought", "homemade",
)  # fmt: skip
NOTE_WITHOUT_COMMA = _before(
    r"(?:or |or more )?to (?:taste|serve|garnish|finish|decorate|cover|coat|grease|sprinkle|dust|drizzle|season)\b",
    "plus (?:more|extra|\\d|an? )", "(?:&|and) (?:a little|some|extra|more)(?: more)? for ",
    r"for (?:(?:\w+ )?\w+ing\b|garnish|the )", r"as (?:needed|required|desired)\b",
    r"optional\b", "such as ", r"e\.g\.", r"i\.e\.", "from a ", "from about ", "at room ", "mixed with ",
    "dissolved in ", "weighing ", r"(?:about|approximately|approx\.?) \d",
    r"or (?:about |approximately )?(?:\d|one |two |three |half (?!and)|an? )", "preferably ",
    "depending on ", "if (?:you|using)",
    r"nach (?:geschmack|belieben|bedarf)\b", r"zum \w+", r"zur? \w+\Z", r"q\.?\s?b\.?\Z", r"selon ", r"au goût\b",
    r"al gusto\b", r"a gosto\b", r"naar smaak\b", r"do smaku\b", r"efter smag\b", r"efter smak\b", r"etter smak\b",
    r"maun mukaan\b", r"dle chuti\b", r"по вкусу\b", r"ízlés szerint\b", r"după gust\b", "適量", "适量", "少许", "少許",
    "少々", "お好みで",
)  # fmt: skip
CUT = _before(
    r"(?:(?!packed|prepared|flavou?red|cured|covered|stuffed|based)\w+ed|cut|torn|beaten|broken|split|ground) "
    r"(?:in|into|on|from|to|with|crosswise|lengthwise|lengthways|\d)\b",
    r"cut (?:up|thick|thin)\b",
)
ALTERNATIVE = re.compile(r"or (?!to taste|more|as |less|use|until|if|\d|an? |about|enough|other|one |two |half )", re.I)

PREPARED = _words(
    """chopped grated minced sliced diced shredded peeled cubed sifted slivered chilled squeezed cleaned melted
    softened warmed mashed julienned strained snipped shaved poached skinned crumbled pureed shucked beaten
    quartered halved trimmed rinsed drained thawed cored seeded deseeded deveined steamed cooked toasted shelled
    cracked packed crosswise lengthwise hard-boiled soft-boiled hard-cooked soft-cooked washed scrubbed pressed
    zested juiced stemmed torn popped puréed rough-chopped fine-chopped fresh-squeezed freshly-squeezed
    freshly-ground finely-chopped hulled scalded
    gehackt gehackte gehackter gehackten gehacktes gerieben geriebene geriebener geriebenen gewürfelt gewürfelte
    haché hachée hachés hachées râpé râpée râpés émincé émincée émincés ciselé ciselée picado picada picados picadas
    tritato tritata tritati grattugiato grattugiata rallado rallada ralado ralada gesneden fijngehakt geraspte
    gesnipperde hackad hackade rivet hakket revet hienonnettu hienonnettua raastettu raastettua posiekana
    posiekany posiekanej starty tarty starta nasekané strouhaný nastrouhaný рубленый тёртый тертый rendelanmış
    doğranmış reszelt aprított tocat tocată"""
)
# Other words for preparations: participles and the shapes that food is cut into. Case matters: a German word with a
# capital is a noun.
DONE = re.compile(
    r"\b(?:(?!(?:\w*(?:seed|weed|bread)|red|bed)\b)\w{2,}ed|cut|torn|split|broken|ground|julienne|juice|zest|wedges|"
    r"[a-zäöü]{0,12}ge[a-zäöüß]{2,}(?:t|en)(?:e[mnrs]?)?|(?:zer|ver|ent)[a-zäöüß]{2,}t(?:e[mnrs]?)?|"
    r"[a-zäöü]+iert(?:e[mnrs]?)?|(?!caf|th|pât|pav|pur)\w{3,}ée?s?|"
    r"(?!pesc|hel|híg|mermel|marmel|ensal|limon|empan)\w{3,}ad[ao]s?|(?!pat|gel|insal|ciocc)\w{3,}at[aoie]|"
    r"\w{3,}ttua?|(?:po|na|ob|roz|se|u|vy)\w{3,}(?:an|en|on)[aeyáéý]|\w+нн(?:ый|ая|ое|ые|ого|ой|ых)|нарез\w+|"
    r"(?:fin|grov)?(?:hack|skiv|skal|tärn)ade?|(?:fin)?(?:hakk|skær|snitt)et)\b|"
    r"^(?:in (?!all)|en |em |i (?!used)|a (?:fett|cubett|dadin|pezz|rondell|strisc|spicch))"
)
ADVERBS = _words(
    """finely freshly thinly coarsely roughly lightly firmly loosely very well thickly gently slightly newly tightly
    fein frisch grob finement fraîchement grossièrement finamente fijn drobno fint grovt najemno jemně мелко hienoksi"""
)
DESCRIBING = _words(
    """boneless skinless fresh dried dry ripe large small medium sweet unsalted salted raw cold hot warm thick thin
    extra bone-in skin-on low-sodium organic whole firm lean plain good-quality mild light dark tart soft hard crisp
    crusty creamy ripest stale young tender white green red yellow black brown purple canned tinned jarred frozen
    plump juicy fine coarse smooth crunchy full-fat low-fat fat-free nonfat wide flat long short"""
)
# A first part of describing words alone is not yet a food; words with these endings only look like participles.
NO_PARTICIPLE = ("seed", "weed", "bread")
JOINING = _words("and or &")
TINNED = _words("canned tinned jarred")
NO_FOOD = _words(
    """with into at on from only plus removed in if not reserved to for until before after without as needed per the
    enough including made skin skins leaves stems seeds rind peel optional more you your"""
)
NO_ENUMERATION = _words("with into at on from the only plus removed in if not reserved")
# A word or two in brackets names the food once more, unless one of these is among them.
BRACKET_NOTES = _words(
    """optional see recipe note notes above below approx approximately about not no drained weight if preferably such
    from for to with without as garnish follows total divided each use more less extra this that vegetarian vegan
    uncooked raw needed desired taste serve available any another whole large small medium chopped minced
    sliced diced only is are do left room flat-leaf curly-leaf boneless skinless
    optionnel facultatif opcional facoltativo optioneel nach wahlweise etwa ca
    circa environ à zum zur für pour para per voor do valfritt"""
)

UNIT_AFTER_FOOD = _words("clove sprig stalk slice bunch head bulb rasher spear stick")
NOT_AFTER = _words("whole ground dried cinnamon vanilla cocktail lollipop")
# Of other foods these are pieces to eat: pork ribs, bay leaves, filo sheets.
ONLY_AFTER = {"rib": _words("celery"), "leaf": _words("gelatine gelatin"), "sheet": _words("gelatine gelatin")}
UNCOUNTED = _words(
    "pinch dash splash drizzle drop glug handful knob bunch sprig shake grind sprinkle shaving slice squeeze"
)
CONTAINERS = _words("can jar package bottle bag box carton sachet container")
ALSO_FOODS = _words("clove leaf ear rib head stick stalk stem bulb loaf bar ball spear recipe part wedge")
LENGTHS = _words("inch cm mm")
# After these a number is a name, not a count.
NUMBERED = re.compile(r"(?:type|typ|tipo|grade|size|gr(?:öße|\.)|taille|no\.?|nr\.?|number|step|vitamin)\Z|\d", re.I)
METRIC = _words("g kg ml cl dl l")

HEADING = re.compile(
    r"(?:(?:for|to make) (?:the |serving|garnish|topping|filling|dressing|assembl|decorat|frosting|glaze|"
    r"marinade|sauce)|to (?:serve|garnish|finish|decorate|assemble)\Z|für (?:den|die|das) |"
    r"zu[mr] (?:garnieren|servieren|bestreuen)|pour (?:le |la |les |l['’])|para (?:el|la|los|las) |para [oa]s? |"
    r"per (?:il|la|lo|i|gli|le) |per l['’]|voor (?:de|het) |для )",
    re.I,
)
