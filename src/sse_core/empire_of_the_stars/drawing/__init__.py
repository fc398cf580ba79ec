"""Pictures of Empire of the Stars: drawings as SVG and for a terminal."""
