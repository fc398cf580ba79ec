"""Workers of an arena: processes and threads that play jobs, time limits of games, and their clean end."""
