"""Many games by simple players, under several rules: what a reading changes."""
