"""Things found by their names: any form or alias, in any language and script, with or without diacritics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from concordia_ref.spec.loading import load
from concordia_ref.words.languages import language, tags
from concordia_ref.words.search_keys import folded_words

# The group of terms that names the things of a kind.
GROUPS = {
    "card": "cards",
    "god": "gods",
    "good": "goods",
    "map": "maps",
    "province": "provinces",
    "city": "cities",
}


def ids_named(kind: str, written: str, folder: Path | None = None) -> list[str]:
    """The ids of the things of a kind that have a name in the languages of a specification.

    >>> ids_named("card", "KERESKEDO"), ids_named("card", "Kupec (II)"), ids_named("good", "cigla")
    (['mercator'], ['ii_mercator'], ['brick'])
    """
    return list(dict.fromkeys(id for id, name in _names(GROUPS[kind], folder) if _key(name) == _key(written)))


def all_names(kind: str, folder: Path | None = None) -> list[str]:
    """The names of the things of a kind in the languages of a specification."""
    return list(dict.fromkeys(name for _, name in _names(GROUPS[kind], folder)))


def _key(name: str) -> str:
    """Whatever is the same for all spellings of a name; đ is also written d."""
    return " ".join(folded_words(name)).replace("dj", "d")


@cache
def _names(group: str, folder: Path | None) -> tuple[tuple[str, str], ...]:
    """Every id of a group with each of its names."""
    named = [pair for tag in tags(folder) for pair in _terms(language(tag, folder).terms.get(group))]
    if group == "cards":
        decks = [(card.id, card.kind, card.deck) for card in load().cards.values() if card.deck]
        named += [(id, f"{name} ({deck})") for id, kind, deck in decks for card, name in named if card == kind]
    return tuple(named)


def _terms(terms: Any) -> Iterator[tuple[str, str]]:
    # What has the wrong shape is reported by the checks of a specification.
    for id, term in terms.items() if isinstance(terms, Mapping) else ():
        for words in (id, *(term.values() if isinstance(term, Mapping) else ())):
            yield from ((id, word) for word in (words if isinstance(words, list) else [words]) if isinstance(word, str))
