"""Handlers of the HTTP API, with the parameters that each request takes."""
