"""Headers on the laws of positions of Empire of the Stars: what one made by hand must keep, and how faults are told."""
