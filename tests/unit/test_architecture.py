"""docs/architecture.md names layers, packages, files and functions that exist, and no folder is too long to read."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "garner"
TEXT = (ROOT / "docs" / "architecture.md").read_text()
WALKS = " ".join(TEXT.partition("## Three walks")[2].split())
# A file, and the functions after it: "`a/b.py`, `read` or `A.read`".
STEP = re.compile(r"`([\w/]+\.py)`((?:(?:,| and| or) `\w+(?:\.\w+)?`)*)")


def list_definitions(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{member.name}"
                elif isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                    yield f"{node.name}.{member.target.id}"


def test_the_layers_are_those_of_the_import_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == ["garner"])
    assert "\n".join(["```", *layers, "```"]) in TEXT


def test_the_packages_in_the_table_exist() -> None:
    packages = re.findall(r"^\| `([\w/]+/)` \|", TEXT, re.MULTILINE)
    assert len(packages) > 50
    assert [package for package in packages if not (SOURCE / package).is_dir()] == []


def test_the_walks_name_files_and_functions_that_exist() -> None:
    steps = STEP.findall(WALKS)
    assert len(steps) > 70
    missing = [
        (file, name)
        for file, names in steps
        for name in re.findall(r"[\w.]+", re.sub(r"\b(and|or)\b", "", names)) or [""]
        if not (SOURCE / file).is_file() or (name and name not in list_definitions(SOURCE / file))
    ]
    assert missing == []


def test_the_sql_functions_of_the_walks_exist() -> None:
    files = re.findall(r"`(store/functions/[\w/]+\.sql)`", WALKS)
    functions = re.findall(r"the SQL functions? `(\w+)`", WALKS)
    assert len(files) > 1 and len(functions) > 4
    assert [file for file in files if not (SOURCE / file).is_file()] == []
    known = {path.stem for path in (SOURCE / "store" / "functions").rglob("*.sql")}
    assert [name for name in functions if name not in known] == []


# The package itself holds the layers, and the revisions are a sequence.
LONG_FOLDERS = {SOURCE, SOURCE / "store" / "migrations" / "versions"}
MAX_ENTRIES = 20  # about 15 is the aim


def test_no_folder_of_the_code_has_too_many_entries() -> None:
    names = ("*.py", "*.sql", "*.toml", "*.ts", "*.tsx", "*.css")
    built = SOURCE / "page"
    files = [
        path
        for root in (SOURCE, ROOT / "web" / "src")
        for name in names
        for path in root.rglob(name)
        if built not in path.parents and path.name != "__init__.py"
    ]
    entries: dict[Path, set[str]] = {}
    for file in files:
        for entry, folder in zip([file, *file.parents], file.parents, strict=False):
            if ROOT in folder.parents:
                entries.setdefault(folder, set()).add(entry.name)
    assert len(entries) > 120
    too_long = {str(folder): len(found) for folder, found in entries.items() if len(found) > MAX_ENTRIES}
    assert [folder for folder in too_long if Path(folder) not in LONG_FOLDERS] == []
