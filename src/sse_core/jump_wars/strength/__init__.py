"""Strong play of Jump Wars: searches, and the numbers by which positions are weighed."""
