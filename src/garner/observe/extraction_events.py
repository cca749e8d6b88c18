"""Events of reading pages and pictures."""

from dataclasses import dataclass

from garner.observe.event import Event


@dataclass(frozen=True, slots=True)
class PageExtracted(Event):
    task_id: int
    url: str
    found: str
    missing: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PageUnchanged(Event):
    task_id: int
    url: str
    kinds: str
    seconds: float


@dataclass(frozen=True, slots=True)
class LlmAsked(Event):
    """A call, or a skipped call, of a language model about a page."""

    task_id: int | None  # None for a submitted page
    url: str
    kind: str
    outcome: str  # "ok" or the error's code
    tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PictureRead(Event):
    item_id: str
    lines: int  # of text
    found: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PictureLookedAt(Event):
    level = "debug"
    item_id: str
    gtins: int  # on barcodes
    seconds: float


@dataclass(frozen=True, slots=True)
class CataloguePictureLookedAt(Event):
    """A fetch, or a skipped fetch, of a product's own picture, by which the product is recognised."""

    level = "debug"
    product_id: int
    outcome: str  # known, unremarkable, put_off, or the reason why it could not be fetched
    seconds: float


@dataclass(frozen=True, slots=True)
class ParserAlertOpened(Event):
    """Pages of a site give a record, or records have some fields, less often than before."""

    level = "warning"
    domain: str
    kind: str
    version: str
    fields: str  # or the whole record
    drops: str  # of each field, the current share and the usual one
    pages: int


@dataclass(frozen=True, slots=True)
class ParserAlertClosed(Event):
    domain: str
    kind: str
    fields: str
    because: str


@dataclass(frozen=True, slots=True)
class ShadowCompared(Event):
    """A comparison, or a skipped one, of a candidate extractor on a page."""

    level = "debug"
    candidate: str
    url: str
    outcome: str  # same, different, failed, or dropped because the queue was full
    seconds: float
