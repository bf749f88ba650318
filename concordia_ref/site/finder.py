"""The finder of disputes: choose a card or a topic and a question about it, and a script shows the answer.

Without the script the page is a list of all questions, each a link to the page of its dispute.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from concordia_ref.site.dispute_texts import RunText, play_text, stance_text
from concordia_ref.site.page import Page
from concordia_ref.site.scripts import assigned
from concordia_ref.site.unit import Unit
from concordia_ref.spec.disputes import Dispute, Stance
from concordia_ref.spec.model import Specification

CARDS = (
    "tribune",
    "architect",
    "prefect",
    "praefectus_magnus",
    "colonist",
    "mercator",
    "diplomat",
    "senator",
    "consul",
    "specialists",
)
# The other subjects, each with the name that it goes by: a group of terms and an id, or a message.
TOPICS = {
    "setup": ("phases", "setup"),
    "turn": ("phases", "turn"),
    "components": "reference.components",
    "map": "reference.maps",
    "display": ("places", "display"),
    "storehouse": ("places", "storehouse"),
    "end": ("phases", "end"),
    "scoring": ("phases", "scoring"),
    "interim": ("phases", "interim"),
    "terms": "finder.terms",
    "layout": "finder.layout",
}
# Sections of the rulebooks that belong to another subject.
PART_OF = {"course": "turn", "end_overview": "end", "scoring_overview": "scoring", "supply": "components"}


def finder_page(unit: Unit) -> Page:
    """The page of the finder."""
    questions = questions_by_subject(unit)
    first: dict[str, str] = {}
    for subject, entries in questions.items():
        for entry in entries:
            first.setdefault(entry.id, subject)
    return unit.page(
        "finder.html",
        unit.say("site.nav.finder"),
        unit.say("site.about.finder"),
        scripts=(f"finder-{unit.tag}.js", "finder.js"),
        groups={unit.title("show.cards"): CARDS, unit.say("finder.topics"): TOPICS},
        questions=questions,
        first=first,
        subject_name=partial(_name, unit),
    )


def finder_script(unit: Unit) -> str:
    """The answers by dispute, `window.ConcordiaAnswers`."""
    return assigned("ConcordiaAnswers", {entry.id: answer(unit, entry) for entry in unit.disputes.values()})


def questions_by_subject(unit: Unit) -> dict[str, list[Dispute]]:
    """The disputes about each card and topic, those that change most in play first."""
    found: dict[str, list[Dispute]] = {subject: [] for subject in (*CARDS, *TOPICS)}
    clauses = {card: _clauses_about(unit.spec, card) for card in CARDS}
    for entry in unit.disputes.values():
        cards = {card for card in CARDS if clauses[card].intersection(entry.clauses)}
        for subject in cards | _topics(unit.spec, entry):
            found[subject].append(entry)
    return found


def _topics(spec: Specification, entry: Dispute) -> set[str]:
    """The topics that a dispute is about: its own, which may be a card, and those of its clauses."""
    topic = "scoring" if entry.topic in spec.gods else PART_OF.get(entry.topic, entry.topic)
    belongs_to = {spec.clauses[clause].belongs_to for clause in entry.clauses}
    return {topic, *(id for kind, id in belongs_to if kind == "thing" and id in TOPICS)}


def _clauses_about(spec: Specification, card: str) -> set[str]:
    # Specialists differ only in their goods.
    kinds = [known.kind for known in spec.cards.values() if known.good] if card == "specialists" else [card]
    return {clause.id for kind in kinds for clause in spec.clauses_about_card(kind)}


def _name(unit: Unit, subject: str) -> str:
    if subject == "specialists":
        return unit.title("reference.specialists")
    name = TOPICS.get(subject, ("cards", subject))
    return unit.title(name) if isinstance(name, str) else unit.name(*name)


def answer(unit: Unit, entry: Dispute) -> dict[str, Any]:
    """All that the script shows about a dispute, in words."""
    say = unit.say
    texts: dict[str, Any] = {
        "question": entry.question,
        "about": [
            say(f"value.dispute.{entry.kind}"),
            unit.severity(entry),
            say("site.confidence", confidence=say(f"value.confidence.{entry.confidence}")),
        ],
        "ruling": entry.readings[entry.ruling].says,
        "reason": entry.reason,
        "because": [say(f"value.because.{reason}") for reason in entry.because],
        "rulebooks": [_stance(unit, entry, stance) for stance in entry.stances.values()],
    }
    if not entry.executable:
        return {**texts, "unplayed": str(entry.not_executable)}
    played = play_text(unit, entry.id)
    return {**texts, "turns": played.turns, "runs": [_run(run) for run in played.runs]}


def _stance(unit: Unit, entry: Dispute, stance: Stance) -> list[str]:
    text = stance_text(unit, entry, stance)
    return [text.rulebook, f"{text.sign} {text.says}", text.place, text.note]


def _run(run: RunText) -> list[str]:
    return [f"✓ {run.says}" if run.holds else run.says, run.rulebooks, run.outcome]
