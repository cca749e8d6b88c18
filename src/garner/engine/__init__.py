"""The verbs and the questions: what the faces, the command line and the workers do to the state of things.

A verb is one transaction, opened here. The engine is what they need in hand; it is made in `wiring` and passed.
"""

from garner.engine.asking.requests import (
    cancel_all,
    check_ready,
    find_outcomes,
    find_request,
    find_whereabouts,
)
from garner.engine.asking.submit import (
    SubmitAnswer,
    submit_page,
    submit_row,
)
from garner.engine.asking.waiting import (
    why_requests_wait,
    why_tasks_wait,
)
from garner.engine.engine import Engine
from garner.engine.jobs.jobs import (
    JobRow,
    create_job,
    find_job,
    finish_ingest,
)
from garner.engine.operating.reparse import (
    ExtractKept,
    Report,
    reparse_pages,
)

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
