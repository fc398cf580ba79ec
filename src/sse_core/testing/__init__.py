"""Tools to test rules: Hypothesis strategies, a machine that compares two implementations, a conformance suite.

They need the extra ``testing``. With it, Hypothesis draws the types of `sse_core` by annotation:

>>> from hypothesis import given
>>> import sse_core as sse
>>> @given(...)
... def check(state: sse.State) -> None:
...     assert sse.read(sse.format_state(state)) == state
>>> check()

The strategies have options, and their values shrink to positions that fit on paper:

>>> from hypothesis import find
>>> from sse_core import testing
>>> found = find(testing.states(placed=False), lambda state: any(state.passed))
>>> print(sse.format_map(found.board).splitlines()[-1])
A 3 B

`GameMachine` plays one game in two implementations, such as the published rules and house rules, and finds the smallest
game in which they differ. `check_game` tests that a game, such as your own, keeps all promises of `sse_core.game.Game`.
`CHECKS` has its checks by name.

The strategies here are those of Small Star Empires. Those of another game are in its own folder:
`sse_core.micro_space_empire.strategies` has `states`, `games` and `actions`. The machine and the checks serve any game.

Ring: core.
"""

from ..lazy import make_lazy

make_lazy(__name__)
