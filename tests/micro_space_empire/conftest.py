"""Without the tables of Micro Space Empire their tests are not collected: wheels and `make nightly` have them."""

from __future__ import annotations

from sse_core.micro_space_empire.tables_built import are_tables_built

collect_ignore = [] if are_tables_built() else ["test_merging.py", "test_whole.py"]
