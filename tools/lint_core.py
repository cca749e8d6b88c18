"""Report clocks, chance and input or output in `src/garner/core`: `make lint` runs it.

The core decides from its arguments alone: times and chances are passed to it. The import contracts in `pyproject.toml`
forbid modules that have no other use, such as `time` and `random`; this check forbids the rest by name.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

CORE = Path(__file__).parent.parent / "src" / "garner" / "core"
# Attributes and names, called or passed on.
FORBIDDEN = {
    "now": "reads a clock",
    "utcnow": "reads a clock",
    "today": "reads a clock",
    "monotonic": "reads a clock",
    "perf_counter": "reads a clock",
    "random": "draws a random number",
    "default_rng": "draws a random number",
    "token_bytes": "draws a random number",
    "urandom": "draws a random number",
    "uuid1": "reads a clock",
    "uuid4": "draws a random number",
    "uuid6": "reads a clock",
    "uuid7": "reads a clock",
    "generate_key": "draws a random number",
}
FORBIDDEN_CALLS = {"open": "reads or writes", "print": "writes", "input": "reads"}


def find_problems(core: Path = CORE) -> Iterator[str]:
    for path in sorted(core.rglob("*.py")):
        tree = ast.parse(path.read_text())
        imported = {
            alias.asname or alias.name.split(".")[0]: alias.name if isinstance(node, ast.ImportFrom) else ""
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.expr) and (problem := _find_problem(node, imported)):
                yield f"{path}:{node.lineno}: {problem}; the core gets times, chances and texts as arguments"


def _find_problem(node: ast.expr, imported: dict[str, str]) -> str | None:
    match node:
        case ast.Attribute(attr=name) if name in FORBIDDEN and _root(node) in imported:
            return f"{ast.unparse(node)} {FORBIDDEN[name]}"
        case ast.Name(id=name) if imported.get(name) in FORBIDDEN:
            return f"{name} {FORBIDDEN[imported[name]]}"
        case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
            return f"{name} {FORBIDDEN_CALLS[name]}"
        case _:
            return None


def _root(node: ast.expr) -> str | None:
    """Return the name that an attribute is looked up from: `datetime` in `datetime.datetime.now`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def main() -> int:
    problems = list(find_problems())
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
