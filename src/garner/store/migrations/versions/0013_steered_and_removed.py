"""steered at once, and removed"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Who copies rows holds those that they end as only when the job's lane is held.
    op.execute("alter table job_items alter constraint fk_job_items_twin_of deferrable initially immediate")
    for moment in ("exported_at", "removed_at"):
        op.add_column("jobs", sa.Column(moment, sa.DateTime(timezone=True), nullable=True))
    op.create_index("idx_jobs_removed", "jobs", ["removed_at"], postgresql_where=sa.text("removed_at is not null"))
    op.add_column("files", sa.Column("job_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_files_job_id"), "files", "jobs", ["job_id"], ["id"], ondelete="SET NULL")
    op.create_index(op.f("idx_files_job_id"), "files", ["job_id"])
    op.execute("update files f set job_id = g.job_id from ingests g where g.file_id = f.id")
    op.create_index(op.f("idx_scanned_files_content_hash"), "scanned_files", ["content_hash"])


def downgrade() -> None:
    op.drop_index(op.f("idx_scanned_files_content_hash"), "scanned_files")
    op.drop_index(op.f("idx_files_job_id"), "files")
    op.drop_column("files", "job_id")
    op.drop_index("idx_jobs_removed", "jobs")
    op.drop_column("jobs", "removed_at")
    op.drop_column("jobs", "exported_at")
    op.execute("alter table job_items alter constraint fk_job_items_twin_of not deferrable")
