"""Pictures of the game as SVG, made from the data: maps, positions, cards and scores, of our own design."""
