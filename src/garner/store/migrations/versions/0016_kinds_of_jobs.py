"""the type of every item, whose mailbox items are, and the keys of saved recipes"""

import sqlalchemy as sa
from alembic import op

from garner.core.urls.social_posts import SOCIAL_JOB, URL_JOB, is_post

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

CHECK = "job_items_a_mailbox_has_a_user"
KEYS = "uq_saved_recipes_idempotency_key"


def upgrade() -> None:
    _name_links_to_posts()
    op.execute(f"update job_items set job_type = '{URL_JOB}' where job_type is null")
    op.alter_column("job_items", "job_type", nullable=False, server_default=URL_JOB)
    op.create_check_constraint(op.f(CHECK), "job_items", "origin <> 'mailbox' or user_id is not null")

    op.add_column("saved_recipes", sa.Column("idempotency_key", sa.String(255), nullable=True))
    op.add_column("saved_recipes", sa.Column("request", sa.String(64), nullable=True))
    op.create_index(
        KEYS,
        "saved_recipes",
        ["user_id", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key is not null"),
    )
    op.create_index(
        op.f("idx_saved_recipes_parse_job_id"),
        "saved_recipes",
        ["parse_job_id"],
        postgresql_where=sa.text("parse_job_id is not null"),
    )


def _name_links_to_posts() -> None:
    connection = op.get_bind()
    links = connection.execute(
        sa.text("select id, url from job_items where origin = 'mailbox' and job_type is null and url is not null")
    )
    posts = [{"item": link.id, "type": SOCIAL_JOB} for link in links if is_post(link.url)]
    if posts:
        connection.execute(sa.text("update job_items set job_type = :type where id = :item"), posts)


def downgrade() -> None:
    op.drop_index(op.f("idx_saved_recipes_parse_job_id"), "saved_recipes")
    op.drop_index(KEYS, "saved_recipes")
    op.drop_column("saved_recipes", "request")
    op.drop_column("saved_recipes", "idempotency_key")
    op.drop_constraint(op.f(CHECK), "job_items", type_="check")
    op.alter_column("job_items", "job_type", nullable=True, server_default=None)
