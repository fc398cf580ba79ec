"""Engines: bots that are programs of their own, in any language, and a protocol of JSON lines to speak with them.

Ring: tables and tools.
"""
