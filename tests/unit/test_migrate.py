import pytest

from garner.errors import ConfigurationError
from garner.store.migrate import require_current


def test_a_connection_string_that_is_none_is_refused_without_repeating_its_password():
    with pytest.raises(ConfigurationError) as refused:
        require_current("postgresql://me:s3cret%zz@x/y")
    assert "s3cret" not in refused.value.message
    assert refused.value.__suppress_context__
