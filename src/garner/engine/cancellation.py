"""That a task was canceled can be lost on its way. Whoever waits with `asyncio.wait_for` (up to Python 3.11, and the
pool of connections does) for what comes at that very moment gets it, and never hears of the cancellation; a loop would
go on for ever. The request itself stays with the task, so loops look for it in every round."""

import asyncio


def heed_cancellation() -> None:
    """Raises it again, if the current task was canceled and went on."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
