"""Report names and docstrings in `src/` that a newcomer could not read: `make lint` runs it.

There are seven rules. A class name occurs once. No module, class, function, parameter, attribute or module constant has
a forbidden word in its name, also not as a part of it. A limit is called MAX_ or MIN_, not LONGEST_ or LEAST_. No
function is a bare participle (`_checked` instead of `_check`), except for properties, which are states. No docstring
begins with a clause that hides the actor ("Whoever waits is told"). The docstring of a function begins with an
imperative ("Return", not "Returns"), except for routes, whose docstrings are published as descriptions. No local
variable is called `one`, `found`, `told` or `said`, which do not name what it holds.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "garner"
GENERATED = "versions"  # migrations, which are not edited
# Whole names, of which a part may be a good word.
FORBIDDEN_NAMES = re.compile(
    r"_?(said|judged|handed|exits|util|[Hh]ere|Place|Streams|LastResort|last_resort|Exits?|Held|SilenceWatch|Standards|Stock"
    r"|(Reading|Canceling)Here|acquiring|aftermath|announcing|anew|COME_BACK|FATES|feel_\w+|GO_ON|go_on|harmless|in_turn"
    r"|is_left_wanting|leaving|looks|MEANINGS|nothing|page_prints?|passing|picture_prints?|remembered|rung_words|said_before"
    r"|silence|steering|surely|take_stock|tell_who_waits_in_vain)"
)
# Words that may not even be a part of a name.
FORBIDDEN_WORD = re.compile(
    r"bury|desk|errand|heed(ed)?|linger(ing)?|nobody|patience|patiently|redo|redoing|redone|roused?|somebody|spoken"
    r"|standing|told|twins?|untold|utils|whatever|whoever"
)
VAGUE_LIMIT = re.compile(r"_?(longest|shortest|most|least)_", re.IGNORECASE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")
# Names that are shown outside of the process, by file, with the reason.
ALLOWED = {
    ("store/schema/jobs.py", "twin_of"): "a column",
    ("store/schema/jobs.py", "redone_at"): "a column",
    ("store/schema/crawling.py", "page_print"): "a column",
    ("store/schema/parsers.py", "judged"): "a column",
    ("observe/api_events.py", "told"): "a field of an event, which logs show",
    ("observe/job_events.py", "RowsRedone"): "an event, which logs and metrics name after its class",
    ("runtime/duties/background.py", "redo_rows"): "a background loop, which metrics name after its function",
    ("api/admin/queue_statistics.py", "StandingShape"): "a schema of the API's document",
    ("api/admin/queue_statistics.py", "show_standing"): "an operation of the API's document",
    ("api/faces/batches/job_shapes.py", "twin_of"): "a field of the API",
    ("api/faces/batches/reprocessing.py", "redo"): "an operation of the API's document",
    ("api/faces/batches/tuning.py", "longest_ms"): "a field of the API",
    ("settings/crawling.py", "longest_days"): "an environment variable is named after it",
    ("settings/crawling.py", "shortest_hours"): "an environment variable is named after it",
}
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
    r"(Who|Whom|Whose|What|Whatever|Whichever|Whoever|Somebody|Someone|Nobody|No one|Anybody|Anyone|Everybody|Everyone"
    r"|Where|Wherever|Which|How|However|Why|That|Those)\b",
    re.IGNORECASE,
)
# Verbs of which a docstring would begin with the third person. A word in -s that is none of these may be a noun.
VERB = re.compile(
    r"abandon|accept|add|allow|answer|append|apply|ask|attach|build|call|cancel|change|check|claim|clean|close|collect"
    r"|compare|compute|continue|convert|copy|count|create|cut|decide|delete|deliver|describe|detach|detect|determine"
    r"|drop|emit|encode|end|ensure|enter|estimate|exchange|expand|explain|extend|extract|fail|feed|fetch|find|flush"
    r"|fold|follow|free|give|handle|insert|join|keep|limit|list|load|lock|log|look|make|map|mark|match|measure|merge"
    r"|move|need|open|parse|pass|pause|prepare|print|process|publish|put|raise|read|record|refuse|release|remove|render"
    r"|repair|replace|report|request|require|reserve|reset|restart|resume|retry|return|run|save|say|schedule|search"
    r"|send|serve|set|settle|show|sign|skip|sort|split|start|stop|store|submit|take|tell|translate|try|turn|update"
    r"|upgrade|use|validate|wait|warn|work|write|yield"
)
VAGUE_LOCALS = {"one", "found", "told", "said"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | Function


def find_problems(source: Path = SOURCE, allowed: Collection[tuple[str, str]] = ALLOWED.keys()) -> Iterator[str]:
    classes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(source.rglob("*.py")):
        file = path.relative_to(source)
        if GENERATED in file.parts:
            continue
        tree = ast.parse(path.read_text())
        for line, kind, name in _names(path, tree):
            if (file.as_posix(), name) not in allowed and (reason := _why_forbidden(name)):
                yield f"{path}:{line}: the {kind} {name} {reason}"
        yield from _docstring_problems(path, tree, "the module", 1)
        for node in ast.walk(tree):
            if not isinstance(node, Definition):
                continue
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


def _names(path: Path, tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the kind and the text of each name that other code may use."""
    yield 1, "module", path.parent.name if path.stem == "__init__" else path.stem
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            yield node.lineno, "class" if isinstance(node, ast.ClassDef) else "function", node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, "parameter", node.arg
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, "attribute", node.attr
        if isinstance(node, ast.Module | ast.ClassDef):
            kind = "attribute" if isinstance(node, ast.ClassDef) else "constant"
            yield from ((target.lineno, kind, target.id) for target in _find_assigned(node))


def _find_assigned(scope: ast.Module | ast.ClassDef) -> Iterator[ast.Name]:
    """Yield the names that the statements of a module or class assign."""
    for statement in scope.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            if target is not None:
                yield from (name for name in ast.walk(target) if isinstance(name, ast.Name))


def _why_forbidden(name: str) -> str | None:
    if FORBIDDEN_NAMES.fullmatch(name):
        return "is forbidden"
    for word in WORD.findall(name):
        if FORBIDDEN_WORD.fullmatch(word.lower()):
            return f"contains the forbidden word {word.lower()}"
    return "is a limit: begin it with max or min" if VAGUE_LIMIT.match(name) else None


def _is_bare_participle(node: Definition) -> bool:
    if isinstance(node, ast.ClassDef) or node.name.lstrip("_") in NO_PARTICIPLES:
        return False
    is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
    return not is_property and PARTICIPLE.fullmatch(node.name) is not None


def _local_problems(path: Path, function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE_LOCALS) or (
            isinstance(node, ast.arg) and node.arg in VAGUE_LOCALS
        ):
            yield f"{path}:{node.lineno}: a local of {function.name} does not name what it holds"


def _docstring_problems(path: Path, node: ast.Module | Definition, name: str, line: int) -> Iterator[str]:
    docstring = ast.get_docstring(node) or ""
    if opening := HIDES_THE_ACTOR.match(docstring):
        yield f"{path}:{line}: the docstring of {name} begins with {opening[0]}: begin with a verb or the actor"
    first = docstring.partition(" ")[0].rstrip(".,:;")
    if isinstance(node, Function) and not _is_route(node) and _is_third_person(first):
        yield f"{path}:{line}: the docstring of {name} begins with {first}: begin with the imperative"


def _is_route(function: Function) -> bool:
    """Return whether a router of FastAPI calls the function, as in `@router.get("/jobs")`."""
    return any(re.match(r"(\w+_)?(router|app)\.\w+\(", ast.unparse(each)) for each in function.decorator_list)


def _is_third_person(word: str) -> bool:
    lower = word.lower()
    stems = (lower.removesuffix("s"), lower.removesuffix("es"), f"{lower.removesuffix('ies')}y")
    return lower.endswith("s") and not VERB.fullmatch(lower) and any(map(VERB.fullmatch, stems))


def main() -> int:
    problems = list(find_problems())
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
