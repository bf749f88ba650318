"""What measures the rules and the suite: simulation, mutants, planted bugs and the trace."""
