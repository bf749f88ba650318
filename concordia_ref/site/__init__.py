"""The site: pages of the rules in every language and for implementers, built from the data."""
