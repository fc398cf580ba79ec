"""Texts that people bring: read beside the server, drawn, shared by an address, and maps that they draw."""
