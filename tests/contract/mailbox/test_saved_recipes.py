"""Face 1 over HTTP: saving recipes from the mailbox, and recipes written by hand."""

import asyncio
import re
from typing import Any
from uuid import uuid4

import httpx
import pytest

from garner.core.lifecycle import ItemStatus
from garner.runtime.duties.background import abandon_unsaved

from .conftest import ASYNC, RECIPE, Garner

RECIPES = "/recipes"
SOUP = {"title": "Lentil soup", "ingredients": ["2 cups red lentils", "1 onion"], "instructions": ["Boil."]}


async def parsed(garner: Garner, person: httpx.AsyncClient, path: str = RECIPE) -> str:
    answer = await person.post(ASYNC, json={"url": garner.page(path)})
    await garner.work()
    return str(answer.json()["id"])


async def job_status(person: httpx.AsyncClient, job_id: str) -> str:
    return str((await person.get(f"/recipes/parse-url/status/{job_id}")).json()["status"])


async def save(person: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await person.post(RECIPES, json=SOUP | fields)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def titles(person: httpx.AsyncClient, **query: Any) -> list[str]:
    answer = await person.get(RECIPES, params=query)
    assert answer.status_code == 200, answer.text
    return [recipe["title"] for recipe in answer.json()["recipes"]]


# Saving -------------------------------------------------------------------------------------------------------


async def test_a_recipe_by_hand_needs_only_a_title(ana: httpx.AsyncClient) -> None:
    answer = await ana.post(RECIPES, json={"title": "  Toast "})
    assert answer.status_code == 201
    recipe = answer.json()
    assert recipe["title"] == "Toast"
    assert (recipe["ingredients"], recipe["tags"], recipe["notes"], recipe["parse_job_id"]) == ([], [], None, None)
    assert (recipe["revision"], recipe["site_changes"], recipe["site_version"]) == (1, [], None)
    assert (answer.headers["Location"], answer.headers["ETag"]) == (f"/recipes/{recipe['id']}", '"1"')
    assert (await ana.get(answer.headers["Location"])).json() == recipe


async def test_saving_a_parse_commits_its_job_and_copies_omitted_fields(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    result = (await ana.get(f"/recipes/parse-url/status/{job_id}")).json()["result"]["recipe"]
    answer = await ana.post(RECIPES, json={"title": "Our cake", "yields": None, "parse_job_id": job_id})
    assert answer.status_code == 201
    recipe = answer.json()
    assert (recipe["title"], recipe["yields"], recipe["parse_job_id"]) == ("Our cake", None, job_id)
    assert (recipe["ingredients"], recipe["instructions"]) == (result["ingredients"], result["instructions"])
    assert (recipe["url"], recipe["site_version"], recipe["site_changes"]) == (garner.page(), 1, [])
    assert await job_status(ana, job_id) == "COMMITTED"
    (job,) = await garner.execute("select committed_at is not null as is_set from job_items")
    assert job["is_set"]


async def test_the_parsed_recipe_can_be_sent_back_unchanged(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    result = (await ana.get(f"/recipes/parse-url/status/{job_id}")).json()["result"]["recipe"]
    recipe = await save(ana, **result, parse_job_id=job_id)
    assert {name: recipe[name] for name in result} == result


async def test_a_saved_recipe_refers_to_the_parsed_page_despite_another_url(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    job_id = await parsed(garner, ana)
    recipe = await save(ana, parse_job_id=job_id, url="https://example.com/elsewhere")
    assert (recipe["url"], recipe["site_version"]) == ("https://example.com/elsewhere", 1)


async def test_a_recipe_can_be_saved_from_an_existing_record(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    await parsed(garner, ana)
    recipe = await save(ben, title="Cake", parse_job_id=await parsed(garner, ben))
    assert recipe["site_version"] == 1


async def test_a_parse_can_be_saved_only_once(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    await save(ana, parse_job_id=job_id)
    again = await ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id, "notes": "Something else."})
    assert again.status_code == 409
    assert again.json() == {"error": "The job's recipe was already saved.", "code": "conflict"}
    assert await titles(ana) == ["Lentil soup"]


async def test_one_of_concurrent_saves_of_a_parse_succeeds(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    bodies = [SOUP | {"parse_job_id": job_id, "notes": f"Number {number}."} for number in range(8)]
    answers = await asyncio.gather(*(ana.post(RECIPES, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert await titles(ana) == ["Lentil soup"]


async def test_a_repeated_commit_returns_the_recipe_it_created(garner: Garner, ana: httpx.AsyncClient) -> None:
    body = SOUP | {"parse_job_id": await parsed(garner, ana)}
    answers = await asyncio.gather(*(ana.post(RECIPES, json=body) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == len({answer.headers["Location"] for answer in answers}) == 1
    recipe = answers[0].json()
    edited = (await ana.patch(f"{RECIPES}/{recipe['id']}", json={"notes": "More salt."})).json()
    again = await ana.post(RECIPES, json=body)
    assert (again.status_code, again.json(), again.headers["ETag"]) == (201, edited, '"2"')
    await ana.delete(f"{RECIPES}/{recipe['id']}")
    assert (await ana.post(RECIPES, json=body)).status_code == 409


async def test_another_users_commit_is_not_repeated(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    body = SOUP | {"parse_job_id": await parsed(garner, ana)}
    await ana.post(RECIPES, json=body)
    assert (await ben.post(RECIPES, json=body)).status_code == 404


# Keys ---------------------------------------------------------------------------------------------------------


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


async def test_a_repeated_recipe_with_the_same_idempotency_key_is_saved_once(ana: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(ana.post(RECIPES, json=SOUP, headers=keyed("k-1")) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert await titles(ana) == ["Lentil soup"]
    reordered = dict(reversed(SOUP.items()))
    assert (await ana.post(RECIPES, json=reordered, headers=keyed("k-1"))).json() == answers[0].json()


async def test_an_idempotency_key_belongs_to_one_recipe_and_one_user(
    ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    first = (await ana.post(RECIPES, json=SOUP, headers=keyed("k-1"))).json()
    other = await ana.post(RECIPES, json=SOUP | {"title": "Stew"}, headers=keyed("k-1"))
    assert (other.status_code, other.json()["code"]) == (409, "conflict")
    for person, headers in ((ana, keyed("k-2")), (ana, {}), (ana, {}), (ben, keyed("k-1"))):
        answer = await person.post(RECIPES, json=SOUP, headers=headers)
        assert (answer.status_code, answer.json()["id"] != first["id"]) == (201, True)


async def test_an_idempotency_key_can_be_combined_with_a_job(garner: Garner, ana: httpx.AsyncClient) -> None:
    body = SOUP | {"parse_job_id": await parsed(garner, ana)}
    answers = await asyncio.gather(*(ana.post(RECIPES, json=body, headers=keyed("k-1")) for _ in range(4)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


async def test_a_rejected_recipe_uses_no_key_and_commits_nothing(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    await ana.post(RECIPES, json=SOUP, headers=keyed("k-1"))
    clash = await ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id}, headers=keyed("k-1"))
    assert (clash.status_code, await job_status(ana, job_id)) == (409, "COMPLETE")
    refused = await ana.post(RECIPES, json=SOUP | {"url": "nowhere"}, headers=keyed("k-2"))
    assert refused.status_code == 422
    assert (await ana.post(RECIPES, json=SOUP, headers=keyed("k-2"))).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 256])
async def test_the_length_of_an_idempotency_key_is_limited(ana: httpx.AsyncClient, key: str) -> None:
    answer = await ana.post(RECIPES, json=SOUP, headers=keyed(key))
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "Idempotency-Key")


async def test_a_job_is_either_saved_or_abandoned_when_both_happen_at_once(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    job_ids = [await parsed(garner, ana) for _ in range(5)]
    await garner.execute("update job_items set completed_at = now() - interval '4321 minutes'")
    saving = (ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id}) for job_id in job_ids)
    *answers, abandoned = await asyncio.gather(*saving, abandon_unsaved(garner.engine))
    ends = [await job_status(ana, job_id) for job_id in job_ids]
    assert [answer.status_code == 201 for answer in answers] == [end == "COMMITTED" for end in ends]
    assert ends.count("ABANDONED") == abandoned
    assert len(await titles(ana)) == ends.count("COMMITTED")


@pytest.mark.parametrize("status", [status for status in ItemStatus if status is not ItemStatus.DONE])
async def test_only_a_completed_job_can_be_saved(garner: Garner, ana: httpx.AsyncClient, status: ItemStatus) -> None:
    job_id = (await ana.post(ASYNC, json={"url": garner.page()})).json()["id"]
    open_now = status in (ItemStatus.PENDING, ItemStatus.PROCESSING)
    await garner.execute("alter table job_items disable trigger watch_moves")
    await garner.execute(
        "update job_items set status = %s, completed_at = case when %s then null else now() end", status, open_now
    )
    answer = await ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert "job" in answer.json()["error"]
    assert await garner.execute("select 1 from saved_recipes") == []
    (job,) = await garner.execute("select status from job_items")
    assert job["status"] == status


async def test_a_foreign_unknown_or_non_mailbox_job_cannot_be_saved(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    job_id = await parsed(garner, ana)
    batch_id = uuid4()
    await garner.execute(
        """insert into job_items (id, origin, user_id, kind, url, status, completed_at)
           values (%s, 'parse', (select user_id from users where email = 'ben@example.com'), 'recipe',
                   'https://example.com/', 'DONE', now())""",
        batch_id,
    )
    for wrong in (job_id, str(uuid4()), str(batch_id)):
        answer = await ben.post(RECIPES, json=SOUP | {"parse_job_id": wrong})
        assert (answer.status_code, answer.json()["error"]) == (404, "There is no such job.")
    assert await job_status(ana, job_id) == "COMPLETE"
    assert await titles(ben) == []


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"title": None}, "title"),
        ({"title": ""}, "title"),
        ({"title": " \t"}, "title"),
        ({"title": 7}, "title"),
        ({"title": "x" * 501}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"ingredients": "flour"}, "ingredients"),
        ({"ingredients": [""]}, "ingredients.0"),
        ({"ingredients": [{}]}, "ingredients.0"),
        ({"ingredients": ["x"] * 501}, "ingredients"),
        ({"ingredients": ["x" * 1000] * 51}, "ingredients"),
        ({"ingredients": [{"name": "x", "note": "\0"}]}, "ingredients"),
        ({"instructions": [1]}, "instructions.0"),
        ({"prep_minutes": -1}, "prep_minutes"),
        ({"prep_minutes": True}, "prep_minutes"),
        ({"total_minutes": "ten"}, "total_minutes"),
        ({"nutrition": {"fat": []}}, "nutrition.fat"),
        ({"tags": [""]}, "tags.0"),
        ({"url": "ftp://example.com/"}, "url"),
        ({"url": "soup"}, "url"),
        ({"mine": 2**70}, "mine"),
        ({"mine": "\0"}, "mine"),
    ],
    ids=str,
)
async def test_an_invalid_recipe_names_the_field_and_leaves_the_job_complete(
    garner: Garner, ana: httpx.AsyncClient, fields: dict[str, Any], wrong: str
) -> None:
    job_id = await parsed(garner, ana)
    answer = await ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id} | fields)
    assert (answer.status_code, answer.json()["code"].removeprefix("invalid_") in ("input", "url")) == (422, True)
    assert all(problem["field"].startswith(wrong) for problem in answer.json()["fields"])
    assert await job_status(ana, job_id) == "COMPLETE"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ingredients": [5]}, {"ingredients.0": "Must be a string or an object"}),
        ({"ingredients": [{}]}, {"ingredients.0": "Specify at least `raw` or `name`"}),
        ({"ingredients": [""]}, {"ingredients.0": "Must not be empty"}),
        ({"ingredients": ["1 egg", {"raw": 5}]}, {"ingredients.1.raw": "Must be a string"}),
        ({"ingredients": [{"name": "x", "qty": ""}]}, {"ingredients.0.qty": "Must not be empty"}),
        (
            {"nutrition": {"kcal": [1]}},
            {"nutrition.kcal": "Must be a number or a string"},
        ),
        ({"nutrition": {"": 1}}, {"nutrition": "Must not be empty"}),
        (
            {"nutrition": 5, "tags": [5]},
            {"nutrition": "Must be an object", "tags.0": "Must be a string"},
        ),
        ({"instruction_groups": [{"name": "Base"}]}, {"instruction_groups.0.steps": "Required"}),
        ({"instruction_groups": [5]}, {"instruction_groups.0": "Must be an object"}),
    ],
    ids=str,
)
async def test_an_invalid_union_value_has_one_error_at_its_exact_field(
    ana: httpx.AsyncClient, fields: dict[str, Any], expected: dict[str, str]
) -> None:
    answer = await ana.post(RECIPES, json={"title": "x"} | fields)
    assert answer.status_code == 422
    problems = answer.json()["fields"]
    assert {problem["field"]: problem["reason"] for problem in problems} == expected
    assert len(problems) == len(expected)
    assert not [problem for problem in problems if re.search(r"[^\w.\-]", problem["field"])]


async def test_a_lone_surrogate_is_rejected(ana: httpx.AsyncClient) -> None:
    for body in (rb'{"title": "\ud800"}', rb'{"title": "x", "mine": "\ud800"}', rb'{"title": "x", "m\udc00": 1}'):
        answer = await ana.post(RECIPES, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, answer.text


async def test_any_failure_leaves_the_job_complete(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    await garner.execute("alter table saved_recipes add constraint broken check (title <> 'Lentil soup')")
    assert (await ana.post(RECIPES, json=SOUP | {"parse_job_id": job_id})).status_code == 500
    assert await job_status(ana, job_id) == "COMPLETE"
    assert (await ana.post(RECIPES, json={"title": "Soup", "parse_job_id": job_id})).status_code == 201


async def test_ingredient_lines_are_parsed_and_given_values_are_kept(ana: httpx.AsyncClient) -> None:
    given: list[Any] = [
        "2 cups red lentils, rinsed",
        {"raw": "1 onion"},
        {"qty": 2, "unit": "tbsp", "name": "oil"},
        {"raw": "3 leeks", "qty": 4, "shop": "market"},
    ]
    lentils, onion, oil, leeks = (await save(ana, ingredients=given))["ingredients"]
    assert (lentils["qty"], lentils["unit"], lentils["name"]) == (2, "cup", "red lentils")
    assert (lentils["raw"], lentils["preparation"]) == ("2 cups red lentils, rinsed", "rinsed")
    assert (onion["qty"], onion["name"]) == (1, "onion")
    assert (oil["raw"], oil["qty"], oil["unit"], oil["name"]) == ("2 tbsp oil", 2, "tbsp", "oil")
    assert (leeks["qty"], leeks["name"], leeks["shop"]) == (4, "leeks", "market")


async def test_unknown_fields_are_kept(ana: httpx.AsyncClient) -> None:
    recipe = await save(ana, stars=5, course={"name": "first"})
    shown = (await ana.get(f"{RECIPES}/{recipe['id']}")).json()
    assert (shown["stars"], shown["course"]) == (5, {"name": "first"})


# Editing ------------------------------------------------------------------------------------------------------


async def test_an_edit_changes_the_named_fields(ana: httpx.AsyncClient) -> None:
    recipe = await save(ana, yields="4", stars=5)
    answer = await ana.patch(f"{RECIPES}/{recipe['id']}", json={"notes": "Less salt", "yields": None, "stars": None})
    assert answer.status_code == 200
    changed = answer.json()
    assert (changed["notes"], changed["yields"], changed["title"]) == ("Less salt", None, "Lentil soup")
    assert "stars" not in changed
    assert (changed["revision"], answer.headers["ETag"]) == (2, '"2"')
    assert changed["updated_at"] > recipe["updated_at"] and changed["created_at"] == recipe["created_at"]
    assert (await ana.get(f"{RECIPES}/{recipe['id']}")).json() == changed


async def test_an_edit_without_changes_keeps_the_revision(ana: httpx.AsyncClient) -> None:
    recipe = await save(ana)
    answer = await ana.patch(f"{RECIPES}/{recipe['id']}", json=recipe)  # sent back as it was given
    assert (answer.status_code, answer.json()) == (200, recipe)


async def test_unchanged_lines_keep_their_details(garner: Garner, ana: httpx.AsyncClient) -> None:
    recipe = await save(ana, ingredients=[{"raw": "1 onion", "group": "Base"}, "2 carrots"])
    edit = {"ingredients": ["1 onion", "3 carrots"]}
    onion, carrots = (await ana.patch(f"{RECIPES}/{recipe['id']}", json=edit)).json()["ingredients"]
    assert (onion["group"], carrots["qty"]) == ("Base", 3)


@pytest.mark.parametrize(
    "edit", [{"title": None}, {"title": ""}, {"tags": 7}, {"revision": "x"}, {"url": "x"}], ids=str
)
async def test_an_invalid_edit_changes_nothing(ana: httpx.AsyncClient, edit: dict[str, Any]) -> None:
    recipe = await save(ana)
    answer = await ana.patch(f"{RECIPES}/{recipe['id']}", json={"notes": "x"} | edit)
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["fields"]] == list(edit)
    assert (await ana.get(f"{RECIPES}/{recipe['id']}")).json() == recipe


async def test_an_edit_based_on_an_old_revision_is_a_conflict(ana: httpx.AsyncClient) -> None:
    path = f"{RECIPES}/{(await save(ana))['id']}"
    assert (await ana.patch(path, json={"notes": "one", "revision": 1})).status_code == 200
    late = await ana.patch(path, json={"notes": "two", "revision": 1})
    assert late.status_code == 409
    assert late.json()["fields"] == [{"field": "revision", "reason": "It is now 2."}]
    for seen in ('"1"', "1", 'W/"1"'):
        assert (await ana.patch(path, json={"notes": "x"}, headers={"If-Match": seen})).status_code == 409
        assert (await ana.delete(path, headers={"If-Match": seen})).status_code == 409
    assert (await ana.patch(path, json={"notes": "x"}, headers={"If-Match": "tea"})).status_code == 422
    assert (await ana.get(path)).json()["notes"] == "one"
    assert (await ana.patch(path, json={"notes": "two"}, headers={"If-Match": '"2"'})).status_code == 200
    assert (await ana.patch(path, json={"notes": "three"}, headers={"If-Match": "*"})).status_code == 200


async def test_one_of_concurrent_edits_of_a_revision_succeeds(ana: httpx.AsyncClient) -> None:
    path = f"{RECIPES}/{(await save(ana))['id']}"
    edits = (ana.patch(path, json={"notes": str(number), "revision": 1}) for number in range(8))
    answers = await asyncio.gather(*edits)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    (won,) = [answer.json()["notes"] for answer in answers if answer.status_code == 200]
    assert (await ana.get(path)).json()["notes"] == won


async def test_concurrent_edits_of_different_fields_are_all_kept(ana: httpx.AsyncClient) -> None:
    path = f"{RECIPES}/{(await save(ana))['id']}"
    edits = {"notes": "n", "yields": "4", "author": "a", "tags": ["t"], "description": "d", "stars": 5}
    await asyncio.gather(*(ana.patch(path, json={name: value}) for name, value in edits.items()))
    recipe = (await ana.get(path)).json()
    assert {name: recipe[name] for name in edits} == edits
    assert recipe["revision"] == 7


async def test_a_deleted_recipe_is_not_found(garner: Garner, ana: httpx.AsyncClient) -> None:
    job_id = await parsed(garner, ana)
    path = f"{RECIPES}/{(await save(ana, parse_job_id=job_id))['id']}"
    answer = await ana.delete(path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert {(await ana.get(path)).status_code, (await ana.delete(path)).status_code} == {404}
    assert await job_status(ana, job_id) == "COMMITTED"


# Finding ------------------------------------------------------------------------------------------------------


async def test_the_most_recently_changed_recipe_is_listed_first(ana: httpx.AsyncClient) -> None:
    first = await save(ana, title="First")
    await save(ana, title="Second")
    assert await titles(ana) == ["Second", "First"]
    await ana.patch(f"{RECIPES}/{first['id']}", json={"notes": "again"})
    assert await titles(ana) == ["First", "Second"]


async def test_recipes_are_listed_page_by_page(ana: httpx.AsyncClient) -> None:
    made = [(await save(ana, title=f"Recipe {number}"))["title"] for number in range(7)]
    seen: list[str] = []
    query: dict[str, Any] = {"limit": 3}
    while True:
        page = (await ana.get(RECIPES, params=query)).json()
        seen += [recipe["title"] for recipe in page["recipes"]]
        if page["next"] is None:
            break
        query["after"] = page["next"]
    assert seen == made[::-1]


async def test_a_listed_recipe_has_a_summary_without_ingredients(ana: httpx.AsyncClient) -> None:
    recipe = await save(ana, yields="4", total_minutes=40, tags=["winter"], url="https://example.com/soup")
    (listed,) = (await ana.get(RECIPES)).json()["recipes"]
    assert listed.pop("has_site_changes") is False
    assert listed == {name: recipe[name] for name in listed}
    assert "ingredients" not in listed


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("creme", ["Crème brûlée"]),
        ("CRÈME brul", ["Crème brûlée"]),
        ("lentil", ["Soup", "Crème brûlée"]),
        ("lentil soup", ["Soup"]),
        ("rême", []),
        ("zoë", ["Soup"]),
        ("winter", ["Soup"]),
        ("%", ["Soup", "Crème brûlée"]),
        ("l_ntil", []),
        ("soup bananas", []),
    ],
)
async def test_recipes_are_found_by_word_prefixes(ana: httpx.AsyncClient, q: str, found: list[str]) -> None:
    await save(ana, title="Crème brûlée", ingredients=["4 eggs"], notes="No lentils!")
    await save(ana, title="Soup", ingredients=["red lentils"], notes="for Zoe", tags=["Winter"])
    assert await titles(ana, q=q) == found


async def test_the_search_index_follows_an_edit(ana: httpx.AsyncClient) -> None:
    recipe = await save(ana)
    await ana.patch(f"{RECIPES}/{recipe['id']}", json={"title": "Dal", "ingredients": ["toor"]})
    assert (await titles(ana, q="lentil"), await titles(ana, q="too")) == ([], ["Dal"])


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "201"}, {"after": "x"}, {"q": "x" * 201}], ids=str)
async def test_an_invalid_query_names_the_field(ana: httpx.AsyncClient, query: dict[str, str]) -> None:
    answer = await ana.get(RECIPES, params=query)
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] in query


# Access -------------------------------------------------------------------------------------------------------


async def test_recipes_of_other_users_are_not_found(ana: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    recipe = await save(ana, url="https://example.com/soup")
    for recipe_id in (recipe["id"], str(uuid4())):
        path = f"{RECIPES}/{recipe_id}"
        for answer in (
            await ben.get(path),
            await ben.patch(path, json={"notes": "mine"}),
            await ben.delete(path),
            await ben.post(f"{path}/site-changes", json={"accept": "all"}),
            await ben.post(f"{path}/refresh"),
        ):
            assert (answer.status_code, answer.json()["error"]) == (404, "There is no such recipe.")
    assert await titles(ben) == [] and await titles(ben, q="lentil") == []
    assert (await ana.get(f"{RECIPES}/{recipe['id']}")).json() == recipe


async def test_recipes_require_sign_in(garner: Garner) -> None:
    guest = await garner.guest()
    path = f"{RECIPES}/{uuid4()}"
    answers = [
        await guest.post(RECIPES, json=SOUP),
        await guest.get(RECIPES),
        await guest.get(path),
        await guest.patch(path, json={}),
        await guest.delete(path),
        await guest.post(f"{path}/site-changes", json={}),
        await guest.post(f"{path}/refresh"),
    ]
    assert {answer.status_code for answer in answers} == {401}
