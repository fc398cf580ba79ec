"""Maps of Small Star Empires: hexes and systems, the maps that ship, maps that people draw, and their symmetries."""
