"""Headers for the phases of a turn of Jump Wars, one each, and one on the decisions that all of them ask for."""
