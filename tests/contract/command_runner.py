"""Runs commands one after the other in a process of its own, as if each were typed: a line of JSON in, one out.

Starting Python for every command would take a test of sixty commands a minute and more.
"""

import contextlib
import io
import json
import os
import sys
import traceback

import click

from garner import observe
from garner.cli.main import app


def run(arguments: list[str], environment: dict[str, str]) -> dict[str, object]:
    out, err = io.StringIO(), io.StringIO()
    observe._subscribers.clear()  # a process that has just been started has none
    os.environ.clear()
    os.environ.update(environment)
    code: object = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            app(arguments, prog_name="garner")
        except (SystemExit, click.exceptions.Exit) as ended:
            code = getattr(ended, "code", getattr(ended, "exit_code", None)) or 0
        except BaseException:
            code = 1
            traceback.print_exc()
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


def main() -> None:
    answers = sys.stdout
    for line in sys.stdin:
        asked = json.loads(line)
        os.chdir(asked["folder"])
        print(json.dumps(run(asked["arguments"], asked["environment"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
