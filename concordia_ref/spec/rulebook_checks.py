"""Cross-check of the rulebook: no clause is covered twice."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.spec.findings import Finding, shown
from concordia_ref.spec.strict_yaml import PathKey
from concordia_ref.spec.view import View


def clauses_are_covered_once(view: View) -> Iterator[Finding]:
    """One block at most covers each clause.

    A clause that no block covers is added to the book where it belongs, so that new rules appear at once.
    """
    first: dict[str, str] = {}
    for name in view.files("rulebook"):
        for path in _blocks(view, name, ()):
            for place, clause in enumerate(view.items(name, *path, "covers")):
                if clause in first:
                    message = f"{shown(clause)} is covered by {first[clause]} already: one block states a rule"
                    at = (*path, "covers", place)
                    yield view.finding(name, at, "rulebook.covered-twice", f"{message}, others recall it")
                first.setdefault(clause, _name(view, name, path))


def _blocks(view: View, name: str, path: PathKey) -> Iterator[PathKey]:
    inner = "sections" if path else "chapters"
    for place in range(len(view.items(name, *path, inner))):
        section = (*path, inner, place)
        yield from ((*section, "blocks", block) for block in range(len(view.items(name, *section, "blocks"))))
        yield from _blocks(view, name, section)


def _name(view: View, name: str, path: PathKey) -> str:
    block = view.mapping(name, *path)
    return shown(next((block[kind] for kind in ("text", "table", "picture", "example") if kind in block), "a block"))
