"""Adapters: every game as an environment of other libraries, an extra each.

`sse_core.adapters.pettingzoo`, `sse_core.adapters.gymnasium` and `sse_core.adapters.openspiel` need the library of
their name, and ``import sse_core`` loads none of them. They are written once against `sse_core.game`, and have no
rules.

Ring: tables and tools.
"""
