"""What the search finds on the page of the Python reference, which MkDocs makes from the docstrings."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator

from concordia_ref.site.page import Entry

_SHOWN = re.compile(r"^::: (\S+)$", re.MULTILINE)


def documented(page: str) -> Iterator[Entry]:
    """The names that a page shows with their docstrings, and the public members of each.

    >>> [entry.title for entry in documented("::: concordia_ref.Refused")]
    ['Refused', 'Refused.move_into', 'Refused.clause']
    """
    for path in _SHOWN.findall(page):
        shown = pkgutil.resolve_name(path)
        name = path.rpartition(".")[2]
        members = vars(shown) if inspect.isclass(shown) else {}
        yield Entry(path, name, _about(shown) if callable(shown) else "")
        for member, value in members.items():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                yield Entry(f"{path}.{member}", f"{name}.{member}", _about(value))


def _about(shown: object) -> str:
    """The first paragraph of a docstring."""
    return (inspect.getdoc(shown) or "").partition("\n\n")[0]
