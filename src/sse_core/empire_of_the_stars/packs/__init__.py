"""Content packs of Empire of the Stars: the cards, tiles and map of a game, read from a file and checked."""
