"""Strong play of Empire of the Stars: searches, and the numbers by which positions are weighed."""
