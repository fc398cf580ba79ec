"""The options, the play and the result pages that `sse match`, `sse balance` and `sse arena` share."""
