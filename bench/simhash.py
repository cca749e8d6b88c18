"""G13: the SimHash of a page, text extraction included, compared with BeautifulSoup (with lxml) and the `simhash`
package.

Both get the same pages as text and omit the same elements. The pages are generated, with 50 to 100 KB each, and
composed like real ones: menus, scripts, styles, a long text with markup inside its sentences, a list, comments. The
contenders take turns; a rate is the median of the rounds, by processor time, since neither waits.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence

from bs4 import BeautifulSoup

from bench.result import Result
from garner.extraction.page.document import Document
from garner.extraction.page.visible_text import visible_text
from garner.extraction.unchanged.simhash import simhash
from simhash import Simhash

WANTED = 15.0
PAGES = 40
ROUNDS = 3
LEFT_OUT = "script, style, nav, footer, header"

Contender = Callable[[bytes], int]


def page(seed: int) -> bytes:
    """Return a page of about 60 KB: 630 elements with 1,050 attributes and 760 visible words, like real pages of that
    size."""
    chance = random.Random(seed)
    syllables = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu")
    words = ["".join(chance.choices(syllables, k=chance.randint(1, 4))) for _ in range(1500)]

    def text(count: int) -> str:
        return " ".join(chance.choices(words, k=count))

    def repeated(times: int, make: Callable[[], str]) -> str:
        return "\n".join(make() for _ in range(times))

    def metadata() -> str:
        return f"""<meta property="{text(1)}" content="{text(9)}"><link rel="{text(1)}" href="/{text(1)}/{text(1)}.css">
            <script async src="/{text(1)}/{text(1)}.js"></script>"""

    def link() -> str:
        return f'<li class="menu-item {text(1)}"><a class="link" href="/{text(1)}/{text(1)}">{text(2)}</a></li>'

    def ingredient() -> str:
        return f"""<li class="{text(2)}" data-id="{text(1)}"><span class="amount">{text(1)}</span>
            <span class="unit">g</span> <span class="name">{text(3)}</span></li>"""

    def paragraph() -> str:
        return f'<p>{text(12)} <b>{text(2)}</b>, {text(8)} <a href="/{text(1)}" rel="nofollow">{text(2)}</a>.</p>'

    def card() -> str:
        return f"""<div class="card {text(2)}" id="{text(1)}"><div class="{text(1)}">
            <img src="/images/{text(1)}.jpg" srcset="/images/{text(2)}.jpg 2x" alt="{text(4)}"
            width="{text(1)}" height="{text(1)}" loading="lazy" style="{text(6)}" data-source="/{text(3)}">
            </div><div><a href="/{text(1)}/{text(1)}" title="{text(3)}"><h3 class="{text(2)}">{text(3)}</h3></a>
            <span class="by" data-author="{text(3)}">{text(2)}</span>
            <time datetime="2025-05-04">May 4</time></div></div>"""

    def statement() -> str:
        return f'window.{text(1)} = {{"{text(1)}": "{text(4)}"}};'

    return f"""<!doctype html><html lang="en"><head><title>{text(5)}</title>{repeated(25, metadata)}</head><body>
        <header><nav><ul>{repeated(40, link)}</ul></nav></header>
        <main><h1>{text(5)}</h1><ul>{repeated(24, ingredient)}</ul>{repeated(16, paragraph)}
        <section>{repeated(32, card)}</section></main>
        <script>{repeated(chance.randint(300, 600), statement)}</script>
        <footer><ul>{repeated(30, link)}</ul></footer></body></html>""".encode()


def garner(body: bytes) -> int:
    return simhash(visible_text(Document(body, url="", charset="utf-8").tree))


def peer(body: bytes) -> int:
    soup = BeautifulSoup(body.decode(), "lxml")
    for element in soup.select(LEFT_OUT):
        element.decompose()
    words = soup.get_text(separator=" ", strip=True).lower().split()
    return int(Simhash([" ".join(words[start : start + 3]) for start in range(len(words) - 2)]).value)


def pages_per_second(contender: Contender, pages: Sequence[bytes]) -> float:
    started = time.process_time()
    for body in pages:
        contender(body)
    return len(pages) / (time.process_time() - started)


def run(quick: bool) -> list[Result]:
    pages = [page(seed) for seed in range(PAGES // 4 if quick else PAGES)]
    rates: dict[Contender, list[float]] = {garner: [], peer: []}
    for contender in rates:
        # A process that has been at work for a while has met a large page, after which it keeps the memory it needs.
        contender(b"".join(pages[:10]))
    for _ in range(ROUNDS):
        for contender, rounds in rates.items():
            rounds.append(pages_per_second(contender, pages))
    ours, theirs = (statistics.median(rounds) for rounds in rates.values())
    size = statistics.mean(map(len, pages)) / 1000
    detail = f"garner {ours:,.0f} pages/s, simhash with BeautifulSoup {theirs:,.0f} pages/s, {size:.0f} KB a page"
    return [Result("G13", "SimHash of a page", ours / theirs, WANTED, detail)]
