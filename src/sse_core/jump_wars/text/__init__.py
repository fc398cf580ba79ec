"""Texts and JSON of Jump Wars: positions, actions and options, written, and read strictly."""
