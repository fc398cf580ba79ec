"""The engine side of the protocol, which `sse engine` speaks: our players, rules and pictures for other programs."""
