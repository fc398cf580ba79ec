from typing import Final

__all__ = ["runs_v3", "runs_v4"]

__test__: Final[dict[str, object]]

def runs_v3() -> bool: ...
def runs_v4() -> bool: ...
