"""An extension of Markdown for pages that are HTML already: it takes them as they are, unread.

Such a page begins with `MARK`. Without this, looking for Markdown in them takes a third of the time of a build.
"""

from __future__ import annotations

from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

MARK = "<!-- html -->\n"
# Just after line ends are made uniform, which would spoil stored text, and before anything looks for markup.
EARLY = 29


class _ReadyHtml(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        return [self.md.htmlStash.store(text.removeprefix(MARK))] if text.startswith(MARK) else lines


class _Extension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.register(_ReadyHtml(md), "ready_html", EARLY)


def makeExtension(**options: Any) -> Extension:  # noqa: N802
    """What Markdown asks a module for."""
    return _Extension(**options)
