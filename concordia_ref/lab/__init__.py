"""What measures the rules and the suite: simulation, mutants, observation and the trace."""
