"""Headers for lanes under all rules of Small Star Empires: boards of bytes, what ships see on them, what they do."""
