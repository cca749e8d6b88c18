"""The words that shops use as labels and states, in the languages of most shops."""

import re
from collections.abc import Mapping

# A phrase that is searched for within a line of text, in lower case. The first state with a phrase in the line wins, so
# that "not available" is found before "available".
_STATES: tuple[tuple[str, str], ...] = (
    ("discontinued", r"discontinued|no longer (?:available|sold)|nicht mehr lieferbar|eingestellt|produit arrêté|"
     r"descatalogado|fuori produzione|niet meer leverbaar|utgått|wycofan|снят с производства"),
    ("preorder", r"pre-?order|vorbestell|pré-?commande|précommander|preventa|pre-?ordina|prenota|pré-venda|"
     r"förbeställ|forudbestil|forhåndsbestill|przedsprzedaż|предзаказ|予約|预订|預購|예약"),
    ("backorder", r"back-?order|made to order|auf bestellung|sur commande|su ordinazione|bajo pedido|op bestelling|"
     r"beställningsvara|bestillingsvare|na zamówienie|na objednávku|под заказ"),
    ("out_of_stock", r"out[ -]of[ -]stock|back in stock|(?:notify|email|tell) me when|sold[ -]?out|(?:currently |"
     r"temporarily )?(?:un|not )available|not in stock|"
     r"^\W*(?:sold|verkauft|vendue?|vendido|venduto|verkocht|såld|solgt|продано)\W*$|"
     r"no stock|none available|nicht (?:auf lager|verfügbar|vorrätig|lieferbar)|ausverkauft|vergriffen|"
     r"(?:derzeit|momentan) nicht|rupture de stock|en rupture|épuisé|indisponible|non disponible|"
     r"actuellement indisponible|"
     r"agotado|sin (?:stock|existencias)|no disponible|esaurit|non disponibil|attualmente non|esgotad|indisponível|"
     r"sem estoque|fora de estoque|uitverkocht|niet (?:op voorraad|beschikbaar|leverbaar)|slutsåld|slut i lager|"
     r"ej i lager|udsolgt|ikke på lager|utsolgt|loppunut|loppu varastosta|ei varastossa|niedostępn|brak w magazynie|"
     r"wyprzedan|není skladem|nedostupn|vyprodáno|vypredané|nincs (?:raktáron|készleten)|elfogyott|stoc epuizat|"
     r"indisponibil|нет в наличии|(?:товар|временно) отсутствует|отсутствует (?:в|на) |"
     r"распродан|немає в наявності|няма в наличност|изчерпан|tükendi|stokta yok|"
     r"εξαντλήθηκε|μη διαθέσιμο|品切|在庫切れ|在庫なし|売り切れ|缺货|缺貨|售罄|无货|품절|일시품절|hết hàng|stok habis|"
     r"สินค้าหมด|אזל|غير متوفر|نفد"),
    ("limited", r"only \d+ (?:\w+ )?(?:left|remaining|available)|\d+ left in stock|low stock|few left|"
     r"nur noch \d+|wenige|il ne reste plus que|plus que \d+|solo quedan? \d+|quedan? \d+|últimas unidades|"
     r"solo \d+ rimast|disponibilità solo|ostatnie sztuki|nog maar|endast \d+ kvar|осталось \d+|残り\d+"),
    ("in_stock", r"in[ -]stock|(?<!un)\bavailable (?:now|online|for|to|in \d)|\bavailable\b\W*$|availability: ?(?:yes|"
     r"available)|"
     r"ready to ship|ships? (?:today|within|in)|usually ships|d[ei]spatched|\ba[nb] lager|auf lager|vorrätig|"
     r"lieferzeit:? ?(?:ca\.? ?)?\d|expédié sous|livré sous|consegna in \d|leveranstid:? ?\d|wysyłka w|"
     r"disponibilidade:? imediata|disponibilidad:? inmediata|^imediata|^inmediata|sofort (?:lieferbar|versandfertig)|"
     r"\blieferbar|\bverfügbar|en stock|\bdisponible\b|disponibile|disponibilità immediata|disponível|"
     r"em (?:estoque|stock)|"
     r"op voorraad|leverbaar|uit voorraad|i lager|på lager|finns i lager|varastossa|saatavilla|dostępn|w magazynie|"
     r"na stanie|skladem|na sklade|raktáron|készleten|în stoc|in stoc|\bв наличии|есть в наличии|є в наявності|"
     r"в наличност|stokta|διαθέσιμο|σε απόθεμα|在庫あり|在庫有|有货|有貨|现货|現貨|재고 있음|còn hàng|tersedia|"
     r"มีสินค้า|"
     r"במלאי|متوفر|na zalogi|na zalihi|на залихи|laos olemas|yra sandėlyje|ir noliktavā"),
)  # fmt: skip
_STATE_PATTERNS = tuple((state, re.compile(pattern)) for state, pattern in _STATES)


def availability_in(text: str) -> str | None:
    """Return the availability that a line states."""
    lowered = text.lower()
    return next((state for state, pattern in _STATE_PATTERNS if pattern.search(lowered)), None)


# The complete text of a line about a product that is free.
_FREE = re.compile(
    r"(?:(?:price|preis|prix|precio|prezzo|preço|prijs|pris|cena|цена)\W{1,3})?(?:(?:is|it's|get it) )?(?:for )?"
    r"(?:free|gratis|kostenlos|gratuite?|gratuito|grátis|gratuita|ilmainen|darmo\w{1,3}|zdarma|ingyenes|бесплатно|"
    r"безкоштовно|ücretsiz|δωρεάν|無料|免费|免費|무료)(?: (?:download|herunterladen|of charge))?\W*",
    re.I,
)


def says_free(text: str) -> bool:
    return len(text) < 60 and _FREE.fullmatch(text.strip()) is not None


# The text of the button that buys.
BUY = re.compile(
    r"\badd(?: item)? to (?:your |my |the |shopping )?(?:cart|bag|basket|trolley|order)\b|\bbuy (?:it )?now\b|^buy$|"
    r"^(?:buy|order) this\b|\badd to cart|^order(?: now| online)?$|^add to order|^purchase$|^pre-?order$|"
    r"^vorbestellen$|^(?:jetzt )?bestellen$|"
    r"^commander$|^ordina$|^bestel(?:len)?$|^zamów|^objednat|^заказать|^замовити|"
    r"in den (?:\w+ ?)?(?:warenkorb|einkaufswagen)|in den korb|jetzt kaufen|ajouter (?:au|à mon|dans le) panier|"
    r"acheter (?:maintenant|cet article)|^acheter$|(?:añadir|agregar) (?:al carr|a la (?:cesta|bolsa))|"
    r"comprar (?:ahora|agora|ya)|^comprar$|"
    r"aggiungi al (?:carrello)|acquista (?:ora|subito)|^acquista$|adicionar (?:ao carrinho|à sacola|ao cesto)|"
    r"in (?:mijn )?winkel(?:wagen|mand)|toevoegen aan winkel|lägg (?:i|till i) (?:varukorg|kundvagn)|köp nu|^köp$|"
    r"(?:læg|tilføj) (?:i|til) kurv|^køb|legg i handle|kjøp nå|^kjøp$|lisää (?:ostos)?kori|osta nyt|do koszyka|"
    r"kup teraz|do koš[ií]k|koupit|kúpiť|kosárba|adaug[aă] [iî]n co[sșş]|în coș|в корзин|^купить|купить сейчас|"
    r"в кошик|^купити|в количка|купи|sepete ekle|hemen al|satın al|στο καλάθι|u košaric|u korpu|v košarico|"
    r"lisa ostukorvi|"
    r"į krepšelį|ielikt grozā|カートに入れる|カートへ|購入する|加入购物车|加入購物車|立即购买|立即購買|장바구니|"
    r"구매하기|바로구매|"
    r"thêm vào giỏ|mua ngay|(?:tambah|masukkan) ke(?: dalam)? keranjang|beli sekarang|หยิบใส่|ใส่ตะกร้า|ซื้อ|"
    r"הוס[פף] ל(?:סל|עגלה)|"
    r"أضف (?:إلى|الى|للسلة)|اشتر الآن|افزودن به سبد|afegeix|buy on |pre-?order now",
    re.I,
)  # fmt: skip
# Button texts that occur only where something is sold: of a payment service, or of a shop without the product.
PAY_BUTTON = re.compile(r"^(?:pay|payments?|check ?out|make payments?)\b[^.]{0,20}\bpaypal\b|^paypal\b", re.I)
SOLD_OUT_BUTTON = re.compile(
    r"^(?:notify|email|tell|alert) me\b|^(?:join|add (?:me )?to) (?:the )?wait(?:ing)? ?list|benachrichtig|"
    r"m'avertir|être averti|prévenez-moi|av[ií]s[ae]me|avisarme|notif[ií]came|avvisami|avise-me|houd mij|mail mij|"
    r"bevaka|giv (?:mig )?besked|gi (?:meg )?beskjed|powiadom|hlídat|сообщить|уведомить|повідомити|haber ver|入荷",
    re.I,
)
BUY_NAME = re.compile(
    r"add[-_]?(?:item)?[-_]?to[-_]?(?:shopping)?[-_]?(?:cart|bag|basket|trolley)|buy[-_]?(?:now|button|box)|"
    r"btn[-_]?buy|"
    r"product-form__(?:submit|cart)|single_add|addtocart|add2cart|in-den-warenkorb|ajout-?panier|buybutton|tocart",
    re.I,
)

_LABELS: Mapping[str, str] = {
    "brand": "brand|brand name|manufacturer|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|"
    "fabrikant|"
    "märke|varumärke|tillverkare|mærke|producent|merke|produsent|merkki|valmistaja|brändi|tuotemerkki|marka|producător|"
    "značka|výrobce|výrobca|márka|gyártó|бренд|производитель|торговая марка|виробник|марка|üretici|μάρκα|κατασκευαστής|"
    "ブランド|メーカー|品牌|브랜드|제조사|thương hiệu|merek|แบรนด์|מותג|יצרן|الماركة|العلامة التجارية|publisher|"
    "vendor|label|mfr|mfg|make|maker|producer|made by|manufactured by|produced by|winery|fabriqué par|hergestellt von|"
    "производства|изготовитель",
    "sku": "sku|sku number|sku #|item|item number|item no|item #|item code|item id|item model|product code|product id|"
    "product number|product no|"
    "product sku|article|article number|article no|art no|art nr|art-nr|artikel-nr|artikelnr|artikelnummer|artikel nr|"
    "artikel|"
    "bestellnummer|bestell-nr|produktnummer|produkt-nr|référence|réf|ref|reference|référence produit|code produit|"
    "referencia|código|código del producto|"
    "código do produto|código de producto|sku del producto|cod|codice|codice prodotto|codice articolo|rif|riferimento|"
    "referência|cod produto|"
    "productnummer|bestelnummer|varenummer|varenr|vare nr|tuotenumero|tuotekoodi|kod produktu|nr katalogowy|indeks|"
    "symbol|"
    "kód|kód produktu|kód zboží|katalogové číslo|obj číslo|cikkszám|termékkód|cod produs|артикул|код товара|код|"
    "код продавца|"
    "арт|ürün kodu|stok kodu|κωδικός|κωδικός προϊόντος|商品番号|商品コード|品番|货号|貨號|商品编号|商品編號|품번|"
    "상품코드|상품번호|mã sản phẩm|"
    'mã hàng|kode produk|รหัสสินค้า|מקט|מק"ט|catalog number|catalogue number|cat no|stock number|stock code|stock no|'
    "style|style number|style no|style code|web id|asin|tcin|dpci|šifra|kataloški broj|ad id|advert id|id|ugs|"
    "sku no|code|code article|article code|artikelcode|código de artículo|"
    "product ref|product reference|ref no|reference number|reference no|item ref|item reference|part code|"
    "catalog no|catalogue no|catalog code|lot|lot no|order code|order number|order no|web code|our code|"
    "anzeigen-id|anzeigennummer|bestell-nummer|katalognummer|ident-nr|fahrzeugnummer|interne nummer|kod|kod towaru|"
    "код товару|артикул товара|cód|cód produto|código sku|ref producto|referencia producto|artnummer|bestillingsnummer|"
    "管理番号|品號|商品代碼|제품코드|best nr|cod art|cod articolo",
    "mpn": "mpn|mfr no|mfg no|manufacturer no|mfr part no|model|"
    "model number|model no|model #|model name|part number|part no|part #|manufacturer part number|"
    "mfr part number|mfg part number|mfr #|"
    "manufacturer number|manufacturer sku|herstellernummer|herstellerartikelnummer|hersteller-nr|"
    "hersteller-artikelnummer|modellnummer|modell|"
    "modellbezeichnung|référence fabricant|numéro de modèle|numéro du modèle de l'article|modèle|modelo|"
    "número de modelo|"
    "número de modelo del producto|numero modello|numero modello articolo|modello|codice produttore|item model number|"
    "modelnummer|fabrikantcode|oem|kod producenta|модель|код производителя|型番|型号|型號|모델명|"
    "manufacturer reference|"
    "référence du fabricant|riferimento produttore|tillverkarens artikelnummer|partnumber|part-no|número de pieza",
    "gtin": "gtin|ean|ean code|ean-code|ean-13|ean13|ean code(s)|upc|upc code|upc-a|isbn|isbn-13|isbn-10|isbn13|"
    "isbn10|barcode|bar code|strichcode|code-barres|code barre|gencode|"
    "código de barras|codice a barre|codice ean|streepjescode|streckkod|stregkode|viivakoodi|kod ean|kod kreskowy|"
    "čárový kód|ean kód|"
    "vonalkód|cod de bare|cod ean|штрихкод|штрих-код|barkod|jan|janコード|条形码|條碼|바코드|"
    "global trade identification number|código ean",
    "category": "category|categories|kategorie|kategorien|catégorie|catégories|categoría|categorías|categoria|"
    "categorie|kategori|kategoria|kategória|категория|カテゴリ|类别",
    "availability": "availability|stock|stock status|stock level|current stock|qty in stock|quantity in stock|"
    "quantity available|lagerbestand|disponibles|skladem ks|verfügbarkeit|lieferbarkeit|disponibilité|disponibilidad|"
    "disponibilità|disponibilidade|beschikbaarheid|"
    "voorraad|tillgänglighet|lagerstatus|lager|saatavuus|dostępność|dostupnost|dostupnosť|elérhetőség|disponibilitate|"
    "наличие|доступность|stok durumu|διαθεσιμότητα|在庫|库存|재고",
    "price": "price|our price|your price|sale price|now|preis|unser preis|prix|notre prix|precio|prezzo|preço|prijs|"
    "pris|hinta|cena|naše cena|ár|preț|цена|ціна|fiyat|fiyatı|τιμή|価格|販売価格|价格|售价|가격|판매가|giá|harga|ราคา|"
    "מחיר|السعر|web price|internet price|online price|special price|offer price|today's price|current price|"
    "deal price|you pay|selling price|price each|asking price|our low price|now only|only|special|angebotspreis|"
    "aktionspreis|sonderpreis|jetzt|jetzt nur|nur|prix actuel|prix promo|prix de vente|prezzo scontato|offerta|oferta|"
    "precio actual|precio oferta|precio final|preço atual|por|nu|nå|nyní|teraz|cena promocyjna|cena aktualna|"
    "販売価格(税込)|価格(税込)|税込価格|特价|促销价|优惠价|特價|優惠價|할인가|акция|спеццена",
}  # fmt: skip
LABELS: Mapping[str, str] = {label: field for field, labels in _LABELS.items() for label in labels.split("|")}
LONGEST_LABEL = max(map(len, LABELS))


def _letters(text: str) -> str:
    """Return the letters of the label alone; `Stock #` labels a number and `Stock` does not, so the sign is spelled
    out."""
    return "".join(filter(str.isalnum, text.lower().replace("#", "no").replace("№", "no")))


_BY_LETTERS: Mapping[str, str] = {_letters(label): field for label, field in LABELS.items()}


def field_called(label: str) -> str | None:
    """Return the field that a label is for, regardless of punctuation: `Art.-Nr.`, `Art. Nr` and `artnr` are one."""
    return _BY_LETTERS.get(_letters(label)) if len(label) <= 2 * LONGEST_LABEL else None


# Labels of an article number that also label other things (`Item`, `Code`, `Style`), or that label an entry in a
# database or a catalogue (`Product ID`, `ASIN`) and add nothing to the machine-readable number.
_AMBIGUOUS = frozenset(
    map(
        _letters,
        ("item", "item model", "article", "artikel", "style", "id", "code", "lot", "lot no", "symbol", "indeks", "kód",
         "kod", "код", "cod", "cód", "código", "codice", "ad id", "advert id", "web id", "referencia", "reference",
         "product id", "item id", "order number", "order no", "asin", "tcin", "dpci"),
    )
)  # fmt: skip


def names_article_number(label: str) -> bool:
    """Return whether a label is that of an article number, and can be nothing else."""
    return field_called(label) == "sku" and _letters(label) not in _AMBIGUOUS


_BEGINNINGS = {label.split()[0].rstrip(".-#")[:6] for label, field in LABELS.items() if field == "sku"}
# The beginnings of such labels in the bytes of a page, of which only the ASCII letters are in lower case.
ARTICLE_NUMBER_STEMS = tuple(
    sorted(
        {stem.encode() for text in _BEGINNINGS for stem in ([text] if text[0].isascii() else [text, text.capitalize()])}
    )
)

_STARTING_AT = re.compile(
    r"[\s:]+(?:from|starting at|ab|à partir de|dès|desde|a partire da|da|vanaf|från|fra|od|от)\s*$", re.I
)


def ends_in_price_label(text: str) -> bool:
    """Return whether the text before an amount ends in a word for the price: `Now only`, `Unser Preis:`."""
    words = _STARTING_AT.sub("", text).split()[-3:]
    return any(field_called(" ".join(words[start:])) == "price" for start in range(len(words)))


# Labels of a former price, or of another seller's price.
OLD_WORD = re.compile(
    r"(?:\b(?:was|regular(?:ly)?|reg\.?|list(?: price)?|rrp|msrp|srp|uvp|statt|instead of|au lieu de|antes|prima|van|"
    r"prezzo di listino|vorher|neupreis|original(?:ly)?|previous|ord\.?|ordinarie|tidigare|før|förr|førpris|normalpris|"
    r"normally|normal price|typical price|market price|compare at|before|suggested|catalogu?e? value|sold new for|"
    r"běžná cena|původní cena|doporučená cena|stara cena|cena regularna|cena katalogowa|старая цена|обычная цена|"
    r"стара ціна|precio (?:anterior|normal|de lista)|prix (?:public|conseillé|barré|habituel)|ancien prix|"
    r"preço (?:normal|de tabela)|de:|retail(?: price)?|liste fiyatı|piyasa fiyatı|adviesprijs|listenpreis)\b|"
    r"通常価格|定価|希望小売価格|参考価格|市场价|原价|原價|市價|정가|정상가)[^\d]{0,20}$",
    re.I,
)
# Below such a line a page shows other products than its own.
OTHER_THINGS = re.compile(
    r"^\W*(?:\d+ )?(?:you (?:(?:may|might) (?:also|be|like|love|enjoy)|(?:will|would) also (?:like|love|enjoy|be)|"
    r"also (?:viewed|like))|you'?ll also (?:like|love|enjoy|be)|(?:products?|items?|things) (?:you (?:may|might)|"
    r"related|similar)|related|similar|recommend(?:ed|"
    r"ations?)|we (?:also (?:recommend|suggest)|(?:recommend|suggest)(?=\W*$| (?:also|these|for you)))|"
    r"suggested (?:products|items|for)|people (?:also|who)|(?:customers?|"
    r"shoppers|buyers|visitors|guests) (?:who|also|bought|viewed)|others? (?:also|(?:customers|shoppers|people|"
    r"products|items)\b)|(?:frequently|often|commonly) (?:bought|purchased)|buy (?:(?:it|them|these) (?:with|"
    r"together)|together)|"
    r"recently viewed|more (?:from|like|products|items|by|in this)|see also|also (?:from|available from|bought|viewed|"
    r"consider)|complete (?:the|your)|shop (?:the look|similar)|best ?sellers|what's new|goes (?:well|great) with|"
    r"(?:pairs|works) (?:well|great|best) with|explore (?:more|similar)|compare (?:with )?similar|ähnliche|verwandte|"
    r"empfohlene|empfehlungen|weitere (?:artikel|produkte|fahrzeuge|angebote)|wir empfehlen(?=\W*$| (?:auch|ihnen|dir|"
    r"dazu|außerdem))|kunden (?:kauften|kaufen|"
    r"haben|interess|die|sahen|auch)|andere (?:kunden|käufer|kauften|bekeken|klanten|kochten)|wird oft|(?:oft|"
    r"häufig) (?:zusammen|gemeinsam|gekauft)|(?:das|dies|diese artikel|auch das) könnten?|dazu pass(?:t|end)|"
    r"passend(?: dazu|es? (?:artikel|produkte|zubehör))|zuletzt angesehen|mehr (?:von|aus)|(?:produits|"
    r"articles) (?:similaires|apparentés|associés|liés|complémentaires|recommandés|de la même)|vous (?:aimerez|"
    r"aimeriez|pourriez)|(?:\d+ )?autres (?:produits|articles)|les clients|ceux qui|également|dans la même|(?:souvent|"
    r"fréquemment) achetés|nos (?:suggestions|recommandations)|derniers? (?:articles|produits) vus|(?:productos|"
    r"artículos) (?:relacionados|similares|recomendados|que te)|(?:\d+ )?otros (?:productos|clientes|artículos)|"
    r"también te|(?:te|le) (?:puede|pueden|podría|podrían|recomendamos)|quizás? (?:te|también)|quienes|"
    r"(?:los )?clientes que|(?:comprados|vistos) (?:juntos|recientemente)|(?:prodotti|articoli) (?:correlati|simili|"
    r"consigliati)|(?:ti )?potrebbe(?:ro)? (?:anche|piacer|interess)|altri (?:prodotti|articoli|clienti)|"
    r"chi ha (?:visto|comprato|acquistato)|i clienti (?:che|hanno)|spesso (?:comprati|acquistati)|(?:produtos|"
    r"artigos) (?:relacionados|semelhantes|similares|recomendados)|quem (?:viu|comprou)|veja também|"
    r"você (?:também )?(?:pode|poderá|vai)|(?:aproveite|compre|leve) (?:também|junto)|gerelateerd|vergelijkbare|"
    r"anderen (?:bekeken|kochten|ook)|klanten (?:die|kochten|ook)|vaak samen|ook interessant|misschien (?:ook|vind)|"
    r"bekijk ook|aanbevolen|meer van|liknande|relaterade|andra (?:köpte|kunder)|du kanske|kunder (?:som|köpte|kjøpte|"
    r"købte)|rekommenderade|passar (?:bra )?(?:till|med|ihop)|lignende|relaterede|relaterte|andre (?:købte|kjøpte|"
    r"kunder)|(?:måske|kanskje) (?:vil|du|også|liker|passer)|du (?:vil måske|liker kanskje|vil kanskje)|anbefal(?:ede|"
    r"te)|muut ostivat|samankaltais|saatat pitää|katso myös|asiakkaat ostivat|podobne|polecane|powiązane|"
    r"produkty (?:podobne|powiązane|polecane)|inni klienci|klienci|zobacz (?:też|także|również)|może ci|"
    r"często kupowane|související|podobné|zákazníci|mohlo by|doporučujeme|ostatní (?:zákazníci|si|kup)|súvisiace|"
    r"odporúčame|hasonló|kapcsolódó|ezek is|mások (?:is|ezt|ezeket)|(?:önnek )?ajánljuk|produse (?:similare|"
    r"recomandate|asemănătoare)|clienții (?:care|au)|s-ar putea|рекомендуем|рекомендован|похожие|аналогичные|"
    r"сопутствующие|с этим товаром|вместе с|(?:вам|вас) (?:также|может|може|могут)|покупатели (?:также|смотр|выб)|"
    r"смотрите также|схожі|супутні|разом з|свързани|подобни|benzer|ilgili ürünler|bunları? da|birlikte (?:al|sat)|"
    r"önerilen|σχετικά προϊόντα|παρόμοια|προτειν|δείτε επίσης|おすすめ|関連(?:商品|アイテム)|この商品を|一緒に|類似|"
    r"相关商品|相关产品|猜你|(?:你|您)可能|相關商品|推荐|推薦|看了又看|관련 ?상품|추천|함께|비슷한|"
    r"sản phẩm (?:liên quan|tương tự|khác)|có thể bạn|produk (?:terkait|serupa|lainnya)|สินค้า(?:ที่เกี่ยวข้อง|แนะนำ|"
    r"ใกล้เคียง)|מוצרים (?:דומים|נוספים|קשורים)|منتجات (?:ذات|مشابهة|مماثلة)|قد يعجبك|محصولات (?:مرتبط|مشابه))",
    re.I,
)
# The same, for words with this meaning only as the heading of a part of the page.
OTHER_THINGS_HEADING = re.compile(
    r"^\W*(?:our |unser[ea]? )?(?:you(?:'ll| will| would| could) (?:like|love|enjoy)\b.{0,30}|"
    r"(?:picked )?just for you|accessories|add-?ons|zubehör|accessoires|accesorios|accessori|acessórios|tilbehør|"
    r"tillbehör|akcesoria|příslušenství|аксессуары|(?:popular|featured|trending|top|new|hot|latest) (?:products?|"
    r"items?|sellers?|arrivals|picks|rated)|trending(?: now)?|new arrivals|best[- ]selling\b.{0,20}|topseller|"
    r"bestseller|neuheiten|beliebte (?:artikel|produkte)|nouveautés|novedades|novità|novidades|nyheter|nowości|"
    r"novinky|новинки|хиты продаж|sponsored(?: products)?|in this collection)\W*$",
    re.I,
)
# Headings of the parts of the page about the product itself.
PAGE_PART = re.compile(
    r"details?\b|specif|\bspecs?\b|technical|technische|données|datos|dati\b|dados|descri|beschreibung|overview|"
    r"information|\binfo|about|features|eigenschaften|merkmale|caract[eé]r|caratterist|propri|kenmerken|egenskaper|"
    r"beskrivning|beskrivelse|produktdat|produktblad|fakta|ominaisuudet|kuvaus|tiedot|tuotetiedot|parametr|opis\b|popis|"
    r"właściwo|szczegóły|dane\b|údaje|adatok|leírás|jellemz|descriere|detalii|характерист|описани|опис\b|параметр|"
    r"özellik|açıklama|ürün bilgi|χαρακτηριστικ|περιγραφή|商品情報|商品説明|商品詳細|詳細|仕様|スペック|规格|規格|参数|"
    r"详情|詳情|상품 ?정보|상세|제품 ?사양|numbers?\b|nummern?\b|identif|attribut|data ?sheet|datenblatt|"
    r"(?:this|our|dieses) (?:product|item|produkt)|buy|order|price|preis|prix|shipping|delivery|versand|stock",
    re.I,
)

# Class and id names. A name counts where it is a word of its own or a part set off by a hyphen or an underscore.
PRICE_NAME = re.compile(
    r"pri(?:ce|s|x|js)|preis|precio|pre[cç]o|prezzo|cena|hinta|fiyat|tsena|kaina|valor|amount", re.I
)
OLD_NAME = re.compile(
    r"(?:^|[-_\s])(?:old|was|strike\w*|compare-?at\w*|original|msrp|rrp|uvp|before|crossed|anterior|antes|barre|barré|"
    r"stara|"
    r"ancien|previous|line-?through|tachado|origin\w*)(?=[-_\s]|$|price|preis|prix)|"
    r"(?:old|was|list|strike|original|previous|compare)[-_]?(?:price|preis|prix)(?!s)|strikethrough|line-?through",
    re.I,
)
NOT_THE_PRICE = re.compile(
    r"ship|deliver|versand|livraison|env[ií]o|spedizion|frete|verzend|frakt|fragt|wysył|доставк|kargo|送料|运费|"
    r"\bsave|\bsaving|you save|sparen|ersparnis|économis|ahorr|risparmi|economiz|korting|rabat|скидк|discount|coupon|"
    r"off\b|cash ?back|per month|/mo\b|monthly|monat|mois|al mes|cuotas|mensual|rate\b|raten|installment|instalment|"
    r"finanz|"
    r"klarna|afterpay|affirm|paypal|interest|deposit|pfand|gift card|gutschein|"
    r"/ ?(?:\d+ ?)?(?:k?g|ml|c?l|oz|lb|m|stk|st|ks|kom|100)\b|per (?:kg|100|unit|litre|liter|l|item|serving|ounce|oz)|"
    r"pro (?:kg|100|stück|liter)|"
    r"postage|p&p|\bs ?& ?h\b|porto\b|toimitus|doprav|kuljetus|dostaw|szállít|перевоз|配送|überführung|freight|"
    r"carriage|handling|"
    r"payments? of|interest-free|\bdown\b|financ|\bemi\b|\bleas|\brent\b|\brental|\bhire\b|taksit|splát|mtl\b|mån\b|"
    r"/ ?m[eê]s|al mese|в месяц|рассрочк|в кредит|月々|分割|\d\s?[x×]\s?(?:de|of|à|da|von)?\s*# |rat(?:y|a)? x|"
    r"minimum|min\.? (?:order|spend)|mindest|\d for +# |or more|per (?:dozen|case|page|month)|core charge|surcharge|"
    r"\bfee\b|approx|najniższa cena|niedrigster preis|prix le plus bas|precio más bajo|prezzo più basso|laagste prijs|"
    r"\btotal|\bboth\b|all three|les deux|zusammen|entrambi|subtotal|trade[- ]?in|from other sellers|new from|"
    r"used from|orders? (?:over|of)|warranty|protection|points|reward|bonus|tax\b",
    re.I,
)
# An amount without the tax that its buyer pays is not the price if the amount with tax is shown as well.
WITHOUT_TAX = re.compile(
    r"\b(?:ex|excl?|exkl|excluding|without|plus|zzgl|ohne|hors|sin|senza|sem|zonder|utan|uden|uten|bez|без|fără)\b\.?"
    r" ?(?:\d{1,2} ?% ?)?(?:tax|vat|gst|mwst|ust|taxes|tva|iva|btw|moms|mva|dph|ндс|пдв|kdv)|"
    r"\bnetto\b|\b(?:ht|h\.t\.)$",
    re.I,
)
BRAND_ADDRESS = re.compile(
    r"[/?&_-](?:brands?|designers?|manufacturers?|vendors?|marken?|hersteller|marques?|marcas?|merken|merk|fabricantes?|"
    r"producent|publisher|märke|varumarken?|znacka|vyrobce|brend)[/=_-](?!all\b)[^/?&#]",
    re.I,
)
BRAND_NAME = re.compile(
    r"(?:^|[-_\s])(?:brand|manufacturer|vendor|marke|hersteller|marque|marca|merk|fabricant|producent)(?=$|[-_\s])|"
    r"productBrand|brand[-_]?(?:name|link|title)",
    re.I,
)
SKU_NAME = re.compile(
    r"(?:^|[-_\s])(?:sku|article-?(?:number|no|nr)|artikel-?(?:nummer|nr)|item-?(?:number|no|code)|product-?(?:code|"
    r"number|sku)|artnr|articul)(?=$|[-_\s])|productSku|skuNumber",
    re.I,
)
STOCK_NAME = re.compile(
    r"(?:^|[-_\s])(?:availability|stock|in-?stock|out-?of-?stock|stock-?status|lager\w*|disponib\w*|verfuegbarkeit|"
    r"voorraad|dostupnost|dostepnosc|nalichie)(?=$|[-_\s])|stockStatus|inStock|availabilit",
    re.I,
)
# Parts of a page that show other products than its own.
ASIDE_NAME = re.compile(
    r"(?:^|[-_\s])(?:related\w*|recommend\w*|similar\w*|upsell\w*|up-sell|x-?sell\w*|cross-?sell\w*|also\w*|"
    r"recently\w*|viewed|"
    r"carousel-?products|"
    r"product-?(?:list|grid|carousel|slider|tile|card|item)s?|accessor\w*|bundle\w*|sponsored|ads?|advert\w*|minicart|"
    r"mini-cart|cart-drawer|"
    r"header-cart|newsletter|cookies?|consent|reviews?|comments?|menu|navigation|navbar|megamenu|breadcrumbs?|footer|"
    r"modal|"
    r"suggest\w*|you-may|customers-who|combo|frequently\w*|compare-products|wishlist\w*|filter\w*|facets?|"
    r"search-?(?:results|bar|form)?)(?=$|[-_\s])",
    re.I,
)
