"""Posts of social networks: how they are recognised, and the recipes in their captions."""

import json
from html import escape
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.core.urls.social_posts import is_post, job_type_of
from garner.extraction import extract
from garner.extraction.kinds.recipe.sites.social import WARNING

CAPTION = """Lemon drizzle cake 🍋

Ingredients:
- 225 g butter
- 225 g sugar
- 4 eggs

Method:
1. Heat the oven to 180 C.
2. Beat the butter with the sugar, then add the eggs.
3. Bake for 45 minutes.

Follow for more! #baking #cake"""
INSTAGRAM = "https://www.instagram.com/p/C0ffee_1/"
YOUTUBE = "https://www.youtube.com/watch?v=abc"


@pytest.mark.parametrize(
    "url",
    [
        INSTAGRAM,
        "https://instagram.com/somebody/reel/abc/",
        "https://www.tiktok.com/@cook.er/video/7123",
        "https://vm.tiktok.com/ZMabc/",
        "https://www.facebook.com/somepage/posts/123",
        "https://m.facebook.com/groups/soup/permalink/1",
        "https://fb.watch/abc/",
        "https://www.pinterest.co.uk/pin/123/",
        "https://de.pinterest.com/pin/lemon--123/",
        "https://pin.it/abc",
        YOUTUBE,
        "https://m.youtube.com/shorts/abc",
        "https://youtu.be/abc",
        "https://x.com/cook/status/1",
        "https://mobile.twitter.com/cook/status/1",
        "https://www.threads.net/@cook/post/abc",
        "https://old.reddit.com/r/recipes/comments/abc/leek_soup/",
        "https://www.reddit.com/r/recipes/s/abc",
        "https://bsky.app/profile/cook.example.com/post/3k",
        "HTTPS://WWW.INSTAGRAM.COM/P/ABC/",
    ],
)
def test_posts_are_recognised_by_host_and_path(url: str) -> None:
    assert is_post(url)
    assert job_type_of(url) == "social"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/p/abc/",
        "https://www.instagram.com/",
        "https://www.instagram.com/somebody/",
        "https://notinstagram.com/p/abc/",
        "https://instagram.com.example.com/p/abc/",
        "https://example.com/?u=https://youtu.be/abc",
        "https://www.youtube.com/@cook/videos",
        "https://www.pinterest.com/cook/cakes/",
        "https://pinterest.example.com/pin/1/",
        "https://www.reddit.com/r/recipes/",
        "https://x.com/cook",
        "http://[",
        "",
    ],
)
def test_other_pages_are_ordinary_links(url: str) -> None:
    assert not is_post(url)
    assert job_type_of(url) == "url"


# Captions ------------------------------------------------------------------------------------------------------


def page(*, script: str = "", ld: Any = None, title: str = "", body: str = "", **properties: str) -> bytes:
    metas = "".join(
        f'<meta property="{name.replace("_", ":")}" content="{escape(value)}">' for name, value in properties.items()
    )
    markup = f'<script type="application/ld+json">{json.dumps(ld)}</script>' if ld else ""
    return (
        f'<html lang="en"><head><title>{title}</title>{metas}{markup}<script>{script}</script></head>'
        f"<body>{body}</body></html>"
    ).encode()


def read(body: bytes, url: str) -> Record | None:
    return extract(body, url=url, charset=None, kinds=[Kind.RECIPE]).records.get(Kind.RECIPE)


def assert_is_the_cake(record: Record | None) -> Record:
    assert record is not None
    assert [line["name"] for line in record.data["ingredients"]] == ["butter", "sugar", "eggs"]
    assert record.data["instructions"][0] == "Heat the oven to 180 C."
    assert record.data["instructions"][-1] == "Bake for 45 minutes."
    assert record.strategy == "social" and WARNING in record.warnings
    return record


def test_a_preview_that_counts_likes_gives_caption_and_author() -> None:
    counted = f'1,234 likes, 56 comments - some.cook on March 3, 2026: "{CAPTION}". '
    record = read(
        page(og_description=counted, og_title='Some Cook on Instagram: "Lemon…"', og_image="/cake.jpg"), INSTAGRAM
    )
    data = assert_is_the_cake(record).data
    assert (data["title"], data["author"]) == ("Lemon drizzle cake", "some.cook")
    assert data["image"] == "https://www.instagram.com/cake.jpg"


def test_the_whole_caption_is_found_in_the_embedded_state_by_its_beginning() -> None:
    state = f"var ytInitialPlayerResponse = {json.dumps({'videoDetails': {'shortDescription': CAPTION}})};"
    other = json.dumps({"shortDescription": "Something else: 1 g gold, 2 g silver, 3 g copper and more of it" * 3})
    record = read(
        page(
            script=f"var other = {other}; {state}",
            og_title="The cake of cakes - YouTube",
            og_description=CAPTION[:60],
        ),
        YOUTUBE,
    )
    assert assert_is_the_cake(record).data["title"] == "The cake of cakes"


@pytest.mark.parametrize("kind", ["VideoObject", "SocialMediaPosting"])
def test_markup_for_search_engines_is_read(kind: str) -> None:
    field = "articleBody" if kind == "SocialMediaPosting" else "description"
    ld = {"@context": "https://schema.org", "@type": kind, "name": "Drizzle cake", field: CAPTION}
    ld |= {"author": {"@type": "Person", "name": "Some Cook"}, "thumbnailUrl": "https://example.com/t.jpg"}
    data = assert_is_the_cake(read(page(ld=ld), "https://www.pinterest.com/pin/1/")).data
    assert (data["title"], data["author"], data["image"]) == ("Drizzle cake", "Some Cook", "https://example.com/t.jpg")


def test_the_name_of_the_network_is_removed_from_the_title() -> None:
    on_reddit = read(
        page(og_title="r/recipes on Reddit: Drizzle cake", og_description=CAPTION),
        "https://www.reddit.com/r/recipes/comments/1/cake/",
    )
    assert assert_is_the_cake(on_reddit).data["title"] == "Drizzle cake"
    tiktok = read(page(og_title="TikTok", og_description=CAPTION), "https://www.tiktok.com/@c/video/1")
    assert assert_is_the_cake(tiktok).data["title"] == "Lemon drizzle cake"


def test_a_post_without_a_recipe_gives_no_record() -> None:
    assert read(page(og_description="A lovely day at the beach. Wish you were here!"), INSTAGRAM) is None
    assert read(page(), INSTAGRAM) is None


def test_captions_are_read_only_on_posts() -> None:
    assert read(page(og_description=CAPTION), "https://example.com/p/abc/") is None


def test_hostile_pages_are_read_in_bounded_time() -> None:
    long = ("Ingredients: " + "1 g x, " * 3_000 + "\n") * 3
    script = '"description":"' + "\\u0041" * 50_000 + '",' + '"text":"' * 20_000
    body = page(script=script, og_description=long, og_title="x on instagram: " * 500, title="a" * 100_000)
    read(body, INSTAGRAM)
    read(page(og_description="1 a, " * 20_000 + "- a b: " * 5_000), INSTAGRAM)


def test_lone_surrogates_in_the_state_are_ignored() -> None:
    state = json.dumps({"desc": CAPTION + "\ud83d"})
    assert_is_the_cake(read(page(script=state, og_description=CAPTION[:60]), INSTAGRAM))
