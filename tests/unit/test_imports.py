"""Slow imports are deferred to the commands that need them."""

import subprocess
import sys
from pathlib import Path

COMMAND = """
import sys
import garner.cli.main, garner.wiring, garner.api.admin.shapes, garner.engine.operating.operating
print(*sorted({"alembic", "numpy", "sqlalchemy", "playwright", "uvicorn", "fastapi"} & set(sys.modules)))
"""


def test_an_operator_command_imports_only_the_modules_it_needs() -> None:
    ran = subprocess.run([sys.executable, "-c", COMMAND], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""


EXTRACT = """
import sys
from typer.testing import CliRunner
from garner.cli.main import app
from garner.core.record import Kind
print(CliRunner().invoke(app, ["extract", sys.argv[1]]).exit_code)
from garner.extraction import extract  # what the command leaves to a process of its own
extract(open(sys.argv[1], "rb").read(), url="", charset=None, kinds=tuple(Kind))
print(*sorted({"aiohttp", "structlog", "recipe_scrapers", "sqlalchemy", "uvicorn", "fastapi"} & set(sys.modules)))
"""


def test_extracting_a_saved_page_imports_no_network_log_or_scraper_modules() -> None:
    page = Path(__file__).parent.parent / "pages" / "tram-driver.html"
    command = [sys.executable, "-c", EXTRACT, str(page)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["0", ""]
