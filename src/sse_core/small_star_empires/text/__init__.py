"""Texts and JSON of Small Star Empires: positions, actions and options, written, and read strictly."""
