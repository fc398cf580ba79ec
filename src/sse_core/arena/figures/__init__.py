"""Figures of an arena: counts of results, Elo, ratings, their intervals, and the sequential test."""
