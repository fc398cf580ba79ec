"""Forms: texts, JSON, expressions and checks of values. A game declares the shapes of its fields, and these read."""
