"""The `concordia` command, one module for each command."""
