"""How fast the reference is, beside other programs that do the same kind of work: `python -m benchmarks`."""
