"""The game in six languages: phrases, grammar, names, sentences and the rule reference."""
