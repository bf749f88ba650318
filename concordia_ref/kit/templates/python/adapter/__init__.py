"""An adapter: it connects your engine to the conformance suite of Concordia."""
