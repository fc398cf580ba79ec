"""The terminal: streams, styles, progress lines and signals."""
