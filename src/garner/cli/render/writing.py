"""Writing what was found. A disk that is full is told in one line, as any other mistake is."""

import gzip
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from garner.errors import InputError


@contextmanager
def blaming(name: object) -> Iterator[None]:
    """Around nothing but the opening, writing and closing of what has this name."""
    try:
        yield
    except BrokenPipeError:  # whoever read it has seen enough, which is nobody's mistake
        raise
    except OSError as error:
        raise InputError(f"{name} cannot be written: {error.strerror}.") from None


@contextmanager
def opened(output: Path) -> Iterator[TextIO]:
    """The file, gzipped if its name says so. Without that, every line is in it as soon as it is written."""
    with blaming(output):
        stream = _gzipped(output) if output.suffix.lower() == ".gz" else _plain(output)
    try:
        yield stream
    finally:
        with blaming(output):
            stream.close()


def _plain(output: Path) -> TextIO:
    return output.open("w", encoding="utf-8", errors="replace", newline="", buffering=1)


def _gzipped(output: Path) -> TextIO:
    return cast("TextIO", io.TextIOWrapper(gzip.open(output, "wb"), encoding="utf-8", errors="replace", newline=""))


def say(line: str) -> None:
    with standard_output():
        print(line)


@contextmanager
def writing_lines(output: Path | None) -> Iterator[Callable[[str], None]]:
    """To the file, or to standard output where there is none."""
    if output is None:
        yield say
        return
    with opened(output) as stream:

        def write(line: str) -> None:
            with blaming(output):
                print(line, file=stream)

        yield write


@contextmanager
def standard_output() -> Iterator[None]:
    """What is printed meanwhile is written at once: of what is left for the end of the program nobody could tell that
    it was not."""
    with blaming("Standard output"):
        yield
        sys.stdout.flush()
