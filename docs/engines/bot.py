"""A bot for the engine protocol in Python, without sse_core: it does the kind of thing that its opponent did last.

sse match "engine:python bot.py" greedy
"""

import json
import sys
from random import Random


def kind_of(action):
    """What an action does, by the word behind its sign: b2-c4=C is of the kind C."""
    return action.rpartition("=")[2]


def choose(message):
    theirs = [move["action"] for move in message["played"] if move["player"] not in (-1, message["player"])]
    alike = [action for action in message["actions"] if theirs and kind_of(action) == kind_of(theirs[-1])]
    action = Random(message["seed"]).choice(alike or message["actions"])
    return {"type": "action", "request": message["request"], "action": action}


HELLO = {"type": "hello", "protocol": 1, "name": "Python", "wants": ["actions", "played"], "games_at_once": 1000}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps(HELLO), flush=True)
    elif message["type"] == "choose":
        print(json.dumps(choose(message)), flush=True)
    elif message["type"] == "quit":
        break
