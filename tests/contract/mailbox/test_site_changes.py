"""A saved recipe and its changing page: edits stay, and changes of the page are shown beside them."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from tests.integration.changing_site import SOUP, ChangingSite, changing_site, linked

from .conftest import ASYNC, Garner

PATH = "/soup"


@pytest.fixture
async def kitchen() -> AsyncIterator[ChangingSite]:
    async with changing_site() as site:
        site.pages[PATH] = linked(SOUP)
        yield site


class Cook:
    def __init__(self, garner: Garner, site: ChangingSite, person: httpx.AsyncClient) -> None:
        self.garner, self.site, self.person = garner, site, person
        self.path = ""

    async def save(self, **fields: Any) -> dict[str, Any]:
        sent = await self.person.post(ASYNC, json={"url": self.site.url + PATH})
        await self.garner.work()
        return await self.write(parse_job_id=sent.json()["id"], **fields)

    async def write(self, **fields: Any) -> dict[str, Any]:
        answer = await self.person.post("/recipes", json={"title": "Barley soup", **fields})
        assert answer.status_code == 201, answer.text
        self.path = f"/recipes/{answer.json()['id']}"
        return dict(answer.json())

    async def edit(self, **fields: Any) -> None:
        assert (await self.person.patch(self.path, json=fields)).status_code == 200

    async def look(self) -> dict[str, Any]:
        return dict((await self.person.get(self.path)).json())

    async def news(self) -> dict[str, dict[str, Any]]:
        return {change["field"]: change for change in (await self.look())["site_changes"]}

    async def decide(self, **decision: Any) -> dict[str, Any]:
        answer = await self.person.post(f"{self.path}/site-changes", json=decision)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def is_listed_with_changes(self) -> bool:
        recipes = (await self.person.get("/recipes")).json()["recipes"]
        return next(bool(each["has_site_changes"]) for each in recipes if self.path.endswith(each["id"]))

    async def jobs(self, **query: Any) -> list[tuple[str, str | None]]:
        """Return the jobs with the recipes they refresh."""
        answer = await self.person.get("/recipes/parse-url/jobs", params=query)
        return [(job["id"], job["recipe_id"]) for job in answer.json()["jobs"]]

    async def begin_refresh(self) -> str:
        return str((await self.person.post(f"{self.path}/refresh")).json()["id"])

    async def refresh(self, **changes: Any) -> None:
        """Change the page and refresh the recipe."""
        self.site.pages[PATH] = linked({**SOUP, **changes})
        answer = await self.person.post(f"{self.path}/refresh")
        assert answer.status_code == 202, answer.text
        await self.garner.work()


@pytest.fixture
async def cook(garner: Garner, kitchen: ChangingSite, ana: httpx.AsyncClient) -> Cook:
    return Cook(garner, kitchen, ana)


async def test_edits_stay_and_changes_of_the_page_are_shown_beside_them(cook: Cook) -> None:
    await cook.save()
    await cook.edit(title="Our soup", notes="Half the water")
    before = await cook.look()
    await cook.refresh(name="Best barley soup", recipeIngredient=["200 g barley", "2 l water", "2 carrots"])
    after = await cook.look()
    news = {change["field"]: change for change in after.pop("site_changes")}
    assert {**after, "site_version": 1, "site_changes": []} == before  # nothing is applied automatically
    assert news["title"] == {
        "field": "title",
        "base": "Barley soup",
        "mine": "Our soup",
        "site": "Best barley soup",
        "conflict": True,
        "added": [],
        "removed": [],
    }
    assert set(news) == {"title", "ingredients"}
    assert not news["ingredients"]["conflict"]
    assert (news["ingredients"]["added"], news["ingredients"]["removed"]) == (["2 l water"], ["1 l water"])
    assert after["site_version"] == 2


async def test_accepted_changes_are_applied_and_the_rest_can_be_dismissed(cook: Cook) -> None:
    await cook.save()
    await cook.edit(title="Our soup")
    await cook.refresh(name="Best barley soup", recipeYield="6 servings", description="Warm.")
    seen = await cook.look()
    stamps = {name: seen[name] for name in ("revision", "site_version")}
    after = await cook.decide(accept=["yields"], dismiss="all", **stamps)
    assert (after["title"], after["yields"], after["description"]) == ("Our soup", "6 servings", None)
    assert after["site_changes"] == []
    assert after["revision"] == seen["revision"] + 1
    await cook.refresh(name="Best barley soup", recipeYield="8 servings", description="Warm.")
    news = await cook.news()
    assert (set(news), news["yields"]["conflict"]) == ({"yields"}, False)


async def test_accepting_all_changes_keeps_edits_of_unchanged_fields(cook: Cook) -> None:
    await cook.save()
    await cook.edit(title="Our soup", yields="2 bowls")
    await cook.refresh(recipeYield="6 servings", author="Somebody")
    after = await cook.decide(accept="all")
    assert (after["title"], after["yields"], after["author"]) == ("Our soup", "6 servings", "Somebody")


async def test_an_undecided_change_is_shown_again(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings", author="Somebody", name="Best soup")
    after = await cook.decide(accept=["author"], dismiss=["title"])
    assert [change["field"] for change in after["site_changes"]] == ["yields"]
    assert set(await cook.news()) == {"yields"}


async def test_a_decision_on_an_outdated_version_is_a_conflict(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings")
    seen = await cook.look()
    await cook.refresh(recipeYield="8 servings")
    page_moved = await cook.person.post(
        f"{cook.path}/site-changes", json={"accept": "all", "site_version": seen["site_version"]}
    )
    assert (page_moved.status_code, page_moved.json()["fields"][0]["field"]) == (409, "site_version")
    await cook.edit(notes="meanwhile")
    for stale in (
        await cook.person.post(f"{cook.path}/site-changes", json={"accept": "all", "revision": seen["revision"]}),
        await cook.person.post(f"{cook.path}/site-changes", json={"accept": "all"}, headers={"If-Match": '"1"'}),
    ):
        assert (stale.status_code, stale.json()["fields"][0]["field"]) == (409, "revision")
    assert (await cook.look())["yields"] is None


@pytest.mark.parametrize(
    ("decision", "field"),
    [
        ({"accept": ["yields", "notes"]}, "accept.1"),
        ({"accept": "some"}, "accept"),
        ({"accept": 5}, "accept"),
        ({"accept": "all", "dismiss": {"list": 1}}, "dismiss"),
        ({"reject": "all"}, "reject"),
        ({}, "body"),
        ({"accept": [], "dismiss": [], "revision": 1}, "body"),
    ],
)
async def test_an_invalid_decision_names_the_field(cook: Cook, decision: dict[str, Any], field: str) -> None:
    await cook.save()
    answer = await cook.person.post(f"{cook.path}/site-changes", json=decision)
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["fields"]] == [field]
    assert "[" not in answer.json()["error"]


async def test_accepting_one_change_leaves_the_others_undecided(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings", author="Somebody")
    assert [change["field"] for change in (await cook.decide(accept=["author"]))["site_changes"]] == ["yields"]
    assert await cook.is_listed_with_changes()


async def test_an_empty_decision_is_rejected_and_changes_nothing(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings")
    answer = await cook.person.post(f"{cook.path}/site-changes", json={})
    assert answer.json()["error"] == "Specify `accept` or `dismiss`: field names, or `all`."
    assert set(await cook.news()) == {"yields"}


async def test_a_decision_without_effect_keeps_the_revision(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings")
    before = await cook.look()
    for decision in ({"dismiss": ["author"]}, {"accept": ["title"]}, {"accept": ["prep_minutes"]}):
        assert await cook.decide(**decision) == before
    after = await cook.decide(dismiss="all")
    assert (after["revision"], after["site_changes"]) == (before["revision"] + 1, [])
    for again in ("accept", "dismiss"):
        assert await cook.decide(**{again: "all"}) == after


async def test_the_list_marks_recipes_with_site_changes(cook: Cook) -> None:
    await cook.write()
    assert not await cook.is_listed_with_changes()  # there is no page
    await cook.save()
    assert not await cook.is_listed_with_changes()
    await cook.refresh(recipeYield="6 servings")
    assert await cook.is_listed_with_changes()
    await cook.decide(accept=["yields"])
    assert not await cook.is_listed_with_changes()
    await cook.write(url=cook.site.url + PATH)
    assert await cook.is_listed_with_changes()  # no change of that page was decided yet


async def test_a_page_that_reverted_its_change_can_be_dismissed_from_the_list(cook: Cook) -> None:
    await cook.save()
    await cook.refresh(recipeYield="6 servings")
    await cook.refresh()
    before = await cook.look()
    assert (before["site_changes"], await cook.is_listed_with_changes()) == ([], True)
    assert await cook.decide(dismiss="all") == before
    assert not await cook.is_listed_with_changes()


async def test_a_refresh_is_a_job_that_fetches_the_page_even_if_fresh(cook: Cook) -> None:
    await cook.save()
    answer = await cook.person.post(f"{cook.path}/refresh", json={"use_llm_fallback": False})
    assert answer.status_code == 202
    job = answer.json()
    assert (job["status"], job["job_type"], job["url"]) == ("PENDING", "url", cook.site.url + PATH)
    await cook.garner.work()
    assert cook.site.count(PATH) == 2
    status = await cook.person.get(f"/recipes/parse-url/status/{job['id']}")
    assert status.json()["status"] == "COMPLETE"
    assert await cook.news() == {}


async def test_a_refresh_names_its_recipe_and_is_not_listed_by_default(cook: Cook) -> None:
    recipe_id = (await cook.save())["id"]
    job_id = await cook.begin_refresh()
    assert await cook.jobs(status="PENDING") == []
    assert await cook.jobs(status="PENDING", include_refreshes=True) == [(job_id, recipe_id)]
    await cook.garner.work()
    assert await cook.jobs() == []
    assert await cook.jobs(include_refreshes=True) == [(job_id, recipe_id)]
    status = (await cook.person.get(f"/recipes/parse-url/status/{job_id}")).json()
    assert (status["status"], status["recipe_id"]) == ("COMPLETE", recipe_id)


async def test_a_refresh_cannot_be_saved_as_another_recipe(cook: Cook) -> None:
    recipe_id = (await cook.save())["id"]
    job_id = await cook.begin_refresh()
    for _ in ("under way", "complete"):
        answer = await cook.person.post("/recipes", json={"title": "Twice", "parse_job_id": job_id})
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (409, "parse_job_id")
        assert recipe_id in answer.json()["error"]
        await cook.garner.work()
    status = await cook.person.get(f"/recipes/parse-url/status/{job_id}")
    assert status.json()["status"] == "COMPLETE"
    assert len((await cook.person.get("/recipes")).json()["recipes"]) == 1


async def test_a_refresh_of_a_deleted_recipe_is_an_ordinary_job(cook: Cook) -> None:
    await cook.save()
    job_id = await cook.begin_refresh()
    await cook.garner.work()
    assert (await cook.person.delete(cook.path)).status_code == 204
    assert await cook.jobs() == [(job_id, None)]
    await cook.write(parse_job_id=job_id)


async def test_a_refresh_that_joins_an_ordinary_job_does_not_change_it(cook: Cook) -> None:
    await cook.write(url=cook.site.url + PATH)
    sent = (await cook.person.post(ASYNC, json={"url": cook.site.url + PATH})).json()
    assert await cook.begin_refresh() == sent["id"]
    await cook.garner.work()
    assert await cook.jobs() == [(sent["id"], None)]


async def test_a_recipe_by_hand_shows_the_content_of_its_page_after_a_refresh(cook: Cook) -> None:
    await cook.write(url=cook.site.url + PATH, yields="4 bowls")
    assert (await cook.look())["site_version"] is None
    await cook.refresh(recipeYield="6 servings")
    news = await cook.news()
    assert {name: change["conflict"] for name, change in news.items()} == {
        "ingredients": False,
        "instructions": False,
        "yields": True,
    }
    assert (await cook.look())["yields"] == "4 bowls"
    assert (await cook.decide(accept=["ingredients"]))["ingredients"][0]["raw"] == "200 g barley"


async def test_a_known_page_is_compared_with_a_recipe_by_hand_at_once(cook: Cook) -> None:
    await cook.save()
    recipe = await cook.write(url=f"{cook.site.url}{PATH}#top")
    assert (recipe["site_version"], {change["field"] for change in recipe["site_changes"]}) == (
        1,
        {"ingredients", "instructions"},
    )


async def test_a_recipe_with_another_url_has_another_page(cook: Cook) -> None:
    await cook.save()
    await cook.edit(url="https://example.com/other")
    recipe = await cook.look()
    assert (recipe["url"], recipe["site_version"], recipe["site_changes"]) == ("https://example.com/other", None, [])
    assert recipe["ingredients"]
    await cook.edit(url=None)
    assert (await cook.look())["url"] is None


async def test_without_a_page_there_is_nothing_to_refresh_or_decide(cook: Cook) -> None:
    await cook.write()
    for answer in (
        await cook.person.post(f"{cook.path}/refresh"),
        await cook.person.post(f"{cook.path}/site-changes", json={"accept": "all"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


async def test_a_private_url_can_be_saved_but_not_refreshed(cook: Cook, reset: Callable[..., None]) -> None:
    reset(fetch_allow_private=False)
    cook.person = await cook.garner.person("ana@example.com")
    await cook.write(url="http://192.168.0.7/soup")
    answer = await cook.person.post(f"{cook.path}/refresh")
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "url")


async def test_a_missing_page_does_not_change_the_recipe(cook: Cook) -> None:
    await cook.save()
    before = await cook.look()
    cook.site.pages.clear()
    assert (await cook.person.post(f"{cook.path}/refresh")).status_code == 202
    await cook.garner.work()
    assert await cook.look() == before
