"""Texts from people: read in other processes, drawn, shared by an address, and sketches of maps."""
