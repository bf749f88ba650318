"""The command `concordia dispute`: list, show and run disputes, and settle an argument about a turn."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from concordia_ref.bundle import plain
from concordia_ref.disputes import Dispute, Register, folded, read_register
from concordia_ref.documents import read_document, read_file, write_json
from concordia_ref.errors import Malformed, Refused, unknown
from concordia_ref.game import Game
from concordia_ref.outcomes import changes_text
from concordia_ref.patches import patched
from concordia_ref.positions import expand
from concordia_ref.scenarios import Scenario, given_state, load_scenarios, under_reading
from concordia_ref.specification import build, load
from concordia_ref.state import State
from concordia_ref.tables import paragraph, table

FINE = 0


def dispute(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    register = read_register(game.spec.folder)
    if options.turn or options.state:
        settle(register, options)
    elif options.editions:
        print(editions_text(register))
    elif options.id is None:
        found = [entry for entry in register.disputes.values() if _wanted(game, entry, options)]
        _print(options, [_summary(entry) for entry in found], _list_text(found))
    else:
        if options.id not in register.disputes:
            raise unknown("dispute", options.id, "", register.disputes)
        entry = register.disputes[options.id]
        if options.run_scenario:
            runs = list(run_readings(game, entry))
            _print(options, [plain(run) for run in runs], run_text(entry, runs))
        else:
            _print(options, plain(entry), dispute_text(game, entry))
    return FINE


def _print(options: argparse.Namespace, data: Any, text: str) -> None:
    print(write_json(data) if options.format == "json" else text)


# Listing


def _wanted(game: Game, entry: Dispute, options: argparse.Namespace) -> bool:
    if options.between and not entry.divides(*options.between):
        return False
    if options.severity and entry.severity != options.severity:
        return False
    if options.clause and not any(f"{clause}.".startswith(f"{options.clause}.") for clause in entry.clauses):
        return False
    if options.card and not _about_card(game, entry, options.card):
        return False
    words = folded(" ".join(_texts(entry)))
    return all(word in words for word in folded(options.text or "").split())


def _about_card(game: Game, entry: Dispute, card: str) -> bool:
    kinds = {known.kind: known.action for known in game.rules.cards.values()}
    if card not in kinds and card != "praefectus_magnus":
        raise unknown("card", card, "", kinds)
    path = f"actions.{kinds.get(card, card)}."
    clauses = [game.spec.clauses[clause] for clause in entry.clauses]
    return any(
        clause.belongs_to == ("card", card) or any(place.startswith(path) for place in clause.carried_out_by)
        for clause in clauses
    )


def _texts(entry: Dispute) -> Iterator[str]:
    yield from (entry.id, entry.question, entry.reason, entry.topic, *entry.codes, *entry.clauses)
    yield from (reading.says for reading in entry.readings.values())
    yield from (f"{stance.heading or ''} {stance.note}" for stance in entry.stances.values())


def _summary(entry: Dispute) -> dict[str, Any]:
    return {"id": entry.id, "severity": entry.severity, "question": entry.question, "ruling": entry.ruling}


def _list_text(found: list[Dispute]) -> str:
    order = ("outcome", "edge", "cosmetic")
    rows = [
        [entry.id, entry.severity, entry.question] for entry in sorted(found, key=lambda e: order.index(e.severity))
    ]
    executable = sum(entry.executable for entry in found)
    count = f"{len(found)} disputes, {executable} can be played both ways"
    return f"{table(['dispute', 'changes', 'question'], rows)}\n\n{count}"


def editions_text(register: Register) -> str:
    """Every edition as the list of questions on which it leaves the canonical rules."""
    parts = []
    for edition in register.editions.values():
        rows = [[id, reading, register.disputes[id].readings[reading].says] for id, reading in edition.takes.items()]
        body = table(["question", "reading", "rule"], rows) if rows else "  every ruling"
        excepted = [f"  {id} stays with the ruling: {reason}" for id, reason in edition.exceptions.items()]
        parts.append("\n".join([f"{edition.id}: {edition.name}", "", body, *excepted]))
    return "\n\n".join(parts)


# Showing


def dispute_text(game: Game, entry: Dispute) -> str:
    """A dispute with its readings side by side, the places, the ruling and the reason."""
    readings = [
        [
            "→" if reading.id == entry.ruling else "",
            reading.id,
            " ".join(entry.supporters(reading.id)) or "-",
            reading.says,
        ]
        for reading in entry.readings.values()
    ]
    places = [
        [stance.rulebook, stance.reading or stance.status, _place(stance.heading, stance.example), stance.note or "-"]
        for stance in entry.stances.values()
    ]
    clauses = [[clause, game.spec.locales["en"].clauses[clause]] for clause in entry.clauses]
    parts = [
        f"{entry.id}  ({entry.kind}, changes: {entry.severity})",
        paragraph(entry.question),
        table(["", "reading", "rulebooks", "rule"], readings),
        table(["", "reads", "place", "note"], places),
        paragraph(f"Ruling: {entry.ruling} ({', '.join(entry.because)}; confidence {entry.confidence})."),
        paragraph(entry.reason),
    ]
    if clauses:
        parts.append(table(["clause", "text"], clauses))
    if entry.executable:
        parts.append(f"  `concordia dispute {entry.id} --run` plays {entry.told_apart_by} under each reading")
    else:
        parts.append(paragraph(f"Not played both ways: {entry.not_executable}"))
    return "\n\n".join(parts)


def _place(heading: str | None, example: bool) -> str:
    return f"{heading or '-'}{' (example)' if example else ''}"


# Running


@dataclass(frozen=True, slots=True)
class Run:
    """What comes of a scenario under one reading."""

    reading: str
    rulebooks: tuple[str, ...]
    holds: bool
    outcome: str


def run_readings(game: Game, entry: Dispute) -> Iterator[Run]:
    """Play the scenario of a dispute under each reading that can be played."""
    if not entry.executable:
        raise Malformed("edition", problem=f"{entry.id} cannot be played both ways: {entry.not_executable}")
    scenario = next(found for found in load_scenarios() if found.id == entry.told_apart_by)
    for reading in entry.readings.values():
        if reading.id == entry.ruling or reading.patch is not None:
            played, shown = game, scenario
            if reading.patch is not None:
                played = Game(build(patched(plain(game.spec.data), reading.patch)))
                shown = under_reading(scenario, reading.id)
            outcome = _play(played, shown)
            yield Run(reading.id, tuple(entry.supporters(reading.id)), reading.id == entry.ruling, outcome)


def _play(game: Game, scenario: Scenario) -> str:
    before = state = given_state(game, scenario)
    try:
        for written in scenario.turns:
            state = game.play(state, game.turn_from_json(state, written))
    except Refused as refused:
        return f"refused: {refused.clause}"
    text = changes_text(game, before, state) if scenario.turns else ""
    if scenario.expected.scores is None and scenario.expected.winner is None:
        return text
    sheet = game.score(state)
    points = ", ".join(f"seat {player.seat} {player.total} points" for player in sheet.players)
    return "; ".join(part for part in (text, points, f"seat {sheet.winner} wins") if part)


def run_text(entry: Dispute, runs: list[Run]) -> str:
    """The runs of a dispute side by side."""
    scenario = next(found for found in load_scenarios() if found.id == entry.told_apart_by)
    turns = "; then ".join(str(turn) for turn in scenario.turns) or "score the position"
    rows = [["→" if run.holds else "", run.reading, " ".join(run.rulebooks) or "-", run.outcome] for run in runs]
    return "\n\n".join(
        [
            paragraph(entry.question, 0),
            paragraph(f"{scenario.id}: {turns}"),
            table(["", "reading", "rulebooks", "what happens"], rows),
            paragraph(f"Ruling: {entry.ruling}. {entry.reason}"),
        ]
    )


# The argument at the table


def settle(register: Register, options: argparse.Namespace) -> None:
    """Say under which editions a turn is legal, and what it yields in each."""
    if not options.turn or not options.state:
        raise Malformed("incomplete", what="both --turn and --state")
    written = read_document(options.turn) if options.turn.lstrip().startswith("{") else options.turn
    data = read_document(read_file(options.state, sys.stdin))
    outcomes: dict[str, list[str]] = {}
    for edition in register.editions:
        outcomes.setdefault(_outcome(Game(load(edition=edition)), data, written), []).append(edition)
    if options.format == "json":
        listed = [{"editions": editions, "outcome": outcome} for outcome, editions in outcomes.items()]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return
    rows = [[", ".join(editions), outcome] for outcome, editions in outcomes.items()]
    print(table(["editions", "what happens"], rows))


def _outcome(game: Game, data: Mapping[str, Any], written: Any) -> str:
    before: State = expand(game.rules, data) if "seats" in data else game.state_from_json(data)
    try:
        after = game.play(before, game.turn_from_json(before, written))
    except Refused as refused:
        facts = ", ".join(str(violation) for violation in refused.violations)
        return f"refused: {facts}"
    return changes_text(game, before, after)
