"""The words that pages in any language use for the parts of a recipe: headings, labels and class names."""

import re


def _whole(words: str) -> re.Pattern[str]:
    """Return a pattern for a line that is one of these words alone, except for the marks and small words around
    headings."""
    return re.compile(rf"\W*(?:{words})\W*\Z", re.I)


_OF_THE_RECIPE = (
    r"(?: list\w*|liste| (?:you(?:'|’)ll |you )?need(?:ed)?)?"
    r"(?P<more> ?(?:\(|[-–:] ?)?\b(?:for|of|to|für|pour|para|per|voor|til|dla|do|от)\b.{0,60})?"
    r"(?:\s?[(（][^()（）]{1,40}[)）]|[\s/／・]*\d{1,2}\s?[人個枚本](?:分|份|前))?"
)
_BEFORE = r"(?:(?:the|recipe|die|les?|los|gli|de|main|list of|liste des|lista de|lista di|full)\s+)?"

INGREDIENTS_HEADING = _whole(
    _BEFORE
    + r"(?:ingredients?|ingrédients?|zutaten(?:liste)?|ingredientes|ingredienti|ingrediënten|ingredienten|ingrediente|"
    r"ingredienser(?:ne)?|ingredienserna|ainekset|ainesosat|raaka-aineet|składniki|składników|ingredience|suroviny|"
    r"přísady|"
    r"hozzávalók|alapanyagok|sastojci|састојци|sestavine|ингредиенты|інгредієнти|продукты|съставки|необходими продукти|"
    r"υλικά|συστατικά|malzemeler(?:i)?|içindekiler|nguyên liệu|bahan(?:-bahan)?|ส่วนผสม|วัตถุดิบ|材料|食材|用料|配料|原料|"
    r"재료|מצרכים|רכיבים|المقادير|المكونات|مواد لازم|koostisosad|ingrediencie|what you(?:'|’)?ll need|what you need|"
    r"you will need|you(?:'|’)ll need|shopping list|einkaufsliste|das brauchst du|du brauchst|benodigdheden|"
    r"wat heb je nodig|"
    r"boodschappen(?:lijst)?|det skal du bruge|du skal bruge|du trenger|det trenger du|du behöver)" + _OF_THE_RECIPE
)
INSTRUCTIONS_HEADING = _whole(
    r"(?:(?:the|recipe|cooking|step by step|preparation|la|le|de|die|how to make|modo de|modo di|mode de|"
    r"método de)\s+)?"
    r"(?:instructions?|directions?|methods?|(?:preparation|cooking) (?:steps|method|instructions)|preparation|steps?|"
    r"procedure|"
    r"how to (?:make|cook|prepare)\b.{0,60}|let(?:'|’)s (?:cook|get started)|what to do|make it|to make|"
    r"zubereitung(?:sschritte)?|anleitung|so (?:geht(?:'|’)?s|wird(?:'|’)?s gemacht)\b.{0,20}|arbeitsschritte|schritte|"
    r"préparation|preparation|étapes(?: de (?:la )?(?:préparation|recette))?|réalisation|instructions|recette|"
    r"preparación|elaboración|instrucciones|pasos|cómo (?:se hace|hacer|preparar)\b.{0,60}|procedimiento|"
    r"preparo|preparação|modo de (?:preparo|preparação|fazer)|instruções|confecção|passo a passo|"
    r"procedimento|preparazione|istruzioni|esecuzione|come (?:fare|preparare)\b.{0,60}|"
    r"bereiding(?:swijze)?|instructies|zo maak je het|aan de slag|hoe maak je.{0,60}|stappen|werkwijze|"
    r"fremgangsmåde|fremgangsmåte|sådan gør du|slik gjør du|framgangsmåte|tillagning|gör så här|så här gör du|"
    r"instruktioner|"
    r"ohje(?:et)?|valmistus(?:ohje(?:et)?)?|näin teet sen|työvaiheet|"
    r"przygotowanie|sposób (?:przygotowania|wykonania)|wykonanie|instrukcje|przepis|jak zrobić.{0,60}|"
    r"postup(?: přípravy)?|příprava|návod|príprava|"
    r"elkészítés(?:e)?|priprema|postupak|priprava|приготовление|способ приготовления|как приготовить.{0,60}|інструкція|"
    r"приготування|спосіб приготування|начин на приготвяне|приготвяне|εκτέλεση|οδηγίες|διαδικασία|"
    r"(?:yapılışı|hazırlanışı|tarifi|yapımı)|.{0,40} nasıl yapılır|cách làm|cách chế biến|cara (?:membuat|memasak)|"
    r"langkah.{0,20}|"
    r"วิธีทำ|作り方|つくり方|手順|做法|步骤|步驟|作法|制作方法|만드는 법|조리순서|조리 순서|"
    r"אופן ההכנה|הוראות הכנה|طريقة التحضير|الطريقة|طرز تهیه|mod de preparare|preparare|valmistamine)"
)
OTHER_HEADING = _whole(
    r"(?:\d{1,5}\s+)?(?:(?:recipe|cook'?s|chef'?s|our|the|more|latest|leave a|post a|write a|you (?:may|might) also|"
    r"nutritional?|nährwert\w*)\s*)*"
    r"(?:notes?|tips?(?: (?:and|&) \w+)?|tricks?|nutrition(?:al)?(?: \w+){0,3}|equipment|tools|utensils|"
    r"special equipment|"
    r"comments?|replies|responses?(?: to\b.{0,60})?|thoughts?(?: on\b.{0,60})?|"
    r"reviews?|ratings?|related\b.{0,40}|similar\b.{0,40}|recipes?|faqs?|frequently asked questions|video|"
    r"storage|"
    r"make ahead|substitutions|variations|serving suggestions?|did you (?:make|try|know)\b.{0,60}|like\b.{0,40}|"
    r"reply|comment|"
    r"about\b.{0,60}|tags?|categories|share|print|subscribe\b.{0,40}|newsletter|source|author|"
    r"tipps?(?: .{0,30})?|hinweise?|nährwerte?\b.{0,40}|kommentare?|bewertung(?:en)?|ähnliche\b.{0,40}|"
    r"weitere\b.{0,40}|utensilien|"
    r"astuces?\b.{0,40}|conseils?|commentaires?|avis|ustensiles?|matériel|valeurs? nutritionnelles?|"
    r"consejos?|trucos|comentarios|notas|información nutricional|utensilios|dicas?|comentários|informação nutricional|"
    r"consigli\w*|commenti|note|valori nutrizionali|conservazione|reacties|voedingswaarden?|keukengerei|"
    r"notater|kommentarer|näringsvärde\w*|energi.{0,40}|komentarze|wartości odżywcze|wskazówki|комментарии|советы?|"
    r"отзывы|"
    r"コツ.{0,20}|レシピ.{0,20}|小贴士|小貼士|评论|tips\b.{0,40})"
)

# Class and id names, in lower case. `text-direction`, `stepper` and the like have another meaning.
INGREDIENTS_NAME = re.compile(r"ingr[eé]d|zutat|skladnik|sastojc|malzeme|sestavin|hozzaval|ainekset|benodigd")
INSTRUCTIONS_NAME = re.compile(
    r"instru[ck]|instru[cç][aãt]|directions?(?![-_](?:column|row|nav))|(?<![a-z])(?:method|steps?|stappen|postup|"
    r"howto|etapes?|"
    r"pasos|schritte?)(?![a-z])|methodsteps|recipe-?method|recipesteps?|preparation|preparacion|preparo|zubereit|"
    r"bereiding|"
    r"procedure|procedimento|anleitung|fremgang|framgang|przygotow|elaboracion|preparazione|tillagning"
)
INSTRUCTIONS_NOT = re.compile(
    r"time|duration|tijd|zeit|prevstep|nextstep|progress|paginat|slick|(?:flex|text)[-_]direction"
)
OTHER_NAME = re.compile(
    r"(?<![a-z])(?:comments?|respond|disqus|reviews?|related|recommend[a-z]*|similar|sidebar|nutrition[a-z]*|"
    r"nutrients?|"
    r"naehrwert[a-z]*|equipment|utensils?|tools?|newsletter|footer|breadcrumbs?|navigation|navbar|popular|trending|"
    r"share|"
    r"social[a-z]*|notes?|tips?|faq|rating|adverts?|advertisement|widget|cookie|carousel|bio|modal|popup)(?![a-z])"
)
TITLE_NAME = re.compile(
    r"(?:recipe|rezept|create|tasty|recette|receta|ricetta|recept)[\w-]*?[-_]{0,2}(?:name|titel|title|titre|heading|"
    r"headline)|"
    r"(?:^|\s)fn(?:\s|$)",
    re.I,
)
TITLE_NOT = re.compile(
    r"equipment|ingredient|instruct|print|author|difficult|time|nutrition|related|note|tag|categor|step", re.I
)

AT_THE_END = re.compile(
    r".{0,70}[\W_](?:(?P<ingredients>ingredients|zutaten|ingrédients|ingredientes|ingredienti|ingrediënten|składniki|"
    r"ингредиенты)|"
    r"(?:instructions|directions|zubereitung|préparation|preparación|preparazione|bereiding|przygotowanie|"
    r"приготовление))\W*\Z",
    re.I,
)

NO_INGREDIENT = re.compile(
    r"\Atotal\b|\b(?:min(?:ute)?[sn]?|minuten|hours?|hrs?|stunden?|heures?|kcal|calories|cal|servings?|portion(?:s|en)?|"
    r"personen|personnes|"
    r"reviews?|ratings?|comments?|votes?|stars?|recipes?|rezepte?)\b\W*\Z|https?:|©|\b(?:19|20)\d\d\Z",
    re.I,
)
AS_NEEDED = re.compile(
    r"\b(?:to taste|for (?:serving|garnish|dusting|frying|greasing)|optional|nach geschmack|etwas|au goût|al gusto|"
    r"q\.?b\.?|naar smaak|do smaku|по вкусу)(?:\b|\Z)|適量|少々|适量",
    re.I,
)
# Actions of the kitchen that hardly occur elsewhere: they tell a method from other prose.
COOKING = re.compile(
    r"\b(?:bak(?:e[ds]?|ing)|boil(?:s|ed|ing)?|simmer(?:s|ed|ing)?|saut[eé](?:ed|ing)?|fr(?:y|ied|ying)|preheat(?:ed)?|"
    r"whisk(?:ed|ing)?|oven|knead(?:ed|ing)?|roast(?:ed|ing)?|skillet|saucepan|dough|"
    r"back(?:en|ofen)|köcheln|(?:auf)?kochen|(?:an)?braten|kneten|schälen|teig|pfanne|ofen|"
    r"au four|le four|cuire|mijoter|poêle|casserole|enfourne[rz]?|faites revenir|"
    r"horno|hervir|cocer|batir|freír|sartén|cazuela|forno|cuocere|soffrigg\w*|padella|pentola|impasta\w*|bollire|"
    r"ferver|cozinh\w+|refog\w+|panela|bakken|koken|deeg|kneed|"
    r"ugn\w*|grädda|vispa|stek\w*|koka|ovnen?|bages?|steges?|koges?|stekes?|kokes?|"
    r"uuni\w*|keitä\w*|paista\w*|taikina\w*|piekarnik\w*|gotowa\w*|gotuj\w*|smaży\w*|troub\w+|vařte?|smaž\w*|těst\w+|"
    r"духовк\w+|вари\w+|обжар\w+|тест[оа]|выпека\w+|fırın\w*|pişir\w*)\b|[焼煮炒茹烤蒸炸]|オーブン|굽|끓|볶",
    re.I,
)
DRAWN_LINE = re.compile(r"(?:[-=*_~] ?){5,}\Z|M{5}\Z")
