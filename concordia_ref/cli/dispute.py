"""The command `concordia dispute`: list, show and run disputes, and settle an argument about a turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.positions import is_game, position_of, read_data, read_turn
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.lab.simulation.in_words import dispute_run_texts
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Dispute, Register, Stance, read_register
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.dispute_runs import Run, run_readings
from concordia_ref.suite.scenarios import load_scenario
from concordia_ref.words.dispute_text import translated, translated_edition
from concordia_ref.words.languages import Language, language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.places import passage
from concordia_ref.words.search_keys import folded
from concordia_ref.words.tables import paragraph

SEVERITIES = ("outcome", "edge", "cosmetic")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which disputes to list."""

    card: str | None
    clause: str | None
    severity: str | None
    between: tuple[str, str] | None
    text: str


@command(
    "dispute",
    examples=(
        ("concordia dispute --severity outcome", "the questions that decide games"),
        ("concordia dispute --card colonist", "about one card"),
        ("concordia dispute --between cs,pl", "where two rulebooks disagree"),
        ("concordia dispute colonist-income", "the readings side by side, the ruling and why"),
        ("concordia dispute colonist-income --run", "what happens under each reading"),
        ("concordia dispute --editions", "what each edition plays differently"),
        ('concordia dispute --state position.yaml --turn "i_colonist income"', "the argument at the table, settled"),
    ),
)
@click.argument("id", type=ids.DISPUTE, required=False, metavar="[ID]", help="Which dispute [default: list them]")
@options.flag("--run", "Play its scenario under each reading", "run_it")
@click.option("--card", type=ids.KIND_OF_CARD, metavar="CARD", help="Only disputes about this kind of card")
@click.option("--clause", type=ids.CLAUSE, metavar="CLAUSE", help="Only disputes about this clause, or those below it")
@click.option("--severity", type=click.Choice(SEVERITIES), help="Only disputes of this severity")
@click.option("--between", type=options.Pair(), metavar="A,B", help="Only where two rulebooks disagree: cs,pl")
@click.option("--text", metavar="WORDS", help="Only disputes with these words; diacritics and script do not matter")
@options.flag("--editions", "Show where each edition departs from the canonical rules")
@click.option("--turn", metavar="TURN", help="With --state: under which editions is this turn legal?")
@click.option(
    "--state",
    type=click.Path(readable=False),
    metavar="FILE",
    help="The position for --turn: a state, whole or in short, or a game file",
)
@options.format_option("text", "json")
@options.rules
@lang
def dispute(
    id: str | None,
    run_it: bool,
    card: str | None,
    clause: str | None,
    severity: str | None,
    between: tuple[str, str] | None,
    text: str | None,
    editions: bool,
    turn: str | None,
    state: str | None,
    format: str,
    spec: Path | None,
    edition: str,
    lang: str,
) -> int:
    """List, show or play disputes, or settle an argument about a turn."""
    game = load_game(spec, edition)
    words, register = language(lang, game.spec.folder), read_register(game.spec.folder)
    if turn or state:
        if not turn or not state:
            raise Malformed("turn-and-state", "--turn and --state belong together: name the turn and the position")
        settle(words, register, turn, state, format)
    elif editions:
        print(editions_text(words, register))
    elif id is None:
        wanted = Wanted(card, clause, severity, between, text or "")
        found = [
            translated(words, entry) for entry in register.disputes.values() if _is_wanted(words, game, entry, wanted)
        ]
        _print(format, [_summary(entry) for entry in found], _list_text(words, found))
    else:
        if id not in register.disputes:
            raise unknown("dispute", id, "", register.disputes)
        entry = translated(words, register.disputes[id])
        if run_it:
            runs = list(run_readings(words, game, entry))
            _print(format, [plain(run) for run in runs], run_text(words, entry, runs))
        else:
            _print(format, plain(entry), dispute_text(words, game, entry))
    return FINE


def _print(format: str, data: Any, text: str) -> None:
    print(write_json(data) if format == "json" else text)


# Listing


def _is_wanted(words: Language, game: Game, entry: Dispute, wanted: Wanted) -> bool:
    if wanted.between and not entry.divides(*wanted.between):
        return False
    if wanted.severity and entry.severity != wanted.severity:
        return False
    if wanted.clause and not any(f"{clause}.".startswith(f"{wanted.clause}.") for clause in entry.clauses):
        return False
    if wanted.card and not _about_card(game, entry, wanted.card):
        return False
    # The words may be in the requested language or in English.
    found = folded(" ".join([*_texts(entry), *_texts(translated(words, entry))]))
    return all(word in found for word in folded(wanted.text).split())


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
    rows = [
        [entry.id, words.say(f"value.severity.{entry.severity}"), entry.question]
        for entry in sorted(found, key=lambda e: SEVERITIES.index(e.severity))
    ]
    count = words.say("dispute.count", number=len(found), playable=sum(entry.executable for entry in found))
    return f"{draw_table(_header(words, 'dispute', 'changes', 'question'), rows)}\n\n{count}"


def editions_text(words: Language, register: Register) -> str:
    """Every edition, with the questions on which it departs from the canonical rules."""
    disputes = {id: translated(words, entry) for id, entry in register.disputes.items()}
    parts = []
    for edition in (translated_edition(words, entry) for entry in register.editions.values()):
        rows = [[id, reading, disputes[id].readings[reading].says] for id, reading in edition.takes.items()]
        header = _header(words, "question", "reading", "rule")
        body = draw_table(header, rows) if rows else f"  {words.say('dispute.every-ruling')}"
        excepted = [
            paragraph(words.say("dispute.excepted", dispute=id, reason=reason))
            for id, reason in edition.exceptions.items()
        ]
        parts.append("\n".join([f"{edition.id}: {edition.name}", "", body, *excepted]))
    return "\n\n".join(parts)


# Showing


def dispute_text(words: Language, game: Game, entry: Dispute) -> str:
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
        [
            stance.rulebook,
            _reads(words, stance),
            passage(words, stance.heading or "-", stance.at),
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
        draw_table(_header(words, "", "reading", "rulebooks", "rule"), readings),
        draw_table(["", words.say("dispute.reads"), words.say("show.place"), words.say("dispute.note")], places),
        paragraph(words.say("dispute.ruling", reading=entry.ruling, because=because, confidence=confidence)),
        paragraph(entry.reason),
    ]
    if entry.original:
        sources = ", ".join(words.say(f"value.source.{source}") for source in entry.original.sources)
        sure = words.say(f"value.confidence.{entry.original.sure}")
        said = words.say("dispute.original", says=entry.original.says, sources=sources, sure=sure)
        parts.append(paragraph(said))
    if clauses:
        parts.append(draw_table([words.say("show.clause"), words.say("show.text")], clauses))
    if entry.executable:
        parts.append(f"  {words.say('dispute.run-it', dispute=entry.id, scenario=entry.told_apart_by)}")
        parts += _over_many_games(words, entry)
    if entry.not_executable:
        parts.append(paragraph(words.say("dispute.not-played", reason=entry.not_executable)))
    return "\n\n".join(parts)


def _over_many_games(words: Language, entry: Dispute) -> Iterator[str]:
    """What the other readings change over many simulated games."""
    runs = list(dispute_run_texts(words, entry))
    for run in runs:
        yield f"  {words.say('simulate.over-many-games')} ({run.games})"
        # The reading comes last: it is long, and only the last column is wrapped.
        yield draw_table((*run.header[1:], run.header[0]), [(*row[1:], row[0]) for row in run.rows])
    if runs:
        yield paragraph(words.say("simulate.note"))


def _reads(words: Language, stance: Stance) -> str:
    reads = stance.reading or words.say(f"value.stance.{stance.status}")
    return words.say("dispute.literally", reads=reads, literally=stance.literally) if stance.literally else reads


# Running


def run_text(words: Language, entry: Dispute, runs: list[Run]) -> str:
    """The runs of a dispute side by side."""
    scenario = load_scenario(str(entry.told_apart_by))
    # A refused turn ends a run, so the longest run shows all turns; the ruling comes first.
    played = max((run.turns for run in sorted(runs, key=lambda run: not run.holds)), key=len)
    turns = " → ".join(played) or words.say("dispute.score")
    rows = [["→" if run.holds else "", run.reading, " ".join(run.rulebooks) or "-", run.outcome] for run in runs]
    return "\n\n".join(
        [
            paragraph(entry.question, 0),
            paragraph(f"{scenario.id}: {turns}"),
            draw_table(_header(words, "", "reading", "rulebooks", "what-happens"), rows),
            paragraph(words.say("dispute.ruling-because", rule=entry.readings[entry.ruling].says, reason=entry.reason)),
        ]
    )


# The argument at the table


def settle(words: Language, register: Register, turn: str, state: str, format: str) -> None:
    """Show under which editions a turn is legal, and what it yields in each."""
    written, data = read_turn(turn), read_data(state)
    if is_game(data):
        # A game is played by its own edition up to the position in question.
        game = Game(load(edition=str(data.get("edition", CANONICAL))))
        *_, last = game.replay(game.record_from_json(data))
        data = game.state_to_json(last)
    outcomes: dict[str, list[str]] = {}
    for edition in register.editions:
        outcomes.setdefault(_outcome(words, Game(load(edition=edition)), data, written), []).append(edition)
    if format == "json":
        listed = [{"editions": editions, "outcome": outcome} for outcome, editions in outcomes.items()]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return
    rows = [[", ".join(editions), outcome] for outcome, editions in outcomes.items()]
    print(draw_table(_header(words, "editions", "what-happens"), rows))


def _outcome(words: Language, game: Game, data: Any, written: Any) -> str:
    before = position_of(game, data)
    try:
        after = game.play(before, written)
    except Refused as refused:
        why = " ".join(f"{violation_text(words, game.spec, each)} [{each.clause}]" for each in refused.violations)
        return words.say("change.refused", why=why)
    return changes_text(words, game, before, after)
