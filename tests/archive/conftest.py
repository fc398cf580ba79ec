"""Archives need libraries that not every environment of the tests has."""

from __future__ import annotations

from typing import Final

from tests.libraries import has_libraries

collect_ignore_glob: Final = [] if has_libraries("archive") else ["test_*.py"]
