"""The command `concordia dispute`: list, show and run disputes, and settle an argument about a turn."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.lab.simulation.in_words import dispute_run_texts
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import (
    Dispute,
    Register,
    Stance,
    read_register,
)
from concordia_ref.spec.documents import read_document, read_file, write_json
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import load
from concordia_ref.suite.dispute_runs import Run, run_readings
from concordia_ref.suite.positions import expand
from concordia_ref.suite.scenarios import load_scenario
from concordia_ref.words.dispute_text import translated, translated_edition
from concordia_ref.words.languages import Language, say, spoken
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.search_keys import folded
from concordia_ref.words.tables import paragraph, table

FINE = 0


def dispute(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    register, words = read_register(game.spec.folder), spoken(game.spec)
    if options.turn or options.state:
        settle(register, options)
    elif options.editions:
        print(editions_text(words, register))
    elif options.id is None:
        found = [translated(words, entry) for entry in register.disputes.values() if _wanted(game, entry, options)]
        _print(options, [_summary(entry) for entry in found], _list_text(words, found))
    else:
        if options.id not in register.disputes:
            raise unknown("dispute", options.id, "", register.disputes)
        entry = translated(words, register.disputes[options.id])
        if options.run_scenario:
            runs = list(run_readings(words, game, entry))
            _print(options, [plain(run) for run in runs], run_text(words, entry, runs))
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
    # What is looked for may stand in the language that is spoken, or in English.
    texts = [*_texts(entry), *_texts(translated(spoken(game.spec), entry))]
    found = folded(" ".join(texts))
    return all(word in found for word in folded(options.text or "").split())


def _about_card(game: Game, entry: Dispute, card: str) -> bool:
    kinds = {known.kind for known in game.rules.cards.values()}
    if card not in kinds and card != "praefectus_magnus":
        raise unknown("card", card, "", kinds)
    return any(clause.id in entry.clauses for clause in game.spec.clauses_about_card(card))


def _texts(entry: Dispute) -> Iterator[str]:
    yield from (entry.id, entry.question, entry.reason, entry.topic, *entry.codes, *entry.clauses)
    yield from (reading.says for reading in entry.readings.values())
    yield from (f"{stance.heading or ''} {stance.note}" for stance in entry.stances.values())


def _summary(entry: Dispute) -> dict[str, Any]:
    return {"id": entry.id, "severity": entry.severity, "question": entry.question, "ruling": entry.ruling}


def _header(words: Language, *columns: str) -> list[str]:
    return [words.say(f"dispute.{column}") if column else "" for column in columns]


def _list_text(words: Language, found: list[Dispute]) -> str:
    order = ("outcome", "edge", "cosmetic")
    rows = [
        [entry.id, words.say(f"value.severity.{entry.severity}"), entry.question]
        for entry in sorted(found, key=lambda e: order.index(e.severity))
    ]
    count = words.say("dispute.count", number=len(found), playable=sum(entry.executable for entry in found))
    return f"{table(_header(words, 'dispute', 'changes', 'question'), rows)}\n\n{count}"


def editions_text(words: Language, register: Register) -> str:
    """Every edition as the list of questions on which it leaves the canonical rules."""
    disputes = {id: translated(words, entry) for id, entry in register.disputes.items()}
    parts = []
    for edition in (translated_edition(words, entry) for entry in register.editions.values()):
        rows = [[id, reading, disputes[id].readings[reading].says] for id, reading in edition.takes.items()]
        header = _header(words, "question", "reading", "rule")
        body = table(header, rows) if rows else f"  {words.say('dispute.every-ruling')}"
        excepted = [
            paragraph(words.say("dispute.excepted", dispute=id, reason=reason))
            for id, reason in edition.exceptions.items()
        ]
        parts.append("\n".join([f"{edition.id}: {edition.name}", "", body, *excepted]))
    return "\n\n".join(parts)


# Showing


def dispute_text(game: Game, entry: Dispute) -> str:
    """A dispute with its readings side by side, the places, the ruling and the reason."""
    words = spoken(game.spec)
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
        [
            stance.rulebook,
            stance.reading or words.say(f"value.stance.{stance.status}"),
            _place(words, stance),
            stance.note or "-",
        ]
        for stance in entry.stances.values()
    ]
    clauses = [[clause, words.clause(clause, game.spec)] for clause in entry.clauses]
    kind, severity = words.say(f"value.dispute.{entry.kind}"), words.say(f"value.severity.{entry.severity}")
    because = ", ".join(words.say(f"value.because.{reason}") for reason in entry.because)
    confidence = words.say(f"value.confidence.{entry.confidence}")
    parts = [
        words.say("dispute.title", dispute=entry.id, kind=kind, severity=severity),
        paragraph(entry.question),
        table(_header(words, "", "reading", "rulebooks", "rule"), readings),
        table(["", words.say("dispute.reads"), words.say("show.place"), words.say("dispute.note")], places),
        paragraph(words.say("dispute.ruling", reading=entry.ruling, because=because, confidence=confidence)),
        paragraph(entry.reason),
    ]
    if clauses:
        parts.append(table([words.say("show.clause"), words.say("show.text")], clauses))
    if entry.executable:
        parts.append(f"  {words.say('dispute.run-it', dispute=entry.id, scenario=entry.told_apart_by)}")
        parts += _over_many_games(words, entry)
    else:
        parts.append(paragraph(words.say("dispute.not-played", reason=entry.not_executable)))
    return "\n\n".join(parts)


def _over_many_games(words: Language, entry: Dispute) -> Iterator[str]:
    """What the other readings change, where that was simulated."""
    runs = list(dispute_run_texts(words, entry))
    for run in runs:
        yield f"  {words.say('simulate.over-many-games')} ({run.games})"
        # The reading comes last: it is long, and only the last column is wrapped.
        yield table((*run.header[1:], run.header[0]), [(*row[1:], row[0]) for row in run.rows])
    if runs:
        yield paragraph(words.say("simulate.note"))


def _place(words: Language, stance: Stance) -> str:
    heading = stance.heading or "-"
    return words.say("dispute.example", heading=heading) if stance.example else heading


# Running


def run_text(words: Language, entry: Dispute, runs: list[Run]) -> str:
    """The runs of a dispute side by side."""
    scenario = load_scenario(str(entry.told_apart_by))
    turns = " → ".join(map(str, scenario.turns)) or words.say("dispute.score")
    rows = [["→" if run.holds else "", run.reading, " ".join(run.rulebooks) or "-", run.outcome] for run in runs]
    return "\n\n".join(
        [
            paragraph(entry.question, 0),
            paragraph(f"{scenario.id}: {turns}"),
            table(_header(words, "", "reading", "rulebooks", "what-happens"), rows),
            paragraph(words.say("dispute.ruling-because", rule=entry.readings[entry.ruling].says, reason=entry.reason)),
        ]
    )


# The argument at the table


def settle(register: Register, options: argparse.Namespace) -> None:
    """Say under which editions a turn is legal, and what it yields in each."""
    if not options.turn or not options.state:
        raise Malformed("turn-and-state", "--turn and --state belong together: name the turn and the position")
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
    print(table([say("dispute.editions"), say("dispute.what-happens")], rows))


def _outcome(game: Game, data: Mapping[str, Any], written: Any) -> str:
    before: State = expand(game.rules, data) if "seats" in data else game.state_from_json(data)
    try:
        after = game.play(before, written)
    except Refused as refused:
        why = " ".join(
            f"{violation_text(spoken(game.spec), game.spec, each)} [{each.clause}]" for each in refused.violations
        )
        return say("change.refused", why=why)
    return changes_text(spoken(game.spec), game, before, after)
