"""The page and its server: every game played in a browser. It needs the extra ``web``.

A game on the server is a `room.Room`, which knows nothing of HTTP. `app.create_app` makes the ASGI application; the
docstring of `app` lists the whole HTTP API. `server.PageServer` runs it. The page itself is in the folder ``static``.

Ring: tables and tools.
"""
