"""The conformance suite: scenarios as cases, adapters as processes, verdicts and reports."""
