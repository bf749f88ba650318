"""Bugs planted into the reference: what a suite and a fuzzer are good for is what they catch."""
