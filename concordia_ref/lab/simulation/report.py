"""What many games show, as tables for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordia_ref.lab.simulation.games import Settings
from concordia_ref.lab.simulation.saved import SavedRun
from concordia_ref.lab.simulation.summaries import MeanDifference, Spread, Summary
from concordia_ref.words.languages import NO_BREAK_SPACE, Language, Term, english
from concordia_ref.words.tables import table

FORMAT, FORMAT_VERSION = "concordia-simulation", 1


def report_json(settings: Settings, found: Sequence[Summary]) -> dict[str, Any]:
    """The settings and all summaries as plain JSON."""
    head = {"format": FORMAT, "format_version": FORMAT_VERSION}
    return {**head, "settings": settings.to_json(), "summaries": [summary.to_json() for summary in found]}


def report_text(settings: Settings, found: Sequence[Summary]) -> str:
    """Scores, length, winners and gods under each of the rules, and how these differ from the first."""
    words = english()
    parts = [
        heading(words, settings, found[0].games),
        _spreads(words, "Points of a player at the end", {summary.rules: summary.total for summary in found}),
        _spreads(words, "Turns in a game", {summary.rules: summary.turns for summary in found}),
        _winners(words, settings, found),
        _parts(words, settings, found),
    ]
    if len(found) > 1:
        parts.append(_differences(words, found))
    if broken_off := sum(summary.broken_off for summary in found):
        parts.append(f"games stopped as too long: {broken_off}")
    return "\n\n".join(parts)


def heading(words: Language, played: Settings | SavedRun, games: int) -> str:
    """The settings of the games, in one line."""
    names = [words.say(f"simulate.kind.{kind}") for kind in played.players_are]
    alike = f"{len(names)} × {names[0]}" if len(set(names)) == 1 else ", ".join(names)
    text = words.say("simulate.heading", games=games, map=Term("maps", played.map), players=alike, seed=played.seed)
    return f"{text}, {words.name('phases', 'interim')}" if played.interim else text


def part_name(words: Language, part: str) -> str:
    """A source of points: a god, or the Concordia card."""
    return words.name("cards" if part == "concordia" else "gods", part)


def percent(words: Language, number: int, of: int) -> str:
    """A share of all games."""
    return words.say("simulate.percent", number=words.decimal(100 * number / of, 1))


def difference_text(words: Language, found: MeanDifference) -> str:
    """A difference with its standard error."""
    between = f"{NO_BREAK_SPACE}±{NO_BREAK_SPACE}"
    return f"{words.decimal(found.mean, 2, signed=True)}{between}{words.decimal(found.error, 2)}"


def _titled(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"{title}\n{table(header, rows)}"


def _spreads(words: Language, title: str, spreads: dict[str, Spread]) -> str:
    columns = ("rules", "mean", "standard deviation", "least", "quartiles", "most")
    rows = [
        [
            rules,
            words.decimal(found.mean, 2),
            words.decimal(found.deviation, 2),
            words.number(found.least),
            " / ".join(map(words.number, found.quartiles)),
            words.number(found.most),
        ]
        for rules, found in spreads.items()
    ]
    return _titled(title, columns, rows)


def _winners(words: Language, settings: Settings, found: Sequence[Summary]) -> str:
    kinds = list(dict.fromkeys(settings.players_are))
    # The kinds of players are worth showing only if there are several.
    kinds = kinds if len(kinds) > 1 else []
    places = range(len(settings.players_are))
    header = ["rules", *(f"{place + 1}." for place in places), *kinds, "by tie-break"]
    rows = []
    for summary in found:
        wins = [*summary.wins, *(summary.wins_of[kind] for kind in kinds), summary.tie_breaks]
        rows.append([summary.rules, *(percent(words, number, summary.games) for number in wins)])
    return _titled("Games won, by place in the order of play", header, rows)


def _parts(words: Language, settings: Settings, found: Sequence[Summary]) -> str:
    header = ["rules", *(part_name(words, part) for part in settings.parts)]
    rows = [[summary.rules, *(words.decimal(mean, 2) for mean in summary.points.values())] for summary in found]
    return _titled("Mean points of a player, by god", header, rows)


def _differences(words: Language, found: Sequence[Summary]) -> str:
    first, *others = found
    header = ("rules", "games that differ", "another winner", "points of a player", "turns")
    rows = []
    for summary in others:
        compared = summary.comparison
        assert compared is not None, "only the first is compared with nothing"
        shares = [percent(words, number, summary.games) for number in (compared.changed, compared.other_winner)]
        measured = [difference_text(words, compared.differences[measure]) for measure in ("total", "turns")]
        rows.append([summary.rules, *shares, *measured])
    return _titled(f"Differences from {first.rules}, with their standard errors", header, rows)
