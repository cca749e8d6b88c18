"""Bodies that are too large, decompression bombs, or damaged."""

import asyncio
import gzip
import hashlib
import time
import zlib
from functools import partial

import brotli
import pytest
import zstandard
from tests.hostile.conftest import answer

from garner.errors import NetworkError, TooLarge, UndecodableBody
from garner.fetch.decoding import PIECE, BodyDecoder

HTML = b"<!doctype html><title>Soup</title>" + b"".join(b"<li>%d g of salt</li>" % n for n in range(20_000))


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACK = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": partial(brotli.compress, quality=5),  # the default takes longer than the test itself
    "zstd": zstandard.ZstdCompressor().compress,
}


def encoded(body: bytes, encoding: str) -> bytes:
    return answer(body, f"Content-Encoding: {encoding}")


@pytest.mark.parametrize("encoding", [*PACK, "GZip", "raw deflate"])
async def test_an_encoded_body_is_unpacked(serve, fetcher, encoding):
    pack = raw_deflate if encoding == "raw deflate" else PACK[encoding.lower()]
    packed = pack(HTML)
    page = await (await fetcher()).fetch((await serve(encoded(packed, encoding.split()[-1]))).url())
    assert page.body == HTML
    assert page.content_hash == hashlib.sha256(HTML).hexdigest()
    assert page.transferred == len(packed)


@pytest.mark.parametrize("encoding", PACK)
async def test_an_encoded_body_sent_byte_by_byte_is_unpacked(serve, fetcher, encoding):
    packed = PACK[encoding](HTML[:300])

    async def dribble(path, writer):
        writer.write(encoded(packed, encoding)[: -len(packed)])
        for position in range(len(packed)):
            writer.write(packed[position : position + 1])
            await writer.drain()
            await asyncio.sleep(0)

    assert (await (await fetcher()).fetch((await serve(dribble)).url())).body == HTML[:300]


async def test_stacked_encodings_are_decoded_in_reverse_order(serve, fetcher):
    packed = brotli.compress(zlib.compress(gzip.compress(HTML)))
    site = await serve(answer(packed, "Content-Encoding: gzip, deflate", "Content-Encoding: br"))
    assert (await (await fetcher()).fetch(site.url())).body == HTML


async def test_too_many_stacked_encodings_are_refused(serve, fetcher):
    site = await serve(encoded(HTML, "gzip, gzip, gzip, gzip"))
    with pytest.raises(UndecodableBody, match="4 encodings"):
        await (await fetcher()).fetch(site.url())


async def test_several_gzip_members_are_one_body(serve, fetcher):
    site = await serve(encoded(gzip.compress(b"one ") + gzip.compress(b"two") + b"\0" * 20, "gzip"))
    assert (await (await fetcher()).fetch(site.url())).body == b"one two"


async def test_several_zstd_frames_are_one_body(serve, fetcher):
    site = await serve(encoded(PACK["zstd"](b"one ") + PACK["zstd"](b"two"), "zstd"))
    assert (await (await fetcher()).fetch(site.url())).body == b"one two"


@pytest.mark.parametrize("encoding", ["identity", "utf-8", "none", ""])
async def test_an_identity_encoding_is_ignored(serve, fetcher, encoding):
    assert (await (await fetcher()).fetch((await serve(encoded(HTML, encoding))).url())).body == HTML


async def test_an_unrequested_encoding_is_undecodable(serve, fetcher):
    with pytest.raises(UndecodableBody, match="'compress'"):
        await (await fetcher()).fetch((await serve(encoded(HTML, "compress"))).url())


@pytest.mark.parametrize("encoding", PACK)
async def test_a_truncated_encoded_body_is_undecodable(serve, fetcher, encoding):
    site = await serve(encoded(PACK[encoding](HTML)[:-9], encoding))
    with pytest.raises(UndecodableBody, match="is truncated"):
        await (await fetcher()).fetch(site.url())


@pytest.mark.parametrize("encoding", PACK)
async def test_a_body_in_another_encoding_than_declared_is_undecodable(serve, fetcher, encoding):
    with pytest.raises(UndecodableBody):
        await (await fetcher()).fetch((await serve(encoded(HTML, encoding))).url())


async def test_a_wrong_checksum_is_undecodable(serve, fetcher):
    packed = bytearray(gzip.compress(HTML))
    packed[-6] ^= 1
    with pytest.raises(UndecodableBody):
        await (await fetcher()).fetch((await serve(encoded(bytes(packed), "gzip"))).url())


@pytest.mark.parametrize("encoding", PACK)
async def test_an_empty_body_is_empty_in_every_encoding(serve, fetcher, encoding):
    assert (await (await fetcher()).fetch((await serve(encoded(b"", encoding))).url())).body == b""


@pytest.mark.parametrize("encoding", PACK)
async def test_a_decompression_bomb_is_too_large(serve, fetcher, encoding):
    bomb = PACK[encoding](bytes(5_000_000))
    assert len(bomb) < 50_000
    with pytest.raises(TooLarge, match="larger than the 100000 bytes"):
        await (await fetcher(max_bytes=100_000)).fetch((await serve(encoded(bomb, encoding))).url())


@pytest.mark.parametrize("encoding", PACK)
def test_a_decompression_bomb_is_unpacked_only_up_to_the_limit(encoding):
    bomb = PACK[encoding](bytes(8_000_000))
    unpacked = 0
    with pytest.raises(TooLarge):
        for piece in BodyDecoder([encoding], 3_000_000).pieces(bomb):
            unpacked += len(piece)
    assert unpacked <= 3_000_000


@pytest.mark.parametrize("encoding", PACK)
def test_each_unpacking_step_is_small(encoding):
    bomb = PACK[encoding](bytes(8_000_000))
    steps = [len(piece) for piece in BodyDecoder([encoding], 10_000_000).pieces(bomb)]
    assert sum(steps) == 8_000_000
    assert max(steps) <= (2_097_152 if encoding == "zstd" else PIECE * 2)


@pytest.mark.parametrize("size", [PIECE - 1, PIECE, PIECE + 1, PIECE * 2, PIECE * 2 + 1])
@pytest.mark.parametrize("pack", [zlib.compress, raw_deflate])
def test_the_last_piece_inside_the_decoder_is_returned(pack, size):
    decoder = BodyDecoder(["deflate"], 10_000_000)
    assert b"".join(decoder.pieces(pack(bytes(size)))) == bytes(size)
    decoder.finish()


async def test_a_bomb_between_two_encodings_is_too_large_even_with_empty_output(serve, fetcher):
    empty = gzip.compress(b"", mtime=0)
    site = await serve(encoded(gzip.compress(empty * 200_000), "gzip, gzip"))
    with pytest.raises(TooLarge):
        await (await fetcher(max_bytes=1_000_000)).fetch(site.url())


async def test_the_event_loop_stays_responsive_while_a_bomb_is_refused(serve, fetcher):
    site = await serve(encoded(gzip.compress(bytes(120_000_000), 9), "gzip"))
    fetch = (await fetcher(max_bytes=100_000_000)).fetch
    max_wait = 0.0  # in processor time of this thread: a busy machine lengthens every wait

    async def watch():
        nonlocal max_wait
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            max_wait = max(max_wait, time.thread_time() - before)

    watching = asyncio.create_task(watch())
    started = time.process_time()
    with pytest.raises(TooLarge):
        await fetch(site.url())
    await asyncio.sleep(0)  # to include a wait that ended with the fetch
    watching.cancel()
    assert max_wait < (time.process_time() - started) / 4


async def test_a_body_of_exactly_the_limit_is_accepted(serve, fetcher):
    page = await (await fetcher(max_bytes=5000)).fetch((await serve(answer(b"x" * 5000))).url())
    assert page.transferred == len(page.body) == 5000


async def test_a_declared_length_over_the_limit_is_refused_without_reading(serve, fetcher):
    announced_only = answer(length=5001)
    with pytest.raises(TooLarge, match="declares 5001 bytes"):
        await (await fetcher(max_bytes=5000, timeout=2)).fetch((await serve(announced_only)).url())


@pytest.mark.parametrize("chunked", [True, False])
async def test_a_body_without_a_declared_length_is_cut_off_at_the_limit(serve, fetcher, chunked):
    piece = b"x" * 1000
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" if chunked else b"HTTP/1.1 200 OK\r\n\r\n"

    async def pour_for_ever(path, writer):
        writer.write(head)
        while not writer.is_closing():
            writer.write(b"3e8\r\n%s\r\n" % piece if chunked else piece)
            await writer.drain()

    with pytest.raises(TooLarge, match="larger than the 100,000 bytes"):
        await (await fetcher(max_bytes=100_000)).fetch((await serve(pour_for_ever)).url())


async def test_the_limit_applies_to_transferred_bytes_even_if_nothing_is_unpacked(serve, fetcher):
    padding = gzip.compress(b"page") + bytes(100_000)
    site = await serve(
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s"
        % (len(padding), padding)
    )
    with pytest.raises(TooLarge):
        await (await fetcher(max_bytes=10_000)).fetch(site.url())


async def test_a_truncated_transfer_is_a_network_error_not_a_decoding_error(serve, fetcher):
    async def cut(path, writer):
        writer.write(answer(gzip.compress(HTML)[:500], "Content-Encoding: gzip", length=5000))
        writer.close()

    with pytest.raises(NetworkError):
        await (await fetcher()).fetch((await serve(cut)).url())
