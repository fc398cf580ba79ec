"""Headers on strength in Empire of the Stars: the worth of a position in points, and play by rule."""
