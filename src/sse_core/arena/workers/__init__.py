"""Workers of an arena: processes that play jobs, their limits of time, and how they end."""
