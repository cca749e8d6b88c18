"""Keep the SQL functions that workers of the last release call: `make lint` runs it.

`src/garner/store/functions/released.toml` has the functions of the last release. While an upgrade rolls, workers of
that release call them in the new schema. So until the next release each keeps its name, its signature and its meaning,
and functions never differ from those of a release with the same revision. `make release-functions` writes the file when
a release is made.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from garner.store.migrate import head_revision, serves_since
from garner.store.sql_functions import FUNCTIONS, FunctionText, function_texts

RELEASED = FUNCTIONS / "released.toml"
RETIRED = "-- Retired"
HEAD = "# The SQL functions of the last release. `make release-functions` writes this file when a release is made.\n"


@dataclass(frozen=True, slots=True)
class ReleasedFunctions:
    """The functions of a release: the signature of each, the fingerprint of its text, and the names of retired ones."""

    revision: str
    signatures: Mapping[str, str]
    texts: Mapping[str, str]
    retired: frozenset[str]

    @classmethod
    def of(cls, functions: Mapping[str, FunctionText], revision: str) -> Self:
        return cls(
            revision,
            {name: function.signature for name, function in functions.items()},
            {name: function.fingerprint.split()[1] for name, function in functions.items()},
            frozenset(name for name, function in functions.items() if function.text.startswith(RETIRED)),
        )

    @classmethod
    def load(cls, path: Path = RELEASED) -> Self:
        content = tomllib.loads(path.read_text())
        functions = content["functions"]
        return cls(
            content["revision"],
            {name: function["signature"] for name, function in functions.items()},
            {name: function["text"] for name, function in functions.items()},
            frozenset(name for name, function in functions.items() if function.get("retired")),
        )

    def dump(self) -> str:
        lines = [HEAD, f'revision = "{self.revision}"']
        for name, signature in sorted(self.signatures.items()):
            lines += ["", f"[functions.{name}]", f'signature = """{signature}"""', f'text = "{self.texts[name]}"']
            lines += ["retired = true"] if name in self.retired else []
        return "\n".join(lines) + "\n"


def find_problems(
    released: ReleasedFunctions, functions: Mapping[str, FunctionText], revision: str, oldest_served: str
) -> Iterator[str]:
    now = ReleasedFunctions.of(functions, revision)
    for name, signature in released.signatures.items():
        if name not in now.signatures:
            yield from _deletion_problems(name, released, oldest_served)
        elif now.signatures[name] != signature:
            yield (
                f"{name}: the signature is not that of the last release (schema {released.revision}), whose workers "
                f"call it during the upgrade. Restore the file with a first line `{RETIRED}: …`, and put the new "
                f"function into {name}_2.sql, under that name."
            )
    if now.texts != released.texts and revision == released.revision:
        names = sorted(name for name, text in now.texts.items() if released.texts.get(name) != text)
        yield (
            f"{', '.join(names) or 'A deleted function'}: changed since the last release, which has the same schema "
            f"({revision}). Add a revision, which may be empty: it tells a process which functions are newer."
        )


def _deletion_problems(name: str, released: ReleasedFunctions, oldest_served: str) -> Iterator[str]:
    if "returns trigger" in released.signatures[name]:
        return
    if name not in released.retired:
        yield (
            f"{name}: the file is gone, but workers of the last release (schema {released.revision}) call the function "
            f"during the upgrade. Restore the file with a first line `{RETIRED}: …`; the next release may delete it."
        )
    elif oldest_served < released.revision:
        yield (
            f"{name}: the file is gone, so code older than schema {released.revision} cannot run on this schema. Set "
            f'serves_since = "{released.revision}" in the new revision.'
        )


def main(arguments: list[str]) -> int:
    functions, revision = function_texts(), head_revision()
    if arguments == ["--write"]:
        RELEASED.write_text(ReleasedFunctions.of(functions, revision).dump())
        return 0
    problems = list(find_problems(ReleasedFunctions.load(), functions, revision, serves_since(revision)))
    print(*problems, sep="\n", file=sys.stderr, end="\n" if problems else "")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
