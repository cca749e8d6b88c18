"""Generate documents from the code: `docs/lifecycle.md`, `docs/records.md`, `docs/settings.md`, `.env.example`, and
what the web page needs to know: the kinds of records, and the roots of the API, for its hosting and its development
server.

`make docs` writes them; `make docs-check` fails when one is stale.
"""

import json
import re
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any

from garner.api.page.files import API_WORDS
from garner.core.lifecycle import FACE_WORDS, ITEM_MOVES, JOB_MOVES, TASK_MOVES, Move, Origin
from garner.kinds.model_fields import RecordField, fields_of, title_of
from garner.kinds.registry import KINDS
from garner.settings import GROUPS, VARIABLES, SettingsGroup, Variable

ROOT = Path(__file__).parent.parent
NOTE = "<!-- Written by `make docs` from the code; edit the code instead. -->\n"


def lifecycle_page() -> str:
    return "\n".join(
        [
            "# Lifecycle",
            NOTE,
            "All transitions. A state changes under the lock of its row, or by an update that is conditional on the"
            " previous state, so a race has exactly one winner. In every test the database rejects any other"
            " transition.\n",
            *_machine("Crawl task", "The order to fetch and extract one page.", TASK_MOVES),
            *_machine("Item", "One row of a job, or one single request.", ITEM_MOVES),
            *_machine("Job", "The items that a user submitted together.", JOB_MOVES),
            "## Item states in each API\n",
            "| item | parse requests | mailbox | batches | postings |",
            "|---|---|---|---|---|",
            *(
                f"| {status} | {words.parse} | {words.mailbox} | {words.batch} | {words.run} |"
                for status, words in FACE_WORDS.items()
            ),
            "",
        ]
    )


def _machine(title: str, meaning: str, moves: Iterable[Move[Any]]) -> list[str]:
    moves = list(moves)
    return [
        f"## {title}\n",
        f"{meaning}\n",
        "```mermaid",
        "stateDiagram-v2",
        *(f"    {move.source} --> {move.target}" for move in moves),
        "```\n",
        "| from | to | by | origins |",
        "|---|---|---|---|",
        *(f"| {move.source} | {move.target} | {_words(move.by)} | {_origins(move.origins)} |" for move in moves),
        "",
    ]


def _words(values: Iterable[StrEnum]) -> str:
    return ", ".join(sorted(values))


def _origins(origins: frozenset[Origin]) -> str:
    return "all" if origins == frozenset(Origin) else _words(origins)


LIKELY = "Settings you are likely to need"
EXPERT = "Expert settings"


def _by_group(*, expert: bool) -> list[tuple[type[SettingsGroup], list[Variable]]]:
    """Return the groups that have expert settings, or others, with these settings."""
    chosen = [variable for variable in VARIABLES.values() if variable.expert is expert]
    by_name = ((group, [variable for variable in chosen if variable.group == name]) for name, group in GROUPS.items())
    return [(group, variables) for group, variables in by_name if variables]


def _default(variable: Variable) -> str:
    if variable.default is None:
        return ""
    return str(variable.default).lower() if isinstance(variable.default, bool) else str(variable.default)


def settings_page() -> str:
    lines = [
        "# Settings",
        NOTE,
        "Garner reads settings from the environment and from the file `.env` in the working folder; the environment"
        " takes precedence. Empty values are ignored. An invalid value stops the start with one line that names the"
        " setting. `garner doctor` checks all settings and reports misspelt names.\n",
        f"## {LIKELY}\n",
        "| group | name | default | meaning |",
        "|---|---|---|---|",
    ]
    for group, variables in _by_group(expert=False):
        for number, variable in enumerate(variables):
            lines.append(f"| {'' if number else group.title} {_row(variable)}")
    lines += ["", f"## {EXPERT}\n", "The defaults suit most installations.\n"]
    for group, variables in _by_group(expert=True):
        lines += [f"### {group.title}\n", f"{group.__doc__}\n", "| name | default | meaning |", "|---|---|---|"]
        lines += [*map(_row, variables), ""]
    return "\n".join(lines)


def _row(variable: Variable) -> str:
    return f"| `{variable.name}` | {_default(variable)} | {variable.description} |"


def environment_example() -> str:
    lines = ["# All settings with their defaults. Copy this file to .env and uncomment what you change.", ""]
    for title, expert in ((LIKELY, False), (EXPERT, True)):
        lines += [f"# {title} ".ljust(100, "-"), ""]
        for group, variables in _by_group(expert=expert):
            lines.append(f"# {group.title}. {group.__doc__}")
            for variable in variables:
                lines += [f"# {variable.description}.", f"#{variable.name}={_default(variable)}"]
            lines.append("")
    return "\n".join(lines)


def records_page() -> str:
    return "\n".join(
        [
            "# Records",
            NOTE,
            "`garner extract`, `garner parse` and the API return these fields, in this order. Every field is present;"
            " a value that was not found is null or an empty list. Amounts of money are decimal strings, so that no"
            " digit is lost; dates are ISO 8601; URLs are absolute. A top-level record also has its `kind`, and"
            " `parsedAt` in answers to parse requests. [Extraction](extraction.md) describes how records are"
            " found.\n",
            *(line for kind, declared in KINDS.items() for line in _field_table(kind.title(), declared.fields)),
            *(
                line
                for declared in KINDS.values()
                for part in declared.parts.values()
                for line in _field_table(title_of(part), fields_of(part))
            ),
        ]
    )


def _field_table(title: str, fields: Iterable[RecordField]) -> list[str]:
    rows = (f"| `{field.name}` | {field.type} | {field.meaning} |" for field in fields)
    return [f"## {title}\n", "| field | type | meaning |", "|---|---|---|", *rows, ""]


def kinds_of_the_page() -> str:
    kinds = {
        kind: {"noun": declared.noun, "isReadOffPictures": declared.is_read_off_pictures}
        for kind, declared in KINDS.items()
    }
    return f"{json.dumps(kinds, indent=2)}\n"


def api_roots() -> str:
    return f"{json.dumps(sorted(API_WORDS))}\n"


def hosting_of_the_page() -> str:
    """Put the roots of the API into the rewrites of the existing file."""
    pattern = "|".join(root.replace(".", r"\.") for root in sorted(API_WORDS))
    rewrite = json.dumps(f"/:face({pattern})/:path*")
    text = (ROOT / "web/vercel.json").read_text()
    return re.sub(r'"/:face\([^"]*"', lambda match: rewrite, text, count=1)


PAGES = {
    "docs/lifecycle.md": lifecycle_page,
    "docs/records.md": records_page,
    "docs/settings.md": settings_page,
    ".env.example": environment_example,
    "web/src/api/kinds.json": kinds_of_the_page,
    "web/apiRoots.json": api_roots,
    "web/vercel.json": hosting_of_the_page,
}


def main() -> int:
    stale = [path for path, write in PAGES.items() if not _same(ROOT / path, write())]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is stale; run `make docs`.")
        return 1 if stale else 0
    for path in stale:
        (ROOT / path).write_text(PAGES[path]())
        print(f"wrote {path}")
    return 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


if __name__ == "__main__":
    sys.exit(main())
