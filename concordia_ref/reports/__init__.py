"""Reports for people: a run of the suite as text, page, Markdown, JUnit, annotations and badge."""
