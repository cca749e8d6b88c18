"""Mailbox: the user's own recipes, saved from the mailbox or entered by hand."""

from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from fastapi import Header, Path, Query, Response
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictFloat,
    StrictInt,
    StringConstraints,
    field_validator,
    model_validator,
)

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.mailbox.mailbox import JOB_ID, MAX_LISTED, JobAccepted, shape_accepted
from garner.api.http.dependencies import TheEngine, uuid_or_not_found
from garner.api.http.errors import about_field, document_errors
from garner.api.http.record_schemas import describe_properties, documented_as
from garner.api.http.routing import FaceRouter
from garner.core import cursor
from garner.core.urls.page_url import MAX_URL_LENGTH
from garner.engine.people.mailbox import NO_SUCH_JOB
from garner.engine.people.saved_recipes import (
    NO_PAGE,
    NO_SUCH_RECIPE,
    NOT_COMPLETE,
    delete_recipe,
    edit_recipe,
    find_recipe,
    list_recipes,
    refresh_recipe,
    save_recipe,
    settle_site_changes,
)
from garner.errors import Conflict, FieldError, InputError
from garner.kinds.own_recipe import BLANK, OwnRecipe, SiteField, site_changes
from garner.kinds.recipe.model import Ingredient, InstructionGroup
from garner.store.people.mailbox import MailboxCursor
from garner.store.people.saved_recipes import ListedRecipe, SavedRecipe

router = FaceRouter(prefix="/recipes", tags=["saved recipes"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

CHANGED_MEANWHILE = Conflict(
    "The recipe has changed since you loaded it: revision is now 5.",
    fields=[FieldError("revision", "It is 5 by now.")],
)
MAX_MINUTES = 60 * 24 * 60  # minutes; nothing cooks for longer than two months
RECIPE_ID = "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55"
# Fields of an answer besides the recipe's own. A client that sends an edited answer back need not remove these.
BESIDE = ("id", "parse_job_id", "revision", "created_at", "updated_at", "site_version", "site_changes")

RecipeId = Annotated[UUID, uuid_or_not_found(NO_SUCH_RECIPE), Path(description="The id that `POST /recipes` returned")]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="The revision that you have seen, from `ETag`; refused if it is not the current one",
    ),
]

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        description="A repeated request with the same key and body saves the recipe only once",
    ),
]

Title = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=500)]
Word = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=100)]
Phrase = Annotated[str, StringConstraints(strict=True, max_length=500)]
# As long as values extracted from pages, because clients send those back.
Line = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=1_000)]
Step = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=100_000)]
Prose = Annotated[str, StringConstraints(strict=True, max_length=50_000)]
Address = Annotated[str, StringConstraints(strict=True, max_length=MAX_URL_LENGTH)]
Number = StrictInt | StrictFloat
Minutes = Annotated[StrictInt, Field(ge=0, le=MAX_MINUTES)]


class IngredientInput(BaseModel):
    """Given values are kept; missing ones are parsed from `raw`."""

    model_config = ConfigDict(extra="allow")

    raw: Line | None = Field(None, description="The line as written")
    qty: Number | Word | None = None
    unit: Word | None = None
    name: Line | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.raw or self.name):
            raise ValueError("Specify at least `raw` or `name`")
        return self


class StepGroup(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: Phrase | None = None
    steps: Annotated[list[Step], Field(min_length=1, max_length=500)]


class RecipeFields(BaseModel):
    """Fields with other names are stored as they are sent."""

    model_config = ConfigDict(extra="allow")

    description: Prose | None = None
    author: Prose | None = None
    image: Prose | None = Field(None, description="URL of a picture")
    ingredients: Annotated[list[Line | IngredientInput], Field(max_length=500)] | None = Field(
        None, description="Lines of text, or objects"
    )
    instructions: Annotated[list[Step], Field(max_length=500)] | None = None
    instruction_groups: Annotated[list[StepGroup], Field(max_length=500)] | None = Field(
        None, description="The same steps in groups, if there are any"
    )
    yields: Phrase | None = None
    prep_minutes: Minutes | None = None
    cook_minutes: Minutes | None = None
    total_minutes: Minutes | None = None
    nutrition: Annotated[dict[Word, Number | Phrase | None], Field(max_length=60)] | None = None
    language: Word | None = None
    url: Address | None = Field(None, description="The page that the recipe is from")
    notes: Prose | None = Field(None, description="Your own notes")
    tags: Annotated[list[Word], Field(max_length=100)] | None = None

    def given_fields(self) -> dict[str, Any]:
        sent = self.model_dump(exclude_unset=True)
        return {name: value for name, value in sent.items() if name not in BESIDE}


class NewRecipe(RecipeFields):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "title": "Lentil soup",
                    "ingredients": ["2 cups red lentils", "1 onion"],
                    "instructions": ["Chop the onion.", "Boil all for half an hour."],
                    "notes": "Half the salt will do.",
                    "parse_job_id": JOB_ID,
                }
            ]
        }
    )

    title: Title
    parse_job_id: Annotated[UUID, uuid_or_not_found(NO_SUCH_JOB)] | None = Field(
        None,
        description="The completed job to save; fields that you leave out are taken from its result",
    )


class RecipeEdit(RecipeFields):
    """Fields that are left out stay as they are; null clears one."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"notes": "Half the salt will do.", "revision": 1}]})

    title: Title | None = None
    revision: StrictInt | None = Field(
        None, description="The revision that you have seen; refused if it is not the current one"
    )

    @field_validator("title")
    @classmethod
    def _require_title(cls, title: str | None) -> str:
        if title is None:
            raise ValueError("Must not be null")
        return title


class Decision(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        use_enum_values=True,
        json_schema_extra={"examples": [{"accept": ["yields"], "revision": 2, "site_version": 4}]},
    )

    accept: list[SiteField] | Literal["all"] = Field(
        default=[], description="Fields to take over from the page; `all` for every field that the page has changed"
    )
    dismiss: list[SiteField] | Literal["all"] = Field(
        default=[],
        description="Fields to keep as they are, whose changes are not shown again; `all` for all other fields",
    )
    revision: StrictInt | None = Field(
        None, description="The revision of the recipe that you have seen; refused if it is not the current one"
    )
    site_version: StrictInt | None = Field(
        None, description="The version of the page that you have seen; refused if it is not the current one"
    )

    @model_validator(mode="after")
    def _require_decision(self) -> Self:
        if not (self.accept or self.dismiss):
            raise ValueError("Specify `accept` or `dismiss`: field names, or `all`")
        return self


class Refresh(BaseModel):
    model_config = ConfigDict(extra="forbid")

    use_llm_fallback: bool = Field(
        True, description="Allow a language model, if one is configured, for fields that are not found otherwise"
    )


class SiteChangeShown(BaseModel):
    field: str
    base: Any = Field(description="The page's value when you last reviewed it")
    mine: Any = Field(description="Your value")
    site: Any = Field(description="The page's value now")
    conflict: bool = Field(description="You have edited the field as well")
    added: list[str] = Field(description="For a list: lines that the page has added")
    removed: list[str] = Field(description="For a list: lines that the page has removed")


class RecipeShown(BaseModel):
    """Includes your own custom fields, if you have sent any."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra=describe_properties(
            OwnRecipe,
            [
                {
                    **BLANK,
                    "id": RECIPE_ID,
                    "title": "Lentil soup",
                    "ingredients": [{"raw": "2 cups red lentils", "qty": 2, "unit": "cup", "name": "red lentils"}],
                    "instructions": ["Boil all for half an hour."],
                    "yields": "4 servings",
                    "url": "https://example.com/lentil-soup",
                    "notes": "Half the salt will do.",
                    "parse_job_id": JOB_ID,
                    "revision": 2,
                    "created_at": "2026-03-01T12:00:00Z",
                    "updated_at": "2026-03-01T18:04:12Z",
                    "site_version": 4,
                    "site_changes": [
                        {
                            "field": "yields",
                            "base": "4 servings",
                            "mine": "4 servings",
                            "site": "6 servings",
                            "conflict": False,
                            "added": [],
                            "removed": [],
                        }
                    ],
                }
            ],
        ),
    )

    id: UUID
    title: str
    description: str | None
    author: str | None
    image: str | None
    ingredients: list[Annotated[dict[str, Any], documented_as(Ingredient)]]
    instructions: list[str]
    instruction_groups: list[Annotated[dict[str, Any], documented_as(InstructionGroup)]]
    yields: str | None
    prep_minutes: int | None
    cook_minutes: int | None
    total_minutes: int | None
    nutrition: dict[str, Any] | None
    language: str | None
    url: str | None
    notes: str | None
    tags: list[str]
    parse_job_id: UUID | None = Field(description="The job that the recipe was saved from")
    revision: int = Field(description="Increases with every change")
    created_at: datetime
    updated_at: datetime
    site_version: int | None = Field(description="Version of the page's current content; null if there is no page")
    site_changes: list[SiteChangeShown] = Field(
        description="Changes of the page since your last review; your recipe stays as it is until you accept them"
    )


class RecipeListed(BaseModel):
    id: UUID
    title: str
    url: str | None
    image: str | None
    yields: str | None
    total_minutes: int | None
    tags: list[str]
    revision: int
    created_at: datetime
    updated_at: datetime
    has_site_changes: bool = Field(
        description="The page has changed since you last decided on its changes; see `site_changes`"
    )


class RecipeList(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "recipes": [
                        {
                            "id": RECIPE_ID,
                            "title": "Lentil soup",
                            "url": "https://example.com/lentil-soup",
                            "image": None,
                            "yields": "4 servings",
                            "total_minutes": 40,
                            "tags": ["winter"],
                            "revision": 2,
                            "created_at": "2026-03-01T12:00:00Z",
                            "updated_at": "2026-03-01T18:04:12Z",
                            "has_site_changes": True,
                        }
                    ],
                    "next": None,
                }
            ]
        }
    )

    recipes: list[RecipeListed]
    next: str | None = Field(None, description="Pass as `after` to get the next page; null on the last page")


@router.post(
    "", status_code=201, summary="Save a recipe", responses=document_errors(400, 413, 422, NO_SUCH_JOB, NOT_COMPLETE)
)
async def save(
    body: NewRecipe, user: CurrentUser, engine: TheEngine, response: Response, idempotency_key: Key = None
) -> RecipeShown:
    """With `parse_job_id`, this commits the job; on any error the job stays complete. Sending the same request again
    for the same job returns the recipe that it created; a different one is refused (409)."""
    with about_field("url"):
        recipe = await save_recipe(engine, user.user_id, body.given_fields(), body.parse_job_id, idempotency_key)
    response.headers["Location"] = f"/recipes/{recipe.id}"
    return _shape_recipe(recipe, response)


@router.get("", summary="List or search your recipes", responses=document_errors(422))
async def listing(
    user: CurrentUser,
    engine: TheEngine,
    q: Annotated[
        str, Query(max_length=200, description="Beginnings of words in the title, ingredients, notes or tags")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=MAX_LISTED, description="Maximum number of results")] = 50,
    after: Annotated[str | None, Query(description="`next` of the previous page")] = None,
) -> RecipeList:
    """Most recently changed first."""
    position = None if after is None else MailboxCursor(*cursor.decode_item(after))
    listed_recipes = await list_recipes(engine, user.user_id, q, limit=limit, after=position)
    recipes = [RecipeListed(**asdict(recipe)) for recipe in listed_recipes]
    return RecipeList(recipes=recipes, next=_next(listed_recipes[-1]) if len(listed_recipes) == limit else None)


@router.get("/{recipe_id}", summary="Get a recipe", responses=document_errors(NO_SUCH_RECIPE))
async def show(recipe_id: RecipeId, user: CurrentUser, engine: TheEngine, response: Response) -> RecipeShown:
    return _shape_recipe(await find_recipe(engine, user.user_id, recipe_id), response)


@router.patch(
    "/{recipe_id}",
    summary="Edit a recipe",
    responses=document_errors(400, 413, 422, NO_SUCH_RECIPE, CHANGED_MEANWHILE),
)
async def edit(
    recipe_id: RecipeId,
    body: RecipeEdit,
    user: CurrentUser,
    engine: TheEngine,
    response: Response,
    if_match: IfMatch = None,
) -> RecipeShown:
    """Only the fields that are sent change."""
    revisions = _parse_seen_revisions(if_match, body.revision)
    with about_field("url"):
        recipe = await edit_recipe(engine, user.user_id, recipe_id, body.given_fields(), revisions)
    return _shape_recipe(recipe, response)


@router.delete(
    "/{recipe_id}",
    status_code=204,
    summary="Delete a recipe",
    responses=document_errors(422, NO_SUCH_RECIPE, CHANGED_MEANWHILE),
)
async def delete(recipe_id: RecipeId, user: CurrentUser, engine: TheEngine, if_match: IfMatch = None) -> None:
    await delete_recipe(engine, user.user_id, recipe_id, _parse_seen_revisions(if_match))


@router.post(
    "/{recipe_id}/site-changes",
    summary="Accept or dismiss changes of the page",
    responses=document_errors(400, 413, 422, NO_SUCH_RECIPE, CHANGED_MEANWHILE),
)
async def decide(
    recipe_id: RecipeId,
    body: Decision,
    user: CurrentUser,
    engine: TheEngine,
    response: Response,
    if_match: IfMatch = None,
) -> RecipeShown:
    """Changes that are neither accepted nor dismissed are shown again. A decision that changes nothing leaves
    `revision` as it is."""
    revisions = _parse_seen_revisions(if_match, body.revision)
    recipe = await settle_site_changes(
        engine, user.user_id, recipe_id, body.accept, body.dismiss, revisions, body.site_version
    )
    return _shape_recipe(recipe, response)


@router.post(
    "/{recipe_id}/refresh",
    status_code=202,
    summary="Refresh a recipe from its page",
    responses=document_errors(400, 413, 422, NO_SUCH_RECIPE, NO_PAGE),
)
async def refresh(
    recipe_id: RecipeId, user: CurrentUser, engine: TheEngine, body: Refresh | None = None
) -> JobAccepted:
    """Returns a job to poll. Once it is complete, the recipe shows the changes of the page. The job refers to the
    recipe (`recipe_id`), cannot be saved as another recipe, and is listed in the mailbox only on request. If you
    already have a running job for the page, that job is returned unchanged."""
    use_llm = (body or Refresh(use_llm_fallback=True)).use_llm_fallback
    with about_field("url"):
        return shape_accepted(await refresh_recipe(engine, user.user_id, recipe_id, use_llm=use_llm))


def _parse_seen_revisions(if_match: str | None, revision: int | None = None) -> Collection[int]:
    """Return the revisions that the caller has seen."""
    seen = set() if revision is None else {revision}
    if if_match is None or if_match.strip() == "*":
        return seen
    etag = if_match.strip().removeprefix("W/").strip('"')
    if not (etag.isascii() and etag.isdecimal() and len(etag) < 20):
        sentence = 'If-Match must be a value of ETag, such as "2".'
        raise InputError(sentence, fields=[FieldError("If-Match", sentence)])
    return seen | {int(etag)}


def _shape_recipe(recipe: SavedRecipe, response: Response) -> RecipeShown:
    response.headers["ETag"] = f'"{recipe.revision}"'
    changes = site_changes(recipe.site_data, recipe.data, recipe.page_data)
    beside = {
        **{name: getattr(recipe, name) for name in BESIDE if hasattr(recipe, name)},
        "url": recipe.url,
        "site_version": recipe.page_version,
        "site_changes": [SiteChangeShown(**asdict(change)) for change in changes],
    }
    return RecipeShown(**{**recipe.data, **beside})


def _next(last: ListedRecipe) -> str:
    return cursor.encode_item(last.updated_at, last.id)
