"""The glossary: what everything in the game is called in every language."""

from __future__ import annotations

from concordia_ref.site.page import Entry, Page
from concordia_ref.site.unit import Named, Unit
from concordia_ref.words.languages import language, tags

GROUPS = ("cards", "goods", "gods", "things", "places", "phases", "maps", "provinces", "cities", "colours")


def glossary_page(unit: Unit) -> Page:
    """The page of the glossary: the language of the unit first, then the others."""
    groups: dict[str, dict[str, list[Named]]] = {}
    entries = []
    for group in GROUPS:
        for id in unit.words.terms[group]:
            named = sorted(unit.in_all_languages(group, id), key=lambda entry: entry.tag != unit.tag)
            groups.setdefault(group, {})[id] = named
            every_name = [name for entry in named for name in (entry.name, *entry.aliases)]
            entries.append(Entry(f"{group}.{id}", unit.name(group, id), " ".join(every_name)))
    order = sorted(tags(), key=lambda tag: tag != unit.tag)
    languages = [language(tag).terms["name"] for tag in order]
    title, about = unit.say("site.glossary"), unit.say("site.glossary.about")
    return unit.page("glossary.html", title, about, entries=entries, groups=groups, languages=languages)
