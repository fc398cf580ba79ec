"""Texts and JSON of Empire of the Stars: positions, actions and options, written, and read strictly."""
