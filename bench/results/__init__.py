"""Results of benches and studies: committed data in ``docs/results``, from which pages and pictures are made.

A result is a TOML file with its command, date, commit and machine, the digest of the measured sources, and its texts
and tables. `make docs` inserts it into the pages that link to it (`pages`).
"""

from .files import BusyError, Result, Table, demand_quiet, keep, read
from .known import KNOWN, Known

__all__ = ["KNOWN", "BusyError", "Known", "Result", "Table", "demand_quiet", "keep", "read"]
