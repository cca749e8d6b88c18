"""Raise cancellations again that a task has lost.

A task that waits with `asyncio.wait_for` (up to Python 3.11; the connection pool does) for a result that arrives at the
very moment of the cancellation gets the result and never sees the cancellation, so a loop would run for ever. The
cancellation request stays with the task, so loops check for it in every round.
"""

import asyncio


def raise_if_canceled() -> None:
    """Raise `CancelledError` again if the current task was canceled and kept running."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
