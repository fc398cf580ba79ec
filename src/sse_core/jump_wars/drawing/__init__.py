"""Pictures of Jump Wars: drawings as SVG and for a terminal."""
