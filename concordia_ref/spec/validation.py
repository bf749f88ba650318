"""Everything that is wrong with the data of a specification, at once."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.spec.crosschecks import cross_findings
from concordia_ref.spec.findings import Finding
from concordia_ref.spec.schemas import schema_findings
from concordia_ref.spec.tree import Tree, read_tree


def validate(folder: Path) -> list[Finding]:
    """All findings about the data of the specification in a folder, in the order of files and lines.

    Texts are checked by `concordia_ref.words.validation`, which knows the languages.
    """
    return all_findings(*read_tree(folder, left_out=("locales",)))


def all_findings(tree: Tree, found_while_reading: list[Finding]) -> list[Finding]:
    """The findings of reading, of the schemas and of the cross-checks, none twice."""
    findings = [*found_while_reading, *schema_findings(tree), *cross_findings(tree)]
    distinct = {finding.text: finding for finding in findings}.values()
    return sorted(distinct, key=lambda finding: (finding.file, finding.line, finding.column, finding.code))
