"""background duties, each held by one worker"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
# Code of 0020 performs every duty in every worker, and accepts no other schema.
serves_since = "0021"

# The functions of 0020 have no mark by which a later version would know them. All functions are written after this.
FUNCTIONS = """
    attach_rows, backlog_head, choose_proxy, claim_bodies, claim_items, claim_pages, current_record,
    end_as_originals, end_met_twins, end_twins, ensure_domains, ensure_lane, ensure_page, extract_kept_page,
    feed_lanes, fresh_record, garner_functions, grid_result, hand_out_task, has_open_links, hold_bodies,
    is_left_wanting, items_by_time, items_in_hand, lane_delay, next_bodies, next_lanes, page_asker,
    page_origin, park_lanes, pick_rows, queue_task, rows_to_redo, settle_items, settle_twins,
    start_waiting_items, submit_page, submit_pages, submit_to_mailbox, take_turns, tell_job, tell_mailbox,
    turns_of_askers, use_proxies, work_began, work_of_job, work_rank
"""


def upgrade() -> None:
    op.execute(f"drop function if exists {FUNCTIONS} cascade")
    op.create_table(
        "duties",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("held_since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_duties")),
    )


def downgrade() -> None:
    op.drop_table("duties")
