"""Write Garner's SQL functions to a database.

A function has no history to migrate, only a current text. All are written after every migration, in its transaction, by
`create or replace`: sessions that call them keep their prepared statements, and never see a moment without a function.
A comment on each function says that it is Garner's, and holds the fingerprints of its signature and its text:

* A function whose file is gone is dropped. It was retired in the previous release (tools/released_functions.py).
* A function whose signature changed is dropped first; `create or replace` would refuse it, or add an overload.
* A trigger is replaced only if its text changed, because that locks its table.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

FUNCTIONS = Path(__file__).parent / "functions"
FINGERPRINT, SERVES_SINCE = "garner_functions", "garner_serves_since"
MARK = "Garner: "
TRIGGER = "create or replace trigger "

_IN_DATABASE = f"""
    select p.proname, p.oid::regprocedure::text, substr(obj_description(p.oid, 'pg_proc'), {len(MARK) + 1}),
           array(select t.tgname || ' on ' || t.tgrelid::regclass from pg_trigger t
                 where t.tgfoid = p.oid and not t.tgisinternal)
    from pg_proc p
    where p.pronamespace = current_schema::regnamespace and starts_with(obj_description(p.oid, 'pg_proc'), '{MARK}')
"""


@dataclass(frozen=True, slots=True)
class FunctionText:
    """The text of a function's file: its definition, and the triggers that call it."""

    name: str
    text: str

    @property
    def definition(self) -> str:
        return self.text.partition(TRIGGER)[0]

    @property
    def triggers(self) -> list[str]:
        return [TRIGGER + trigger for trigger in self.text.split(TRIGGER)[1:]]

    @property
    def signature(self) -> str:
        """Return the parameters and the result, as one line."""
        head = self.definition.partition(f"create or replace function {self.name}")[2]
        return " ".join(head.partition("language ")[0].split())

    @property
    def fingerprint(self) -> str:
        return f"{_fingerprint(self.signature)} {_fingerprint(self.text)}"


@dataclass(frozen=True, slots=True)
class WrittenFunction:
    """A function of Garner in the database."""

    identity: str
    fingerprint: str
    triggers: tuple[str, ...]

    def has_signature_of(self, text: FunctionText | None) -> bool:
        return text is not None and self.fingerprint.split()[0] == _fingerprint(text.signature)


def function_texts() -> dict[str, FunctionText]:
    paths = sorted(FUNCTIONS.glob("*/*.sql"), key=lambda path: path.stem)
    return {path.stem: FunctionText(path.stem, path.read_text()) for path in paths}


def functions_fingerprint() -> str:
    return _fingerprint("\n".join(function.text for function in function_texts().values()))


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_functions(connection: "Connection", serves_since: str) -> None:
    """Write the functions as this version needs them, and which versions the database serves."""
    texts, in_database = function_texts(), _functions_in_database(connection)
    if not in_database:  # an empty database, or one of a version that did not mark them
        drop_functions(connection)
    _execute(connection, "set local check_function_bodies = off")  # they call one another
    for name, function in in_database.items():
        if not function.has_signature_of(texts.get(name)):
            _drop(connection, function.identity)
    for name, text in texts.items():
        _execute(connection, text.definition, f"comment on function {name} is '{MARK}{text.fingerprint}'")
        triggers = _statements_of_triggers(text, in_database.get(name))
        _execute(connection, *(trigger for trigger in triggers if _has_table(connection, trigger)))
    for name, value in ((FINGERPRINT, functions_fingerprint()), (SERVES_SINCE, serves_since)):
        _execute(
            connection, f"create or replace function {name}() returns text language sql immutable return '{value}'"
        )


def drop_functions(connection: "Connection") -> None:
    identities = [function.identity for function in _functions_in_database(connection).values()]
    _drop(connection, *identities, *function_texts(), FINGERPRINT, SERVES_SINCE)


def _functions_in_database(connection: "Connection") -> dict[str, WrittenFunction]:
    rows = connection.exec_driver_sql(_IN_DATABASE)
    return {name: WrittenFunction(identity, comment, tuple(triggers)) for name, identity, comment, triggers in rows}


def _statements_of_triggers(text: FunctionText, before: WrittenFunction | None) -> Iterator[str]:
    if before is not None and before.fingerprint == text.fingerprint and len(before.triggers) == len(text.triggers):
        return
    names = {trigger.removeprefix(TRIGGER).split()[0] for trigger in text.triggers}
    for trigger in before.triggers if before is not None else ():
        if trigger.split()[0] not in names:
            yield f"drop trigger {trigger}"
    yield from text.triggers


def _has_table(connection: "Connection", trigger: str) -> bool:
    """Return whether the table of a trigger exists; after a downgrade it may not."""
    table = trigger.partition(" on ")[2].split()[0]
    return connection.exec_driver_sql(f"select to_regclass('{table}') is not null").scalar_one() is True


def _drop(connection: "Connection", *functions: str) -> None:
    for function in functions:
        _execute(connection, f"drop function if exists {function} cascade")  # with the triggers that call it


def _execute(connection: "Connection", *statements: str) -> None:
    for statement in statements:
        connection.exec_driver_sql(statement.replace("%", "%%"))
