"""Forms that all games share: texts, JSON, expressions, and checks of values. Games declare, this package reads.

Ring: core.
"""
