"""The specification: reading, checking and overlaying its files, and the typed model of them."""
