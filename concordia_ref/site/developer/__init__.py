"""The pages for implementers, in English."""
