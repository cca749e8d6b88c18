"""Report places in `src/garner` and `web/src` that name a kind of record outside of its packages: `make lint` runs it.

Code that depends on the kind derives from `garner.kinds.registry`. A module names a kind if it reads `Kind.RECIPE`,
imports the kind's package, or has a text or bytes that are the name, quote it as SQL does, list several as a pattern
does, or select from the kind's table. A module of the page names a kind if it has a text that is the name, or the type
of its records. Docstrings and prose may name kinds.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from garner.core.record import Kind
from garner.kinds.registry import KINDS

SOURCE = Path(__file__).parent.parent / "src" / "garner"
WEB = Path(__file__).parent.parent / "web" / "src"
# Where kinds are declared and extracted. Migrations and functions of the database hold literals, which a test compares
# with the registry.
HOME = ("kinds/", "extraction/kinds/", "store/migrations/", "store/functions/")
# Where the page shows records, and the generated types of the API.
WEB_HOME = ("parts/record/", "api/")
# The other modules that may name kinds, with the reason. An entry that nothing needs is reported.
ALLOWED: Mapping[str, str] = {
    "core/record.py": "the names themselves",
    "cli/render/cards.py": "a card for each kind",
    "store/schema/records.py": "the tables, as migrations make them; a test compares their columns with the registry",
    # The sample site imports nothing of Garner, and each of its pages holds a record of one kind.
    "sample/content.py": "the kinds of its pages",
    "sample/linked_data.py": "structured data by kind",
    "sample/rendering.py": "HTML by kind",
    # Interfaces whose contract names the kind.
    "api/faces/mailbox/mailbox.py": "the mailbox holds recipes",
    "api/faces/mailbox/saved_recipes.py": "the cookbook holds recipes",
    "api/page/files.py": "an address of the page",
    "engine/asking/pictures.py": "the mailbox reads recipes off pictures",
    "engine/asking/submit.py": "the mailbox asks for recipes",
    "engine/people/saved_recipes.py": "the cookbook holds recipes",
    "store/people/saved_recipes.py": "the cookbook holds recipes",
    "store/records/visibility.py": "the cookbook holds recipes",
    "search/hits.py": "the cookbook holds recipes",
    "search/indexer.py": "the cookbook holds recipes",
    "store/search/visibility.py": "the cookbook holds recipes",
    "api/faces/catalogue/filters.py": "an address for products",
    "api/faces/catalogue/products.py": "an address for products",
    "api/faces/catalogue/product_shapes.py": "an example",
    "extraction/recipe_picture.py": "a picture of text is read as a recipe",
    "extraction/values/ingredients.py": "a line of ingredients is a part of a recipe",
    # Examples in the documentation of the API.
    "api/admin/examples.py": "an example",
    "api/admin/reparse.py": "an example",
    "api/admin/shapes.py": "an example",
    "api/admin/sites.py": "an example",
    "api/faces/batches/item_records.py": "an example",
    "api/faces/batches/job_shapes.py": "an example",
    "api/faces/batches/uploads.py": "an example",
    "api/faces/changes/changes.py": "an example",
    "api/faces/parse_requests/extract.py": "an example",
    "api/faces/parse_requests/parse_requests.py": "an example",
    "api/faces/catalogue/shapes.py": "an example",
    "api/page/sample.py": "an example",
    # Matching rows and pictures to the catalogue of products.
    "runtime/duties/feeding.py": "a picture of a recipe is read and not matched",
    "runtime/stages/match/product_pictures.py": "a picture is matched to products, or read as a recipe",
    "runtime/stages/match/recipe_pictures.py": "a picture is read as a recipe",
    "runtime/stages/match/row_matching.py": "rows are matched to products",
    "runtime/stages/match/rows.py": "rows are matched to products",
    "runtime/stages/match/stage.py": "pictures of recipes and of products are read in different ways",
    "pools/pictures.py": "features of a picture of a product",
    "store/jobs/item_records.py": "the record of a matched product",
    "store/records/catalogue.py": "the catalogue holds products",
    "store/records/catalogue_pictures.py": "the catalogue holds products",
    "store/records/gone_products.py": "the catalogue holds products",
    "store/records/products/filters.py": "the catalogue holds products",
    "store/records/products/history.py": "the catalogue holds products",
    "store/records/products/lists.py": "the catalogue holds products",
    "store/search/candidates.py": "only products have ratings",
    "store/records/perceptual_hashes.py": "hashes of the pictures of products",
    # Samples of one kind.
    "cli/commands/demo.py": "shows the card of a recipe of the sample site",
    "cli/commands/doctor.py": "tries extraction with a recipe",
    "runtime/calls/llm_fallback.py": "tries the model with a recipe",
}
# The same of the page.
WEB_ALLOWED: Mapping[str, str] = {
    "screens/mailbox/lists/FirstRun.tsx": "the mailbox holds recipes",
    "screens/mailbox/parse/ParseOutcome.tsx": "the mailbox holds recipes",
    "screens/cookbook/queries.ts": "the cookbook holds recipes",
    "screens/cookbook/SavedRecipeView.tsx": "the cookbook holds recipes",
    "screens/start/send/sendSummary.ts": "a picture of text is read as a recipe",
}


def find_problems(
    source: Path = SOURCE, allowed: Mapping[str, str] = ALLOWED, home: tuple[str, ...] = HOME
) -> Iterator[str]:
    unused = set(allowed)
    for path in sorted(path for path in source.rglob("*.*") if _is_code(path)):
        name = path.relative_to(source).as_posix()
        if name.startswith(home):
            continue
        problems = list(_problems(path))
        if problems:
            unused.discard(name)
        if name not in allowed:
            yield from problems
    for entry in sorted(unused):
        yield f"{entry}: names no kind; remove it from the allowed modules"


_NAMES = "|".join(Kind)
_TABLES = "|".join(declared.table.name for declared in KINDS.values())
_MEMBERS = "|".join(Kind.__members__)
_NAME = re.compile(rf"(?:{_NAMES}|{_MEMBERS}|{_TABLES})\Z")
_IN_SQL = re.compile(
    rf"'(?:{_NAMES}|{_TABLES})'|\b(?:from|join|into|update)\s+(?:{_TABLES})\b|\b(?:{_NAMES})\|(?:{_NAMES})\b", re.I
)
_IN_TYPESCRIPT = re.compile(rf"""(["'`])(?:{_NAMES})\1|\bSchemas\["(?i:{_NAMES})"\]""")
_PACKAGE = re.compile(rf"garner\.(?:extraction\.)?kinds\.(?:{_NAMES})\b")


def _is_code(path: Path) -> bool:
    return path.suffix in (".py", ".sql") or (path.suffix in (".ts", ".tsx") and path.suffixes[0] != ".test")


def _problems(path: Path) -> Iterator[str]:
    text = path.read_text()
    patterns = {".sql": _IN_SQL, ".ts": _IN_TYPESCRIPT, ".tsx": _IN_TYPESCRIPT}
    pattern = patterns.get(path.suffix)
    register = "parts/record/kinds.ts" if path.suffix in (".ts", ".tsx") else "garner.kinds.registry"
    for line, name in _named_in(ast.parse(text)) if pattern is None else _matches(pattern, text):
        yield f"{path}:{line}: names a kind of record ({name}): derive it from {register}"


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    for line, statement in enumerate(text.splitlines(), 1):
        yield from ((line, match[0]) for match in pattern.finditer(statement))


def _named_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="Kind") | ast.Attribute(attr="Kind"), attr=name) if (
                name in Kind.__members__
            ):
                yield node.lineno, f"Kind.{name}"
            case ast.Constant(value=str(text)) if id(node) not in prose and (named := _name_in(text)):
                yield node.lineno, named
            case ast.Constant(value=bytes(content)) if named := _name_in(content.decode("ascii", "replace")):
                yield node.lineno, named
            case ast.ImportFrom(module=str(module)) if _PACKAGE.match(module):
                yield node.lineno, module
            case ast.ImportFrom(module=str(module), names=aliases):
                imported = [f"{module}.{alias.name}" for alias in aliases]
                yield from ((node.lineno, name) for name in imported if _PACKAGE.match(name))
            case ast.Import(names=aliases):
                yield from ((node.lineno, alias.name) for alias in aliases if _PACKAGE.match(alias.name))


def _name_in(text: str) -> str | None:
    match = _NAME.match(text) or _IN_SQL.search(text)
    return match[0] if match else None


def main() -> int:
    problems = [*find_problems(), *find_problems(WEB, WEB_ALLOWED, WEB_HOME)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
