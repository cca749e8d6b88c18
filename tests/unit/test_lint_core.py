"""The lint of the core reports clocks, randomness, input and output, and allows values passed as arguments."""

from pathlib import Path

import pytest
from tools.lint_core import find_problems


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("from datetime import UTC, datetime\nat = datetime.now(UTC)\n", "datetime.now reads a clock"),
        ("from datetime import date\nday = date.today()\n", "date.today reads a clock"),
        ("import datetime\nclocks = [datetime.datetime.utcnow]\n", "datetime.datetime.utcnow reads a clock"),
        ("from time import monotonic as clock\nat = clock()\n", "clock reads a clock"),
        ("import random\nchance = random.random()\n", "random.random draws a random number"),
        ("from random import random\nchance = random()\n", "random draws a random number"),
        ("from uuid import uuid4\nname = uuid4()\n", "uuid4 draws a random number"),
        ("import numpy as np\nmany = np.random.rand(3)\n", "np.random draws a random number"),
        ('text = open("a").read()\n', "open reads or writes"),
        ('print("a")\n', "print writes"),
    ],
)
def test_a_problem_is_found(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "rules.py").write_text(text)
    (found,) = find_problems(tmp_path)
    assert problem in found and "rules.py:" in found


def test_times_and_chances_passed_as_arguments_are_allowed(tmp_path: Path) -> None:
    text = """
        from datetime import datetime
        def wait(now: datetime, until: datetime, chance: float) -> float:
            return (until - now).total_seconds() * chance
        def is_due(page: Page) -> bool:
            return page.due_at <= page.now
    """
    (tmp_path / "rules.py").write_text("\n".join(line[8:] for line in text.splitlines()))
    assert list(find_problems(tmp_path)) == []


def test_the_core_has_no_problems() -> None:
    assert list(find_problems()) == []
