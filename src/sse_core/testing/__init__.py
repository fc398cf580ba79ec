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

The strategies here are those of Small Star Empires. Those of each game are in its own module:
`sse_core.small_star_empires.strategies`, `sse_core.micro_space_empire.strategies`, `sse_core.jump_wars.strategies` and
`sse_core.empire_of_the_stars.strategies`. Each has `states`, `games` and `actions` with the same options, and some
options of its own. The machine and the checks serve any game.

>>> from sse_core.jump_wars import strategies
>>> find(strategies.states(players=3), lambda state: True).players
3

`GameMachine` plays one game in two implementations, and finds the smallest game in which they differ. Of house rules it
takes ``by_these_rules``, a function from a published state to the same position by the house rules. It makes strategies
for them, too:

    house = sse.small_star_empires.house_game(MyRule)
    TestMyRule = testing.GameMachine.of(sse.small_star_empires, house.by_these_rules).TestCase
    by_my_rule = testing.states().map(house.by_these_rules)

`check_game` tests that a game, such as your own, keeps all promises of `sse_core.game.Game`. `CHECKS` has its checks by
name.

Ring: core.
"""

from ..lazy import make_lazy

make_lazy(__name__)
