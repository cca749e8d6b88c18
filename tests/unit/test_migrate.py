import pytest
from alembic.script import ScriptDirectory

from garner.errors import ConfigurationError
from garner.store.migrate import alembic_config, head_revision, require_current


def test_an_invalid_connection_string_is_rejected_without_its_password():
    with pytest.raises(ConfigurationError) as refused:
        require_current("postgresql://me:s3cret%zz@x/y")
    assert "s3cret" not in refused.value.message
    assert refused.value.__suppress_context__


def test_the_newest_revision_is_the_head_of_alembic():
    assert ScriptDirectory.from_config(alembic_config()).get_current_head() == head_revision()
