"""Texts and JSON of Micro Space Empire: positions, actions and options, written, and read strictly."""
