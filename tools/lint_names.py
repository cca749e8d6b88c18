"""Fails on names and docstrings in `src/` that a newcomer could not read: `make lint` runs it.

Checks five rules. A class name occurs once. Modules, classes and functions have none of the forbidden names. No
function is a bare participle (`_checked` instead of `_check`), except for properties, which are states. No docstring
begins with a clause that hides the actor ("Whoever waits is told"). No local variable is called `one`, `found`, `told`
or `said`, which do not name what it holds.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "garner"
GENERATED = "versions"  # migrations, which are not edited
FORBIDDEN = re.compile(
    r"_?(told|spoken|said|judged|handed|bury|rouse|errand|patiently|redoing|twins?|\w+_twins?|Twin\w*|exits"
    r"|Here|\w+Here|\w+Desk|Place|Standing|Streams|LastResort|utils?)"
)
PARTICIPLE = re.compile(
    r"_?([a-z]+ed|begun|broken|built|chosen|done|drawn|found|given|gone|held|hidden|kept|known|left|lost|made|seen|sent"
    r"|shown|spent|taken|written)"
)
NO_PARTICIPLES = {
    "embed",
    "exceed",
    "feed",
    "named",
    "need",
    "proceed",
    "seed",
    "succeed",
}
HIDES_THE_ACTOR = re.compile(
    r"(Who|What|Whatever|Whoever|Whose|Somebody|Nobody|Anybody|Everybody|Where|Which|How|Why|That|Those)\b"
)
VAGUE_LOCALS = {"one", "found", "told", "said"}
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def find_problems(source: Path = SOURCE) -> Iterator[str]:
    classes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(source.rglob("*.py")):
        if GENERATED in path.relative_to(source).parts:
            continue
        if FORBIDDEN.fullmatch(path.stem):
            yield f"{path}: the module's name {path.stem} is forbidden"
        tree = ast.parse(path.read_text())
        yield from _docstring_problems(path, tree, "the module", 1)
        for node in ast.walk(tree):
            if not isinstance(node, Definition):
                continue
            if FORBIDDEN.fullmatch(node.name):
                yield f"{path}:{node.lineno}: the name {node.name} is forbidden"
            if _is_bare_participle(node):
                yield f"{path}:{node.lineno}: the function {node.name} is a participle: name it by a verb"
            yield from _docstring_problems(path, node, node.name, node.lineno)
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(f"{path}:{node.lineno}")
            else:
                yield from _local_problems(path, node)
    for name, places in classes.items():
        if len(places) > 1:
            yield f"the class name {name} occurs {len(places)} times: {', '.join(places)}"


def _is_bare_participle(node: Definition) -> bool:
    if isinstance(node, ast.ClassDef) or node.name.lstrip("_") in NO_PARTICIPLES:
        return False
    is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
    return not is_property and PARTICIPLE.fullmatch(node.name) is not None


def _local_problems(path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE_LOCALS) or (
            isinstance(node, ast.arg) and node.arg in VAGUE_LOCALS
        ):
            yield f"{path}:{node.lineno}: a local of {function.name} does not name what it holds"


def _docstring_problems(path: Path, node: ast.Module | Definition, name: str, line: int) -> Iterator[str]:
    docstring = ast.get_docstring(node) or ""
    if opening := HIDES_THE_ACTOR.match(docstring):
        yield f"{path}:{line}: the docstring of {name} begins with {opening[0]}: begin with a verb or the actor"


def main() -> int:
    problems = list(find_problems())
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
