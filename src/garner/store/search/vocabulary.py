"""The words of the search index: what is known of those of a query, and which are spelt nearly alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from psycopg.rows import class_row

from garner.core.search.lexemes import owner, quote
from garner.core.search.spelling import KnownWord, deletion_keys, is_correctable
from garner.postgres.database import Connection
from garner.store.records.visibility import is_own
from garner.store.search.visibility import MAX_FEW, Viewer, select_asked

MAX_NEAR = 400  # candidates for one misspelt word, those of most documents first
MAX_PREFIXED = 40
MAX_LOOKED_UP = 50  # documents with a word, up to which each is asked for its owner


@dataclass(frozen=True, slots=True)
class WordCount:
    word: str
    documents: int
    catalogue_documents: int


async def stems(connection: Connection, words: Sequence[str], languages: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the stem of each word by language; of a word such as `the`, an empty text."""
    cursor = await connection.execute(
        """
        select l.name as language, w.word,
               coalesce((ts_lexize((l.name || '_stem')::regdictionary, w.word))[1], '') as stem
        from unnest(%s::text[]) l (name), unnest(%s::text[]) w (word)
        """,
        (list(languages), list(words)),
    )
    by_language: dict[str, dict[str, str]] = {language: {} for language in languages}
    for row in await cursor.fetchall():
        by_language[row["language"]][row["word"]] = row["stem"]
    return by_language


async def counts(connection: Connection, words: Sequence[str]) -> list[WordCount]:
    cursor = connection.cursor(row_factory=class_row(WordCount))
    await cursor.execute(
        """
        select word, documents, catalogue_documents from search_words
        where word = any(%s) and documents > 0
        """,
        (list(words),),
    )
    return await cursor.fetchall()


async def find_prefixed(connection: Connection, prefix: str, viewer: Viewer) -> list[KnownWord]:
    """Return the most frequent words with a prefix that the viewer can find."""
    cursor = connection.cursor(row_factory=class_row(WordCount))
    pattern = prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    await cursor.execute(
        """
        select word, documents, catalogue_documents from search_words
        where word like %s and documents > 0
        order by catalogue_documents desc, documents desc, word limit %s
        """,
        (pattern, MAX_PREFIXED),
    )
    return await visible_words(connection, await cursor.fetchall(), viewer)


async def near(connection: Connection, words: Sequence[str]) -> dict[str, list[WordCount]]:
    """Return the words that are at most two edits away from each of these, as far as the deletions tell, those
    of the catalogue and most frequent ones first. The hashes of deletions find some others too."""
    cursor = await connection.execute(
        """
        select n.typed, c.word, c.documents, c.catalogue_documents
        from (select k.typed, array_agg(k.key) as keys
              from unnest(%(typed)s::text[], %(keys)s::int[]) k (typed, key) group by k.typed) n
        cross join lateral (
            select w.word, w.documents, w.catalogue_documents from search_words w
            where w.deletions && n.keys and w.documents > 0
              and length(w.word) between length(n.typed) - 2 and length(n.typed) + 2
            order by w.catalogue_documents desc, w.documents desc limit %(limit)s) c
        """,
        {
            "typed": [word for word in words for _ in deletion_keys(word)],
            "keys": [key for word in words for key in deletion_keys(word)],
            "limit": MAX_NEAR,
        },
    )
    by_word: dict[str, list[WordCount]] = {word: [] for word in words}
    for row in await cursor.fetchall():
        by_word[row.pop("typed")].append(WordCount(**row))
    return by_word


async def visible_words(connection: Connection, words: Sequence[WordCount], viewer: Viewer) -> list[KnownWord]:
    """Return the words that occur in a document that the viewer may see. A suggestion must not reveal the documents of
    other users: words of the catalogue are public, and all others are looked up in the viewer's own documents."""
    hidden = [word for word in words if word.catalogue_documents <= 0]
    own = await _own_words(connection, hidden, viewer) if hidden and viewer.user_id is not None else set[str]()
    return [
        KnownWord(word.word, max(word.catalogue_documents, 1))
        for word in words
        if word.catalogue_documents > 0 or word.word in own
    ]


async def _own_words(connection: Connection, words: Sequence[WordCount], viewer: Viewer) -> set[str]:
    """Return the words that occur in the viewer's own documents. Only some documents of a user with many records are
    read, but words that occur in few documents are looked up in all of them. Frequent words are not looked up in the
    documents of other users: it would take long, and the duration would reveal that they are frequent."""
    assert viewer.user_id is not None
    names = [word.word for word in words]
    rare = [word.word for word in words if word.documents <= MAX_LOOKED_UP]
    cursor = await connection.execute(
        f"""
        with asked as materialized ({select_asked("%(few)s")}),
        own as materialized (
            select d.words
            from asked o
            cross join lateral (select d.words from search_documents d
                                where d.url_hash = o.url_hash and d.kind = o.kind offset 0) d
            where d.words @@ %(any)s::tsquery)
        select l.word from own o, unnest(tsvector_to_array(o.words)) l (word) where l.word = any(%(words)s)
        union
        select w.word from unnest(%(words)s::text[], %(saved)s::text[]) w (word, expression)
        where exists (select from search_documents d where d.words @@ w.expression::tsquery)
        union
        select w.word from unnest(%(rare)s::text[], %(rare_lexemes)s::text[]) w (word, expression)
        where (select count(*) from asked) >= %(few)s
          and exists (select from search_documents d
                      where d.words @@ w.expression::tsquery and d.url_hash is not null and {is_own("d")})
        """.encode(),
        {
            "user_id": viewer.user_id,
            "few": MAX_FEW,
            "any": " | ".join(map(quote, names)),
            "words": names,
            "saved": [f"{quote(word)} & {quote(owner(viewer.user_id))}" for word in names],
            "rare": rare,
            "rare_lexemes": list(map(quote, rare)),
        },
    )
    return {row["word"] for row in await cursor.fetchall()}


async def fill_deletions(connection: Connection, limit: int) -> int:
    """Compute the deletions of new words, by which misspellings of them are found."""
    cursor = await connection.execute(
        "select word from search_words where deletions is null order by word limit %s for update skip locked", (limit,)
    )
    words = [row["word"] for row in await cursor.fetchall()]
    if words:
        await _write_deletions(connection, {word: _deletions_of(word) for word in words})
    return len(words)


async def delete_unused(connection: Connection, limit: int = 5_000) -> int:
    """Delete words that no document has any more."""
    cursor = await connection.execute(
        """
        delete from search_words where word in (
            select word from search_words where documents <= 0 limit %s for update skip locked)
        """,
        (limit,),
    )
    return cursor.rowcount


def _deletions_of(word: str) -> list[int]:
    return deletion_keys(word) if is_correctable(word) else []


async def _write_deletions(connection: Connection, deletions: Mapping[str, list[int]]) -> None:
    await connection.execute(
        """
        update search_words w set deletions = g.deletions::int[]
        from unnest(%s::text[], %s::text[]) g (word, deletions) where w.word = g.word
        """,
        (list(deletions), ["{" + ",".join(map(str, keys)) + "}" for keys in deletions.values()]),
    )
