"""Positions of Small Star Empires: new games, any position by keyword, and their checks."""
