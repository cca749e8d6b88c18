"""indexes of lists of products"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
serves_since = "0022"

EXISTS = sa.text("gone_at is null")
FILTERED = ["price", "currency", "availability", "rating", "domain_id", "updated_at"]
ORDERS = {
    "created": "created_at",
    "updated": "updated_at",
    "price": "coalesce(price, 'Infinity'::numeric)",
    "rating": "coalesce(rating, '-1'::numeric)",
    "name": "lower(product_name::text)",
}
FOLDED = {"brand": "lower(brand::text)", "category": "lower(category::text)"}


def upgrade() -> None:
    for name, value in ORDERS.items():
        op.create_index(
            f"idx_products_listed_{name}",
            "products",
            ["in_catalogue", sa.text(value), "id"],
            postgresql_where=EXISTS,
            postgresql_include=FILTERED if name == "created" else None,
        )
    op.create_index(
        "idx_products_listed_brand",
        "products",
        [sa.text("lower(brand::text)"), "in_catalogue", sa.text(ORDERS["name"]), "id"],
    )
    op.create_index("idx_products_listed_category", "products", [sa.text("lower(category::text) text_pattern_ops")])


def downgrade() -> None:
    for name in (*ORDERS, "brand", "category"):
        op.drop_index(f"idx_products_listed_{name}", table_name="products")
