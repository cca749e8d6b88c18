"""The declaration of products."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, keep, to_amount, to_count, to_text
from garner.kinds.declaration import KindDeclaration, ListedPart, RecordField, RecordTable

IMAGE = ListedPart(
    "A picture",
    fields=(
        RecordField("url", "URL", "The URL of the picture"),
        RecordField("alt", "text", "The alternative text"),
        RecordField("position", "number", "The position in the list, from 0"),
    ),
)
VARIANT = ListedPart(
    "A variant",
    fields=(
        RecordField("name", "text", "The name of the variant"),
        RecordField("sku", "text", "The seller's product number"),
        RecordField("gtin", "text", "The EAN, UPC or ISBN; its check digit is verified"),
        RecordField("price", "decimal as text", "The price"),
        RecordField("currency", "ISO 4217", "The currency of the price"),
        RecordField("availability", "word", "The same values as for the product"),
        RecordField("options", "object", "The options that identify the variant: `{color: red, size: S}`"),
        RecordField("url", "URL", "The page of the variant"),
    ),
)
FIELDS = (
    RecordField("name", "text", "The name; a product requires it"),
    RecordField("description", "text", "The description on the page"),
    RecordField("price", "decimal as text", "The current price: `1099.95`"),
    RecordField("currency", "ISO 4217", "The currency of the prices: `EUR`"),
    RecordField("list_price", "decimal as text", "The previous or recommended price"),
    RecordField(
        *("availability", "word"),
        "`in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued`",
    ),
    RecordField("rating", "number", "The rating, out of five"),
    RecordField("review_count", "number", "The number of ratings"),
    RecordField("brand", "text", "The brand or manufacturer"),
    RecordField("category", "text", "The path of categories: `Kitchen > Knives`"),
    RecordField("sku", "text", "The seller's product number"),
    RecordField("gtin", "text", "The EAN, UPC or ISBN; its check digit is verified"),
    RecordField("mpn", "text", "The manufacturer's part number"),
    RecordField("images", "list of [pictures](#a-picture)", "The pictures"),
    RecordField("variants", "list of [variants](#a-variant)", "The variants, such as sizes and colours"),
)
PRODUCT = KindDeclaration(
    kind=Kind.PRODUCT,
    noun="product",
    fields=FIELDS,
    parts={"images": IMAGE, "variants": VARIANT},
    table=RecordTable(
        "products",
        columns=(
            StoredColumn("product_name", to_text(512), field="name", must_exist=True),
            StoredColumn("description", keep),
            StoredColumn("price", to_amount(10**10)),
            StoredColumn("currency", to_text(3)),
            StoredColumn("availability", to_text(50)),
            StoredColumn("rating", to_amount(6)),
            StoredColumn("review_count", to_count),
            StoredColumn("brand", to_text(255)),
            StoredColumn("category", to_text(255)),
            StoredColumn("sku", to_text(100)),
            StoredColumn("gtin", to_text(14)),
        ),
        task_columns=("domain_id", "crawl_task_id", "url"),
    ),
    ttl_setting="GARNER_PRODUCT_TTL_DAYS",
    naming="name",
    required=("name",),
    essential=("name", "price"),
    promised=("name",),
    weights={"name": 2, "price": 3, "currency": 1, "availability": 1, "images": 1, "brand": 1, "sku": 1},
    together={"price": ("currency", "list_price"), "rating": ("review_count",)},
    csv_fields=(
        *("name", "price", "currency", "list_price", "availability", "brand", "category"),
        *("sku", "gtin", "mpn", "rating", "review_count", "description", "images"),
    ),
    llm_warning="LLM fallback used; please verify price.",
    is_read_off_pictures=True,
)
