"""What a translator should know about a text: its kind, what it belongs to in English, and where it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.words.catalogue import Text, locale_of
from concordia_ref.words.languages import ENGLISH, english

# The kinds of messages by the first part of their keys, and the page of the site where they are shown, if any.
_MESSAGES: Mapping[str, tuple[str, str]] = {
    "malformed": ("why a position is not accepted", ""),
    "problem": ("why a position is not accepted", ""),
    "hint": ("part of a message about a position", ""),
    "type": ("part of a message about a position", ""),
    "what": ("part of a message about a position", ""),
    "violation": ("refusal of a turn", "clauses.html"),
    "do": ("what a card does", "cards.html"),
    "sheet": ("score sheet", "score.html"),
    "counted": ("score sheet", "score.html"),
    "position": ("a position in words", "rules.html"),
    "change": ("what a turn has changed", "rules.html"),
    "turn": ("a turn in words", "rules.html"),
    "formula": ("how a god scores", "gods.html"),
    "amount": ("part of how a god scores", "gods.html"),
    "per": ("part of how a god scores", "gods.html"),
    "where": ("part of how a god scores", "gods.html"),
    "scoring": ("how a god scores", "gods.html"),
    "show": ("label of a thing", "cards.html"),
    "place": ("place in a rulebook", "clauses.html"),
    "dispute": ("label of a dispute", "disputes.html"),
    "play": ("what a command prints", ""),
    "reference": ("label in the rule reference", "rules.html"),
    "site": ("label on the site", "index.html"),
    "simulate": ("label of what many games show", "disputes.html"),
    "calculator": ("label of the score calculator", "calculator.html"),
    "finder": ("label of the finder of disputes", "finder.html"),
    "search": ("label of the search", "index.html"),
    "picture": ("words of a picture", "maps.html"),
}
_TERMS: Mapping[str, str] = {
    "cards": "name of a card",
    "goods": "name of a good",
    "gods": "name of a god",
    "maps": "name of a map",
    "provinces": "name of a province",
    "cities": "name of a city",
    "things": "name of a thing that sentences count",
    "places": "name of a place",
    "phases": "name of a phase",
    "alternatives": "name of an action to choose",
    "colours": "name of a colour",
    "players": "name of a player",
    "languages": "name of a language",
}
_DISPUTES: Mapping[str, str] = {
    "question": "question of a dispute",
    "readings": "reading of a dispute",
    "clauses": "rule clause, as a reading changes it",
    "reason": "reason for a ruling",
    "original": "dispute note: what the original says",
    "not_executable": "dispute note: why the readings cannot be played",
    "notes": "dispute note on the rulebook",
}
_EDITIONS: Mapping[str, str] = {
    "name": "name of an edition",
    "except": "what an edition leaves as it is ruled",
    "clauses": "rule clause, as an edition changes it",
}


def notes(data: Mapping[str, Any], texts: Mapping[str, Text], key: str) -> list[str]:
    """The notes on the English text of a key, one for each line of a comment; `texts` are all English texts."""
    kind, belongs_to, page = _facts(data, texts, key)
    lines = [("kind", kind), ("belongs to", belongs_to), ("page", page)]
    return [f"{label}: {text}" for label, text in lines if text]


def _facts(data: Mapping[str, Any], texts: Mapping[str, Text], key: str) -> tuple[str, str, str]:
    match key.split("."):
        case ["clauses", *rest]:
            id = ".".join(rest)
            return "rule clause", "", f"clauses.html#{id}"
        case ["disputes", id, "clauses", _, *rest]:
            return _DISPUTES["clauses"], _clause(texts, ".".join(rest)), f"disputes/{id}.html"
        case ["disputes", id, "notes", book]:
            kind = f"{_DISPUTES['notes']} in {english().name('languages', book)}"
            return kind, _quoted(texts, f"disputes.{id}.question"), f"disputes/{id}.html"
        case ["disputes", id, part, *_]:
            question = "" if part == "question" else _quoted(texts, f"disputes.{id}.question")
            return _DISPUTES.get(part, "text of a dispute"), question, f"disputes/{id}.html"
        case ["editions", _, "clauses", *rest]:
            return _EDITIONS["clauses"], _clause(texts, ".".join(rest)), "editions.html"
        case ["editions", id, part, *_]:
            name = "" if part == "name" else _quoted(texts, f"editions.{id}.name")
            return _EDITIONS.get(part, "text of an edition"), name, "editions.html"
        case ["terms", group, id]:
            return _TERMS.get(group, "name"), "", _page_of_thing(data, group, id)
        case ["messages", "violation", *rest]:
            clause = ".".join(rest)
            return _MESSAGES["violation"][0], _clause(texts, clause), f"clauses.html#{clause}"
        case ["messages", "do", verb, *rest]:
            sentence = _quoted(texts, f"messages.do.{verb}") if rest else ""
            card = next(iter(_cards_that(data, verb)), "")
            return _MESSAGES["do"][0], sentence, f"cards/{card}.html" if card else "rules.html"
        case [_, part, *_]:
            kind, page = _MESSAGES.get(part, ("message", ""))
            return kind, "", page
    return "text", "", ""


def _quoted(texts: Mapping[str, Text], key: str) -> str:
    return str(texts.get(key, ""))


def _clause(texts: Mapping[str, Text], id: str) -> str:
    """A clause with its English text."""
    text = _quoted(texts, f"clauses.{id}")
    return f"{id}: {text}" if text else id


def _page_of_thing(data: Mapping[str, Any], group: str, id: str) -> str:
    """The page that a thing has, or else the list of all names."""
    if group in ("cards", "goods", "gods", "maps"):
        return f"{group}/{id}.html"
    for name, game_map in data["maps"].items():
        if group in ("cities", "provinces") and (id in game_map[group] or id == game_map["start_city"]["id"]):
            return f"maps/{name}.html"
    return "glossary.html"


def _cards_that(data: Mapping[str, Any], verb: str) -> Iterator[str]:
    """The kinds of cards whose action has a step with a verb."""
    names = locale_of(data, ENGLISH, "terms")["cards"]
    for action, description in data["actions"].items():
        if action in names and _has_step(description, verb):
            yield action


def _has_step(value: Any, verb: str) -> bool:
    if isinstance(value, Mapping):
        return value.get("do") == verb or any(_has_step(item, verb) for item in value.values())
    return isinstance(value, list) and any(_has_step(item, verb) for item in value)
