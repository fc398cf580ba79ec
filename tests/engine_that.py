"""An engine for tests that does what its arguments say at one of its choices, and else takes an action by its seed.

``python -ISB engine_that.py DEED [CHOICE] [HELLO]``: DEED is one of the functions below with its blanks as underscores,
CHOICE counts from 0, HELLO is JSON that is added to its hello. It knows nothing of `sse_core`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def say(**message: Any) -> bool:
    print(json.dumps(message), flush=True)
    return True


def raw(text: str | bytes, end: str = "\n") -> bool:
    sys.stdout.buffer.write(text if isinstance(text, bytes) else (text + end).encode())
    sys.stdout.flush()
    return True


def answer(message: dict[str, Any], **changed: Any) -> bool:
    ids = message["ids"]
    return say(**{"type": "action", "request": message["request"], "id": ids[message["seed"] % len(ids)], **changed})


def sleep(seconds: float = 1000.0) -> bool:
    time.sleep(seconds)
    return True


def close_output() -> bool:
    os.close(1)
    return True


def flood(line: str) -> bool:
    while True:
        raw(line)


def ignore_signals() -> bool:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    return True


DEEDS: dict[str, Callable[[dict[str, Any]], object]] = {
    "plays": answer,
    "says what it thinks": lambda message: (
        say(type="info", request=message["request"], value=0.25, visits=10, line=["a1-a2=C", "e3-e1=C"])
        and say(type="info", request=message["request"], value=0.25, visits=message.get("visits", 20))
        and answer(message, id=message["ids"][0])
    ),
    "is killed": lambda message: os.kill(os.getpid(), signal.SIGKILL),
    "ends": lambda message: os._exit(3),
    "raises": lambda message: message["nothing"],
    "tells its cause first": lambda message: (
        print("the cause", *range(100), sep="\n", file=sys.stderr, flush=True),
        os._exit(1),
    ),
    "closes its output": lambda message: (close_output(), sleep()),
    "is silent": lambda message: sleep(),
    "is silent and can't be asked to end": lambda message: (ignore_signals(), sleep()),
    "is slow": lambda message: sleep(0.05) and answer(message),
    "starts another": lambda message: (subprocess.Popen(["sleep", "1000"]), sleep()),
    "answers another request": lambda message: answer(message, request=message["request"] + 1),
    "answers twice": lambda message: (answer(message), answer(message)),
    "takes no action": lambda message: say(type="action", request=message["request"]),
    "takes an id that isn't legal": lambda message: answer(
        message, id=next(number for number in range(10**6) if number not in message["ids"])
    ),
    "takes an id that isn't there": lambda message: answer(message, id=10**15),
    "takes a huge id": lambda message: raw(f'{{"type":"action","request":1,"id":{"9" * 5000}}}'),
    "takes a negative id": lambda message: answer(message, id=-1),
    "takes a text as id": lambda message: answer(message, id="0"),
    "takes true as id": lambda message: answer(message, id=True),
    "takes an action that isn't there": lambda message: say(
        type="action", request=message["request"], action="to the moon"
    ),
    "says error": lambda message: say(type="error", message="this is too hard\nfor me", request=message["request"]),
    "says hello again": lambda message: say(type="hello", protocol=1, name="again"),
    "says what there isn't": lambda message: say(type="bestmove", request=message["request"]),
    "prints": lambda message: raw("thinking ..."),
    "writes a byte order mark": lambda message: raw(b'\xef\xbb\xbf{"type":"info","request":1}\n'),
    "forgets the newline": lambda message: (raw('{"id":', ""), sleep()),
    "writes an empty line": lambda message: raw(""),
    "writes an array": lambda message: raw("[1]"),
    "writes no UTF-8": lambda message: raw(b'{"type":"\xff"}\n'),
    "writes NaN": lambda message: raw('{"type":"info","request":1,"value":NaN}'),
    "is too sure": lambda message: say(type="info", request=message["request"], value=1.5),
    "has fewer visits than none": lambda message: say(type="info", request=message["request"], visits=-1),
    "writes a key twice": lambda message: raw('{"type":"action","request":1,"request":2,"id":1}'),
    "nests deeply": lambda message: raw('{"type":"info","request":1,"deep":' + "[" * 100_000 + "]" * 100_000 + "}"),
    "writes a line without an end": lambda message: (raw("x" * 3_000_000, ""), sleep()),
    "writes a huge line": lambda message: raw('{"type":"action","request":1,"id":1,"x":"' + "x" * 3_000_000 + '"}'),
    "writes infos without an end": lambda message: flood(f'{{"type":"info","request":{message["request"]}}}'),
    "writes actions without an end": lambda message: flood(
        f'{{"type":"action","request":{message["request"]},"id":{message["ids"][0]}}}'
    ),
    "stops reading": lambda message: (answer(message), sleep()),
    "ends after its answer": lambda message: (answer(message), os._exit(0)),
}


def main() -> None:
    deed = DEEDS[sys.argv[1].replace("_", " ")]
    due = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    hello = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    choice = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(**{"type": "hello", "protocol": 1, "name": "Test", **hello})
        elif message["type"] == "choose":
            (deed if choice == due else answer)(message)
            choice += 1
        elif message["type"] == "quit":
            break


if __name__ == "__main__":
    main()
