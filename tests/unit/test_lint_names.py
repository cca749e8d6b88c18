"""The lint of names finds each kind of problem, and nothing else in a plain file."""

from pathlib import Path

import pytest
from tools.lint_names import ALLOWED, find_problems


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('"""Reads pages."""\nclass Reader: ...\n', "the class name Reader occurs 2 times"),
        ("class Place: ...\n", "the class Place is forbidden"),
        ("def _exits() -> None: ...\n", "the function _exits is forbidden"),
        ("said = True\n", "the constant said is forbidden"),
        ("class Held: ...\n", "the class Held is forbidden"),
        ("def tell_who_waits_in_vain() -> None: ...\n", "the function tell_who_waits_in_vain is forbidden"),
        ("def _feel_latency() -> None: ...\n", "the function _feel_latency is forbidden"),
        ("class RobotsDesk: ...\n", "the class RobotsDesk contains the forbidden word desk"),
        ("def end_twins() -> None: ...\n", "the function end_twins contains the forbidden word twins"),
        (
            "def read(*, patience_seconds: float) -> None: ...\n",
            "the parameter patience_seconds contains the forbidden",
        ),
        ("class Lane:\n    redone_at: float\n", "the attribute redone_at contains the forbidden word redone"),
        ("class Lane:\n    def end(self) -> None:\n        self._untold = 1\n", "the attribute _untold contains"),
        ("MAX_FIELDS_TOLD = 1\n", "the constant MAX_FIELDS_TOLD contains the forbidden word told"),
        ("FIRST, (MIN_TOLD, *REST) = 1, (2, 3)\n", "the constant MIN_TOLD contains the forbidden word told"),
        ("LONGEST_NAME = 80\n", "the constant LONGEST_NAME is a limit"),
        ("_SHORTEST_NAME: int = 8\n", "the constant _SHORTEST_NAME is a limit"),
        ("def read(most_bytes: int) -> None: ...\n", "the parameter most_bytes is a limit"),
        ("class Lane:\n    least_seconds = 1\n", "the attribute least_seconds is a limit"),
        ("def _checked() -> None: ...\n", "the function _checked is a participle"),
        ("class Lane:\n    async def kept(self) -> None: ...\n", "the function kept is a participle"),
        ("def read() -> None:\n    found = 1\n", "a local of read does not name what it holds"),
        ("def read(one: str) -> None: ...\n", "a local of read does not name what it holds"),
        ('"""Whoever waits is told."""\n', "the docstring of the module begins with Whoever"),
        ('def read() -> None:\n    """What was read."""\n', "the docstring of read begins with What"),
        ('def read() -> None:\n    """whoever waits is told."""\n', "the docstring of read begins with whoever"),
        ('class Queue:\n    """No one waits here."""\n', "the docstring of Queue begins with No one"),
        ('class Queue:\n    """Everyone waits here."""\n', "the docstring of Queue begins with Everyone"),
        ('def read() -> None:\n    """Returns a page."""\n', "the docstring of read begins with Returns"),
        ('@cached\ndef read() -> None:\n    """Tries again."""\n', "the docstring of read begins with Tries"),
        (
            'async def read() -> None:\n    """Processes, then waits."""\n',
            "the docstring of read begins with Processes",
        ),
    ],
)
def test_a_problem_is_found(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "plain.py").write_text('"""Reads pages."""\nclass Reader:\n    """A reader of whatever pages."""\n')
    assert list(find_problems(tmp_path)) == []
    (tmp_path / "odd.py").write_text(text)
    (message,) = find_problems(tmp_path)
    assert problem in message


@pytest.mark.parametrize("name", ["exits", "here", "nothing", "silence", "redoing", "robots_desk"])
def test_the_forbidden_name_of_a_module_or_package_is_found(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text('"""Reads pages."""\n')
    (tmp_path / "store" / name).mkdir(parents=True)
    (tmp_path / "store" / name / "__init__.py").write_text('"""Reads pages."""\n')
    assert [f"the module {name} " in message for message in find_problems(tmp_path)] == [True, True]


def test_a_property_may_be_a_participle_and_not_every_name_in_ed_is_one(tmp_path: Path) -> None:
    text = "class Lane:\n    @property\n    def parked(self) -> bool: ...\n    def feed(self) -> None: ...\n"
    (tmp_path / "lane.py").write_text(text)
    assert list(find_problems(tmp_path)) == []


WORDS = (
    *("bury", "desk", "errand", "heed", "heeded", "linger", "lingering", "nobody", "patience", "patiently", "redo"),
    *("redoing", "redone", "rouse", "roused", "somebody", "spoken", "standing", "told", "twin", "twins", "untold"),
    *("utils", "whatever", "whoever"),
)


@pytest.mark.parametrize("word", WORDS)
def test_a_forbidden_word_is_found_in_every_part_of_a_name(tmp_path: Path, word: str) -> None:
    names = [word, f"_{word}", f"{word}_of_row", f"row_{word}", f"{word.upper()}_ROWS", f"Row{word.capitalize()}Book"]
    (tmp_path / "odd.py").write_text("".join(f"def {name}() -> None: ...\n" for name in names))
    messages = [message for message in find_problems(tmp_path) if f"the forbidden word {word}" in message]
    assert [message.partition("the function ")[2].split()[0] for message in messages] == names


@pytest.mark.parametrize(
    "name", ["redoc_url", "understanding", "desktop", "utilities", "at_most", "almost_none", "retold"]
)
def test_a_word_that_only_contains_a_forbidden_one_is_allowed(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain.py").write_text(f"def read({name}: int) -> None: ...\n")
    assert list(find_problems(tmp_path)) == []


@pytest.mark.parametrize(
    "docstring", ["Process a page.", "Pass it on.", "Rows in order.", "Whether it is a page.", "This is a page."]
)
def test_an_imperative_or_a_noun_may_begin_a_docstring(tmp_path: Path, docstring: str) -> None:
    (tmp_path / "plain.py").write_text(f'def read() -> None:\n    """{docstring}"""\n')
    assert list(find_problems(tmp_path)) == []


def test_the_published_description_of_a_route_may_begin_with_the_third_person(tmp_path: Path) -> None:
    text = '@{}.get("/pages")\nasync def list_pages() -> None:\n    """Lists the pages."""\n'
    (tmp_path / "routes.py").write_text(text.format("router"))
    assert list(find_problems(tmp_path)) == []
    (tmp_path / "routes.py").write_text(text.format("cache"))
    assert len(list(find_problems(tmp_path))) == 1


def test_a_name_is_allowed_in_its_file_only(tmp_path: Path) -> None:
    for file in ("jobs.py", "pages.py"):
        (tmp_path / file).write_text("def read(twin_of: int) -> None: ...\n")
    (message,) = find_problems(tmp_path, allowed=[("jobs.py", "twin_of")])
    assert "pages.py" in message


def test_every_allowed_name_still_needs_its_permission() -> None:
    messages = list(find_problems(allowed=()))
    needless = [
        (file, name)
        for file, name in ALLOWED
        if not any(f"/garner/{file}:" in message and f" {name} " in message for message in messages)
    ]
    assert needless == []


def test_garner_has_no_problems() -> None:
    assert list(find_problems()) == []


def test_a_forbidden_module_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("")
    (message,) = find_problems(tmp_path)
    assert "the module utils contains the forbidden word utils" in message


def test_a_forbidden_folder_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils").mkdir()
    (tmp_path / "utils" / "__init__.py").write_text("")
    (message,) = find_problems(tmp_path)
    assert "the module utils contains the forbidden word utils" in message


def test_a_checkout_below_a_folder_named_versions_is_checked(tmp_path: Path) -> None:
    source = tmp_path / "versions" / "garner"
    source.mkdir(parents=True)
    (source / "utils.py").write_text("")
    assert list(find_problems(source))
