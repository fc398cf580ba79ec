"""Forms, shared by all games: readers, writers and checks of texts, JSON, expressions, numbers and choices."""
