"""Print the API's OpenAPI document (`python -m garner.api.document`), from which the page's client is generated.

A running server has the same document at `/openapi.json`, but neither a database nor any setting is read here: the same
code gives the same document on every machine.
"""

import sys
from typing import Any

import orjson
from fastapi import FastAPI

from garner import __version__
from garner.api.app import DESCRIPTION, TITLE, describe_api, include_faces


def openapi_document() -> dict[str, Any]:
    app = FastAPI(title=TITLE, version=__version__, description=DESCRIPTION)
    include_faces(app)
    return describe_api(app)


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(openapi_document(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
