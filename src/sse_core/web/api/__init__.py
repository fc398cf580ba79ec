"""The HTTP API: what requests ask, and the answers to them."""
