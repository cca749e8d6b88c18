"""Everything that commands and extraction processes import. The fork server of `warm_processes` imports this module."""

import openpyxl  # type: ignore[import-untyped]  # it has no stubs
import uvloop

import garner.cli.commands.doctor
import garner.cli.commands.extract
import garner.cli.commands.parse
import garner.cli.commands.parse_rows
import garner.cli.main
import garner.cli.operators.reparse
import garner.cli.serving.worker
import garner.extraction.candidates
import garner.extraction.recipe_picture
import garner.runtime.stages.match.stage
import garner.runtime.streams.export_process
from garner.pools.extractors import warm_up

__all__ = ["garner", "openpyxl", "uvloop"]

warm_up()
