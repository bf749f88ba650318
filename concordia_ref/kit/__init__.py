"""The kit: skeletons of adapters in several languages, with types generated from the schemas."""
