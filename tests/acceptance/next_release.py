"""A next release of Garner for the tests of upgrades: a copy of this one with another revision and a new hot function.

Its processes run beside those of this release: PYTHONPATH decides which code a process uses.
"""

import re
import shutil
from pathlib import Path

import garner
from garner.store import migrate
from garner.store.sql_functions import FUNCTIONS, function_texts

SOURCE = Path(garner.__file__).parent
HOT_FUNCTION = "claim_bodies"
REVISION = f"{int(migrate.head_revision()) + 1:04d}"
MIGRATION = '''"""a next release"""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{down_revision}"
branch_labels = None
depends_on = None
serves_since = "{serves_since}"

TABLES = ("jobs", "job_items", "work", "lanes", "crawl_tasks", "recipes", "reprocessings")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("note", sa.Text()))
    op.create_index("idx_job_items_note", "job_items", ["job_id", "note"])


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "note")
'''


def make_next_release(folder: Path, serves_since: str) -> Path:
    """Return the folder of sources of a next release whose schema serves code of this revision and newer."""
    package = folder / "garner"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = MIGRATION.format(revision=REVISION, down_revision=migrate.head_revision(), serves_since=serves_since)
    (package / "store" / "migrations" / "versions" / f"{REVISION}_next.py").write_text(text)
    _replace_hot_function(package)
    return folder


def _replace_hot_function(package: Path) -> None:
    """Rename the function to `…_2`, with another signature, and call that; its file stays for workers of this release.
    Change the text of another one, whose meaning stays."""
    functions = package / "store" / FUNCTIONS.name
    (path,) = functions.glob(f"*/{HOT_FUNCTION}.sql")
    text = function_texts()[HOT_FUNCTION].text
    renamed = text.replace(f"function {HOT_FUNCTION}(", f"function {HOT_FUNCTION}_2(")
    changed = renamed.replace(
        "p_works bigint[] default null)", "p_works bigint[] default null, p_new text default null)"
    )
    assert len({text, renamed, changed}) == 3, "the head of the function has changed: choose another replacement"
    path.with_stem(f"{HOT_FUNCTION}_2").write_text(changed)
    path.write_text(f"-- Retired: {HOT_FUNCTION}_2 replaced it.\n{text}")
    callers = [source for source in (package / "store").rglob("*.py") if _replace_call(source)]
    assert callers, f"{HOT_FUNCTION} is not called: choose another function"
    (path,) = functions.glob("*/work_rank.sql")
    path.write_text(f"-- Its meaning is the same.\n{path.read_text()}")


def _replace_call(source: Path) -> bool:
    text = source.read_text()
    changed = re.sub(rf"\b{HOT_FUNCTION}\(%s", f"{HOT_FUNCTION}_2(%s", text)
    source.write_text(changed)
    return changed != text
