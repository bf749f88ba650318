"""An adapter: your engine behind the conformance protocol of Concordia."""
