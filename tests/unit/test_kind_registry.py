"""Every kind of record is declared completely, and everything that depends on the kind derives from that."""

from typing import get_args

import pytest

from garner.cli.render.cards import CARDS, card
from garner.cli.render.results import csv_header
from garner.core.pacing.block_pages import carries_record
from garner.core.record import AUTO, MARKUP_TYPES, Kind
from garner.extraction.ladders import LADDERS, QUESTIONS
from garner.kinds.export_columns import ERROR_COLUMNS, FIRST_COLUMNS, LAST_OF_RESULT, MATCH_COLUMNS
from garner.kinds.model_fields import names_of
from garner.kinds.registry import KIND_NAMES, KINDS, RECORDS_OF_ALL_KINDS, AutoOrKind, KindOrAuto
from garner.settings import environment_name


def test_every_kind_is_registered_in_order() -> None:
    assert list(KINDS) == list(Kind) == list(KIND_NAMES)
    assert all(declared.kind is kind for kind, declared in KINDS.items())
    assert set(LADDERS) == set(QUESTIONS) == set(CARDS) == set(Kind)


def test_the_types_of_choices_hold_every_kind() -> None:
    assert get_args(KindOrAuto) == (*KIND_NAMES, AUTO)
    assert get_args(AutoOrKind) == (AUTO, *KIND_NAMES)


def test_the_records_of_all_kinds_are_enumerated() -> None:
    assert RECORDS_OF_ALL_KINDS.startswith("recipes, products")
    assert RECORDS_OF_ALL_KINDS.replace(" and ", ", ").split(", ") == [f"{each.noun}s" for each in KINDS.values()]


@pytest.mark.parametrize("kind", Kind)
def test_the_time_to_live_of_a_kind_is_the_declared_setting(kind: Kind) -> None:
    assert environment_name("cache", f"{kind}_ttl_days") == KINDS[kind].ttl_setting


@pytest.mark.parametrize("kind", Kind)
def test_a_declaration_names_only_fields_that_it_has(kind: Kind) -> None:
    declared = KINDS[kind]
    named = {
        *(declared.naming, *declared.required, *declared.essential, *declared.promised, *declared.csv_fields),
        *(*declared.weights, *declared.parts, *declared.together),
        *(follower for followers in declared.together.values() for follower in followers),
        *(column.field or column.name for column in declared.table.columns),
    }
    assert named <= set(declared.names)
    assert declared.naming in declared.required
    assert set(declared.required) <= set(declared.essential)
    assert set(declared.promised_of_parts) <= set(declared.promised)
    for list_name, promised in declared.promised_of_parts.items():
        assert set(promised) <= set(names_of(declared.parts[list_name]))


@pytest.mark.parametrize("kind", Kind)
def test_no_field_has_the_name_of_a_column_beside_the_record(kind: Kind) -> None:
    """The result of a row and the files of the command show both in one line, under their names."""
    of_results = {"kind", "url", *FIRST_COLUMNS, *MATCH_COLUMNS, *LAST_OF_RESULT, *ERROR_COLUMNS}
    of_the_command = set(csv_header(kind)) - set(KINDS[kind].csv_fields)
    assert not {*of_results, *of_the_command, "parsedAt"} & set(KINDS[kind].names)
    assert len(set(csv_header(kind))) == len(csv_header(kind))


@pytest.mark.parametrize("kind", Kind)
def test_markup_of_every_kind_is_recognized_as_a_record(kind: Kind) -> None:
    assert MARKUP_TYPES[kind]
    for name in MARKUP_TYPES[kind]:
        assert carries_record(b'"@type": "%s"' % name.encode())


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_card(kind: Kind) -> None:
    assert card(kind, KINDS[kind].blank, "https://a.example/")
