"""Everything that is wrong with a specification, at once."""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from concordia_ref.cache import remembered
from concordia_ref.files import read_files
from concordia_ref.findings import Finding, SpecificationError
from concordia_ref.packaged import packaged_folder

if TYPE_CHECKING:
    from concordia_ref.tree import Tree

# What checks a specification besides our own code.
LIBRARIES = ("yaml", "jsonschema", "babel")


def validate(folder: Path) -> list[Finding]:
    """All findings about the specification in a folder, in the order of files and lines."""
    return _findings(folder, *read_files(folder))


def check_folder(folder: Path) -> None:
    """Raise `SpecificationError` with all findings about the specification in a folder, if there are any.

    That nothing was found is remembered; what was found never is.
    """
    contents, found = read_files(folder)

    def check() -> bool:
        if findings := _findings(folder, contents, found):
            raise SpecificationError(findings)
        return True

    if found:
        check()
    # Only marks of the files, because they are large with all their translations.
    files = {**contents, **_judges()}
    remembered("valid", {name: sha256(content).digest() for name, content in files.items()}, check)


def _findings(folder: Path, contents: dict[str, bytes], found: list[Finding]) -> list[Finding]:
    # Imported here because a folder that is known to be valid is not read for it.
    from concordia_ref.tree import tree_of

    return all_findings(*tree_of(folder, contents, found))


def _judges() -> dict[str, bytes]:
    """What decides besides the specification and our code: the schemas, our English texts, and libraries."""
    spec = packaged_folder("spec")
    files = [*sorted(spec.glob("schema/*.json")), *sorted(spec.glob("locales/en/*.yaml"))]
    libraries = [Path(str(found.origin)).stat() for found in map(find_spec, LIBRARIES) if found]
    marks = [(status.st_size, status.st_mtime_ns) for status in libraries]
    return {**{f"our {file.name}": file.read_bytes() for file in files}, "libraries": repr(marks).encode()}


def all_findings(tree: Tree, found_while_reading: list[Finding]) -> list[Finding]:
    """The findings of reading, of the schemas and of the cross-checks, none twice."""
    # Imported here because jsonschema takes longer to import than a good specification takes to load.
    from concordia_ref.crosschecks import cross_findings
    from concordia_ref.schemas import schema_findings

    findings = [*found_while_reading, *schema_findings(tree), *cross_findings(tree)]
    distinct = {finding.text: finding for finding in findings}.values()
    return sorted(distinct, key=lambda finding: (finding.file, finding.line, finding.column, finding.code))
