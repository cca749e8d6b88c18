"""Everything that commands and extraction processes import. The fork server of `warm_processes` imports this module."""

import openpyxl  # type: ignore[import-untyped]  # it has no stubs
import uvloop

import garner.cli.doctor
import garner.cli.extract
import garner.cli.main
import garner.cli.parse
import garner.cli.parse_rows
import garner.cli.reparse
import garner.cli.worker
import garner.extraction.candidates
import garner.extraction.kinds.recipe.picture
import garner.runtime.stages.match.stage
import garner.runtime.streams.export_process
from garner.pools.extractors import warm_up

__all__ = ["garner", "openpyxl", "uvloop"]

warm_up()
