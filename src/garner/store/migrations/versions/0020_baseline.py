"""the schema of revisions 0001 to 0020"""

from pathlib import Path

from alembic import op

revision = "0020"
down_revision = None
branch_labels = None
depends_on = None
serves_since = "0020"

BASELINE = Path(__file__).parent.parent / "baseline.sql"
EVERYTHING = """
    do $$
    declare
        v_name text;
    begin
        for v_name in
            select oid::regclass from pg_class
            where relnamespace = current_schema::regnamespace and relkind = 'r' and relname <> 'alembic_version'
        loop
            execute 'drop table ' || v_name || ' cascade';
        end loop;
    end $$;
    drop sequence work_fence;
    drop function product_words;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(BASELINE.read_text().replace("%", "%%"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(EVERYTHING)
