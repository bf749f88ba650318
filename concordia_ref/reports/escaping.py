"""The output of an adapter, escaped for each form of a report."""

from __future__ import annotations

import html

MARKDOWN = "\\`*_[]|~#"


def plain(text: str) -> str:
    """A text without the characters that XML cannot hold and terminals obey."""
    return "".join(
        letter if letter in "\t\n" or letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def attribute(text: str) -> str:
    """A text as the value of an XML attribute, with its quotes."""
    return '"' + html.escape(plain(text)).replace("\n", "&#10;") + '"'


def content(text: str) -> str:
    """A text as the content of an element."""
    return html.escape(plain(text), quote=False)


def in_markdown(text: str) -> str:
    """A text as part of a line of Markdown, in which nothing of it is markup.

    >>> in_markdown("<b> a|b *c*")
    '&lt;b&gt; a\\\\|b \\\\*c\\\\*'
    """
    escaped = content(text)
    for letter in MARKDOWN:
        escaped = escaped.replace(letter, f"\\{letter}")
    return escaped.replace("\n", " ")


def in_annotation(text: str) -> str:
    """A text as the message of a workflow command of GitHub."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def in_annotation_title(text: str) -> str:
    """A text as a property of a workflow command of GitHub."""
    return in_annotation(text).replace(":", "%3A").replace(",", "%2C")
