"""`python -m garner.api.document` prints the API's OpenAPI document, from which the page's client is made.

It is what a running server has at `/openapi.json`, but neither a database nor any setting is looked at: the same code
gives the same document on every machine.
"""

import sys
from typing import Any

import orjson
from fastapi import FastAPI

from garner import __version__
from garner.api.app import (
    DESCRIPTION,
    TITLE,
    documented,
    include_faces,
)


def openapi_document() -> dict[str, Any]:
    app = FastAPI(title=TITLE, version=__version__, description=DESCRIPTION)
    include_faces(app)
    return documented(app)


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(openapi_document(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
