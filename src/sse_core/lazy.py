"""Lazy packages, which load each of their names at its first use.

A package's stub, ``__init__.pyi``, lists each name with its module, in a line such as
``from .errors import SseError as SseError``. Type checkers and editors read it, and so does `make_lazy`: there is no
second list. A line without ``as`` is for the package's own modules: type checkers and `dir` don't show its names.

Each name is a descriptor in the class of the package's module. A function ``__getattr__`` in the module would be
shorter. But from Python 3.12 on ``isinstance(game, SteppedGame)`` doesn't ask it, and the import of a file ``steps.py``
would put a module in the place of the function `steps`.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any
else:
    # Loading `types` and `typing` would take longer than all the work of this module.
    ModuleType = type(sys)

__all__ = ["announce", "listen", "make_lazy"]

_ANNOUNCED: dict[str, None] = {}
_LISTENERS: "list[Callable[[str], None]]" = []
_UNLOADED = object()


class _LazyName:
    """A name of a package: the module that has its value, and the value after the first use.

    Threads that ask at the same time find the same value, since a module is loaded once.
    """

    __slots__ = ("attribute", "module", "name", "value")

    def __init__(self, name: str, module: str, attribute: str | None) -> None:
        self.name = name
        self.module = module
        self.attribute = attribute
        self.value: Any = _UNLOADED

    def __get__(self, package: "ModuleType", kind: "type[ModuleType]") -> "Any":
        if self.value is _UNLOADED:
            module = import_module(self.module, package.__name__)
            self.value = module if self.attribute is None else getattr(module, self.attribute)
        return self.value

    def __set__(self, package: "ModuleType", value: object) -> None:
        # Python sets each imported file as an attribute of its package. It must not replace a name that the package
        # offers.
        if not (isinstance(value, ModuleType) and value.__name__ == f"{package.__name__}.{self.name}"):
            self.value = value

    def __delete__(self, package: "ModuleType") -> None:
        self.value = _UNLOADED


class _LazyModule(ModuleType):
    """A module with lazy names. Each has a class of its own below this one."""

    __all__: list[str]

    def __dir__(self) -> list[str]:
        return sorted(self.__all__)


def make_lazy(name: str) -> None:
    """Give the package of this name the lazy names that its stub lists. Its ``__init__.py`` ends with this call."""
    package = sys.modules[name]
    names: dict[str, _LazyName] = {}
    public: list[str] = []
    with open(f"{package.__path__[-1]}/__init__.pyi", encoding="utf-8") as stub:
        for line in stub:
            if line.startswith("from ."):
                _, module, _, listed = line.split(maxsplit=3)
                for each in listed.split(","):
                    own, _, offered = each.strip().partition(" as ")
                    names[own] = _LazyName(own, f".{own}", None) if module == "." else _LazyName(own, module, own)
                    public += filter(None, [offered])
    vars(package)["__all__"] = public
    package.__class__ = type("LazyModule", (_LazyModule,), dict(names))
    announce(name)


def listen(listener: "Callable[[str], None]") -> None:
    """Call a function with the name of each package that is lazy or a game, present ones now, new ones later."""
    _LISTENERS.append(listener)
    for name in [*_ANNOUNCED]:
        listener(name)


def announce(name: str) -> None:
    """Call the functions given to `listen` with the name of a package whose names can be used from now on."""
    _ANNOUNCED[name] = None
    for listener in _LISTENERS:
        listener(name)
