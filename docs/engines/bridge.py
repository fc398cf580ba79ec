"""A bridge from page.html to `sse engine`: the page posts a message, and gets the answer. It needs Python alone.

python bridge.py 8000 sse engine star:club
"""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Lock

engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
numbers, turn = count(1), Lock()


def asked(message):
    with turn:
        number = next(numbers)
        engine.stdin.write(json.dumps(message | {"request": number}).encode() + b"\n")
        engine.stdin.flush()
        answers = (line for line in engine.stdout if json.loads(line).get("request") == number)
        return next(line for line in answers if json.loads(line)["type"] != "info")


class Bridge(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer("text/html; charset=utf-8", Path(__file__).with_name("page.html").read_bytes())

    def do_POST(self):
        self.answer("application/json", asked(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

    def answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bridge)
print(f"Play at http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
