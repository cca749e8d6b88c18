"""The lint of names finds each kind of problem."""

from pathlib import Path

import pytest
from tools.lint_names import find_problems


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('"""Reads pages."""\nclass Reader: ...\n', "the class name Reader occurs 2 times"),
        ("def _told() -> None: ...\n", "the name _told is forbidden"),
        ("class RobotsDesk: ...\n", "the name RobotsDesk is forbidden"),
        ("def end_twins() -> None: ...\n", "the name end_twins is forbidden"),
        ("def _checked() -> None: ...\n", "the function _checked is a participle"),
        ("class Lane:\n    async def kept(self) -> None: ...\n", "the function kept is a participle"),
        ("def read() -> None:\n    found = 1\n", "a local of read does not name what it holds"),
        ("def read(told: str) -> None: ...\n", "a local of read does not name what it holds"),
        ('"""Whoever waits is told."""\n', "the docstring of the module begins with Whoever"),
        ('def read() -> None:\n    """What was read."""\n', "the docstring of read begins with What"),
    ],
)
def test_a_problem_is_found(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "plain.py").write_text('"""Reads pages."""\nclass Reader:\n    """A reader of whatever pages."""\n')
    assert list(find_problems(tmp_path)) == []
    (tmp_path / "odd.py").write_text(text)
    (message,) = find_problems(tmp_path)
    assert problem in message


def test_a_property_may_be_a_participle_and_not_every_name_in_ed_is_one(tmp_path: Path) -> None:
    text = "class Lane:\n    @property\n    def parked(self) -> bool: ...\n    def feed(self) -> None: ...\n"
    (tmp_path / "lane.py").write_text(text)
    assert list(find_problems(tmp_path)) == []


def test_a_forbidden_module_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("")
    (message,) = find_problems(tmp_path)
    assert "the module's name utils is forbidden" in message


def test_a_checkout_below_a_folder_named_versions_is_checked(tmp_path: Path) -> None:
    source = tmp_path / "versions" / "garner"
    source.mkdir(parents=True)
    (source / "utils.py").write_text("")
    assert list(find_problems(source))
