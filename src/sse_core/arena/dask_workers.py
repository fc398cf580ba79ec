"""Workers of a Dask cluster, that of a scheduler or a local one. It needs the extra ``[dask]``."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from logging import CRITICAL
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from ..forms.libraries import missing
from .errors import WorkersError
from .workers import deaf_children

__all__ = ["DaskWorkers"]

ResultT = TypeVar("ResultT")

_GLANCE: Final = 1.0
"""The seconds between two questions to the scheduler about its workers."""


class DaskWorkers:
    """The workers of a cluster, by the client of its scheduler; each of their threads is one that plays."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # A pure call that was lost and comes again would have the same key, and be lost at once.
        self._executor = client.get_executor(pure=False)
        self._cluster: Any = None
        """The local cluster; None for the scheduler of others."""
        self._count = 0
        """The workers that the local cluster should have."""
        self._asked = -_GLANCE
        self._alive = 0

    @classmethod
    def at(cls, address: str, patience: float = 30.0) -> Self:
        """Return the workers of the scheduler at an address, such as ``tcp://host:8786``.

        Raises WorkersError if it is no address, if nobody answers there within `patience` seconds, or if Dask is
        missing.
        """
        distributed = _distributed()
        try:
            # A client that finds out itself is left half made.
            distributed.comm.get_address_host_port(address)
        except ValueError as error:
            raise WorkersError(f"{address!r} is no address of a scheduler, such as tcp://host:8786: {error}") from None
        try:
            client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkersError(f"no scheduler answers at {address}: {' '.join(str(error).split())}") from None
        return cls(client)

    @classmethod
    def local(cls, count: int) -> Self:
        """Return so many processes of this machine with a scheduler of their own, which starts one that dies again.

        Raises WorkersError if Dask is missing.
        """
        distributed = _distributed()
        from dask import config

        settings: Any = config
        # A job that was lost comes back at once: the arena itself sends it again, with care.
        with settings.set({"distributed.scheduler.allowed-failures": 0}), deaf_children():
            # The arena says itself how many jobs it sent again.
            cluster = distributed.LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address=None,
                # Without a dashboard, too, the scheduler answers at a port, and warns where its usual one is taken.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                silence_logs=CRITICAL,
            )
        made = cls(distributed.Client(cluster, set_as_default=False))
        made._cluster, made._count = cluster, count
        return made

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Hand a call to a worker."""
        found: Future[ResultT] = self._executor.submit(play, *args)
        return found

    def renew(self) -> None:
        """Do nothing: a cluster starts its workers itself."""

    def alive(self) -> int:
        """Return the number of threads that play; raise WorkersError if the scheduler is gone."""
        if self._client.status != "running":
            raise WorkersError("the scheduler has gone")
        if monotonic() - self._asked >= _GLANCE:
            try:
                self._alive = sum(self._client.nthreads().values())
            except OSError:
                raise WorkersError("the scheduler has gone") from None
            self._asked = monotonic()
            if self._alive < self._count:
                # A process that died while it began isn't started again by its nanny, but so it is, in a while.
                self._cluster.scale(self._count)
        return self._alive

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Leave the scheduler; end a local cluster."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise WorkersError(str(missing(error, "a cluster", "dask"))) from None
    return distributed
