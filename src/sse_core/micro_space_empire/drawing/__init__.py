"""Pictures of Micro Space Empire: drawings as SVG and for a terminal."""
