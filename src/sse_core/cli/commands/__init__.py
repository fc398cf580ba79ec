"""Commands of `sse`, one file for each; `registry` lists them."""
