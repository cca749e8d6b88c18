"""The column types and constraint names that all tables share."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import BigInteger, CheckConstraint, DateTime, Identity, Integer, MetaData, String, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, mapped_column

Key = Annotated[int, mapped_column(BigInteger, Identity(always=True), primary_key=True)]
Moment = Annotated[datetime, mapped_column(DateTime(timezone=True))]
Now = Annotated[datetime, mapped_column(DateTime(timezone=True), server_default=func.now())]
Hash = Annotated[str, mapped_column(String(64))]
Document = Annotated[dict[str, Any], mapped_column(JSONB)]
Count = Annotated[int, mapped_column(Integer, server_default="0")]


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "idx_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def words(values: type[StrEnum] | tuple[StrEnum, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)


def one_of(column: str, values: type[StrEnum] | tuple[StrEnum, ...]) -> CheckConstraint:
    return CheckConstraint(f"{column} in ({words(values)})", name=f"{column}_known")
