"""The verbs and queries that the API, the command line and the workers run against Garner's state.

A verb is one transaction, opened here. The engine holds what verbs need; `wiring` makes it and callers pass it.
"""

from garner.engine.asking.requests import cancel_all, check_ready, find_outcomes, find_request, find_whereabouts
from garner.engine.asking.submit import JobRow, SubmitAnswer, submit_page, submit_row
from garner.engine.asking.waiting import why_requests_wait, why_tasks_wait
from garner.engine.engine import Engine
from garner.engine.jobs.jobs import create_job, find_job, finish_ingest
from garner.engine.operating.reparse import ExtractKept, Report, reparse_pages

__all__ = [
    "Engine",
    "ExtractKept",
    "JobRow",
    "Report",
    "SubmitAnswer",
    "cancel_all",
    "check_ready",
    "create_job",
    "find_job",
    "find_outcomes",
    "find_request",
    "find_whereabouts",
    "finish_ingest",
    "reparse_pages",
    "submit_page",
    "submit_row",
    "why_requests_wait",
    "why_tasks_wait",
]
