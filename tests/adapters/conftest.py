"""The suites of libraries that are there. CONTRIBUTING says where those of the others run."""

from __future__ import annotations

from typing import Final

from tests.libraries import NEEDS, has_libraries

collect_ignore: Final = [f"test_{adapter}.py" for adapter in NEEDS if not has_libraries(adapter)]
