"""`garner users`: list accounts, and create tokens with which the operator of this machine can act for a user. If no
user can sign in, this is also the way to revoke a token and to remove an account."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, operators
from garner.cli.render.tables import Column, print_table
from garner.cli.values import identifier
from garner.core.plurals import format_count
from garner.errors import InputError

if TYPE_CHECKING:
    from garner.engine import Engine
    from garner.engine.people.api_tokens import NewApiToken
    from garner.store.people.api_tokens import ApiTokenView
    from garner.store.people.users import OwnedCounts, User

app = operators("users", "List and remove accounts, and create or revoke API tokens.")

LISTED = (
    Column("id"),
    Column("email"),
    Column("name", spare=1),
    Column("created", spare=3),
    Column("last login", spare=2),
)
TOKENS = (
    Column("id"),
    Column("name"),
    Column("ends in"),
    Column("created", spare=2),
    Column("expires"),
    Column("last used", spare=1),
)
Email = Annotated[str, typer.Argument(metavar="EMAIL", help="Email address of the account.")]


@app.command("list", cls=Command)
def list_users(
    after: Annotated[int, typer.Option(min=0, metavar="ID", help="Start after this ID.", show_default=False)] = 0,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List accounts.

    Example: `garner users list`
    """
    with clear_errors():
        from garner.engine.people import accounts

        users = operate(lambda engine: accounts.list_users(engine, after=after, limit=limit))
        rows = [(user.user_id, user.email, user.name, user.created_at, user.last_login) for user in users]
        if as_json:
            _print_json(("id", "email", "name", "createdAt", "lastLogin"), rows)
        else:
            print_table(LISTED, rows, empty="No accounts to list. An account is created when a user first signs in.")


@app.command("token", cls=Command)
def make_token(
    email: Annotated[
        str, typer.Argument(metavar="EMAIL", help="Email address of the user. A new user gets an account.")
    ],
    days: Annotated[int, typer.Option(min=1, max=3650, metavar="N", help="Days until the token expires.")] = 30,
) -> None:
    """Create an API token for a user and print it. It is shown only once. `garner users revoke` revokes it.

    Example: `curl -H "Authorization: Bearer $(garner users token me@example.com)" http://localhost:8000/api/user`
    """
    with clear_errors():
        from datetime import timedelta

        from garner.engine.people import accounts, api_tokens

        address = _address(email)

        async def make(engine: "Engine") -> "tuple[NewApiToken, bool]":
            user, is_new = await accounts.known_user(engine, address, by=BY)
            life = timedelta(days=days)
            return await api_tokens.create_api_token(engine, user.user_id, "command line", life, by=BY), is_new

        created, is_new = operate(make)
        print(created.token)
        account = " The account was created." if is_new else ""
        print(
            f"Token {created.view.id} for {address} expires in {format_count(days, 'day')}.{account}", file=sys.stderr
        )


@app.command("tokens", cls=Command)
def list_tokens(email: Email, as_json: AsJson = False) -> None:
    """List the API tokens of a user, including those that the user created.

    Example: `garner users tokens me@example.com`
    """
    with clear_errors():
        from garner.engine.people import accounts, api_tokens

        address = _address(email)

        async def find(engine: "Engine") -> "list[ApiTokenView]":
            user = await accounts.user_of_address(engine, address)
            return list(await api_tokens.list_api_tokens(engine, user.user_id))

        rows = [
            (token.id, token.name, token.hint, token.created_at, token.expires_at, token.last_used_at)
            for token in operate(find)
        ]
        if as_json:
            _print_json(("id", "name", "hint", "createdAt", "expiresAt", "lastUsedAt"), rows)
        else:
            print_table(TOKENS, rows, empty="No API tokens. `garner users token` creates one.")


@app.command("revoke", cls=Command)
def revoke_token(
    token_id: Annotated[
        int, typer.Argument(metavar="ID", parser=identifier, help="ID, as `garner users tokens` shows it.")
    ],
) -> None:
    """Revoke an API token, regardless of who created it. It stops working immediately.

    Example: `garner users revoke 7`
    """
    with clear_errors():
        from garner.cli.render.cards import plain
        from garner.engine.people import api_tokens

        revoked = operate(lambda engine: api_tokens.revoke_of_any_user(engine, token_id, by=BY))
        print(f"Revoked token '{plain(revoked.name)}' (…{revoked.hint}) of {revoked.email}.")


@app.command("remove", cls=Command)
def remove_user(
    email: Email, yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    """Remove an account permanently, with its jobs, saved recipes, tokens and webhooks.

    Example: `garner users remove me@example.com`
    """
    with clear_errors():
        from garner.engine.people import account_removal, accounts

        address = _address(email)

        async def count(engine: "Engine") -> "tuple[User, OwnedCounts]":
            user = await accounts.user_of_address(engine, address)
            return user, await accounts.count_owned(engine, user)

        user, owned = operate(count)
        if not yes:
            typer.confirm(
                f"Remove {address} with {_describe_owned(owned)}? This cannot be undone.",
                abort=True,
                err=True,
            )
        removed = operate(lambda engine: account_removal.remove_user(engine, user, by=BY))
        print(f"Removed {address} with {_describe_owned(removed)}.")


def _describe_owned(counts: "OwnedCounts") -> str:
    return (
        f"{format_count(counts.jobs, 'job')}, {format_count(counts.saved_recipes, 'saved recipe')}, "
        f"{format_count(counts.tokens, 'token')} and {format_count(counts.webhooks, 'webhook')}"
    )


def _address(email: str) -> str:
    from garner.core.accounts.identity import email_address

    try:
        return email_address(email)
    except ValueError as error:
        raise InputError(f"{email!r} {error}.") from None


def _print_json(names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    import orjson

    written = [dict(zip(names, row, strict=True)) for row in rows]
    print(orjson.dumps(written, option=orjson.OPT_INDENT_2).decode())
