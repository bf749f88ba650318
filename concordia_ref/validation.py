"""Everything that is wrong with a specification, at once."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.findings import Finding
from concordia_ref.tree import Tree, read_tree


def validate(folder: Path) -> list[Finding]:
    """All findings about the specification in a folder, in the order of files and lines."""
    return all_findings(*read_tree(folder))


def all_findings(tree: Tree, found_while_reading: list[Finding]) -> list[Finding]:
    """The findings of reading, of the schemas and of the cross-checks, none twice."""
    # Imported here because jsonschema takes longer to import than a good specification takes to load.
    from concordia_ref.crosschecks import cross_findings
    from concordia_ref.schemas import schema_findings

    findings = [*found_while_reading, *schema_findings(tree), *cross_findings(tree)]
    distinct = {finding.text: finding for finding in findings}.values()
    return sorted(distinct, key=lambda finding: (finding.file, finding.line, finding.column, finding.code))
