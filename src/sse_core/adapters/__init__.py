"""Adapters that make every game an environment of PettingZoo, Gymnasium and OpenSpiel.

`sse_core.adapters.pettingzoo`, `sse_core.adapters.gymnasium` and `sse_core.adapters.openspiel` need the library of
their name, each an extra, and ``import sse_core`` loads none of them. They are written once against `sse_core.game`,
and contain no rules.

Ring: tables and tools.
"""
