"""Forms: what all games read, write and check: texts, JSON, expressions, numbers, choices. Games declare, this reads."""
