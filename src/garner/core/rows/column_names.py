"""Common names of product list columns, in several languages.

The names of a meaning are ordered by certainty: if two columns of a file may have the same meaning, the one whose name
comes first wins. Case, accents, spaces and punctuation do not matter (see `columns.folded`).
"""

NAMES: dict[str, tuple[str, ...]] = {
    "title": (
        "title", "producttitle", "productname", "itemname", "itemtitle", "name", "artikelname", "artikelbezeichnung",
        "produktname", "produkttitel", "produktbezeichnung", "bezeichnung", "titel", "titre", "nomduproduit",
        "nomproduit", "libelle", "designation", "nom", "titulo", "nombre", "nombredelproducto", "nombreproducto",
        "nomeprodotto", "nomedelprodotto", "titolo", "nome", "nomedoproduto", "nomeproduto", "productnaam",
        "productomschrijving", "artikelomschrijving", "naam", "nazwa", "nazwaproduktu", "tytul", "nazev",
        "nazevproduktu", "produktnavn", "varenavn", "navn", "produktnamn", "benamning", "namn", "tuotenimi", "nimi",
        "urunadi", "baslik", "название", "наименование", "наименованиетовара", "названиетовара", "назва", "名称",
        "品名", "商品名称", "商品名", "产品名称", "製品名", "상품명", "제품명", "اسمالمنتج", "jobtitle", "recipename",
        "recipetitle", "positiontitle", "stellentitel", "headline", "label", "artikel", "article", "produkt",
        "product", "produit", "producto", "prodotto", "produto", "articulo", "articolo", "artigo", "item", "товар",
    ),
    "brand": (
        "brand", "brandname", "productbrand", "marke", "marca", "marque", "merk", "marka", "znacka", "merke",
        "varumarke", "merkki", "бренд", "марка", "торговаямарка", "品牌", "ブランド", "브랜드", "manufacturer",
        "manufacturername", "hersteller", "herstellername", "fabricant", "fabricante", "fabbricante", "produttore",
        "fabrikant", "producent", "vyrobce", "valmistaja", "tillverkare", "produsent", "uretici", "производитель",
        "изготовитель", "виробник", "制造商", "厂商", "メーカー", "제조사", "maker", "mfr", "mfg", "mfgname", "mfrname",
        "make", "constructeur", "vendor", "label",
    ),
    "sku": (
        "sku", "skuid", "skunumber", "skucode", "skuno", "stockkeepingunit", "itemsku", "productsku", "variantsku",
        "sellersku", "artikelnummer", "artikelnr", "artnr", "artno", "itemnumber", "itemno", "itemnum", "itemcode",
        "articlenumber", "articleno", "articlecode", "productcode", "productnumber", "productno", "produktnummer",
        "bestellnummer", "bestellnr", "ordernumber", "orderno", "ordercode", "stocknumber", "stockcode", "reference",
        "ref", "referenceproduit", "codeproduit", "codearticle", "referencia", "codigo", "codigodeproducto",
        "codice", "codiceprodotto", "codicearticolo", "codigoproduto", "productcodes", "varenummer", "varenr",
        "artikelkod", "tuotekoodi", "kodproduktu", "kod", "kodproduktu", "urunkodu", "артикул", "код", "кодтовара",
        "货号", "商品编码", "商品コード", "品番", "상품코드", "asin", "code",
    ),
    "mpn": (
        "mpn", "manufacturerpartnumber", "manufacturerpartno", "mfrpartnumber", "mfgpartnumber", "mfgpartno",
        "mfrpartno", "manufacturernumber", "herstellernummer", "herstellerartikelnummer", "herstellerteilenummer",
        "referencefabricant", "referenciafabricante", "codiceproduttore", "kodproducenta", "partnumber", "partno",
        "partnum", "partnr", "teilenummer", "teilenr", "numerodepiece", "pn", "modelnumber", "modelno", "modelnr",
        "modelnum", "modelcode", "modellnummer", "modellnr", "numerodemodele", "numerodemodelo", "modeloref",
        "model", "modell", "modele", "modelo", "modello", "malli", "модель", "型号", "型番", "모델명", "모델",
        "modelname", "productmodel",
    ),
    "gtin": (
        "gtin", "gtin13", "gtin14", "gtin12", "gtin8", "ean", "ean13", "ean8", "eancode", "eannummer", "eannr",
        "codeean", "codigoean", "codiceean", "kodean", "upc", "upca", "upccode", "upcean", "eanupc", "upcnumber",
        "jan", "jancode", "isbn", "isbn13", "isbn10", "barcode", "barcodenumber", "barcodes", "strichcode",
        "codebarre", "codebarres", "codigodebarras", "codigobarras", "codiceabarre", "streepjescode", "stregkode",
        "strekkode", "streckkod", "viivakoodi", "kodkreskowy", "carovykod", "barkod", "штрихкод", "штрихкодean",
        "条形码", "条码", "バーコード", "바코드", "globaltradeitemnumber", "productbarcode",
    ),
    "url": (
        "url", "producturl", "pageurl", "itemurl", "link", "productlink", "itemlink", "deeplink", "weblink", "href",
        "permalink", "canonicalurl", "canonical", "webaddress", "webpage", "webpageurl", "page", "sourceurl",
        "recipeurl", "joburl", "applyurl", "uri", "lien", "lienproduit", "enlace", "collegamento", "ligacao",
        "lenke", "lank", "linkki", "odkaz", "odnosnik", "ссылка", "адрес", "链接", "网址", "リンク", "링크",
        "website", "webseite", "siteweb", "sitioweb", "sitoweb", "web", "address",
    ),
    "price": (
        "price", "productprice", "unitprice", "itemprice", "currentprice", "saleprice", "sellingprice",
        "priceamount", "preis", "einzelpreis", "stueckpreis", "verkaufspreis", "bruttopreis", "vk", "vkpreis",
        "prix", "prixttc", "prixunitaire", "prixdevente", "precio", "precioventa", "preciounitario", "pvp",
        "prezzo", "preco", "prijs", "verkoopprijs", "cena", "cenabrutto", "pris", "hinta", "fiyat", "цена",
        "стоимость", "ціна", "价格", "单价", "価格", "値段", "가격", "السعر", "retailprice", "regularprice",
        "listprice", "msrp", "rrp", "uvp", "srp", "amount", "cost", "nettopreis", "prixht", "betrag",
    ),
    "currency": (
        "currency", "currencycode", "pricecurrency", "waehrung", "wahrung", "devise", "monnaie", "moneda", "divisa",
        "valuta", "moeda", "waluta", "mena", "valuutta", "parabirimi", "валюта", "货币", "币种", "通貨", "통화",
        "curr", "cur",
    ),
    "category": (
        "category", "categories", "productcategory", "categoryname", "categorypath", "producttype", "kategorie",
        "warengruppe", "produktgruppe", "produktkategorie", "sortiment", "categorie", "categorieproduit", "rayon",
        "categoria", "categoriaprodotto", "kategoria", "kategori", "kategorier", "tuoteryhma", "productgroep",
        "категория", "категорія", "раздел", "类别", "分类", "カテゴリ", "カテゴリー", "카테고리", "productgroup",
        "department", "gruppe", "group", "type", "typ", "subcategory",
    ),
    "description": (
        "description", "productdescription", "longdescription", "itemdescription", "fulldescription", "desc",
        "beschreibung", "produktbeschreibung", "artikelbeschreibung", "langtext", "langbeschreibung", "descriptif",
        "descriptionproduit", "descripcion", "descripciondelproducto", "descrizione", "descrizioneprodotto",
        "descricao", "omschrijving", "beschrijving", "opis", "opisproduktu", "popis", "beskrivelse", "beskrivning",
        "kuvaus", "aciklama", "описание", "опис", "描述", "商品描述", "説明", "설명", "shortdescription",
        "kurzbeschreibung", "kurztext", "details", "text", "body", "summary",
    ),
    "image": (
        "image", "imageurl", "imagelink", "mainimage", "mainimageurl", "productimage", "imagesrc", "imageurls",
        "images", "img", "imgurl", "picture", "pictureurl", "pictures", "photo", "photourl", "photos", "thumbnail",
        "thumbnailurl", "bild", "bildurl", "bildlink", "bilder", "produktbild", "foto", "fotourl", "imagen",
        "urlimagen", "immagine", "imagem", "afbeelding", "afbeeldingurl", "zdjecie", "obrazek", "billede", "kuva",
        "resim", "urlimage", "изображение", "картинка", "фото", "图片", "图片链接", "画像", "이미지", "filename",
        "imagefile", "file",
    ),
    "id": (
        "id", "productid", "itemid", "rowid", "recordid", "uid", "uuid", "guid", "externalid", "uniqueid",
        "produktid", "artikelid", "idproduit", "idproducto", "idprodotto", "identifier", "key", "no", "nr",
        "lfdnr", "numero", "num", "номер", "编号", "번호", "番号", "row", "rownumber", "index",
    ),
}  # fmt: skip

# Words around a name that do not change its meaning: "Price (USD)", "Title EN", "main image".
QUALIFIERS = frozenset(
    (
        "the", "of", "in", "a", "de", "del", "du", "der", "die", "das", "en", "fr", "es", "it", "nl", "pl", "pt", "uk",
        "us", "eur", "usd", "gbp", "chf", "euro", "euros", "dollar", "dollars", "main", "primary", "default", "full",
        "our", "my", "your", "original", "product", "item", "produkt", "1", "01", "incl", "inkl", "ttc",
        "optional", "required", "raw", "input",
    )
)  # fmt: skip
# TAXES are qualifiers only with one of INCLUDING: "Price incl. VAT" is a price, "VAT code" no product code.
INCLUDING = frozenset(("incl", "inkl"))
TAXES = frozenset(("vat", "mwst", "tax"))
