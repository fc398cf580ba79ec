"""Workers of a Dask cluster, behind an existing scheduler or on this machine. It needs the extra ``[dask]``."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from logging import CRITICAL, Logger, NullHandler, getLogger, root
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from ...forms.libraries import missing
from ..errors import WorkersError
from .interrupts import interrupts_blocked_in_children
from .main_module import check_main_module
from .output import print_aside
from .process_groups import ProcessGroup, join_group

__all__ = ["DaskWorkers", "dask_setup"]

ResultT = TypeVar("ResultT")

_POLL_SECONDS: Final = 1.0
"""The seconds between two queries to the scheduler about its workers."""


_GROUP: Final = "SSE_ARENA_GROUP"
"""The environment variable that tells a worker of a local cluster its process group."""

_ANSWER: Final = 1.0
"""The seconds to wait for the answer to a query."""


class DaskWorkers:
    """The workers of a cluster, behind a client of its scheduler. Each of their threads plays games."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # If calls were pure, a lost call would come again with the same key, and be lost at once.
        self._executor = client.get_executor(pure=False)
        self._cluster: Any = None
        """The local cluster; None for an existing scheduler."""
        self._group: ProcessGroup | None = None
        """The process group of its workers and of their bots' processes."""
        self._count = 0
        """The workers that the local cluster should have."""
        self._asked = -_POLL_SECONDS
        self._alive = 0
        self._quiet = ExitStack()
        """The context that silences Dask's log, since the arena itself reports losses."""
        for logger in _loggers():
            self._quiet.enter_context(_silence(logger))

    @classmethod
    def at(cls, address: str, patience: float = 30.0) -> Self:
        """Return the workers of the scheduler at an address, such as ``tcp://host:8786``.

        Raises WorkersError if it is no address, if no scheduler answers within `patience` seconds, or if Dask is
        missing.
        """
        distributed = _distributed()
        try:
            # A client that fails to connect by itself stays half made.
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
        """Return a local cluster of so many processes, whose scheduler restarts a process that dies.

        Raises WorkersError if Dask is missing.
        """
        check_main_module()
        distributed = _distributed()
        from dask import config

        settings: Any = config
        group = ProcessGroup()
        # A lost job comes back at once, and the arena itself sends it again, with care.
        with settings.set({"distributed.scheduler.allowed-failures": 0}), interrupts_blocked_in_children():
            # The arena itself reports how many jobs it has sent again.
            cluster = distributed.LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address=None,
                # Even without a dashboard the scheduler opens a port, and warns if the usual one is taken.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                silence_logs=CRITICAL,
                # `dask_setup` is called in each process.
                preload=[__name__],
                env={} if group.number is None else {_GROUP: str(group.number)},
            )
        made = cls(distributed.Client(cluster, set_as_default=False))
        made._cluster, made._count, made._group = cluster, count, group
        return made

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Send a call to a worker."""
        found: Future[ResultT] = self._executor.submit(play, *args)
        return found

    def renew(self) -> None:
        """Do nothing, since a cluster restarts its workers itself."""

    def alive(self) -> int:
        """Return the number of playing threads; raise WorkersError if the scheduler is gone."""
        if self._client.status != "running":
            raise WorkersError("the scheduler has gone")
        if monotonic() - self._asked >= _POLL_SECONDS:
            client = self._client
            try:
                self._alive = sum(client.sync(client.scheduler.ncores, workers=None, callback_timeout=_ANSWER).values())
            except TimeoutError:
                # The scheduler is busy, or has just gone; the next query will tell.
                pass
            except OSError:
                raise WorkersError("the scheduler has gone") from None
            self._asked = monotonic()
            if self._alive < self._count:
                # A nanny doesn't restart a process that dies during its start; this does, after a while.
                self._cluster.scale(self._count)
        return self._alive

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Disconnect from the scheduler; end a local cluster."""
        has_gone = self._client.status != "running"
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
        if self._group is not None:
            self._group.end()
        if not has_gone:
            # The client of a scheduler that is gone would log errors to the end of this process.
            self._quiet.close()


def _loggers() -> list[Logger]:
    """Return the loggers of Dask and its dependencies that write by themselves."""
    names = ["distributed", "tornado", "asyncio"]
    known = [name for name in root.manager.loggerDict if name.partition(".")[0] in names]
    return [logger for name in {*names, *known} if (logger := getLogger(name)).handlers or name in names]


@contextmanager
def _silence(logger: Logger) -> Generator[None, None, None]:
    """Silence a logger and its children during the block."""
    handlers, passes = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [NullHandler()], False
    try:
        yield
    finally:
        logger.handlers, logger.propagate = handlers, passes


def dask_setup(_: Any) -> None:
    """Prepare the process of a local cluster's worker; Dask calls it there."""
    if number := os.environ.get(_GROUP):
        join_group(int(number))
    print_aside()


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise WorkersError(str(missing(error, "a cluster", "dask"))) from None
    return distributed
