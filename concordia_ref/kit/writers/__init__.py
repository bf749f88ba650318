"""One module for each language: how it writes the types."""
