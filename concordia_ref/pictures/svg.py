"""A small writer of SVG: elements, texts, and the picture around them.

A picture stands by itself as a file, and in a page beside others: it has a background of its own, its looks are
attributes, and the ids in it begin with its name.
"""

from __future__ import annotations

import re
from html import escape

FONT = "EB Garamond, Palatino Linotype, Palatino, Georgia, serif"


def number(value: float) -> str:
    """A coordinate, with one decimal at most.

    >>> [number(value) for value in (3, 2.04, 0.25, -0.04)]
    ['3', '2', '0.2', '0']
    """
    text = f"{value:.1f}"
    return text[:-2].replace("-0", "0") if text.endswith(".0") else text


def element(tag: str, *content: str, **attributes: str | float | None) -> str:
    """An element with its attributes; `font_size` is written `font-size`, and what is None is left out.

    >>> element("circle", cx=1.25, r=3, fill=None)
    '<circle cx="1.2" r="3"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(content)}</{tag}>" if content else f"<{tag}{written}/>"


def text(x: float, y: float, content: str, size: float, **attributes: str | float | None) -> str:
    """A line of text that begins at a point on its base line, or lies about it as `text_anchor` says."""
    return element("text", escape(content, quote=False), x=x, y=y, font_size=size, **attributes)


def strong(x: float, y: float, content: str, size: float, **attributes: str | float | None) -> str:
    """A line of strong letters about a point on its base line."""
    return text(x, y, content, size, text_anchor="middle", font_weight="600", **attributes)


def group(*content: str, **attributes: str | float | None) -> str:
    """Elements that share attributes; nothing if there are none."""
    return element("g", *content, **attributes) if any(content) else ""


def link(id: str, x: float, y: float) -> str:
    """A thing that the picture defines under an id, drawn at a place."""
    return element("use", href=f"#{id}", x=x, y=y)


def identifier(name: str) -> str:
    """A name as the beginning of ids.

    >>> identifier("architect/third-house.before")
    'architect-third-house-before'
    """
    return re.sub(r"[^a-zA-Z0-9_-]", "-", name)


def picture(name: str, width: float, height: float, title: str, description: str, body: str) -> str:
    """A whole picture, with what it is called and what it shows for those who do not see it."""
    id = identifier(name)
    return element(
        "svg",
        element("title", escape(title, quote=False), id=f"{id}-title"),
        element("desc", escape(description, quote=False), id=f"{id}-desc"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_labelledby=f"{id}-title {id}-desc",
        font_family=FONT,
        style="font-variant-numeric:lining-nums",
    )
