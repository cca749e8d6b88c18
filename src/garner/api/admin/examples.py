"""Examples of admin answers, for the documentation.

Each example is built from the answer's own schema and the values below, so that it has exactly the existing fields. A
value is looked up by its field's name, or by shape and name where that differs; a field without a value is null if
allowed, else the default of its type.
"""

from typing import Any

MOMENT = "2026-03-01T12:00:00Z"
LATER = "2026-03-01T18:04:12Z"
URL = "https://shop.example/pan"
REPORT = {
    "applied": False,
    "total": 120,
    "pages": 40,
    "same": 37,
    "missingBodies": 0,
    "failed": {},
    "failures": [],
    "busy": 0,
    "changedPages": 3,
    "notAsShown": 0,
    "savedRecords": 0,
    "differences": [
        {
            "domain": "shop.example",
            "kind": "product",
            "field": "price",
            "added": 1,
            "changed": 2,
            "lost": 0,
            "examples": [{"url": URL, "before": "12", "after": "12.00"}],
        }
    ],
    "differencesLeftOff": 0,
}

VALUES: dict[str, Any] = {
    "added": 1,
    "after": "12.00",
    "alive": True,
    "amended": 1,
    "askedKinds": [],
    "attempt": 1,
    "attempts": 3,
    "avgResponseTimeMs": 210,
    "backlog": 0,
    "baseUrl": "https://shop.example",
    "baseline": 0.97,
    "baselinePages": 4810,
    "before": "12",
    "bytes": 48213,
    "candidate": "mine:loud",
    "cause": "server_error",
    "changed": 2,
    "completedAt": MOMENT,
    "count": 2,
    "cost": "0.1687",
    "crawlDelaySeconds": 0.5,
    "crawlFrequency": "PT6H",
    "defaultFrequency": "P1D",
    "defaultPriority": 5,
    "domain": "shop.example",
    "domains": 1,
    "empty": 41,
    "error": "mine:loud failed: KeyError: 'offers'",
    "errorCode": "server_error",
    "errorMessage": "The site returned an error (HTTP 500).",
    "errorType": "http",
    "errors": 12,
    "example": "The site returned an error (HTTP 500).",
    "extractor": "garner",
    "failureCount": 0,
    "failures": 0,
    "field": "price",
    "hasPassword": True,
    "holding": 1,
    "host": "proxy.example",
    "httpStatus": 200,
    "hour": MOMENT,
    "id": 7,
    "ids": [7, 8, 9],
    "inFlight": 1,
    "isActive": True,
    "kind": "product",
    "kinds": ["product"],
    "lastAt": MOMENT,
    "lastSuccessAt": MOMENT,
    "lastUsedAt": MOMENT,
    "latencySeconds": 0.21,
    "letters": 3,
    "lost": 0,
    "maxConcurrentRequests": 2,
    "maxRetries": 3,
    "message": "The site returned an error (HTTP 500).",
    "nextAt": LATER,
    "nextCrawlAt": LATER,
    "obeysRobots": True,
    "ordered": 2,
    "outcome": "ok",
    "pages": 2,
    "port": 1080,
    "pricePerGb": "3.5000",
    "priority": 3,
    "probes": 0,
    "protocol": "socks5",
    "proxyId": 1,
    "query": "cast iron pan",
    "rate": 0.95,
    "searches": 41,
    "requests": 1210,
    "replayedBefore": [],
    "report": REPORT,
    "retryCount": 0,
    "robotsDelaySeconds": 0.0,
    "rows": 0,
    "same": 37,
    "shutOutOf": 0,
    "stackTrace": None,
    "stage": "crawl",
    "startedAt": MOMENT,
    "state": "running",
    "status": "completed",
    "successCount": 118,
    "successRate": 0.98,
    "taskId": 7,
    "throttleSeconds": 0.0,
    "totalBytes": 48213000,
    "totalCost": "0.1687",
    "totalRequests": 1210,
    "unaffected": [],
    "unchanged": 0,
    "unknown": [],
    "url": URL,
    "username": "garner",
    "version": "2",
    "versions": ["loud-1"],
    "waiting": 12,
    "workId": 4711,
    "worker": "host-4711-5f0e2c6d",
    "AskedShape.extractor": None,
    "AskedShape.report": None,
    "FieldHealthShape.rate": 0.02,
    "ParserAlertShape.pages": 38,
    "ParserAlertShape.rate": 0.02,
    "ParserShape.alerts": ["price"],
    "ParserShape.pages": 40,
    "ShadowDifferenceShape.version": "loud-1",
    "ShadowFailureShape.errorCode": "extract_failed",
    "Breaker.cause": None,
    "Breaker.state": "closed",
    "ProxyCostShape.bytes": 48213000,
    "RunShape.id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
    "TaskShape.errorCode": None,
    "TaskShape.errorMessage": None,
    "WorkerShape.name": "host-4711-5f0e2c6d",
}
_BY_TYPE = {"string": MOMENT, "boolean": False, "integer": 0, "number": 0}


def add_examples(document: dict[str, Any]) -> None:
    """Add an example to every successful answer in the OpenAPI document that has none."""
    schemas = document["components"]["schemas"]
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                media = answer.get("content", {}).get("application/json")
                if status.startswith("2") and media and not {"example", "examples"} & media.keys():
                    media["example"] = example_of(media["schema"], schemas)


def example_of(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return example_of(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "examples" in schema:
        return schema["examples"][0]
    if "properties" in schema:
        return {name: _field(schema, name, schemas) for name in schema["properties"]}
    if schema.get("type") == "array":
        return [example_of(schema["items"], schemas)]
    if "enum" in schema:
        return schema["enum"][0]
    return _BY_TYPE.get(schema.get("type", ""))


def _field(shape: dict[str, Any], name: str, schemas: dict[str, Any]) -> Any:
    field = shape["properties"][name]
    of_shapes = field.get("type") == "array" and "$ref" in field["items"]
    for known in (f"{shape.get('title')}.{name}", name):
        if known in VALUES and (isinstance(VALUES[known], list) or not of_shapes):
            return VALUES[known]
    return example_of(field, schemas)
