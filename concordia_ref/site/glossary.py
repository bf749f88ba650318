"""The glossary: what everything in the game is called in every language."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.site import markup
from concordia_ref.site.page import Entry, Page
from concordia_ref.site.unit import Unit
from concordia_ref.words.languages import language, tags

GROUPS = ("cards", "goods", "gods", "things", "places", "phases", "maps", "provinces", "cities", "colours")


def term_rows(group: str, id: str) -> Iterator[tuple[str, str, str]]:
    """A thing in every language: the tag, the language's own name, and the names as HTML."""
    for tag in tags():
        yield tag, _own_name(tag), _cell(tag, group, id)


def _own_name(tag: str) -> str:
    return str(language(tag).terms["name"])


def _names(tag: str, group: str, id: str) -> list[str]:
    term = language(tag).terms[group][id]
    return [term["name"], *term.get("aliases", ())]


def glossary_page(unit: Unit) -> Page:
    """The page of the glossary: the language of the unit first, then the others."""
    order = [unit.tag, *(tag for tag in tags() if tag != unit.tag)]
    parts = [
        markup.heading(1, unit.say("site.glossary")),
        markup.paragraph(unit.say("site.glossary.about"), "lead"),
    ]
    entries = []
    for group in GROUPS:
        title = unit.title(f"site.group.{group}")
        rows = []
        for id in unit.words.terms[group]:
            first, *others = (_cell(tag, group, id) for tag in order)
            rows.append([f'<span id="{group}.{id}">{first}</span>', *others])
            every_name = [name for tag in order for name in _names(tag, group, id)]
            entries.append(Entry(f"{group}.{id}", unit.name(group, id), " ".join(every_name)))
        parts += [
            markup.heading(2, title, group),
            markup.table(title, [_own_name(tag) for tag in order], rows, "glossary"),
        ]
    about = unit.say("site.glossary.about")
    return Page("glossary.html", unit.say("site.glossary"), "\n".join(parts), about, entries=tuple(entries))


def _cell(tag: str, group: str, id: str) -> str:
    name, *aliases = _names(tag, group, id)
    also = f" <small>({markup.escaped(', '.join(aliases))})</small>" if aliases else ""
    return f'<span lang="{tag}">{markup.escaped(name)}{also}</span>'
