"""Run commands one after the other in a separate process, as if each were typed.

Starting a process for every command would take a test of sixty commands far longer.
"""

import contextlib
import io
import os
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection

import click
from tests.contract.warm_processes import FORK_SERVER, Ran

from garner import observe
from garner.cli.main import app


@contextmanager
def command_runner() -> Iterator[Connection]:
    """Open a connection that takes arguments, environment and working directory of a command and returns `Ran`."""
    ours, theirs = FORK_SERVER.Pipe()
    process = FORK_SERVER.Process(target=_run_commands, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    with ours:
        yield ours
    process.join()


def _run_commands(connection: Connection) -> None:
    with contextlib.suppress(EOFError):
        while True:
            arguments, environment, folder = connection.recv()
            os.chdir(folder)
            connection.send(_run(arguments, environment))


def _run(arguments: Sequence[str], environment: dict[str, str]) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    observe.event._subscribers.clear()  # a new process has none
    os.environ.clear()
    os.environ.update(environment)
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            app(list(arguments), prog_name="garner")
        except (SystemExit, click.exceptions.Exit) as ended:
            code = getattr(ended, "code", getattr(ended, "exit_code", None)) or 0
        except BaseException:
            code = 1
            traceback.print_exc()
    return Ran(code, out.getvalue(), err.getvalue())
