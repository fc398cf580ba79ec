"""The rules of Jump Wars at speed.

`state` has positions for Python, `playing` whole games in one call. Headers beside them hold the rules, one for each
phase, as `sse_core.jump_wars.rules` has them in plain Python: ``structs.pxd`` says what a position is.
"""
