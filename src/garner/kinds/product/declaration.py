"""The declaration of products."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, keep, to_amount, to_count, to_text
from garner.kinds.declaration import KindDeclaration, RecordTable, SearchFields
from garner.kinds.product.model import Product

PRODUCT = KindDeclaration(
    kind=Kind.PRODUCT,
    noun="product",
    model=Product,
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
        task_columns=("domain_id", "crawl_task_id", "url", "in_catalogue"),
        tells_gone=True,
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
    search=SearchFields(
        labels=("brand", "category"),
        details=("variants",),
        prose=("description",),
        codes=("sku", "gtin", "mpn"),
        facets={
            "brand": "brand",
            "category": "category",
            "availability": "availability",
            "currency": "currency",
        },
    ),
    llm_warning="LLM fallback used; please verify price.",
    highlighted=("price", "currency", "availability"),
    is_read_off_pictures=True,
)
