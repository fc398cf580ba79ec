"""Strong play of Small Star Empires: searches, the learned player, and the solver of positions near their end."""
