import re

import pytest
from alembic.script import ScriptDirectory

from garner.errors import ConfigurationError
from garner.store.migrate import alembic_config, head_revision, require_usable, serves_since


def test_an_invalid_connection_string_is_rejected_without_its_password():
    with pytest.raises(ConfigurationError) as refused:
        require_usable("postgresql://me:s3cret%zz@x/y")
    assert "s3cret" not in refused.value.message
    assert refused.value.__suppress_context__


def test_the_newest_revision_is_the_head_of_alembic():
    assert ScriptDirectory.from_config(alembic_config()).get_current_head() == head_revision()


def test_every_revision_declares_the_oldest_code_that_it_serves():
    revisions = list(ScriptDirectory.from_config(alembic_config()).walk_revisions())
    assert [script.revision for script in revisions if not hasattr(script.module, "serves_since")] == []
    assert all(re.fullmatch(r"\d{4}", script.revision) for script in revisions)
    assert serves_since(head_revision()) == max(script.module.serves_since for script in revisions)
