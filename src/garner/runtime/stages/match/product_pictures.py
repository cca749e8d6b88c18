"""Match products on pictures: by barcode, then by perceptual hash, then by the text on the picture.

A barcode is never wrong: if one was read whose product is unknown, no other strategy matches the picture to a product
with another number. Only a barcode teaches the perceptual hash of its product, so that the next similar picture is
recognized at once, for the user who sent it; the hashes of the catalogue's own pictures serve all users
(`runtime.duties.catalogue_pictures`).
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.core.matching import ProductGroups, product_identity
from garner.core.matching.strategies import StoredCandidate, Strategy, merge_candidates
from garner.core.record import Kind
from garner.engine import Engine
from garner.extraction.kinds.product.picture import BarcodesAndHash
from garner.extraction.ocr.perceptual_hash import WITHIN
from garner.pools.pictures import Pictures
from garner.runtime.stages.match.item_results import (
    Learned,
    Progress,
    Settled,
    flat,
    make_settled,
    max_runs,
    settle_unmatched,
    with_search,
)
from garner.runtime.stages.match.row_matching import MatchRow, RowMatch, RowMatcher, row_of
from garner.runtime.stages.match.rows import Rows
from garner.store.queue import workers
from garner.store.queue.matching import ItemClaim
from garner.store.records import catalogue, perceptual_hashes
from garner.store.records.catalogue import bare_gtin

BITS = 64
# Another product that is nearly as similar makes the match ambiguous.
CLEAR_BITS = 4
MAX_TEXT_LENGTH = 2_000
NOTHING = "No product of the catalogue was recognised in the picture."
UNREAD = "No running worker can read text in pictures. The operator can add this with `make ocr`."


@dataclass(frozen=True, slots=True)
class PictureReading:
    """The findings of earlier runs on the picture."""

    gtins: tuple[str, ...]
    print: int | None
    text: str | None = None

    def serialize(self) -> dict[str, Any]:
        # As text, since many JSON parsers do not keep 64-bit numbers.
        return {"gtins": list(self.gtins), "print": None if self.print is None else str(self.print), "text": self.text}

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "PictureReading | None":
        if not kept:
            return None
        print_ = kept.get("print")
        return cls(tuple(kept.get("gtins") or ()), None if print_ is None else int(print_), kept.get("text"))

    def contradicts(self, gtin: str | None) -> bool:
        """Return whether a barcode identifies a different product than the one with this number."""
        return bool(self.gtins) and gtin is not None and not any(_is_same(barcode, gtin) for barcode in self.gtins)

    @property
    def row(self) -> MatchRow:
        return row_of({"title": self.text} if self.text else {}, self.gtins)


class ProductPictures:
    def __init__(
        self, engine: Engine, pictures: Pictures, rows: Rows, matcher: RowMatcher, *, reads_text: bool
    ) -> None:
        self._engine = engine
        self._pictures = pictures
        self._rows = rows
        self._matcher = matcher
        self._reads_text = reads_text

    async def match(self, claim: ItemClaim, packed: bytes) -> Settled:
        progress = Progress.of(claim)
        seen = PictureReading.read(progress.seen)
        candidates = progress.candidates
        if seen is None:
            looked = await self._look(claim, packed)
            seen = PictureReading(looked.gtins, looked.print)
            match, candidates = await self._recognise(seen, claim.user_id)
            if match is not None:
                return await self._settle_match(claim, match, candidates, seen)
            if max_runs(claim, self._engine.settings) > 1:
                return await self._unread(claim, candidates, seen)
        return await self._match_text(claim, packed, candidates, seen, progress)

    async def _look(self, claim: ItemClaim, packed: bytes) -> BarcodesAndHash:
        started = time.monotonic()
        looked = await self._pictures.look(packed)
        seconds = time.monotonic() - started
        observe.emit(observe.PictureLookedAt(str(claim.item_id), len(looked.gtins), seconds))
        return looked

    async def _recognise(
        self, seen: PictureReading, user_id: int | None
    ) -> tuple[RowMatch | None, list[StoredCandidate]]:
        async with self._engine.database.connection() as connection:
            for gtin in seen.gtins:
                if known := await catalogue.by_gtin(connection, user_id, gtin):
                    return _by_barcode(known)
            if seen.print is None:
                return None, []
            distances = {
                likeness.product_id: likeness.distance
                for likeness in await perceptual_hashes.nearest(connection, seen.print, WITHIN, user_id)
            }
            alike = await catalogue.by_ids(connection, user_id, list(distances))
        kept = [_to_stored(entry, 1 - distances[entry.id] / BITS, Strategy.LOOKS) for entry in alike]
        if not kept or seen.contradicts(alike[0].gtin) or not _is_clear(alike, distances):
            return None, merge_candidates(kept)
        return RowMatch(kept[0].id, None, kept[0].score, Strategy.LOOKS), merge_candidates(kept)

    async def _unread(self, claim: ItemClaim, candidates: list[StoredCandidate], seen: PictureReading) -> Settled:
        """Leave the text to the next run, by a worker that can read it if there is one."""
        settings = self._engine.settings
        reads_text = self._reads_text or await self._others_read()
        return settle_unmatched(
            claim,
            settings,
            candidates,
            NOTHING,
            seen=seen.serialize(),
            reads_text=reads_text,
            chance=self._engine.rng.random(),
        )

    async def _others_read(self) -> bool:
        async with self._engine.database.connection() as connection:
            return await workers.can_any_read_text(connection)

    async def _match_text(
        self,
        claim: ItemClaim,
        packed: bytes,
        candidates: list[StoredCandidate],
        seen: PictureReading,
        progress: Progress,
    ) -> Settled:
        recipe = None
        why = NOTHING
        if seen.text is None and self._reads_text:
            started = time.monotonic()
            read = await self._pictures.read(packed, Kind.RECIPE)
            seconds = time.monotonic() - started
            observe.emit(observe.PictureRead(str(claim.item_id), read.lines, "", seconds))
            seen = PictureReading(seen.gtins, seen.print, " ".join(read.text)[:MAX_TEXT_LENGTH])
            recipe = read.extraction.records.get(Kind.RECIPE) if claim.kind != Kind.PRODUCT else None
        elif seen.text is None:
            why = UNREAD
        settings = self._engine.settings
        if not seen.row.is_empty:
            # The first run did not use the text.
            run, runs = max(1, progress.runs), max(1, max_runs(claim, settings) - 1)
            outcome = await self._matcher.match(seen.row, claim.user_id, candidates, run, runs)
            if outcome.match is not None and not seen.contradicts(await self._gtin(claim.user_id, outcome.match)):
                settled = await self._settle_match(claim, outcome.match, outcome.candidates, seen)
                return with_search(claim, settled, outcome.search)
            if recipe is None:
                unmatched = self._rows.settle_no_match(claim, outcome, why, seen=seen.serialize())
                return with_search(claim, unmatched, outcome.search)
        if recipe is not None:
            return make_settled(claim, ItemStatus.DONE, result=flat(recipe), kind=Kind.RECIPE)
        return settle_unmatched(
            claim, settings, candidates, why, seen=seen.serialize(), chance=self._engine.rng.random()
        )

    async def _settle_match(
        self, claim: ItemClaim, match: RowMatch, candidates: list[StoredCandidate], seen: PictureReading
    ) -> Settled:
        return await self._rows.settle_match(claim, match, candidates, learned=_learn(claim, match, seen))

    async def _gtin(self, user_id: int | None, match: RowMatch) -> str | None:
        if match.offer is not None:
            return match.offer.fields.get("gtin")
        assert match.product_id is not None
        async with self._engine.database.connection() as connection:
            entries = await catalogue.by_ids(connection, user_id, [match.product_id])
        return entries[0].gtin if entries else None


def _by_barcode(known: Sequence[catalogue.CatalogueEntry]) -> tuple[RowMatch | None, list[StoredCandidate]]:
    """Match by barcode. It is ambiguous if makers share the number for different products."""
    groups = ProductGroups(product_identity(entry.fields) for entry in known)
    firsts = {groups.first(index) for index in range(len(known))}
    kept = merge_candidates(_to_stored(known[index], 1.0, Strategy.BARCODE) for index in sorted(firsts))
    if len(firsts) > 1:
        return None, kept
    return RowMatch(known[0].id, None, 1.0, Strategy.BARCODE, known[1:]), kept


def _learn(claim: ItemClaim, match: RowMatch, seen: PictureReading) -> Learned | None:
    """Return what the picture teaches. With several barcodes it is unknown which belongs to the product shown."""
    if match.strategy is not Strategy.BARCODE or len(seen.gtins) > 1:
        return None
    if match.product_id is None or seen.print is None or claim.user_id is None:
        return None
    return Learned(match.product_id, seen.print, claim.user_id)


def _is_clear(alike: Sequence[catalogue.CatalogueEntry], distances: Mapping[int, int]) -> bool:
    """Return whether no other product is nearly as similar. Shops that sell the same product, with the same picture, do
    not compete."""
    best = product_identity(alike[0].fields)
    other_products = [entry for entry in alike[1:] if not best.is_same(product_identity(entry.fields))]
    return not other_products or distances[other_products[0].id] - distances[alike[0].id] >= CLEAR_BITS


def _is_same(gtin: str | None, other: str | None) -> bool:
    return gtin is not None and other is not None and bare_gtin(gtin) == bare_gtin(other)


def _to_stored(entry: catalogue.CatalogueEntry, score: float, strategy: Strategy) -> StoredCandidate:
    return StoredCandidate(entry.id, entry.name, entry.brand, entry.sku, entry.url, score, strategy)
