"""views of the kinds of records, and of the current records of every kind"""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
# The functions that read these views keep their meaning.
serves_since = "0022"


def upgrade() -> None:
    # A migration that adds a kind replaces both.
    op.execute("create view record_kinds as select kind from (values ('recipe'), ('product'), ('posting')) k (kind)")
    op.execute(
        """
        create view current_records as
        select 'recipe' as kind, url_hash, data, parsed_at, version, used_llm, warnings, confidence, extractor_version
        from recipes
        union all
        select 'product', url_hash, data, parsed_at, version, used_llm, warnings, confidence, extractor_version
        from products
        union all
        select 'posting', url_hash, data, parsed_at, version, used_llm, warnings, confidence, extractor_version
        from postings
        """
    )


def downgrade() -> None:
    op.execute("drop view current_records")
    op.execute("drop view record_kinds")
