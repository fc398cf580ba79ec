"""Results of benches and studies: committed data in ``docs/results``, from which pages and pictures are made.

A result is a file of TOML: what made it, when, at which commit, on which machine, the digest of the sources that it
measured, and its texts and tables. `make docs` puts it into the pages that link to it (`pages`).
"""

from .files import BusyError, Result, Table, demand_quiet, keep, read
from .known import KNOWN, Known

__all__ = ["KNOWN", "BusyError", "Known", "Result", "Table", "demand_quiet", "keep", "read"]
