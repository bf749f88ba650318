"""Everything that is wrong with a specification, its data and its texts."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.spec import validation
from concordia_ref.spec.findings import Finding, SpecificationError
from concordia_ref.spec.loading import load_valid
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.tree import Tree, read_tree
from concordia_ref.spec.view import View
from concordia_ref.words.catalogue import is_unfinished
from concordia_ref.words.locale_checks import locales_are_sound

# What is not a fault in a language that is still being translated; `concordia i18n status` counts it.
UNFINISHED = ("schema.missing-key", "text.missing", "text.stale", "term.form")


def validate(folder: Path) -> list[Finding]:
    """All findings about the specification in a folder, in the order of files and lines."""
    return all_findings(*read_tree(folder))


def all_findings(tree: Tree, found_while_reading: list[Finding]) -> list[Finding]:
    """The findings about the data and those about the texts; an unfinished language may lack texts."""
    findings = validation.all_findings(tree, [*found_while_reading, *locales_are_sound(View(tree))])
    data = tree.data
    unfinished = tuple(f"locales/{tag}/" for tag in data.get("locales", ()) if is_unfinished(data, tag))
    return [each for each in findings if each.code not in UNFINISHED or not each.file.startswith(unfinished)]


def load_checked(folder: Path, edition: str = CANONICAL) -> Specification:
    """The specification in a folder, its texts checked as well; `SpecificationError` lists what is wrong with it."""
    if findings := validate(folder):
        raise SpecificationError(findings)
    return load_valid(folder, edition)
