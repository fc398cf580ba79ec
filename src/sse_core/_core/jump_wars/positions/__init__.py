"""Headers with the laws of positions of Jump Wars: what one made by hand must keep, and where it breaks a law."""
