"""An extension of Griffe, which reads docstrings for the Python reference: it shows their examples as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

# From the first prompt to the next empty line.
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class DocstringExamples(griffe.Extension):
    """Puts a fence around every example of a docstring: in Markdown its prompts would be quotations."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the docstring of a module, class, function or attribute as it is read."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
