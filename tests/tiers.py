"""Parameters of the slow tier: `@pytest.mark.parametrize("kind", ["recipe", *slow("product", "posting")])`."""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet


def slow(*values: object) -> Iterator[ParameterSet]:
    return (pytest.param(value, marks=pytest.mark.slow) for value in values)
