"""Every command waits for what it imports: what takes long is left to those that need it."""

import subprocess
import sys

COMMAND = """
import sys
import garner.cli.main, garner.wiring, garner.api.shapes, garner.engine.operating
print(*sorted({"alembic", "numpy", "sqlalchemy", "playwright", "uvicorn", "fastapi"} & set(sys.modules)))
"""


def test_an_operators_command_imports_no_more_than_it_needs() -> None:
    ran = subprocess.run([sys.executable, "-c", COMMAND], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""
