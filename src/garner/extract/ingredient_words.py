"""The words that tell the parts of an ingredient line apart, in the languages that recipe pages are written in."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _beginning(*alternatives: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(alternatives)})", re.I)


def _before(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\s+(?=(?:{'|'.join(alternatives)}))", re.I)


NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "dozen": 12, "half": 0.5, "quarter": 0.25, "zwei": 2, "drei": 3, "vier": 4,
    "deux": 2, "trois": 3, "quatre": 4, "due": 2, "tre": 3, "quattro": 4, "dos": 2, "tres": 3, "cuatro": 4,
    "twee": 2, "drie": 3, "dwa": 2, "dwie": 2, "trzy": 3, "halbe": 0.5, "halber": 0.5, "demi": 0.5, "halve": 0.5,
}  # fmt: skip

# An article is no amount: "a pinch of salt" does not say one pinch any more than "a little salt" does.
ARTICLE = re.compile(
    r"(?:(?:a )?few|some|ein paar|einige|quelques|an?|eine?|einen|une?|una|uno|um|uma|een|en|ett)\s+", re.I
)
ABOUT = re.compile(
    r"(?:about|approx(?:imately)?\.?|around|roughly|ca\.?|circa|etwa|environ|ongeveer|około|up to|generous|scant|"
    r"heaped|heaping|rounded|level|good|each)\s+(?=\d)",
    re.I,
)
OPTIONAL = re.compile(r"optional\s*:\s*", re.I)
PART_OF = re.compile(
    r"((?:[a-z]+ )?(?:juice|zest|rind|peel|saft|jus|zeste|jugo|zumo|succo|scorza|sap)"
    r"(?: (?:and|&|or|und|et) [a-z]+){0,2}) (?:of|from|von|de|d'|di|van)\s+(?=\d|half|one|two|an? )",
    re.I,
)
RANGE = re.compile(r"\s*(?:-|\bto\b|\bor\b|\bbis\b|\bà\b|\btot\b|\ba\b|\bou\b|\boder\b|~)\s*(?=\d)", re.I)
JOIN = re.compile(r"\s*(?:/|\||\+|&|\bplus\b|\band\b|\bor\b|\bund\b|\bet\b|-)?\s*(?=\d)", re.I)
OF = re.compile(
    r"(?:of the|of|each|de la|del|della|dello|de l['’]|de|di|du|des|d['’]|von|van|do|da)(?:\s+|(?<=['’]))", re.I
)
SIZE = re.compile(
    r"(?:(?:very |extra[ -]?)?(?:large|small|medium|big|lg|sm|md)(?:[- ]sized?)?(?:[- ]to[- ]\w+)?[,\s]+)++(?!or )",
    re.I,
)
MODIFIER = re.compile(
    r"(?:heaping|heaped|rounded|level|scant|generous|good|healthy|hefty|large|small|medium|big|thick|thin|fat|full|"
    r"packed|long|whole|gehäufte?r?|gestrichene?r?|große?r?|kleine?r?|grande|petite?|grote|thumb-sized?|"
    r"fist-sized?|medium-sized?|lg|sm|md|fresh|bonnes?|belle|colm[oi]|rasi?)[\s-]+",
    re.I,
)

NOTE = _beginning(
    "to (?:taste|serve|garnish|finish|decorate|cover|coat|grease|dust|drizzle)", "for ", "optional", "plus ", "or ",
    "preferably ", "such as ", "about ", "if ", "as (?:needed|required|desired)", "at room", "see ", "like ", "more ",
    "depending", "extra ", "zum ", "zur ", "nach ", "pour ", "per ", "para ", "au goût", "al gusto", r"q\.?b",
    "voor ", "naar ", "do ", "według ", r"i\.e\.", r"e\.g\.", "i used", "available", "from ",
)  # fmt: skip
NOTE_WITHOUT_COMMA = _before(
    r"(?:or |or more )?to (?:taste|serve|garnish|finish|decorate|cover|coat|grease)\b", "plus (?:more|extra|\\d)",
    r"for (?:(?:\w+ )?\w+ing\b|garnish|the )", r"as (?:needed|required|desired)\b", r"optional\b", "such as ",
    "from a ", "from about ", "at room ", "mixed with ", "dissolved in ", r"nach (?:geschmack|belieben|bedarf)\b",
    r"zum \w+", r"q\.?\s?b\.?\Z", "selon ", "al gusto", r"naar smaak\b", r"do smaku\b",
)  # fmt: skip
CUT = _before(
    r"(?:cut|torn|sliced|chopped|broken|separated|divided) (?:in|into|on|from|to|crosswise|lengthwise)\b",
)
ALTERNATIVE = re.compile(r"or (?!to taste|more|as |less|use|until|if|\d|a |an |about|enough|other)", re.I)

PREPARED = _words(
    """chopped grated minced sliced diced shredded peeled cubed sifted slivered chilled squeezed cleaned melted
    softened warmed mashed julienned strained snipped shaved poached skinned crumbled pureed shucked beaten
    quartered halved trimmed rinsed drained thawed cored seeded deseeded deveined steamed cooked toasted shelled
    cracked packed crosswise lengthwise hard-boiled soft-boiled washed scrubbed pressed zested juiced stemmed
    gehackt gehackte gehackter gerieben geriebene geriebener haché hachée hachés râpé râpée émincé émincée picado
    picada picados tritato tritata grattugiato rallado rallada gesneden fijngehakt posiekana starty"""
)
ADVERBS = _words(
    """finely freshly thinly coarsely roughly lightly firmly loosely very well thickly gently slightly newly fein
    frisch grob finement fijn drobno"""
)
DESCRIBING = _words(
    """boneless skinless fresh dried dry ripe large small medium sweet unsalted salted raw cold hot warm thick thin
    extra bone-in skin-on low-sodium organic whole firm lean plain good-quality cooked peeled chopped diced sliced
    minced"""
)
NO_ENUMERATION = _words("with into at only plus removed")

UNIT_AFTER_FOOD = _words("clove sprig stalk slice rib bunch head bulb stem rasher")
CONTAINERS = _words("can jar package bottle bag box carton sachet container")
ALSO_FOODS = _words("clove leaf ear rib head stick stalk stem bulb loaf bar ball")
LENGTHS = _words("inch cm mm")
