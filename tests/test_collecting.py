"""Files of tests that need what an environment lacks: left out of their folder, and skipped where they are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("file", "needs"),
    [
        ("adapters/test_openspiel.py", "pyspiel"),
        ("adapters/test_shared.py", ""),
        ("archive/test_lossless.py", "pyarrow, duckdb, polars"),
        ("micro_space_empire/test_whole.py", "the tables of Micro Space Empire"),
        ("micro_space_empire/test_rules.py", ""),
    ],
)
def test_what_is_lacking_is_no_error(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, file: str, needs: str
) -> None:
    monkeypatch.setattr("tests.libraries.find_spec", lambda name: None)
    monkeypatch.setattr("tests.libraries.are_tables_built", lambda: False)
    path, hook = HERE / file, request.config.hook
    assert bool(hook.pytest_ignore_collect(collection_path=path, config=request.config)) is bool(needs)
    # A file that is named is made a module, whether it is left out of its folder or not.
    module: Any = hook.pytest_pycollect_makemodule(module_path=path, parent=request.session)
    if needs:
        with pytest.raises(pytest.skip.Exception, match=f"needs {needs}"):
            module.collect()
    else:
        assert type(module) is pytest.Module
