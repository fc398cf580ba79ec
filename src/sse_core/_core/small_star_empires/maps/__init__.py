"""Headers on the map of Small Star Empires: its cells in rows, and the symmetries of a board."""
