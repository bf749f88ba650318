"""What both the page of a dispute and the finder show: the stances of the rulebooks, and the readings in play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from concordia_ref.site.unit import Unit
from concordia_ref.spec.disputes import Dispute, Stance
from concordia_ref.suite.dispute_runs import run_readings
from concordia_ref.words.places import passage


class StanceText(NamedTuple):
    """What a rulebook says on a question: a sign and words for it, the reading, the place, and a note."""

    rulebook: str
    sign: str
    meaning: str
    says: str
    place: str
    note: str


class PlayText(NamedTuple):
    """The turns played under every reading that has no turns of its own, and their outcomes."""

    turns: str
    runs: tuple[RunText, ...]


class RunText(NamedTuple):
    """The outcome of a position under a reading, after its own turns if it has any."""

    holds: bool
    says: str
    rulebooks: str
    outcome: str


def stance_text(unit: Unit, entry: Dispute, stance: Stance) -> StanceText:
    """The stance of a rulebook in words."""
    if stance.reading is None:
        meaning = unit.say(f"value.stance.{stance.status}")
        sign, says = "–", meaning
    else:
        as_ruled = stance.reading == entry.ruling
        sign, meaning = ("✓", unit.say("site.as-ruled")) if as_ruled else ("≠", unit.say("site.not-as-ruled"))
        says = entry.readings[stance.reading].says
    if stance.literally:
        says = f"{says} {unit.say('site.literally', says=entry.readings[stance.literally].says)}"
    place = passage(unit.words, stance.heading or "–", stance.at)
    return StanceText(unit.name("languages", stance.rulebook), sign, meaning, says, place, stance.note or "–")


@cache
def play_text(unit: Unit, dispute: str) -> PlayText:
    """The readings of a dispute in play. They are played once, for two pages that show them."""
    entry = unit.disputes[dispute]
    runs = list(run_readings(unit.words, unit.game, entry))
    usual = next(run.turns for run in runs if run.holds)
    texts = []
    for run in runs:
        books = unit.language_names(run.rulebooks) or "–"
        outcome = run.outcome if run.turns == usual else f"{_turns(unit, run.turns)} {run.outcome}"
        texts.append(RunText(run.holds, entry.readings[run.reading].says, books, outcome))
    return PlayText(_turns(unit, usual), tuple(texts))


def _turns(unit: Unit, turns: Sequence[str]) -> str:
    return " ".join(unit.say("reference.turn", turn=turn) for turn in turns) or f"{unit.title('dispute.score')}."
