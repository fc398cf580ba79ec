"""Headers on strength in Jump Wars: the worth of a position, plans for a decision, and play by rule."""
