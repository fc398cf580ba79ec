"""Pictures of Small Star Empires: drawings as SVG and for a terminal."""
