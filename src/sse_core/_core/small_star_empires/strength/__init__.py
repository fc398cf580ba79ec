"""Headers on strength in Small Star Empires: features, learned weights, the search tree and the solver's bounds."""
