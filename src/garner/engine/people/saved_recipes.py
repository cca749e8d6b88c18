"""A user's own recipes: saved from the mailbox or entered by hand, edited, and compared with their pages."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Literal, cast
from uuid import UUID

from uuid_utils.compat import uuid7

from garner.core.lifecycle import ItemStatus
from garner.core.record import RecordData
from garner.core.urls.page_url import parse_page_url
from garner.engine.asking.submit import SubmitAnswer, submit_refresh
from garner.engine.engine import Engine
from garner.engine.files.uploads import USED_KEY
from garner.engine.people.mailbox import NO_SUCH_JOB
from garner.errors import Conflict, FieldError, InputError, NotFound
from garner.extraction.values.ingredients import parse_ingredient
from garner.kinds.own_recipe import (
    SITE_FIELDS,
    OwnRecipe,
    apply_decisions,
    apply_edits,
    check_keepable,
    fold_words,
    from_site,
    line_text,
    site_changes,
    words_of,
)
from garner.kinds.recipe.model import Ingredient, Recipe
from garner.postgres.database import Connection
from garner.search.indexer import SearchIndexer
from garner.store.people import mailbox, saved_recipes
from garner.store.people.mailbox import MailboxCursor
from garner.store.people.saved_recipes import Content, ListedRecipe, SavedRecipe, SaveRequest

Fields = RecordData  # as the user sent them, with fields of the user's own
Choice = Collection[str] | Literal["all"]

MAX_READ = 50_000  # characters of ingredients; parsing takes a millisecond per few hundred at worst

BY_HAND = Content("", from_site(None), "", None, None, None, None)
NO_SUCH_RECIPE = NotFound("There is no such recipe.")
NO_PAGE = Conflict("The recipe has no page to read.")
NOT_COMPLETE = Conflict("The job has not completed, so there is nothing to save yet.")
NOT_TO_BE_SAVED = {
    ItemStatus.COMMITTED: Conflict("The job's recipe was already saved."),
    ItemStatus.ABANDONED: Conflict("The job was abandoned because it was not saved in time. Send the link again."),
    ItemStatus.CANCELED: Conflict("The job was canceled, so there is nothing to save."),
    **dict.fromkeys(
        (ItemStatus.ERROR, ItemStatus.NOT_FOUND, ItemStatus.SKIPPED),
        Conflict("The job found no recipe, so there is nothing to save."),
    ),
}


async def save_recipe(
    engine: Engine, user_id: int, fields: Fields, job_id: UUID | None = None, key: str | None = None
) -> SavedRecipe:
    """Create a recipe and commit the job that it was saved from, both or neither. Fields that are left out come from
    the job's result. The same request sent again, with the same key or for the same job, creates nothing and returns
    the recipe that it created."""
    recipe_id = uuid7()
    request = SaveRequest(job_id, key, _hash_of(fields, job_id))
    async with engine.database.transaction() as connection:
        if (known := await _made_under_key(connection, user_id, request)) is not None:
            return known
        began = BY_HAND if job_id is None else await _commit(connection, user_id, job_id, request)
        if isinstance(began, SavedRecipe):
            return began
        content = _with_fields(began, fields)
        # Its page is the one that was parsed, regardless of the URL that the user enters.
        if began.url_hash is not None:
            content = replace(
                content, url_hash=began.url_hash, site_data=began.site_data, site_version=began.site_version
            )
        if not await saved_recipes.insert(connection, recipe_id, user_id, content, request):
            known = await _made_under_key(connection, user_id, request)  # by a concurrent request
            return known or await _find(connection, user_id, recipe_id)
        await SearchIndexer(engine.database).index_recipe(connection, recipe_id)
        return await _find(connection, user_id, recipe_id)


def _hash_of(fields: Fields, job_id: UUID | None) -> str:
    return sha256(json.dumps([fields, job_id], sort_keys=True, default=str).encode()).hexdigest()


async def _made_under_key(connection: Connection, user_id: int, request: SaveRequest) -> SavedRecipe | None:
    made = None if request.key is None else await saved_recipes.find_by_key(connection, user_id, request.key)
    if made is None:
        return None
    if made.request != request.content:
        raise USED_KEY.copy()
    return await _find(connection, user_id, made.id)


async def _commit(connection: Connection, user_id: int, job_id: UUID, request: SaveRequest) -> Content | SavedRecipe:
    """Return the content to save, or the recipe that the same request saved before. The committing statement decides; a
    request that comes too late gets the reason as an error."""
    committed = await mailbox.commit(connection, user_id, job_id)
    job = await mailbox.find(connection, user_id, job_id)
    if job is None:
        raise NO_SUCH_JOB.copy()
    if job.recipe_id is not None:
        raise _make_conflict(job.recipe_id)
    if not committed:
        made = await saved_recipes.find_by_job(connection, user_id, job_id)
        if made is not None and made.request == request.content:
            return await _find(connection, user_id, made.id)
        raise NOT_TO_BE_SAVED.get(ItemStatus(job.status), NOT_COMPLETE).copy()
    page = await saved_recipes.find_parsed(connection, user_id, job_id)
    parsed = cast("Recipe | None", job.data)  # the mailbox holds recipes only
    site_data = parsed if page.url_hash is not None else None
    return Content("", from_site(parsed), "", job.url, page.url_hash, site_data, page.version)


def _make_conflict(recipe_id: UUID) -> Conflict:
    reason = f"The job read the page of your recipe {recipe_id} again."
    sentence = f"{reason} That recipe shows the changes; do not save them as another recipe."
    return Conflict(sentence, fields=[FieldError("parse_job_id", reason)])


async def find_recipe(engine: Engine, user_id: int, recipe_id: UUID) -> SavedRecipe:
    async with engine.database.connection() as connection:
        return await _find(connection, user_id, recipe_id)


async def list_recipes(
    engine: Engine, user_id: int, query: str, *, limit: int, after: MailboxCursor | None = None
) -> list[ListedRecipe]:
    async with engine.database.connection() as connection:
        return await saved_recipes.listing(connection, user_id, fold_words(query), limit=limit, after=after)


async def edit_recipe(
    engine: Engine, user_id: int, recipe_id: UUID, fields: Fields, revisions: Collection[int]
) -> SavedRecipe:
    async with engine.database.transaction() as connection:
        recipe = await _take(connection, user_id, recipe_id, revisions)
        content = _with_fields(recipe, fields)
        if (content.data, content.url) == (recipe.data, recipe.url):
            return recipe
        await saved_recipes.update(connection, user_id, recipe_id, content)
        await SearchIndexer(engine.database).index_recipe(connection, recipe_id)
        return await _find(connection, user_id, recipe_id)


async def delete_recipe(engine: Engine, user_id: int, recipe_id: UUID, revisions: Collection[int]) -> None:
    async with engine.database.transaction() as connection:
        await _take(connection, user_id, recipe_id, revisions)
        await saved_recipes.delete(connection, user_id, recipe_id)


async def settle_site_changes(
    engine: Engine,
    user_id: int,
    recipe_id: UUID,
    accept: Choice,
    dismiss: Choice,
    revisions: Collection[int],
    page_version: int | None,
) -> SavedRecipe:
    """Apply the accepted changes of the page. Accepted and dismissed changes count as seen."""
    async with engine.database.transaction() as connection:
        recipe = await _take(connection, user_id, recipe_id, revisions)
        if recipe.page_data is None:
            raise NO_PAGE.copy()
        if page_version not in (None, recipe.page_version):
            raise _change_conflict("page", "site_version", recipe.page_version)
        news = [change.field for change in site_changes(recipe.site_data, recipe.data, recipe.page_data)]
        data, base = apply_decisions(
            recipe.site_data,
            recipe.data,
            recipe.page_data,
            news if accept == "all" else accept,
            SITE_FIELDS if dismiss == "all" else dismiss,
        )
        version = recipe.site_version if site_changes(base, data, recipe.page_data) else recipe.page_version
        if data == recipe.data and _without_nulls(base) == _without_nulls(recipe.site_data):
            await saved_recipes.note_seen(connection, user_id, recipe_id, version)
        else:
            content = replace(_content(recipe, data), site_data=base, site_version=version)
            await saved_recipes.update(connection, user_id, recipe_id, content)
            await SearchIndexer(engine.database).index_recipe(connection, recipe_id)
        return await _find(connection, user_id, recipe_id)


def _without_nulls(record: Recipe | None) -> RecordData:
    fields: RecordData = record or {}
    return {name: value for name, value in fields.items() if value is not None}


async def refresh_recipe(engine: Engine, user_id: int, recipe_id: UUID, *, use_llm: bool) -> SubmitAnswer:
    """Fetch the recipe's page again, however fresh its record is."""
    recipe = await find_recipe(engine, user_id, recipe_id)
    url = recipe.page_url or recipe.url
    if url is None:
        raise NO_PAGE.copy()
    answer = await submit_refresh(engine, url, recipe_id, user_id=user_id, use_llm=use_llm)
    if recipe.url_hash is None:
        url_hash = parse_page_url(url, allow_private=True).hash
        async with engine.database.transaction() as connection:
            await saved_recipes.point_at_page(connection, user_id, recipe_id, url, url_hash)
    return answer


async def _find(connection: Connection, user_id: int, recipe_id: UUID) -> SavedRecipe:
    recipe = await saved_recipes.find(connection, user_id, recipe_id)
    if recipe is None:
        raise NO_SUCH_RECIPE.copy()
    return recipe


async def _take(connection: Connection, user_id: int, recipe_id: UUID, revisions: Collection[int]) -> SavedRecipe:
    """Lock and return the recipe, if it is still the revision that the user has seen."""
    recipe = await saved_recipes.find(connection, user_id, recipe_id, lock=True)
    if recipe is None:
        raise NO_SUCH_RECIPE.copy()
    if any(revision != recipe.revision for revision in revisions):
        raise _change_conflict("recipe", "revision", recipe.revision)
    return recipe


def _change_conflict(what: str, field: str, current: int | None) -> Conflict:
    return Conflict(
        f"The {what} has changed since you loaded it: {field} is now {current}.",
        fields=[FieldError(field, f"It is now {current}.")],
    )


def _with_fields(before: Content, fields: Fields) -> Content:
    fields = dict(fields)
    if fields.get("ingredients"):
        fields["ingredients"] = _read_lines(fields["ingredients"], before)
    named = "url" in fields
    url = fields.pop("url", None)
    content = _content(before, apply_edits(before.data, fields))
    check_keepable(content.data)
    return _at_address(content, url) if named and url != before.url else content


def _content(before: Content, data: OwnRecipe) -> Content:
    return Content(
        data["title"], data, words_of(data), before.url, before.url_hash, before.site_data, before.site_version
    )


def _at_address(content: Content, url: str | None) -> Content:
    """Return the recipe with another URL. If that is another page, the state seen of the former page is dropped."""
    if url is None:
        return replace(content, url=None, url_hash=None, site_data=None, site_version=None)
    page = parse_page_url(url, allow_private=True)  # to be stored, not fetched
    if page.hash == content.url_hash:
        return replace(content, url=page.original)
    return replace(content, url=page.original, url_hash=page.hash, site_data=None, site_version=None)


def _read_lines(lines: Collection[str | Fields], before: Content) -> list[Ingredient]:
    """Return ingredients as data. A line that existed before keeps its data; given fields of a line are kept, and the
    rest is parsed from it."""
    recipes: list[Recipe] = [before.data] if before.site_data is None else [before.site_data, before.data]
    known = {line_text(line): line for recipe in recipes for line in recipe.get("ingredients") or ()}
    ingredients: list[Fields] = [{"raw": line} if isinstance(line, str) else line for line in lines]
    if sum(len(line_text(line)) for line in ingredients if not _is_known(line, known)) > MAX_READ:
        reason = f"New lines may have at most {MAX_READ:,} characters in total."
        raise InputError(reason, fields=[FieldError("ingredients", reason)])
    return [known[line_text(line)] if _is_known(line, known) else _read_line(line) for line in ingredients]


def _is_known(line: Fields, known: Mapping[str, Ingredient]) -> bool:
    same = known.get(line_text(line))
    return same is not None and (line.keys() == {"raw"} or line == same)


def _read_line(fields: Fields) -> Ingredient:
    text = line_text(fields)
    return cast("Ingredient", {**parse_ingredient(text), "group": None, **fields, "raw": text})
