"""The lint of kinds reports modules that name a kind of record, and entries of its list that nothing needs."""

from pathlib import Path

import pytest
from tools.lint_kinds import ALLOWED, WEB, WEB_ALLOWED, WEB_HOME, find_problems


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("wanted = Kind.RECIPE\n", "Kind.RECIPE"),
        ('kinds = ("product",)\n', "product"),
        ('table = "postings"\n', "postings"),
        ("SQL = \"select 'recipe' as kind\"\n", "'recipe'"),
        ('SQL = f"select title from recipes where id = {place}"\n', "from recipes"),
        ('metavar = "recipe|product"\n', "recipe|product"),
        ('PATTERN = rb"(?:recipe|product)"\n', "recipe|product"),
        ("from garner.kinds.recipe.declaration import RECIPE\n", "garner.kinds.recipe.declaration"),
        ("import garner.extraction.kinds.posting.ladder\n", "garner.extraction.kinds.posting.ladder"),
        ("from garner.extraction.kinds import posting as jobs\n", "garner.extraction.kinds.posting"),
        ("wanted = record.Kind.RECIPE\n", "Kind.RECIPE"),
        ('wanted = Kind["RECIPE"]\n', "RECIPE"),
    ],
)
def test_a_module_that_names_a_kind_is_reported(tmp_path: Path, text: str, name: str) -> None:
    (tmp_path / "module.py").write_text(text)
    (problem,) = find_problems(tmp_path, {})
    assert f"module.py:1: names a kind of record ({name})" in problem


def test_a_function_of_the_database_that_names_a_kind_is_reported(tmp_path: Path) -> None:
    (tmp_path / "function.sql").write_text("select\n  r.data from products r\n")
    (problem,) = find_problems(tmp_path, {})
    assert "function.sql:2: names a kind of record (from products)" in problem


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('if (kind === "product") return;\n', '"product"'),
        ("const KINDS = ['recipe'];\n", "'recipe'"),
        ('type Job = Schemas["Posting"];\n', 'Schemas["Posting"]'),
    ],
)
@pytest.mark.parametrize("file", ["module.ts", "Screen.tsx"])
def test_a_module_of_the_page_that_names_a_kind_is_reported(tmp_path: Path, file: str, text: str, name: str) -> None:
    (tmp_path / file).write_text(text)
    (problem,) = find_problems(tmp_path, {})
    assert f"{file}:1: names a kind of record ({name})" in problem


def test_prose_and_tests_of_the_page_and_its_cards_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "Screen.tsx").write_text("<p>Send a recipe or a product</p> // the posting\n")
    (tmp_path / "Screen.test.tsx").write_text('render("recipe");\n')
    (tmp_path / "parts" / "record").mkdir(parents=True)
    (tmp_path / "parts" / "record" / "Card.tsx").write_text('case "recipe":\n')
    assert list(find_problems(tmp_path, {}, WEB_HOME)) == []


def test_prose_and_other_words_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        '"""recipe"""\nhelp = "Parse recipes, products and postings."\nkind = "recipe card"\n'
    )
    assert list(find_problems(tmp_path, {})) == []


def test_the_packages_of_the_kinds_and_migrations_may_name_them(tmp_path: Path) -> None:
    for folder in ("kinds/recipe", "extraction/kinds/recipe", "store/migrations/versions"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "module.py").write_text("wanted = Kind.RECIPE\n")
    assert list(find_problems(tmp_path, {})) == []


def test_an_allowed_module_is_not_reported_unless_it_names_no_kind(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("wanted = Kind.RECIPE\n")
    assert list(find_problems(tmp_path, {"module.py": "a reason"})) == []
    (problem,) = find_problems(tmp_path, {"module.py": "a reason", "other.py": "a reason"})
    assert problem == "other.py: names no kind; remove it from the allowed modules"


def test_no_other_module_names_a_kind() -> None:
    assert list(find_problems()) == []
    assert list(find_problems(WEB, WEB_ALLOWED, WEB_HOME)) == []
    assert all(ALLOWED.values()) and all(WEB_ALLOWED.values())
